import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import { SPENDING } from './useSpending.js';

/** Takes the reported allowance away, after it was said what that means. */
export function AllowanceDeleteButton() {
  const [open, setOpen] = useState(false);
  const { removeCodexSnapshot } = useDai();
  const notify = useNotify();
  const mutation = useApiMutation(() => removeCodexSnapshot(), SPENDING);
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    notify('The allowance is deleted.');
    setOpen(false);
  };
  return (
    <>
      <Button size="small" variant="outlined" color="error" onClick={() => setOpen(true)}>
        Delete allowance…
      </Button>
      {open && (
        <DecisionDialog
          title="Delete the reported allowance"
          consequences={[
            'Windows, plan and credits as the agent reported them are deleted here.',
            'Nothing changes at the coding agent, and its next report stands here again.',
          ]}
          actionLabel="Delete allowance"
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
