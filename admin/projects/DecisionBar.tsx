import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { ReactNode } from 'react';
import type { OwnProject } from '../providers/schema.js';
import { useSession } from '../shell/useSession.js';
import { ApprovalEnd } from './ApprovalEnd.js';
import { ApproveButton, WithdrawButton } from './ApproveButton.js';
import { PublishButton } from './PublishButton.js';

/** What has the focus must not end up under the bar. */
const CLEARANCE = { html: { scrollPaddingBottom: 144 } };

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
            <PublishButton project={project} onReload={onReload} />
            <WithdrawButton project={project} onReload={onReload} />
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
    <Box
      component="section"
      aria-label="Decision"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 5,
        mt: 6,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: { xs: 1.5, sm: 2 },
        p: { xs: 2, sm: 3 },
        border: '1px solid var(--border)',
        borderLeft: '3px solid var(--info)',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <GlobalStyles styles={CLEARANCE} />
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>{buttons}</Box>
    </Box>
  );
}
