import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { BottomBar } from '../components/BottomBar.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { useSession } from '../workspace/useSession.js';
import { ApprovalEnd } from './ApprovalEnd.js';
import { ApproveButton, WithdrawButton } from './ApproveButton.js';
import { PublishButton } from './PublishButton.js';

/** The next step towards the public, in sight while the person reads what it is about; without one there is no bar. */
export function DecisionBar({ project, onReload }: { project: OwnProject; onReload: () => void }) {
  const person = useSession()?.person;
  const { revision, approval, published } = project;
  if (!project.hasUnpublishedChanges || !person) return null;
  if (approval)
    return (
      <Bar
        buttons={
          <>
            <WithdrawButton project={project} onReload={onReload} />
            <PublishButton project={project} onReload={onReload} />
          </>
        }
      >
        <strong>Revision {revision} is approved and not public.</strong> It can be published until{' '}
        <ApprovalEnd at={approval.expiresAt} />.
      </Bar>
    );
  return (
    <Bar buttons={<ApproveButton project={project} disabled={!person.emailVerified} onReload={onReload} />}>
      <strong>
        {published
          ? `Revision ${revision} is not public; revision ${published.revision} is.`
          : `Revision ${revision} is private.`}
      </strong>{' '}
      {person.emailVerified
        ? 'Nothing of it becomes public before you approve it.'
        : `To approve it, verify your address first: open the link that was sent to ${person.email}.`}
    </Bar>
  );
}

function Bar({ buttons, children }: { buttons: ReactNode; children: ReactNode }) {
  return (
    <BottomBar label="Decision" tone="info" above={6}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5, ml: 'auto' }}>{buttons}</Box>
    </BottomBar>
  );
}
