import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Row } from '../platform/row.types.js';
import type { Project, ProjectApproval, ProjectProof } from './project.entity.js';
import type { ToolEvidence } from './projects.context.js';

export enum ProjectStatus {
  DRAFT = 'DRAFT',
  APPROVED = 'APPROVED',
  PUBLISHED = 'PUBLISHED',
  ARCHIVED = 'ARCHIVED',
}

/** A tool that a project says it uses: self-reported, since the day on which it was put in. */
export interface ListedTool {
  /** `tol_…`. */
  readonly toolId: string;
  readonly slug: string;
  readonly name: string;
  readonly role: string | null;
  /** ISO 8601. */
  readonly selectedAt: string;
}

/** The content that becomes public when a project is published; nothing else of it ever does. */
export interface ProjectContent {
  readonly title: string;
  readonly summary: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly repositoryUrl: string | null;
  readonly tools: readonly ListedTool[];
}

/**
 * The hash that an approval is bound to (decisions §6): `sha256:` and the SHA-256 of the canonical form (RFC 8785) of slug, title, summary,
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

/** The members of an approval and of a proof that a record needs; an entity has them as a row has. */
export type Approval = Omit<Row<ProjectApproval>, 'projectId'>;
type Proof = Omit<Row<ProjectProof>, 'projectId'>;

/** A project with the approval that was not voided (expired or not; a project has at most one) and its newest proof. */
export interface ProjectRecord {
  readonly project: Row<Project>;
  readonly approval: Approval | null;
  readonly proof: Proof | null;
}

/** Returns null if the approval expired, or covers another revision or different content. */
export function approvalOf<A extends Approval>(
  { revision, contentHash }: Pick<Row<Project>, 'revision' | 'contentHash'>,
  approval: A | null,
  now: Date,
): A | null {
  const holds = approval?.revision === revision && approval.contentHash === contentHash && approval.expiresAt > now;
  return holds ? approval : null;
}

/** The state now: a project whose approval expired is a draft again. */
export const statusOf = (
  { project, approval }: Pick<ProjectRecord, 'project' | 'approval'>,
  now: Date,
): ProjectStatus =>
  project.status === ProjectStatus.APPROVED && approvalOf(project, approval, now) === null
    ? ProjectStatus.DRAFT
    : project.status;

/** Whether the content differs from the public one; an archived project publishes nothing any more. */
export const hasUnpublishedChanges = ({ status, contentHash, publishedHash }: Row<Project>): boolean =>
  status !== ProjectStatus.ARCHIVED && contentHash !== publishedHash;

/** Makes the present content the public one, with the receipt of its approval. The caller has checked that a person approved it. */
export function publishContent(project: Project, at: Date, receipt: string | null): void {
  project.status = ProjectStatus.PUBLISHED;
  project.publishedRevision = project.revision;
  project.publishedContent = project.content;
  project.publishedHash = project.contentHash;
  project.publishedAt = at;
  project.publishedReceipt = receipt;
  project.updatedAt = at;
}

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
  /** The events that prove it (`evt_…`); never public. */
  readonly eventIds: readonly string[];
}

/** How far the use of a tool is proven. */
export const selectionStates = ['self-reported', 'activated', 'retained'] as const;

/** A selection with the evidence for it; without any it is self-reported. */
export function proofOf(
  { toolId, slug, name, selectedAt }: ListedTool,
  evidence: readonly ToolEvidence[],
): StoredSelection {
  const found = evidence.find((one) => one.toolId === toolId);
  const activatedAt = found?.activatedAt?.toISOString() ?? null;
  const retainedAt = found?.retainedAt?.toISOString() ?? null;
  const state = activatedAt === null ? 'self-reported' : retainedAt === null ? 'activated' : 'retained';
  return {
    slug,
    name,
    state,
    selectedAt,
    activatedAt,
    retainedAt,
    label: activatedAt === null ? null : (found?.label ?? null),
    gapDays: found?.gapDays ?? null,
    eventIds: found?.eventIds ?? [],
  };
}

/** The tools of a published content, each with the state that its owner made public. */
export function publicSelectionsOf(
  content: ProjectContent,
  proof: Proof | null,
): (StoredSelection & { readonly role: string | null })[] {
  const proofs = new Map(proof?.tools.map((tool) => [tool.slug, tool]));
  return content.tools.map((tool) => {
    const proven = proofs.get(tool.slug);
    // A tool that was taken out and put in again is a new selection, which the old proof says nothing of.
    const stands = proven?.selectedAt === tool.selectedAt;
    return { ...(stands ? proven : proofOf(tool, [])), role: tool.role };
  });
}
