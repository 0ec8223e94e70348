import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EntityManager, FindOptions } from '@mikro-orm/postgresql';
import { boundProjectOf, ownerOf } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { publicId, uuidOf } from '../platform/ids.js';
import { ProjectStatus } from './content.rules.js';
import { Project } from './project.entity.js';
import { textOf } from './project.rules.js';
import type { PublishedContent } from './project.types.js';
import { toolOf } from './selection.rules.js';

/** Projects with the approval and the proof that count, in one statement. */
export const findProjects = (
  em: EntityManager,
  where: FilterQuery<Project>,
  options: Pick<FindOptions<Project>, 'orderBy' | 'limit'> = {},
): Promise<Project[]> => em.find(Project, where, { ...options, populate: ['approval', 'proof'] });

/** One answer for a project that there is not and for one that is none of the caller's business. */
const noSuchProject = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such project.' });

export const archived = (): Fault => new Fault('STATE_CONFLICT', { say: 'The project is archived.' });

/** A project of the caller (a public id), by itself or locked until the transaction ends. */
export async function requireProject(
  ctx: RequestContext,
  em: EntityManager,
  id: string,
  { lock = false } = {},
): Promise<Project> {
  const bound = boundProjectOf(ctx);
  const uuid = uuidOf('prj', id);
  if (uuid === null || (bound !== null && bound !== uuid)) throw noSuchProject();
  if (lock) {
    // Locked by itself first: the joined rows must be read after the lock's previous holder has finished.
    await em.findOne(Project, { id }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    em.clear(); // what was read before the lock says nothing, and `refresh` would read each relation once more
  }
  const where = { id, userId: publicId('usr', ownerOf(ctx)) };
  const project = await em.findOne(Project, where, { populate: ['approval', 'proof'] });
  if (!project) throw noSuchProject();
  return project;
}

/** The refusal of a revision that is not the present one, with what the caller needs to look again. */
export const staleProject = (ctx: RequestContext, { id, revision, contentHash, changedBy }: Project): Fault =>
  new Fault('STALE_REVISION', {
    say: `The project is at revision ${revision}, written by ${changedBy.kind === 'session' ? 'a person' : 'an agent'}.`,
    members: { revision, contentHash, changedBy, reviewUrl: reviewUrlOf(ctx, id) },
  });

/** Where a person looks at a project (`prj_…`), approves and publishes it. */
export const reviewUrlOf = ({ platform }: RequestContext, id: string): string =>
  `${platform.config.workspaceUrl}/admin/#/me/projects/${id}`;

/** Where everyone reads a published project. */
export const publicUrlOf = ({ platform }: RequestContext, slug: string): string =>
  `${platform.config.workspaceUrl}/p/${slug}`;

/** What of the project is public now, or null. */
export function publishedOf(ctx: RequestContext, project: Project): PublishedContent | null {
  const { publishedRevision, publishedContent, publishedHash, publishedAt, status, slug } = project;
  if (status !== ProjectStatus.PUBLISHED || publishedContent === null || publishedAt === null) return null;
  if (publishedRevision === null || publishedHash === null) return null;
  return {
    revision: publishedRevision,
    contentHash: publishedHash,
    publishedAt,
    publicUrl: publicUrlOf(ctx, slug),
    ...textOf(publishedContent),
    tools: publishedContent.tools.map(toolOf),
  };
}
