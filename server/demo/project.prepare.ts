import type { EntityManager } from '@mikro-orm/postgresql';
import { hashToken, isLiveHash, storeWorkflowToken } from '../accounts/index.js';
import type { CatalogSnapshot } from '../directory/index.js';
import { publicId } from '../platform/ids.js';
import { type ProjectContent, publishSampleProject } from '../projects/index.js';

/** A project of the demo's builder and a token that is bound to it. */
export interface DemoProject {
  projectToken: string;
  projectId: string;
}

const DAY_MS = 86_400_000;
const LIVES_DAYS = 90;
const TITLE = 'Demo project';
const TOOLS: readonly (readonly [slug: string, role: string])[] = [
  ['openai', 'answers questions'],
  ['tavily', 'searches the web'],
  ['resend', 'sends the summary'],
];

/** Gives the demo's builder one published project, and a project-scoped token; what was kept and still lives is kept. */
export async function prepareDemoProject(
  em: EntityManager,
  { bySlug }: CatalogSnapshot,
  at: Date,
  builderId: string,
  stored: Partial<DemoProject>,
): Promise<DemoProject> {
  if (stored.projectToken && stored.projectId && (await isLiveHash(em, hashToken(stored.projectToken))))
    return { projectToken: stored.projectToken, projectId: stored.projectId };
  const content: ProjectContent = {
    title: TITLE,
    summary: 'A sample project: it asks, searches and mails a summary.',
    description: null,
    url: null,
    repositoryUrl: null,
    tools: TOOLS.flatMap(([slug, role]) => {
      const tool = bySlug.get(slug);
      return tool ? [{ toolId: tool.id, slug, name: tool.name, role, selectedAt: at.toISOString() }] : [];
    }),
  };
  return em.transactional(async (tx) => {
    const projectUuid = await publishSampleProject(tx, builderId, content, at);
    const { token } = await storeWorkflowToken(tx, {
      userId: builderId,
      name: 'Demo project token',
      scopes: ['project:read', 'tools:read'],
      projectId: projectUuid,
      createdAt: at,
      expiresAt: new Date(at.getTime() + LIVES_DAYS * DAY_MS),
    });
    return { projectToken: token, projectId: publicId('prj', projectUuid) };
  });
}
