import type { EntityManager } from '@mikro-orm/postgresql';
import { boundProjectOf, ownerOf } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { publicId, uuidOf } from '../platform/ids.js';
import { type ListedTool, type ProjectContent, ProjectStatus } from './content.rules.js';
import type { CitedSelection, Project, ProjectTool, PublicProof, SelectionProof } from './project.types.js';

/** A tool's proof as it is stored: times are ISO 8601. */
export interface StoredSelection {
  readonly slug: string;
  readonly name: string;
  readonly state: string;
  readonly selectedAt: string;
  readonly activatedAt: string | null;
  readonly retainedAt: string | null;
  readonly label: string | null;
  /** Whole days between activation and return; never public. */
  readonly gapDays: number | null;
  /** What proves it (`evt_…`); never public. */
  readonly eventIds: readonly string[];
}

/** A project with its valid approval and its latest proof, as a raw statement answers them: times are text, ids bare UUIDs. */
export interface ProjectRow {
  readonly id: string;
  readonly user_id: string;
  readonly slug: string;
  readonly status: ProjectStatus;
  readonly revision: number;
  readonly content: ProjectContent;
  readonly content_hash: string;
  readonly plan_id: string | null;
  readonly note: string | null;
  readonly changed_by: { kind: string; name: string };
  readonly published_revision: number | null;
  readonly published_content: ProjectContent | null;
  readonly published_hash: string | null;
  readonly published_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly approved_revision: number | null;
  readonly approved_hash: string | null;
  readonly approved_by: string | null;
  readonly approved_at: string | null;
  readonly approval_expires_at: string | null;
  readonly proof_id: string | null;
  readonly proof_revision: number | null;
  readonly proof_tools: StoredSelection[] | null;
  readonly proof_made_at: string | null;
}

/** Projects that a condition in SQL with bind values finds. */
export const findProjects = (em: EntityManager, condition: string, values: unknown[]): Promise<ProjectRow[]> =>
  em.execute<ProjectRow[]>(
    `select p.id, p.user_id, p.slug, p.status, p.revision, p.content, p.content_hash, p.plan_id, p.note, p.changed_by, p.published_revision,
       p.published_content, p.published_hash, p.published_at, p.created_at, p.updated_at,
       a.revision as approved_revision, a.content_hash as approved_hash, a.approved_by, a.approved_at, a.expires_at as approval_expires_at,
       f.id as proof_id, f.revision as proof_revision, f.tools as proof_tools, f.made_at as proof_made_at
     from project p
     left join project_approval a on a.project_id = p.id and a.voided_at is null
     left join lateral (select id, revision, tools, made_at from project_proof where project_id = p.id order by id desc limit 1) f on true
     where ${condition}`,
    values,
  );

/** One answer for a project that there is not and for one that is none of the caller's business. */
export const noSuchProject = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such project.' });

export const archived = (): Fault => new Fault('STATE_CONFLICT', { say: 'The project is archived.' });

/** A project of the caller (a public id), by itself or locked until the transaction ends. */
export async function requireProject(
  ctx: RequestContext,
  em: EntityManager,
  projectId: string,
  { lock = false } = {},
): Promise<ProjectRow> {
  const bound = boundProjectOf(ctx);
  const uuid = uuidOf('prj', projectId);
  if (uuid === null || (bound !== null && bound !== uuid)) throw noSuchProject();
  // Locked by itself first: the joined rows must be read after the lock's previous holder has finished.
  if (lock) await em.execute('select 1 from project where id = ? for update', [uuid]);
  const [row] = await findProjects(em, 'p.id = ? and p.user_id = ?', [uuid, ownerOf(ctx)]);
  if (!row) throw noSuchProject();
  return row;
}

/** The refusal of a revision that is not the present one, with what the caller needs to look again. */
export const staleProject = (ctx: RequestContext, row: ProjectRow): Fault =>
  new Fault('STALE_REVISION', {
    say: `The project is at revision ${row.revision}, written by ${row.changed_by.kind === 'session' ? 'a person' : 'an agent'}.`,
    members: {
      revision: row.revision,
      contentHash: row.content_hash,
      changedBy: row.changed_by,
      reviewUrl: reviewUrlOf(ctx, row.id),
    },
  });

/** Where a person looks at a project, approves and publishes it. */
export const reviewUrlOf = ({ platform }: RequestContext, uuid: string): string =>
  `${platform.config.workspaceUrl}/admin/#/me/projects/${publicId('prj', uuid)}`;

/** Where everyone reads a published project. */
export const publicUrlOf = ({ platform }: RequestContext, slug: string): string =>
  `${platform.config.workspaceUrl}/admin/#/p/${slug}`;

/** True while a person's approval of the present revision holds. */
export const isApproved = (row: ProjectRow, now: Date): boolean =>
  row.approved_revision === row.revision &&
  row.approved_hash === row.content_hash &&
  row.approval_expires_at !== null &&
  new Date(row.approval_expires_at) > now;

/** The state as it is now: an approval that has expired is none. */
export const statusOf = (row: ProjectRow, now: Date): ProjectStatus =>
  row.status === ProjectStatus.APPROVED && !isApproved(row, now) ? ProjectStatus.DRAFT : row.status;

/** A project as its owner sees it. */
export function describeProject(ctx: RequestContext, row: ProjectRow): Project {
  const now = ctx.platform.clock.now();
  return {
    id: publicId('prj', row.id),
    slug: row.slug,
    status: statusOf(row, now),
    revision: row.revision,
    contentHash: row.content_hash,
    ...textOf(row.content),
    tools: row.content.tools.map(toolOf),
    planId: row.plan_id && publicId('pln', row.plan_id),
    note: row.note,
    changedBy: row.changed_by,
    approval: isApproved(row, now) ? approvalOf(row) : null,
    published: publishedOf(ctx, row),
    hasUnpublishedChanges: row.status !== ProjectStatus.ARCHIVED && row.content_hash !== row.published_hash,
    proof: proofOf(row),
    reviewUrl: reviewUrlOf(ctx, row.id),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

function approvalOf(row: ProjectRow): Project['approval'] {
  const { approved_revision, approved_hash, approved_by, approved_at, approval_expires_at } = row;
  if (approved_revision === null || approved_hash === null || approved_by === null) return null;
  if (approved_at === null || approval_expires_at === null) return null;
  return {
    revision: approved_revision,
    contentHash: approved_hash,
    approvedAt: new Date(approved_at),
    expiresAt: new Date(approval_expires_at),
    approvedBy: publicId('usr', approved_by),
  };
}

function publishedOf(ctx: RequestContext, row: ProjectRow): Project['published'] {
  const { published_revision, published_content, published_hash, published_at, status } = row;
  if (status !== ProjectStatus.PUBLISHED || published_content === null || published_at === null) return null;
  if (published_revision === null || published_hash === null) return null;
  return {
    revision: published_revision,
    contentHash: published_hash,
    publishedAt: new Date(published_at),
    publicUrl: publicUrlOf(ctx, row.slug),
    ...textOf(published_content),
    tools: published_content.tools.map(toolOf),
  };
}

function proofOf({ proof_id, proof_made_at, proof_revision, proof_tools }: ProjectRow): PublicProof | null {
  if (proof_id === null || proof_made_at === null || proof_revision === null) return null;
  return {
    id: publicId('prf', proof_id),
    madeAt: new Date(proof_made_at),
    revision: proof_revision,
    tools: (proof_tools ?? []).map(citedSelectionOf),
  };
}

export const selectionOf = (stored: StoredSelection): SelectionProof => ({
  slug: stored.slug,
  name: stored.name,
  state: stored.state,
  selectedAt: new Date(stored.selectedAt),
  activatedAt: stored.activatedAt === null ? null : new Date(stored.activatedAt),
  retainedAt: stored.retainedAt === null ? null : new Date(stored.retainedAt),
  label: stored.label,
});

/** The same for the project's owner, with what proves it. */
export const citedSelectionOf = (stored: StoredSelection): CitedSelection => ({
  ...selectionOf(stored),
  gapDays: stored.gapDays,
  eventIds: [...stored.eventIds],
});

/** The texts of a content, without its tools. */
export const textOf = ({ title, summary, description, url, repositoryUrl }: ProjectContent) => ({
  title,
  summary,
  description,
  url,
  repositoryUrl,
});

const toolOf = ({ selectedAt, ...tool }: ListedTool): ProjectTool => ({ ...tool, selectedAt: new Date(selectedAt) });

/** The tools (`tol_…`) that a published project lists, by the project's bare UUID; none of another one. */
export async function publishedToolIds(em: EntityManager, projectUuid: string): Promise<Set<string>> {
  const rows = await em.execute<{ tools: { toolId: string }[] }[]>(
    `select published_content->'tools' as tools from project where id = ? and status = 'PUBLISHED'`,
    [projectUuid],
  );
  return new Set(rows[0]?.tools.map(({ toolId }) => toolId));
}
