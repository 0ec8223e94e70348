import { DecisionButton, type DecisionButtonProps } from '../components/DecisionButton.js';
import type { OwnProject } from '../providers/generated/operations.js';

/** The resources that a decision about a project changes: the project, its lists and the proof of it. */
const TOUCHED = ['projects', 'project-proofs'];

interface ProjectDecisionProps
  extends Omit<DecisionButtonProps<unknown>, 'label' | 'touches' | 'revision' | 'onReload'> {
  readonly project: OwnProject;
  /** Shows the newest revision, after another user was faster. */
  readonly onReload: () => void;
}

/** One decision about a project, taken about the revision on the page; a newer one closes the dialog and is shown first. */
export const ProjectDecision = ({ project, title, ...decision }: ProjectDecisionProps) => (
  <DecisionButton
    {...decision}
    label={title}
    title={`${title}: ${project.title}`}
    revision={project.revision}
    touches={TOUCHED}
  />
);
