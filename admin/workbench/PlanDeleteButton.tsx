import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import type { Plan } from '../providers/generated/operations.js';

/** Deletes a saved plan for good, and with it what agents could fetch of it. */
export function PlanDeleteButton({ plan, onReload }: { plan: Plan; onReload: () => void }) {
  const { id: planId, revision, title } = plan;
  const dai = useDai();
  return (
    <DecisionButton
      small
      grave
      label="Delete"
      title={`Delete the plan: ${title}`}
      consequences={[
        'The plan is deleted for good. It can’t be brought back, but the same question can be asked again.',
        'Its build packet is gone with it: an agent that asks for it is told that there is no such plan.',
        'Nothing that was built or claimed with it is touched.',
      ]}
      actionLabel="Delete plan"
      revision={revision}
      touches={['plans']}
      decide={() => dai.deletePlan({ planId, revision })}
      done="The plan is deleted."
      leadsTo="/workbench/plans"
      onReload={onReload}
    />
  );
}
