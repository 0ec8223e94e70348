import { IsBoolean, IsEnum, IsInt, IsOptional, Min, ValidateBy } from 'class-validator';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { boundProjectOf, ownerOf, recordAction, requireVerified } from '../accounts/index.js';
import { signApproval } from '../platform/approval.sign.js';
import { IsText } from '../platform/constraints.js';
import { ANY_KIND } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { endIfNotModified } from '../platform/http/conditional-get.js';
import { newUuid, publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { placeOf } from '../platform/paging/sort.place.js';
import { sortsOf, TimedPageArgs } from '../platform/paging/sorted.args.js';
import { type SortedListOf, sortedPage } from '../platform/paging/sorted.page.js';
import { type Project, ProjectApproval } from './project.entity.js';
import {
  archived,
  lockProject,
  type ProjectTables,
  projectAnswer,
  publicUrlOf,
  readProjects,
  readProof,
  requireProject,
  reviewUrlOf,
  staleProject,
} from './project.query.js';
import { approvalOf, ProjectStatus, publishContent } from './project.rules.js';
import type { ProjectAnswer, ProjectList, PublicProject, PublishReply } from './project.types.js';
import { publicToolsOf } from './published-project.query.js';

const SLUG_MAX = 80;
const HASH_FORM = /^sha256:[0-9a-f]{64}$/;

const IsContentHash = (): PropertyDecorator =>
  ValidateBy({
    name: 'content_hash',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && HASH_FORM.test(value),
      defaultMessage: () => 'must be the contentHash of the project: sha256: and 64 hexadecimal digits',
    },
  });

@ArgsType()
export class ProjectArgs {
  @Field(() => ID, { description: 'The project to read.' })
  @IdOf('prj')
  projectId: string;
}

export const projectSorts = sortsOf(['created', 'updated', 'title', 'status'], '-created');

@ArgsType()
export class ProjectsArgs extends TimedPageArgs(projectSorts, 'title, summary or the name of a tool', 'Updated') {
  @Field(() => [ProjectStatus], { nullable: true, description: 'Only projects in one of these states.' })
  @IsOptional()
  @IsEnum(ProjectStatus, { each: true })
  status?: ProjectStatus[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Only projects with content that is not public yet.' })
  @IsOptional()
  @IsBoolean()
  unpublished?: boolean | null;
}

const LIST: SortedListOf<typeof projectSorts> = {
  name: 'projects',
  sorts: projectSorts,
  tie: { by: sql`p.id`, type: 'uuid' },
  by: {
    created: null,
    updated: { by: sql`p.updated_at`, type: 'time' },
    title: { by: sql`lower(p.content ->> 'title')`, type: 'text' },
    status: { by: sql`p.status`, type: 'text' },
  },
  naming: [
    sql`p.content ->> 'title'`,
    sql`p.content ->> 'summary'`,
    sql`(select string_agg(one.value ->> 'name', ' ') from jsonb_array_elements(p.content -> 'tools') as one(value))`,
  ],
  time: sql`p.updated_at`,
};

/** The caller's projects, newest first if no order is asked for; a project-scoped token sees its own alone. */
export const listProjects = operation(
  { name: 'projects', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  async function projects(ctx, args: ProjectsArgs): Promise<ProjectList> {
    const { status, unpublished } = args;
    const page = sortedPage(LIST, args);
    const bound = boundProjectOf(ctx);
    const now = ctx.platform.clock.now();
    const records = await readProjects(ctx.em, (of) => {
      let found = of.where('p.user_id', '=', ownerOf(ctx));
      if (bound !== null) found = found.where('p.id', '=', bound);
      if (status?.length) found = found.where(({ or }) => or(status.map((one) => isInState[one](now))));
      if (unpublished) found = found.where(isUnpublished);
      return page.narrow(found);
    });
    const { items, nextCursor } = page.cut(records, ({ project }) => placeOf(project));
    return { items: items.map((record) => projectAnswer(ctx, record)), nextCursor };
  },
);

const project = expressionBuilder<{ p: ProjectTables['project']; a: ProjectTables['project_approval'] }, 'p' | 'a'>();

/** The present state as a condition: an expired approval does not count. */
const isInState: Record<ProjectStatus, (now: Date) => Expression<SqlBool>> = {
  DRAFT: (now) =>
    project.or([
      project('p.status', '=', ProjectStatus.DRAFT),
      project('p.status', '=', ProjectStatus.APPROVED).and(
        project.or([project('a.id', 'is', null), project('a.expires_at', '<=', now)]),
      ),
    ]),
  APPROVED: (now) => project('p.status', '=', ProjectStatus.APPROVED).and('a.expires_at', '>', now),
  PUBLISHED: () => project('p.status', '=', ProjectStatus.PUBLISHED),
  ARCHIVED: () => project('p.status', '=', ProjectStatus.ARCHIVED),
};

const isUnpublished = project('p.status', '<>', ProjectStatus.ARCHIVED).and(
  'p.content_hash',
  'is distinct from',
  project.ref('p.published_hash'),
);

/** One project of the caller. */
export const readProject = operation(
  { name: 'project', who: ['session', 'workflow_token'], scope: 'project:read', limit: 'workflow' },
  async function project(ctx, { projectId }: ProjectArgs): Promise<ProjectAnswer> {
    return projectAnswer(ctx, await requireProject(ctx, projectId));
  },
);

@ArgsType()
export class PublicProjectArgs {
  @Field(() => String, { description: "Short name in the project's address." })
  @IsText(SLUG_MAX)
  slug: string;
}

const NOTICES = [
  'A selection is what the owner says. Activated means that the vendor’s own authenticated events show a first use; retained, a separate one at least seven days later.',
  'States are as of the day on which the owner made the proof; a missing one is no proof of no use.',
];

/** A published project as everyone may read it: the approved content, and of evidence the part that its owner made public. */
export const readPublicProject = operation(
  { name: 'publicProject', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function publicProject(ctx, { slug }: PublicProjectArgs): Promise<PublicProject> {
    const [record] = await readProjects(ctx.em, (of) =>
      of.where('p.slug', '=', slug).where('p.status', '=', ProjectStatus.PUBLISHED),
    );
    if (!record?.project.publishedContent || record.project.publishedAt === null)
      throw new Fault('NOT_FOUND', { say: 'There is no such project.' });
    const { proof } = record;
    const { id, publishedAt, publishedContent, publishedRevision, publishedReceipt, listedAt } = record.project;
    endIfNotModified(ctx, [
      'publicProject',
      id,
      publishedRevision,
      publishedAt.toISOString(),
      proof?.id ?? null,
      listedAt !== null,
    ]);
    const { tools: _listed, ...text } = publishedContent;
    return {
      ...text,
      slug,
      publishedAt,
      tools: publicToolsOf(publishedContent, proof),
      proof: proof && { madeAt: proof.madeAt },
      approvalReceipt: publishedReceipt,
      notices: NOTICES,
      listed: listedAt !== null,
    };
  },
);

@InputType({ description: 'Approves a draft exactly as the person has seen it.' })
export class ApproveProjectInput {
  @Field(() => ID, { description: 'The project to approve.' })
  @IdOf('prj')
  projectId: string;

  @Field(() => Int, { description: 'The revision that was looked at; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;

  @Field(() => String, { description: 'The contentHash of what was looked at.' })
  @IsContentHash()
  contentHash: string;
}

/** How long an approval can be used (decisions §6). */
const APPROVAL_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * The owner's agreement that this revision, with this content, becomes public. Given in a session by a person with a verified address;
 * good for 24 hours and for nothing else. Approving again begins the 24 hours again.
 */
export const approveProject = operation(
  { name: 'approveProject', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function approveProject(
    ctx,
    { projectId, revision, contentHash }: ApproveProjectInput,
  ): Promise<ProjectAnswer> {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const { project, approval: earlier } = await lockProject(ctx, em, projectId);
      requireVerified(ctx);
      if (project.status === ProjectStatus.ARCHIVED) throw archived();
      if (project.revision !== revision || project.contentHash !== contentHash) throw staleProject(ctx, project);
      if (project.contentHash === project.publishedHash)
        throw new Fault('STATE_CONFLICT', { say: 'This content is already published.' });
      if (earlier) {
        earlier.voidedAt = now;
        await em.flush(); // before the new one: a unique index lets a project have one approval that is not voided
      }
      const approval = em.create(ProjectApproval, {
        id: newUuid(),
        project,
        revision,
        contentHash,
        approvedBy: ownerOf(ctx),
        approvedAt: now,
        expiresAt: new Date(now.getTime() + APPROVAL_HOURS * HOUR_MS),
        voidedAt: null,
        receipt: signApproval(ctx.platform.config, {
          kind: 'project',
          id: publicId('prj', projectId),
          revision,
          contentHash,
          approvals: 1,
          at: now,
        }),
      });
      setStatus(project, ProjectStatus.APPROVED, now);
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.approve',
        resource: 'project',
        resourceId: publicId('prj', projectId),
        revision,
        changes: { approvedHash: [null, contentHash] },
      });
      return projectAnswer(ctx, { project, approval, proof: await readProof(em, project) });
    });
  },
);

@InputType({ description: "Names one of the caller's projects." })
export class OwnProjectInput {
  @Field(() => ID, { description: 'The project.' })
  @IdOf('prj')
  projectId: string;
}

/** Takes an approval back while nothing was published by it. Without one nothing changes. */
export const withdrawProjectApproval = operation(
  { name: 'withdrawProjectApproval', who: ['session'], writes: true, limit: 'workflow' },
  async function withdrawProjectApproval(ctx, { projectId }: OwnProjectInput): Promise<ProjectAnswer> {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const { project, approval: given } = await lockProject(ctx, em, projectId);
      const approval = approvalOf(project, given, now);
      const proof = await readProof(em, project);
      if (approval === null) return projectAnswer(ctx, { project, approval, proof });
      approval.voidedAt = now;
      setStatus(project, ProjectStatus.DRAFT, now);
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.withdraw_approval',
        resource: 'project',
        resourceId: publicId('prj', projectId),
        revision: project.revision,
        changes: { approvedHash: [approval.contentHash, null] },
      });
      return projectAnswer(ctx, { project, approval: null, proof });
    });
  },
);

@InputType({ description: 'Publishes a draft that was approved.' })
export class PublishProjectInput {
  @Field(() => ID, { description: 'The draft to publish.' })
  @IdOf('prj')
  draftId: string;

  @Field(() => String, { description: 'The contentHash that a person approved.' })
  @IsContentHash()
  contentHash: string;
}

/**
 * Makes public what a person approved: exactly the content of that hash and revision, within 24 hours (specification §1, rule 6). Without
 * such an approval 403 with the address where it can be given; a content that has changed since 409. Content that is public already stays.
 */
export const publishProject = operation(
  {
    name: 'publishProject',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    fresh: 'always',
    limit: 'workflow',
  },
  async function publishProject(ctx, { draftId, contentHash }: PublishProjectInput): Promise<PublishReply> {
    return ctx.em.transactional(async (em) => {
      const { project, approval: given } = await lockProject(ctx, em, draftId);
      const now = ctx.platform.clock.now(); // an approval may end while the lock is waited for
      if (project.status === ProjectStatus.ARCHIVED) throw archived();
      if (project.contentHash !== contentHash) throw staleProject(ctx, project);
      const { revision, publishedHash } = project;
      const proof = await readProof(em, project);
      const publicUrl = publicUrlOf(ctx, project.slug);
      if (publishedHash === contentHash)
        return { project: projectAnswer(ctx, { project, approval: given, proof }), published: false, publicUrl };
      const approval = approvalOf(project, given, now);
      if (approval === null)
        throw new Fault('APPROVAL_REQUIRED', {
          say: `A signed-in user must approve revision ${revision} within the 24 hours before it is published.`,
          members: { approvalUrl: reviewUrlOf(ctx, draftId), revision, contentHash },
        });
      publishContent(project, now, approval.receipt);
      approval.voidedAt = now; // used up: it was for this publication
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.publish',
        resource: 'project',
        resourceId: publicId('prj', draftId),
        revision,
        changes: { publishedHash: [publishedHash, contentHash], approvedBy: [null, approval.approvedBy] },
      });
      return { project: projectAnswer(ctx, { project, approval: null, proof }), published: true, publicUrl };
    });
  },
);

@InputType({ description: 'Takes a project out of the public and out of work, for good.' })
export class ArchiveProjectInput {
  @Field(() => ID, { description: 'The project to archive.' })
  @IdOf('prj')
  projectId: string;

  @Field(() => Int, { description: 'The revision that was read; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;
}

/** Takes a project out of the public and out of work, for good: its page is gone, and events that name it count for nothing. */
export const archiveProject = operation(
  { name: 'archiveProject', who: ['session'], writes: true, limit: 'workflow' },
  async function archiveProject(ctx, { projectId, revision }: ArchiveProjectInput): Promise<ProjectAnswer> {
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      const { project, approval } = await lockProject(ctx, em, projectId);
      const proof = await readProof(em, project);
      const { status } = project;
      if (status === ProjectStatus.ARCHIVED) return projectAnswer(ctx, { project, approval, proof });
      if (project.revision !== revision) throw staleProject(ctx, project);
      if (approval) approval.voidedAt = now;
      Object.assign(project, { status: ProjectStatus.ARCHIVED, listedAt: null, archivedAt: now, updatedAt: now });
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.archive',
        resource: 'project',
        resourceId: publicId('prj', projectId),
        revision,
        changes: { status: [status, ProjectStatus.ARCHIVED] },
      });
      return projectAnswer(ctx, { project, approval: null, proof });
    });
  },
);

/** A published project stays PUBLISHED while its next revision is approved or withdrawn. */
function setStatus(project: Project, status: ProjectStatus, at: Date): void {
  if (project.status === ProjectStatus.PUBLISHED) return;
  project.status = status;
  project.updatedAt = at;
}
