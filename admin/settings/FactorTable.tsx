import OffIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import OnIcon from '@mui/icons-material/VerifiedUserOutlined';
import Box from '@mui/material/Box';
import { Day } from '../components/Day.js';
import { type Column, Rows } from '../components/Rows.js';
import { StateChip } from '../components/StateChip.js';
import type { OrganizationSecurity } from '../providers/security.js';
import { MemberSessionsButton } from './MemberSessionsButton.js';
import { ResetRequestButton } from './ResetRequestButton.js';

type Member = OrganizationSecurity['members'][number];

const COLUMNS: Column<Member>[] = [
  { label: 'Name', cell: ({ name }) => name },
  { label: 'E-mail', cell: ({ email }) => email },
  { label: 'Role', cell: ({ role }) => role },
  {
    label: 'Second factor',
    cell: (member) => <FactorState member={member} />,
  },
  { label: 'Required from', cell: ({ requiredFrom }) => (requiredFrom ? <Day at={requiredFrom} /> : 'not required') },
  { label: 'Acts', cell: (member) => <MemberActs member={member} />, unnamed: true },
];

function FactorState({ member: { enrolled, byProvider } }: { member: Member }) {
  if (enrolled) return <StateChip icon={OnIcon} label="set up" tone="good" />;
  if (byProvider) return <StateChip icon={OnIcon} label="by single sign-on" tone="good" />;
  return <StateChip icon={OffIcon} label="none yet" tone="neutral" />;
}

const MemberActs = ({ member }: { member: Member }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
    <ResetRequestButton member={member} />
    <MemberSessionsButton member={member} />
  </Box>
);

/** The people of the organization with their second factors. */
export function FactorTable({ members }: { members: readonly Member[] }) {
  return <Rows caption="Second factors" rows={members} keyOf={({ userId }) => userId} columns={COLUMNS} />;
}
