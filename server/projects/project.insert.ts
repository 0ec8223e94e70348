import type { EntityManager } from '@mikro-orm/postgresql';
import { newUuid } from '../platform/ids.js';
import { contentHashOf, type ProjectContent, slugOf } from './content.rules.js';
import { findProjects, noSuchProject, type ProjectRow } from './project.query.js';

const SLUG_TRIES = 5;

/** A project as it is when it begins; ids are bare UUIDs. */
export interface NewProject {
  readonly userUuid: string;
  readonly content: ProjectContent;
  readonly planUuid: string | null;
  readonly note: string | null;
  readonly changedBy: ProjectRow['changed_by'];
  readonly at: Date;
}

/** Stores a project in the state DRAFT under an unused public address; the unique index decides between two. Answers its UUID. */
export async function insertProject(
  em: EntityManager,
  { userUuid, content, planUuid, note, changedBy, at }: NewProject,
): Promise<string> {
  const id = newUuid();
  for (let tried = 0; tried < SLUG_TRIES; tried += 1) {
    const slug = newSlug(content.title);
    const made = await em.execute<unknown[]>(
      `insert into project (id, user_id, slug, status, content, content_hash, plan_id, note, changed_by, created_at, updated_at)
       values (?, ?, ?, 'DRAFT', ?::jsonb, ?, ?, ?, ?::jsonb, ?, ?) on conflict (slug) do nothing returning id`,
      [
        id,
        userUuid,
        slug,
        JSON.stringify(content),
        contentHashOf(slug, content),
        planUuid,
        note,
        JSON.stringify(changedBy),
        at,
        at,
      ],
    );
    if (made.length) return id;
  }
  throw new Error(`no free slug for project ${id}`);
}

/** The title and random characters: an address that is free or taken would tell strangers what private drafts are called. */
const newSlug = (title: string): string => `${slugOf(title) || 'project'}-${newUuid().slice(-8)}`;

/** Makes the present content the public one. The caller has checked that a person approved it. */
export const publishContent = (em: EntityManager, uuid: string, at: Date): Promise<unknown> =>
  em.execute(
    `update project set status = 'PUBLISHED', published_revision = revision, published_content = content, published_hash = content_hash,
       published_at = ?, updated_at = ? where id = ?`,
    [at, at, uuid],
  );

/** Ends the approval that a project has; must be called in the transaction that makes it void. */
export const voidApproval = (em: EntityManager, uuid: string, at: Date): Promise<unknown> =>
  em.execute('update project_approval set voided_at = ? where project_id = ? and voided_at is null', [at, uuid]);

/** The project as it is inside a transaction. */
export async function rereadProject(em: EntityManager, uuid: string): Promise<ProjectRow> {
  const [row] = await findProjects(em, 'p.id = ?', [uuid]);
  if (!row) throw noSuchProject();
  return row;
}
