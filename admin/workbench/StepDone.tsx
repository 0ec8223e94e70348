import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { TimeAgo } from '../components/TimeAgo.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { Plan } from '../providers/generated/operations.js';

interface StepDoneProps {
  readonly plan: Plan;
  readonly order: number;
  readonly title: string;
}

/** Whether a step was reported as done, by whom and when, and the way to say so or to open it again. */
export function StepDone({ plan, order, title }: StepDoneProps) {
  const { setPlanStep } = useDai();
  const mutation = useApiMutation((done: boolean) => setPlanStep({ planId: plan.id, order, done }), ['plans']);
  const step = plan.doneSteps.find((one) => one.order === order);
  return (
    <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, color: 'var(--muted)' }}>
      {step && (
        <span>
          done {step.token === null ? 'by you' : `by “${step.token}”`}, <TimeAgo at={step.doneAt} />
        </span>
      )}
      <Button
        size="small"
        variant="text"
        disabled={mutation.busy}
        aria-label={`${step ? 'Open again' : 'Mark as done'}: ${title}`}
        onClick={() => void mutation.run(!step)}
      >
        {step ? 'Open again' : 'Mark as done'}
      </Button>
      {mutation.problem && <span role="alert">{mutation.problem.title}</span>}
    </Box>
  );
}
