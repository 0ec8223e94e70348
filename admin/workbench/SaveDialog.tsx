import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import { counted } from '../directory/tool.labels.js';
import type { Plan, SavePlanInput } from '../providers/generated/operations.js';
import type { PlanContent } from './useBrief.js';

/** The longest title that the service takes. */
export const TITLE_LENGTH_MAX = 120;

interface SaveProps {
  readonly content: PlanContent;
  readonly input: SavePlanInput;
  readonly onClose: () => void;
}

/** Says what saving stores, then saves; sending it twice saves one plan. */
export function SaveDialog({ content, input, onClose }: SaveProps) {
  const provider = useDataProvider();
  const navigate = useNavigate();
  const idempotencyKey = useIdempotencyKey();
  const [title, setTitle] = useState([...content.goal].slice(0, TITLE_LENGTH_MAX).join(''));
  const mutation = useApiMutation(
    () => provider.create<Plan>('plans', { data: { ...input, title: title.trim() }, meta: { idempotencyKey } }),
    ['plans'],
  );
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    navigate(`/workbench/plans/${outcome.answer.data.id}`);
  };
  return (
    <DecisionDialog
      title="Save plan"
      consequences={consequencesOf(content)}
      actionLabel="Save plan"
      busy={mutation.busy}
      problem={mutation.problem}
      lacks={title.trim() === '' ? 'It needs a title.' : null}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <TextField
        label="Title"
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        slotProps={{ htmlInput: { maxLength: TITLE_LENGTH_MAX, autoComplete: 'off' } }}
      />
    </DecisionDialog>
  );
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

function consequencesOf({ stack, steps, perks, risks, openQuestions }: PlanContent): readonly string[] {
  const parts = [
    [stack.length, 'part of the stack', 'parts of the stack'],
    [steps.length, 'step'],
    [perks.length, 'perk'],
    [risks.length, 'risk'],
    [openQuestions.length, 'open question'],
  ] as const;
  const stored = parts.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : []));
  return [
    `Stored for you alone: ${AND.format(['your words', ...stored])}.`,
    'It is made of what the directory answers at that moment; if that is not what you read, the saved plan says so.',
    'Your agents can then fetch its build packet, with a token of yours that may read tools.',
    'Nothing is signed up for, claimed, bought or published.',
  ];
}
