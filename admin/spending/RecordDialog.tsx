import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useNow } from '../components/useNow.js';
import { useDai } from '../providers/data.js';
import type { SpendCurrency, SpendEntry, SpendProvider } from '../providers/generated/operations.js';
import { centsOfText, formatCents } from './money.js';
import { formatMonth, monthIn } from './months.js';
import { RecordFields } from './RecordFields.js';
import { labelOfEntry, labelOfProvider } from './spend.labels.js';
import { useMonth } from './useMonth.js';
import { SPENDING, useSpending } from './useSpending.js';

/** An amount while it is typed. */
export interface SpendDraft {
  readonly provider: SpendProvider;
  readonly month: string;
  readonly currency: SpendCurrency;
  readonly amount: string;
}

interface RecordDialogProps {
  readonly draft: SpendDraft;
  readonly onChange: (draft: SpendDraft) => void;
  readonly onClose: () => void;
}

/** Asks for an amount and says, before it is recorded, which one it takes the place of. */
export function RecordDialog({ draft, onChange, onClose }: RecordDialogProps) {
  const { recordSpend } = useDai();
  const notify = useNotify();
  const held = useSpending(monthIn(draft.month, useNow()));
  const [, showMonth] = useMonth();
  const { provider: charger, month, currency } = draft;
  const before = held.data?.monthlyEntries.find((one) => one.provider === charger && one.currency === currency);
  const cents = centsOfText(draft.amount);
  const amount = cents === null ? null : formatCents(cents, currency);
  const mutation = useApiMutation(recordSpend, SPENDING);
  // A refusal is about the draft as it was, so a change takes it away.
  const change = (next: SpendDraft) => {
    mutation.reset();
    onChange(next);
  };
  const leaveTo = (shown: string) => {
    showMonth(shown);
    onClose();
  };
  const decide = async () => {
    if (cents === null) return;
    const input = { provider: charger, month, currency, amountCents: cents, source: 'user_reported' } as const;
    const outcome = await mutation.run(input);
    if (!outcome.done) return;
    notify(outcome.answer.replaced ? 'The amount is replaced.' : 'The amount is recorded.');
    leaveTo(month);
  };
  return (
    <DecisionDialog
      title="Report an amount"
      consequences={[
        `${labelOfProvider(charger)}, ${formatMonth(month)}: ${whatBecomes(amount, before, held.isPending, currency)}`,
        'It is kept as reported by you, and counts in that month’s estimate alone. Nothing is paid.',
      ]}
      actionLabel={before ? `Replace ${labelOfEntry(before)}` : 'Add amount'}
      lacks={amount === null ? 'the amount is missing' : held.isPending ? 'looking up what it replaces' : null}
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <RecordFields draft={draft} problem={mutation.problem} onChange={change} onFreeMonth={leaveTo} />
    </DecisionDialog>
  );
}

const WHO = { user_reported: 'you', agent_reported: 'an agent' } as const;

function whatBecomes(
  amount: string | null,
  before: SpendEntry | undefined,
  unknown: boolean,
  currency: string,
): string {
  const fresh = amount ?? `the amount in ${currency}`;
  if (before)
    return `${fresh} replaces ${labelOfEntry(before)}, which ${WHO[before.source]} reported. They are not added.`;
  return unknown
    ? `${fresh} replaces what is there in ${currency}.`
    : `${fresh} is recorded; there is none in ${currency} that it would replace.`;
}
