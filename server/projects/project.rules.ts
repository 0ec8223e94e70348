import { ProjectStatus } from './content.rules.js';
import type { Project, ProjectApproval } from './project.entity.js';

/** The approval of the present revision as it is now; one that has expired, or was for another content, is none. */
export function approvalOf({ approval, revision, contentHash }: Project, now: Date): ProjectApproval | null {
  const given = approval;
  const holds = given && given.revision === revision && given.contentHash === contentHash && given.expiresAt > now;
  return holds ? given : null;
}

/** The state as it is now: an approval that has expired is none. */
export const statusOf = (project: Project, now: Date): ProjectStatus =>
  project.status === ProjectStatus.APPROVED && approvalOf(project, now) === null ? ProjectStatus.DRAFT : project.status;

/** The texts of a content, without its tools. */
export const textOf = ({ title, summary, description, url, repositoryUrl }: Project['content']) => ({
  title,
  summary,
  description,
  url,
  repositoryUrl,
});

/** Ends the approval that a project has, and answers whether it had one; must be called in the transaction that makes it void. */
export function voidApproval(project: Project, at: Date): boolean {
  const given = project.approval;
  if (given) given.voidedAt = at;
  project.approval = null;
  return given !== null;
}

/** Makes the present content the public one. The caller has checked that a person approved it. */
export function publishContent(project: Project, at: Date): void {
  project.status = ProjectStatus.PUBLISHED;
  project.publishedRevision = project.revision;
  project.publishedContent = project.content;
  project.publishedHash = project.contentHash;
  project.publishedAt = at;
  project.updatedAt = at;
}
