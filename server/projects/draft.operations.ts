import type { EntityDictionary } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ArrayUnique, IsArray, IsInt, IsOptional, Min, ValidateBy, ValidateNested } from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { lockPerson, ownerOf, recordAction } from '../accounts/index.js';
import { recordForms } from '../directory/index.js';
import { IsText } from '../platform/constraints.js';
import { rowOfColumns } from '../platform/database/kysely.js';
import { Fault, type FieldProblem, invalid } from '../platform/fault.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { HasItemsAtMost } from '../platform/graphql/items.js';
import { onceAfter } from '../platform/idempotency/idempotency.js';
import { publicId } from '../platform/ids.js';
import { refuseBeyond } from '../platform/limits/entry-limits.js';
import { operation } from '../platform/operation.js';
import { refuseCredentials } from '../platform/secrets/secret.refuse.js';
import { hiddenAt } from '../skills/index.js';
import { Project } from './project.entity.js';
import {
  archived,
  countUnarchived,
  insertProject,
  lockProject,
  projectAnswer,
  readProof,
  requireProject,
  staleProject,
} from './project.query.js';
import { contentHashOf, type ListedTool, type ProjectContent, ProjectStatus } from './project.rules.js';
import { type ProjectAnswer, type ProjectAuthor, ProjectAuthorKind, type ProjectDraftReply } from './project.types.js';
import type { ProjectsContext } from './projects.context.js';

const TITLE_MAX = 120;
const SUMMARY_MAX = 300;
const DESCRIPTION_MAX = 10_000;
const NOTE_MAX = 5_000;
const ROLE_MAX = 120;
const SLUG_MAX = 80;
const TOOLS_MAX = 50;

const IsLink = (): PropertyDecorator =>
  ValidateBy({
    name: 'link',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && recordForms.publicAddress.safeParse(value).success,
      defaultMessage: () => 'must be an https address of a named host, without user name, password or port',
    },
  });

@InputType({ description: 'A tool that a project uses.' })
export class ProjectToolInput {
  @Field(() => String, { description: 'The slug of a tool in the directory.' })
  @IsText(SLUG_MAX)
  slug: string;

  @Field(() => String, { nullable: true, description: 'What the tool does in the project.' })
  @IsOptional()
  @IsText(ROLE_MAX)
  role?: string | null;
}

/** The members of a project that a caller writes; absent ones are unchanged in an edit and empty in a new draft. */
@InputType({ description: 'Texts and tools of a project.' })
abstract class ProjectFields {
  @Field(() => String, { nullable: true, description: 'Shown as text, never as markup.' })
  @IsOptional()
  @IsText(DESCRIPTION_MAX)
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the project can be seen: https.' })
  @IsOptional()
  @IsLink()
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'Where its code can be read: https.' })
  @IsOptional()
  @IsLink()
  repositoryUrl?: string | null;

  @Field(() => [ProjectToolInput], {
    nullable: true,
    description:
      'Tools of the directory that the project uses; a new draft with a planId and without tools takes those of the plan.',
  })
  @IsOptional()
  @IsArray()
  @HasItemsAtMost(TOOLS_MAX)
  @ArrayUnique((tool: ProjectToolInput) => tool.slug, { message: 'must list each tool once' })
  @ValidateNested()
  tools?: ProjectToolInput[] | null;

  @Field(() => ID, { nullable: true, description: 'A saved plan of the owner that the project follows; never public.' })
  @IsOptional()
  @IdOf('pln')
  planId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For the owner’s eyes when they review the draft; never public.',
  })
  @IsOptional()
  @IsText(NOTE_MAX)
  note?: string | null;
}

@InputType({ description: 'A private draft; nothing of it is public.' })
export class ProjectDraftInput extends ProjectFields {
  @Field(() => String, { description: "Heading of the project's page." })
  @IsText(TITLE_MAX)
  title: string;

  @Field(() => String, { description: 'What it is, in a sentence or two.' })
  @IsText(SUMMARY_MAX)
  summary: string;
}

@InputType({ description: 'A member that is absent stays as it is; null empties it.' })
export class UpdateProjectDraftInput extends ProjectFields {
  @Field(() => ID, { description: 'The draft to change.' })
  @IdOf('prj')
  draftId: string;

  @Field(() => Int, { description: 'The revision that was read; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;

  @Field(() => String, { nullable: true, description: "Heading of the project's page." })
  @IsOptional()
  @IsText(TITLE_MAX)
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'One or two sentences for lists.' })
  @IsOptional()
  @IsText(SUMMARY_MAX)
  summary?: string | null;
}

export interface CreateProjectDraftCall extends ProjectDraftInput {
  idempotencyKey?: string | null;
}

/**
 * Prepares a project as a private draft (specification §2.10, decisions §6). Nothing of it is public before its owner approved it in a
 * session. The same Idempotency-Key makes one draft and gets the first answer again.
 */
export const createProjectDraft = operation(
  {
    name: 'createProjectDraft',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async function createProjectDraft(
    ctx: ProjectsContext,
    { idempotencyKey, ...input }: CreateProjectDraftCall,
  ): Promise<ProjectDraftReply> {
    refuseSecrets(input);
    const columns = await onceAfter(
      ctx,
      'createProjectDraft',
      idempotencyKey,
      { ...input, ...(input.planId && { planId: publicId('pln', input.planId) }) }, // as it was sent: a retry is known by it
      async () => {
        const { planId, tools } = await readPlanTools(ctx, input.planId);
        return { planId, content: await composeContent(ctx, input, null, tools) };
      },
      (em, { planId, content }) => insertDraft(ctx, em, content, { planId, note: input.note?.trim() || null }),
    );
    const project = rowOfColumns(ctx.em, Project, columns);
    return replyOf(projectAnswer(ctx, { project, approval: null, proof: null }));
  },
  { check: hiddenProblems },
);

async function insertDraft(
  ctx: ProjectsContext,
  em: EntityManager,
  content: ProjectContent,
  { planId, note }: { planId: string | null; note: string | null },
): Promise<EntityDictionary<Project>> {
  const userId = ownerOf(ctx);
  // The person's own row is the lock that lets two creates count one after the other.
  await lockPerson(em, userId);
  refuseBeyond('projects', (await countUnarchived(em, userId)) + 1);
  const at = ctx.platform.clock.now();
  const columns = await insertProject(em, { userId, content, planId, note, changedBy: authorOf(ctx), at });
  const { id, contentHash } = rowOfColumns(em, Project, columns);
  await recordAction(ctx, em, {
    action: 'project.draft',
    resource: 'project',
    resourceId: publicId('prj', id),
    revision: 1,
    changes: { contentHash: [null, contentHash], title: [null, content.title] },
  });
  return columns;
}

/**
 * Changes a draft, or prepares the next revision of a published project. Names the revision that was read, so that no one overwrites
 * content that they have not seen; every change makes a new revision and voids the approval. A call that changes nothing answers the
 * project as it is.
 */
export const updateProjectDraft = operation(
  {
    name: 'updateProjectDraft',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async function updateProjectDraft(ctx: ProjectsContext, input: UpdateProjectDraftInput): Promise<ProjectDraftReply> {
    refuseSecrets(input);
    const { project: seen } = await requireProject(ctx, input.draftId);
    if (seen.revision !== input.revision) throw staleProject(ctx, seen);
    // Before the transaction: directory and plans answer over connections of their own. The same revision has the same content.
    const content = await composeContent(ctx, input, seen.content);
    const planId = input.planId === undefined ? seen.planId : (await readPlanTools(ctx, input.planId)).planId;
    return ctx.em.transactional(async (em) => {
      const { project, approval } = await lockProject(ctx, em, input.draftId);
      const { contentHash, revision, status } = project;
      if (revision !== input.revision) throw staleProject(ctx, project);
      if (status === ProjectStatus.ARCHIVED) throw archived();
      const note = input.note === undefined ? project.note : input.note?.trim() || null;
      const hash = contentHashOf(project.slug, content);
      const proof = await readProof(em, project);
      if (hash === contentHash && note === project.note && planId === project.planId)
        return replyOf(projectAnswer(ctx, { project, approval, proof }));
      const now = ctx.platform.clock.now();
      Object.assign(project, {
        content,
        contentHash: hash,
        planId,
        note,
        changedBy: authorOf(ctx),
        status: status === ProjectStatus.PUBLISHED ? status : ProjectStatus.DRAFT,
        revision: revision + 1,
        updatedAt: now,
      });
      if (approval) approval.voidedAt = now;
      await em.flush();
      await recordAction(ctx, em, {
        action: 'project.edit',
        resource: 'project',
        resourceId: publicId('prj', project.id),
        revision: project.revision,
        changes: { contentHash: [contentHash, hash], status: [status, project.status] },
      });
      return replyOf(projectAnswer(ctx, { project, approval: null, proof }));
    });
  },
  { check: (input) => [...refuseEmptied(input), ...hiddenProblems(input)] },
);

const replyOf = (draft: ProjectAnswer): ProjectDraftReply => ({ draft, reviewUrl: draft.reviewUrl });

/** Title and summary may be changed, and never taken away. */
const refuseEmptied = (input: UpdateProjectDraftInput) =>
  (['title', 'summary'] as const)
    .filter((name) => input[name] === null)
    .map((name) => ({ pointer: `/${name}`, code: 'required', detail: `a project has a ${name}` }));

/** The author of a revision: the person by name, or the token by its name. */
function authorOf({ principal }: ProjectsContext): ProjectAuthor {
  const { kind } = principal;
  if (kind !== 'session' && kind !== 'workflow_token') throw new Fault('SESSION_REQUIRED');
  return { kind: ProjectAuthorKind[kind], name: principal.name };
}

type Written = Omit<Partial<ProjectDraftInput>, 'title' | 'summary'> &
  Pick<UpdateProjectDraftInput, 'title' | 'summary'>;

/** How deep the texts of a draft lie: a list of tools with their roles. */
const LEVELS = 3;

/** Refuses a draft that carries a credential in any text: others will read these texts. */
export function refuseSecrets(written: Written): void {
  // As plain data: the search passes over instances of classes, as inputs are.
  const texts = { ...written, tools: written.tools?.map((tool) => ({ ...tool })) };
  refuseCredentials(texts, LEVELS);
}

/** No text file needs a control character beside tab and the ends of lines. */
const control = /[\p{Cc}--[\t\n\r]]/v;

/** A person can only approve text that they see: texts that become public hold no invisible character, and none that turns the writing around. */
export function hiddenProblems({ title, summary, description, url, repositoryUrl, tools }: Written): FieldProblem[] {
  const roles = (tools ?? []).map(({ role }, index) => [`/tools/${index}/role`, role] as const);
  const texts = Object.entries({ title, summary, description, url, repositoryUrl });
  return [...texts.map(([name, text]) => [`/${name}`, text] as const), ...roles]
    .filter(([, text]) => text && (hiddenAt(text) >= 0 || control.test(text)))
    .map(([pointer]) => ({
      pointer,
      code: 'hidden_characters',
      detail: 'the text holds an invisible character',
      hint: 'take out invisible, control and direction characters: what a person approves must be what they see',
    }));
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** The content of a draft after what was written; members that are absent stay as they were, tools keep the day on which they came. */
export async function composeContent(
  ctx: ProjectsContext,
  written: Written,
  before: ProjectContent | null,
  planned: readonly ProjectToolInput[] = [],
): Promise<ProjectContent> {
  const orBefore = <T>(given: string | null | undefined, old: T): string | T | null =>
    given === undefined ? old : orNull(given);
  const tools =
    written.tools === undefined
      ? (before?.tools ?? (await listTools(ctx, planned, [])))
      : await listTools(ctx, written.tools ?? [], before?.tools ?? []);
  return {
    title: orNull(written.title) ?? before?.title ?? '',
    summary: orNull(written.summary) ?? before?.summary ?? '',
    description: orBefore(written.description, before?.description ?? null),
    url: orBefore(written.url, before?.url ?? null),
    repositoryUrl: orBefore(written.repositoryUrl, before?.repositoryUrl ?? null),
    tools,
  };
}

/** Finds the tools in the directory; one that was in before may stay although the directory does not list it any more. */
async function listTools(
  ctx: ProjectsContext,
  wanted: readonly ProjectToolInput[],
  before: readonly ListedTool[],
): Promise<ListedTool[]> {
  const { bySlug } = await ctx.parts.catalog.read();
  const now = ctx.platform.clock.now().toISOString();
  const problems: FieldProblem[] = [];
  const listed = wanted.flatMap(({ slug, role }, index): ListedTool[] => {
    const tool = bySlug.get(slug);
    const old = before.find((one) => one.slug === slug || one.toolId === tool?.id);
    if (!tool && !old) {
      problems.push({
        pointer: `/tools/${index}/slug`,
        code: 'not_found',
        detail: 'the directory lists no tool of this slug',
        hint: 'GET /api/directory/context?q= finds tools and their slugs',
      });
      return [];
    }
    return [
      {
        toolId: tool?.id ?? old?.toolId ?? '',
        slug: tool?.slug ?? slug,
        name: tool?.name ?? old?.name ?? slug,
        role: orNull(role),
        selectedAt: old?.selectedAt ?? now,
      },
    ];
  });
  if (problems.length) throw invalid(problems);
  return listed;
}

/** The plan that a draft names, as one of the owner's; its tools are those that the directory still lists. Another's plan is as good as none. */
export async function readPlanTools(
  ctx: ProjectsContext,
  planId: string | null | undefined,
): Promise<{ planId: string | null; tools: ProjectToolInput[] }> {
  if (planId === null || planId === undefined) return { planId: null, tools: [] };
  const { plans, catalog } = ctx.parts;
  const plan = await plans.find(ownerOf(ctx), planId);
  if (!plan) throw new Fault('NOT_FOUND', { say: 'You have no such plan.' });
  const { bySlug } = await catalog.read();
  const roles = new Map<string, string>();
  for (const { slug, capability } of plan.tools) if (bySlug.has(slug) && !roles.has(slug)) roles.set(slug, capability);
  return { planId, tools: [...roles].map(([slug, role]) => ({ slug, role })) };
}
