import Box from '@mui/material/Box';
import { Notice } from '../components/Notice.js';
import type { ReceivedInvitation } from '../providers/generated/operations.js';
import { InvitationWords } from '../team/InvitationWords.js';

/** Above signing in: the invitation whose link led here, and the address that it is for. */
export const InvitationNotice = ({ invitation }: { invitation: ReceivedInvitation }) => (
  <Box sx={{ mb: 4, overflowWrap: 'anywhere' }}>
    <Notice tone="info">
      <InvitationWords invitation={invitation} /> Use the address {invitation.email}: the invitation is for it.
    </Notice>
  </Box>
);
