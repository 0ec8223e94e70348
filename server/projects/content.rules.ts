import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

export enum ProjectStatus {
  DRAFT = 'DRAFT',
  APPROVED = 'APPROVED',
  PUBLISHED = 'PUBLISHED',
  ARCHIVED = 'ARCHIVED',
}

/** A tool that a project says it uses: self-reported, since the day on which it was put in. */
export interface ListedTool {
  readonly toolId: string;
  readonly slug: string;
  readonly name: string;
  readonly role: string | null;
  /** ISO 8601. */
  readonly selectedAt: string;
}

/** What of a project becomes public when it is published; nothing else of it ever does. */
export interface ProjectContent {
  readonly title: string;
  readonly summary: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly repositoryUrl: string | null;
  readonly tools: readonly ListedTool[];
}

/**
 * What an approval is bound to (decisions §6): `sha256:` and the SHA-256 of the canonical form (RFC 8785) of slug, title, summary,
 * description, url, repositoryUrl and the tools with slug and role. Anyone who reads the project can recompute it.
 */
export function contentHashOf(slug: string, content: ProjectContent): string {
  const { title, summary, description, url, repositoryUrl } = content;
  const tools = content.tools.map((tool) => ({ slug: tool.slug, role: tool.role }));
  const canonical = canonicalize({ slug, title, summary, description, url, repositoryUrl, tools }) ?? '';
  return `sha256:${createHash('sha256').update(canonical).digest('hex')}`;
}

const SLUG_MAX = 60;

/** The public address of a project as its title suggests it; empty when the title has no letter or digit of ASCII. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
