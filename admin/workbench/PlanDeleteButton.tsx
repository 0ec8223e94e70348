import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Plan } from '../providers/generated/operations.js';
import { useResetPlanLists } from './useResetPlanLists.js';

/** Deletes a saved plan for good, and with it what agents could fetch of it. */
export function PlanDeleteButton({ plan, onReload }: { plan: Plan; onReload: () => void }) {
  const provider = useDataProvider();
  const notify = useNotify();
  const navigate = useNavigate();
  const resetLists = useResetPlanLists();
  const [open, setOpen] = useState(false);
  const mutation = useApiMutation(() =>
    provider.delete('plans', { id: plan.id, previousData: plan, meta: { revision: plan.revision } }),
  );
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    resetLists();
    notify('The plan is deleted.');
    navigate('/workbench/plans', { replace: true });
  };
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        Delete…
      </Button>
      {open && (
        <DecisionDialog
          title={`Delete the plan: ${plan.title}`}
          consequences={[
            'The plan is deleted for good. It can’t be brought back, but the same question can be asked again.',
            'Its build packet is gone with it: an agent that asks for it is told that there is no such plan.',
            'Nothing that was built or claimed with it is touched.',
          ]}
          actionLabel={`Delete revision ${plan.revision}`}
          grave
          revision={plan.revision}
          busy={mutation.busy}
          problem={mutation.problem}
          onReload={() => {
            mutation.reset();
            onReload();
          }}
          onDecide={() => void decide()}
          onClose={() => {
            mutation.reset();
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
