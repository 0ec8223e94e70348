import type { DirectoryParts } from '../directory/index.js';
import type { RequestContext } from '../platform/context.js';

/** The evidence of authenticated events for one tool of a project (specification §1, rule 5); ids are public, a null date is not proven. */
export interface ToolEvidence {
  toolId: string;
  activatedAt: Date | null;
  /** Never without `activatedAt`. */
  retainedAt: Date | null;
  /** `first-party` or `sample`; `missing` where nothing is proven. */
  label: string;
  /** Whole days from the activation to the return; null without one. */
  gapDays: number | null;
  /** The events that prove it (`evt_…`), the activation first: for the project's owner alone. */
  eventIds: readonly string[];
}

/** The evidence of a published project's tools, in the order in which they are asked for (`prj_…`, `tol_…`); the adoption domain answers. */
export type ReadProjectEvidence = (projectId: string, toolIds: readonly string[]) => Promise<ToolEvidence[]>;

/** A saved plan as the workflow needs it. */
export interface OwnPlan {
  id: string;
  title: string;
  goal: string;
  tools: { slug: string; name: string; capability: string }[];
  createdAt: Date;
  updatedAt: Date;
}

/** The saved plans of one person; the planning domain answers. */
export interface OwnPlans {
  /** The newest ones, at most `limit`. */
  newest(userId: string, limit: number): Promise<OwnPlan[]>;
  /** One by its id, or null; another person's plan is as good as none. */
  find(userId: string, planId: string): Promise<OwnPlan | null>;
}

/** The services that projects needs from other domains. */
export interface ProjectsParts {
  readonly plans: OwnPlans;
  readonly projectEvidence: ReadProjectEvidence;
}

export type ProjectsContext = RequestContext<ProjectsParts & DirectoryParts>;

export const openProjects = ({ plans, projectEvidence }: ProjectsParts): ProjectsParts => ({ plans, projectEvidence });
