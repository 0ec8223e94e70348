import { type EntityDictionary, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { boundProjectOf, ownerOf } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { columnsOf, partOf, selectRows } from '../platform/database/kysely.js';
import { insertUnlessTaken } from '../platform/database/rows.insert.js';
import type { TableOf } from '../platform/database/table.types.js';
import { Fault } from '../platform/fault.js';
import { newUuid, publicId } from '../platform/ids.js';
import type { Row } from '../platform/row.types.js';
import { Project, ProjectApproval, ProjectProof } from './project.entity.js';
import {
  approvalOf,
  contentHashOf,
  hasUnpublishedChanges,
  type ListedTool,
  type ProjectContent,
  type ProjectRecord,
  ProjectStatus,
  type StoredSelection,
  slugOf,
  statusOf,
} from './project.rules.js';
import type {
  CitedSelection,
  ProjectAnswer,
  ProjectAuthor,
  ProjectTool,
  PublishedContent,
  SelectionProof,
} from './project.types.js';

/** The domain's tables for Kysely. */
export interface ProjectTables {
  readonly project: TableOf<Project>;
  readonly project_approval: TableOf<ProjectApproval>;
  readonly project_proof: TableOf<ProjectProof>;
}

/** Projects (`p`) with the approval that was not voided (`a`) and the newest proof (`f`). */
const selectProjects = (em: EntityManager) =>
  em
    .getKysely<ProjectTables>()
    .selectFrom('project as p')
    .leftJoin('project_approval as a', (on) => on.onRef('a.project_id', '=', 'p.id').on('a.voided_at', 'is', null))
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('project_proof as f')
          .selectAll()
          .whereRef('f.project_id', '=', 'p.id')
          .orderBy('f.id', 'desc')
          .limit(1)
          .as('f'),
      (on) => on.onTrue(),
    );
export type ProjectSelection = ReturnType<typeof selectProjects>;

/** The records of these projects, to be read: nothing that is changed on them is written. */
export async function readProjects(
  em: EntityManager,
  narrow: (projects: ProjectSelection) => ProjectSelection,
): Promise<ProjectRecord[]> {
  const approval = partOf(em, ProjectApproval, 'a');
  const proof = partOf(em, ProjectProof, 'f');
  const rows = await narrow(selectProjects(em))
    .select([columnsOf(em, Project, 'p'), approval.columns, proof.columns])
    .$castTo<Row<Project>>()
    .execute();
  return rows.map((project) => ({ project, approval: approval.take(project), proof: proof.take(project) }));
}

/** One answer for a project that does not exist and for one of another person. */
const noSuchProject = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such project.' });

export const archived = (): Fault => new Fault('STATE_CONFLICT', { say: 'The project is archived.' });

/** Refuses every project but the one that the caller's token is bound to. */
function refuseUnbound(ctx: RequestContext, id: string): void {
  const bound = boundProjectOf(ctx);
  if (bound !== null && bound !== id) throw noSuchProject();
}

/** A project of the caller, to be read. */
export async function requireProject(ctx: RequestContext, id: string): Promise<ProjectRecord> {
  refuseUnbound(ctx, id);
  const [record] = await readProjects(ctx.em, (of) => of.where('p.id', '=', id).where('p.user_id', '=', ownerOf(ctx)));
  if (!record) throw noSuchProject();
  return record;
}

/** A project of the caller, to be changed: it stays locked until the transaction ends. */
export interface LockedProject {
  readonly project: Project;
  readonly approval: ProjectApproval | null;
}

/** Locks a project of the caller in a transaction. The approval is read after the lock: its previous holder may have changed it. */
export async function lockProject(ctx: RequestContext, em: EntityManager, id: string): Promise<LockedProject> {
  refuseUnbound(ctx, id);
  const project = await em.findOne(
    Project,
    { id, userId: ownerOf(ctx) },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!project) throw noSuchProject();
  return { project, approval: await em.findOne(ProjectApproval, { project, voidedAt: null }) };
}

/** The newest proof of a project that is, or was, public; no other has one. */
export async function readProof(em: EntityManager, { id, publishedAt }: Project): Promise<Row<ProjectProof> | null> {
  if (publishedAt === null) return null;
  const proof = await selectRows(em, ProjectProof)
    .where('t.project_id', '=', id)
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return proof ?? null;
}

/** How many projects of a person are not archived. */
export async function countUnarchived(em: EntityManager, userId: string): Promise<number> {
  const { count } = await em
    .getKysely<ProjectTables>()
    .selectFrom('project')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '<>', ProjectStatus.ARCHIVED)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A project as it is when it begins. */
export interface NewProject {
  readonly userId: string;
  readonly content: ProjectContent;
  readonly planId: string | null;
  readonly note: string | null;
  readonly changedBy: ProjectAuthor;
  readonly at: Date;
}

const SLUG_TRIES = 5;

/**
 * Stores a project in the state DRAFT under an unused public address; the unique index decides between two. Answers its columns, which
 * `rowOfColumns` reads and `em.map` manages: an answer that is kept for a retry is plain data.
 */
export async function insertProject(
  em: EntityManager,
  { content, at, ...given }: NewProject,
): Promise<EntityDictionary<Project>> {
  const id = newUuid();
  for (let tried = 0; tried < SLUG_TRIES; tried += 1) {
    const slug = newSlug(content.title);
    const contentHash = contentHashOf(slug, content);
    const made = await insertUnlessTaken(
      em,
      Project,
      { ...given, id, slug, status: ProjectStatus.DRAFT, content, contentHash, createdAt: at, updatedAt: at },
      ['slug'],
    );
    if (made) return made;
  }
  throw new Error(`no free slug for project ${id}`);
}

/** The title and random characters: an address that is free or taken would tell strangers the titles of private drafts. */
const newSlug = (title: string): string => `${slugOf(title) || 'project'}-${newUuid().slice(-8)}`;

/** The refusal of a revision that is not the present one, with what the caller needs to look again. */
export const staleProject = (ctx: RequestContext, { id, revision, contentHash, changedBy }: Row<Project>): Fault =>
  new Fault('STALE_REVISION', {
    say: `The project is at revision ${revision}, written by ${changedBy.kind === 'session' ? 'a person' : 'an agent'}.`,
    members: { revision, contentHash, changedBy, reviewUrl: reviewUrlOf(ctx, id) },
  });

/** The address at which its owner looks at a project, approves and publishes it. */
export const reviewUrlOf = ({ platform }: RequestContext, id: string): string =>
  `${platform.config.workspaceUrl}/admin/#/me/projects/${publicId('prj', id)}`;

/** The address at which everyone reads a published project. */
export const publicUrlOf = ({ platform }: RequestContext, slug: string): string =>
  `${platform.config.workspaceUrl}/p/${slug}`;

/** A project as its owner sees it now. */
export function projectAnswer(ctx: RequestContext, record: ProjectRecord): ProjectAnswer {
  const { project, approval, proof } = record;
  const now = ctx.platform.clock.now();
  const { id, slug, revision, content, contentHash, planId, note, changedBy, createdAt, updatedAt } = project;
  return {
    ...contentAnswer(content),
    id,
    slug,
    status: statusOf(record, now),
    revision,
    contentHash,
    hasUnpublishedChanges: hasUnpublishedChanges(project),
    planId,
    note,
    changedBy,
    approval: approvalOf(project, approval, now),
    published: publishedAnswer(ctx, project),
    listed: project.listedAt !== null,
    proof: proof && { ...proof, tools: proof.tools.map(citedSelection) },
    reviewUrl: reviewUrlOf(ctx, id),
    createdAt,
    updatedAt,
  };
}

function publishedAnswer(ctx: RequestContext, project: Row<Project>): PublishedContent | null {
  const { publishedRevision, publishedContent, publishedHash, publishedAt, publishedReceipt, status, slug } = project;
  if (status !== ProjectStatus.PUBLISHED || publishedContent === null || publishedAt === null) return null;
  if (publishedRevision === null || publishedHash === null) return null;
  return {
    ...contentAnswer(publishedContent),
    revision: publishedRevision,
    contentHash: publishedHash,
    publishedAt,
    publicUrl: publicUrlOf(ctx, slug),
    approvalReceipt: publishedReceipt,
  };
}

const contentAnswer = ({ tools, ...text }: ProjectContent) => ({ ...text, tools: tools.map(toolAnswer) });

const toolAnswer = ({ selectedAt, ...tool }: ListedTool): ProjectTool => ({
  ...tool,
  selectedAt: new Date(selectedAt),
});

/** A stored proof as everyone may read it. */
export const publicSelection = (stored: StoredSelection): SelectionProof => ({
  slug: stored.slug,
  name: stored.name,
  state: stored.state,
  selectedAt: new Date(stored.selectedAt),
  activatedAt: stored.activatedAt === null ? null : new Date(stored.activatedAt),
  retainedAt: stored.retainedAt === null ? null : new Date(stored.retainedAt),
  label: stored.label,
});

/** The same for the project's owner, with the evidence. */
export const citedSelection = (stored: StoredSelection): CitedSelection => ({
  ...publicSelection(stored),
  gapDays: stored.gapDays,
  eventIds: [...stored.eventIds],
});
