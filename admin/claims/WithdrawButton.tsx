import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Claim } from '../providers/generated/operations.js';

/** Takes a claim back, after it was said what that means. */
export function WithdrawButton({ claim }: { claim: Claim }) {
  const [open, setOpen] = useState(false);
  const provider = useDataProvider();
  const mutation = useApiMutation(
    () => provider.delete('my-claims', { id: claim.id, previousData: claim }),
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
        variant="outlined"
        aria-label={`Withdraw the claim on ${claim.offer.title}`}
        onClick={() => setOpen(true)}
      >
        Withdraw…
      </Button>
      {open && (
        <DecisionDialog
          title={`Withdraw your claim on ${claim.offer.title}`}
          consequences={[
            'The vendor sees that it is withdrawn and decides nothing more about it.',
            'What you told the vendor stays with the claim.',
            'It can’t be undone; you may claim the offer again while it is open.',
          ]}
          actionLabel="Withdraw claim"
          grave
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void decide()}
          onClose={close}
        />
      )}
    </>
  );
}
