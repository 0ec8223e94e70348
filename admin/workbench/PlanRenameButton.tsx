import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { Plan } from '../providers/generated/operations.js';
import { TITLE_LENGTH_MAX } from './SaveDialog.js';

/** Gives a saved plan another title; its content stays as it was saved. */
export function PlanRenameButton({ plan, onReload }: { plan: Plan; onReload: () => void }) {
  const dai = useDai();
  const notify = useNotify();
  const [title, setTitle] = useState<string | null>(null);
  const mutation = useApiMutation(
    (named: string) => dai.renamePlan({ planId: plan.id, title: named, revision: plan.revision }),
    ['plans'],
  );
  const close = () => {
    mutation.reset();
    setTitle(null);
  };
  const decide = async (named: string) => {
    const outcome = await mutation.run(named);
    if (!outcome.done) return;
    notify('The plan is renamed.');
    setTitle(null);
  };
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setTitle(plan.title)}>
        Rename…
      </Button>
      {title !== null && (
        <DecisionDialog
          title="Rename plan"
          consequences={['The plan and its build packet stay as they were saved; only the title changes.']}
          actionLabel="Rename plan"
          revision={plan.revision}
          busy={mutation.busy}
          problem={mutation.problem}
          lacks={title.trim() === '' ? 'It needs a title.' : null}
          onReload={() => {
            mutation.reset();
            onReload();
          }}
          onDecide={() => void decide(title.trim())}
          onClose={close}
        >
          <TextField
            autoFocus
            label="Title"
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            slotProps={{ htmlInput: { maxLength: TITLE_LENGTH_MAX, autoComplete: 'off' } }}
          />
        </DecisionDialog>
      )}
    </>
  );
}
