import type { EntityDictionary } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { boundProjectOf, ownerOf } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { rowReader, type TableOf } from '../platform/database/rows.read.js';
import { Fault } from '../platform/fault.js';
import { uuidOf } from '../platform/ids.js';
import { ProjectStatus } from './content.rules.js';
import { Project, ProjectApproval, ProjectProof } from './project.entity.js';
import { textOf } from './project.rules.js';
import type { PublishedContent } from './project.types.js';
import { toolOf } from './selection.rules.js';

interface ProjectTables {
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

type Narrowing = (projects: ProjectSelection) => ProjectSelection;

/** Projects with the approval and the proof that count, in one statement: their rows, and who reads each table's part of them. */
async function findProjects(em: EntityManager, narrow: Narrowing) {
  const project = rowReader(em, Project, 'p');
  const approval = rowReader(em, ProjectApproval, 'a');
  const proof = rowReader(em, ProjectProof, 'f');
  const rows = await narrow(selectProjects(em))
    .select([...project.columns, ...approval.columns, ...proof.columns])
    .execute();
  return { rows, project, approval, proof };
}

/** Projects to be read, not changed. */
export async function readProjects(em: EntityManager, narrow: Narrowing): Promise<Project[]> {
  const { rows, project, approval, proof } = await findProjects(em, narrow);
  return rows.map((row) =>
    Object.assign(project.read(row), { approval: approval.readJoined(row), proof: proof.readJoined(row) }),
  );
}

/** A project that was just inserted, by its columns: nothing approves it or proves anything of it yet. */
export const readInserted = (em: EntityManager, columns: EntityDictionary<Project>): Project =>
  Object.assign(rowReader(em, Project, 'p').readInserted(columns), { approval: null, proof: null });

/** One answer for a project that there is not and for one that is none of the caller's business. */
const noSuchProject = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such project.' });

export const archived = (): Fault => new Fault('STATE_CONFLICT', { say: 'The project is archived.' });

/** The bare UUID of a project that the caller may name by this public id. */
function requireId(ctx: RequestContext, id: string): string {
  const bound = boundProjectOf(ctx);
  const uuid = uuidOf('prj', id);
  if (uuid === null || (bound !== null && bound !== uuid)) throw noSuchProject();
  return uuid;
}

/** A project of the caller (a public id), to be read. */
export async function requireProject(ctx: RequestContext, id: string): Promise<Project> {
  const uuid = requireId(ctx, id);
  const [project] = await readProjects(ctx.em, (of) =>
    of.where('p.id', '=', uuid).where('p.user_id', '=', ownerOf(ctx)),
  );
  if (!project) throw noSuchProject();
  return project;
}

/** How many projects of a person (a bare UUID) are not archived. */
export async function countUnarchived(em: EntityManager, owner: string): Promise<number> {
  const { count } = await em
    .getKysely<ProjectTables>()
    .selectFrom('project')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', owner)
    .where('status', '<>', ProjectStatus.ARCHIVED)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The same, to be changed: locked until the transaction ends. Comes first in it, since all that was read before is forgotten. */
export async function lockProject(ctx: RequestContext, em: EntityManager, id: string): Promise<Project> {
  const uuid = requireId(ctx, id);
  // Locked by itself first: the joined rows must be read after the lock's previous holder has finished.
  await em.getKysely<ProjectTables>().selectFrom('project').select('id').where('id', '=', uuid).forUpdate().execute();
  em.clear(); // what was read before the lock says nothing
  const { rows, project, approval, proof } = await findProjects(em, (of) =>
    of.where('p.id', '=', uuid).where('p.user_id', '=', ownerOf(ctx)),
  );
  const [row] = rows;
  if (!row) throw noSuchProject();
  return Object.assign(project.manage(em, row), {
    approval: approval.manageJoined(em, row),
    proof: proof.readJoined(row), // one is added, and none is changed
  });
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
