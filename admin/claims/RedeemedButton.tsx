import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Claim } from '../providers/generated/operations.js';

/** Reports one's own redemption: a self-report, which stays one until the vendor confirms it (decisions §3). */
export function RedeemedButton({ claim }: { claim: Claim }) {
  const [open, setOpen] = useState(false);
  const provider = useDataProvider();
  const mutation = useApiMutation(
    () => provider.update('my-claims', { id: claim.id, data: {}, previousData: claim }),
    ['my-claims'],
  );
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done) setOpen(false);
  };
  return (
    <>
      <Button
        size="small"
        variant="contained"
        aria-label={`I have redeemed it: ${claim.offer.title}`}
        onClick={() => setOpen(true)}
      >
        I have redeemed it…
      </Button>
      {open && (
        <DecisionDialog
          title={`Report that you have redeemed ${claim.offer.title}`}
          consequences={[
            'The vendor sees that you report it.',
            'It stays a self-report: the claim counts as redeemed once the vendor confirms it, by its word or by an event.',
            'It can’t be taken back.',
          ]}
          actionLabel="Report redemption"
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void decide()}
          onClose={close}
        />
      )}
    </>
  );
}
