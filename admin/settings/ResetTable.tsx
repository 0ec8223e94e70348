import Box from '@mui/material/Box';
import { DecisionButton } from '../components/DecisionButton.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import {
  confirmFactorReset,
  type OrganizationSecurity,
  securityKey,
  withdrawFactorReset,
} from '../providers/security.js';
import { useOrganization } from '../workspace/organization.js';
import { useSession } from '../workspace/useSession.js';

type Reset = OrganizationSecurity['resets'][number];
type Members = OrganizationSecurity['members'];

/** Resets of lost factors that wait for another admin, or for the day in which the person may object. */
export function ResetTable({ resets, members }: { resets: readonly Reset[]; members: Members }) {
  const nameOf = (userId: string | null) => members.find((one) => one.userId === userId)?.name ?? 'a former member';
  if (resets.length === 0)
    return <p>None. A person who loses phone and recovery codes asks an admin, who asks for a reset above.</p>;
  const columns: Column<Reset>[] = [
    { label: 'Person', cell: ({ userId }) => nameOf(userId) },
    {
      label: 'Asked',
      cell: ({ requestedBy, requestedAt }) => (
        <>
          by {nameOf(requestedBy)}, <TimeAgo at={requestedAt} />
        </>
      ),
    },
    { label: 'Reason', cell: ({ reason }) => reason ?? 'none given' },
    {
      label: 'Stands',
      cell: ({ confirmedBy, dueAt }) =>
        dueAt ? (
          <>
            confirmed by {nameOf(confirmedBy)}; taken off <TimeUntil at={dueAt} />
          </>
        ) : (
          'waits for another admin'
        ),
    },
    { label: 'Acts', cell: (reset) => <ResetActs reset={reset} name={nameOf(reset.userId)} />, unnamed: true },
  ];
  return <Rows caption="Waiting resets" rows={resets} keyOf={({ id }) => id} columns={columns} />;
}

function ResetActs({ reset: { id, userId, requestedBy, confirmedBy }, name }: { reset: Reset; name: string }) {
  const { organizationId } = useOrganization();
  const own = useSession()?.person.id;
  const mayConfirm = confirmedBy === null && own !== requestedBy && own !== userId;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
      {mayConfirm && (
        <DecisionButton
          small
          label="Confirm"
          name={`Confirm reset of ${name}`}
          title={`Confirm the reset of ${name}`}
          consequences={[
            `You have spoken with ${name} and know that the factor is lost.`,
            `${name} gets another letter and has a day to object; then the factor is taken off.`,
          ]}
          actionLabel="Confirm reset"
          touches={[securityKey]}
          decide={() => confirmFactorReset({ organizationId, resetId: id })}
          done="The reset takes place in a day."
        />
      )}
      <DecisionButton
        small
        label="Withdraw"
        name={`Withdraw reset of ${name}`}
        title={`Withdraw the reset of ${name}`}
        consequences={['The second factor stays as it is.']}
        actionLabel="Withdraw reset"
        touches={[securityKey]}
        decide={() => withdrawFactorReset({ organizationId, resetId: id })}
        done="The reset is withdrawn."
      />
    </Box>
  );
}
