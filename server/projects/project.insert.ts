import type { EntityDictionary } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { insertUnlessTaken } from '../platform/database/rows.insert.js';
import { newUuid, publicId } from '../platform/ids.js';
import { contentHashOf, type ProjectContent, ProjectStatus, slugOf } from './content.rules.js';
import { Project } from './project.entity.js';

const SLUG_TRIES = 5;

/** A project as it is when it begins; ids are public. */
export interface NewProject {
  readonly userId: string;
  readonly content: ProjectContent;
  readonly planId: string | null;
  readonly note: string | null;
  readonly changedBy: Project['changedBy'];
  readonly at: Date;
}

/**
 * Stores a project in the state DRAFT under an unused public address; the unique index decides between two. Answers its columns,
 * which `readInserted` reads and `em.map` manages: an answer that is kept for a retry is plain data.
 */
export async function insertProject(
  em: EntityManager,
  { content, at, ...given }: NewProject,
): Promise<EntityDictionary<Project>> {
  const id = publicId('prj', newUuid());
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

/** The title and random characters: an address that is free or taken would tell strangers what private drafts are called. */
const newSlug = (title: string): string => `${slugOf(title) || 'project'}-${newUuid().slice(-8)}`;
