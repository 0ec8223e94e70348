import { useDai } from '../providers/data.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { ProjectDecision } from './ProjectDecision.js';
import { WhatBecomesPublic } from './WhatBecomesPublic.js';

interface ActionProps {
  readonly project: OwnProject;
  readonly onReload: () => void;
}

/** Agrees that this revision, with this content, becomes public; nothing does by this alone (specification §1, rule 6). */
export function ApproveButton({ project, onReload, disabled }: ActionProps & { disabled: boolean }) {
  const { id: projectId, revision, contentHash, published } = project;
  const dai = useDai();
  return (
    <ProjectDecision
      project={project}
      title={`Approve revision ${revision}`}
      consequences={[
        'For 24 hours exactly what stands below can be published: by you here, or by an agent with a token of yours that may publish.',
        published
          ? `Until then revision ${published.revision} stays public as it is.`
          : 'Until then nothing is public.',
        'Any edit ends the approval, and so do you by withdrawing it.',
      ]}
      actionLabel={`Approve revision ${revision}`}
      done={`Revision ${revision} is approved for 24 hours.`}
      decide={() => dai.approveProject({ projectId, revision, contentHash })}
      onReload={onReload}
      primary
      disabled={disabled}
    >
      <WhatBecomesPublic project={project} />
    </ProjectDecision>
  );
}

/** Takes an approval back. */
export function WithdrawButton({ project, onReload }: ActionProps) {
  const dai = useDai();
  const { published } = project;
  return (
    <ProjectDecision
      project={project}
      title="Withdraw approval"
      consequences={[
        'This revision can’t be published, by you or an agent, until you approve it again.',
        published ? `Revision ${published.revision} stays public as it is.` : 'Nothing is public.',
      ]}
      actionLabel="Withdraw approval"
      done="The approval is withdrawn."
      decide={() => dai.withdrawProjectApproval({ projectId: project.id })}
      onReload={onReload}
    />
  );
}
