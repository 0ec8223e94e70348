import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Day } from '../components/Day.js';
import { DecisionButton } from '../components/DecisionButton.js';
import { Notice } from '../components/Notice.js';
import { listReceivedResets, objectToFactorReset, receivedResetsKey } from '../providers/security.js';
import { useSession } from '../workspace/useSession.js';

/** Resets of the person's own factor that admins asked for; a person who still has it objects. */
export function ReceivedResets() {
  const session = useSession();
  const { data: resets = [] } = useQuery({
    queryKey: [receivedResetsKey],
    queryFn: listReceivedResets,
    enabled: session?.mustEnroll === false,
  });
  return resets.map(({ id, organizationName, dueAt }) => (
    <Box key={id} sx={{ mb: 3 }}>
      <Notice
        tone="caution"
        action={
          <DecisionButton
            small
            label="Object"
            title="Keep the second factor"
            consequences={[
              'The reset is stopped; your second factor stays as it is.',
              'The admins who asked get a letter.',
            ]}
            actionLabel="Object"
            touches={[receivedResetsKey]}
            decide={() => objectToFactorReset({ resetId: id })}
            done="Your second factor stays."
          />
        }
      >
        <strong>{organizationName} asks to reset your second factor,</strong> because you lost it.{' '}
        {dueAt ? (
          <>
            It is taken off on <Day at={dueAt} />.
          </>
        ) : (
          'Another admin has not confirmed it yet.'
        )}
      </Notice>
    </Box>
  ));
}
