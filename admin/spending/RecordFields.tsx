import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../components/Notice.js';
import { useNow } from '../components/useNow.js';
import type { Problem } from '../providers/problem.js';
import { AmountField } from './AmountField.js';
import { Choice } from './Choice.js';
import { formatMonth, monthsTo } from './months.js';
import type { SpendDraft } from './RecordDialog.js';
import { CURRENCY_CHOICES, PROVIDER_CHOICES } from './spend.labels.js';

interface RecordFieldsProps {
  readonly draft: SpendDraft;
  readonly problem: Problem | null;
  readonly onChange: (draft: SpendDraft) => void;
  /** Leads to the oldest month where there are too many. */
  readonly onFreeMonth: (month: string) => void;
}

/** The provider, the month, the amount and its currency. */
export function RecordFields({ draft, problem, onChange, onFreeMonth }: RecordFieldsProps) {
  const now = useNow();
  const oldest = problem?.oldestMonth;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }, columnGap: 3 }}>
      <Choice
        label="Provider"
        value={draft.provider}
        choices={PROVIDER_CHOICES}
        onChoose={(provider) => onChange({ ...draft, provider })}
      />
      <Choice
        label="Charged in"
        value={draft.month}
        choices={monthsTo(now, draft.month).map((month) => [month, formatMonth(month)] as const)}
        onChoose={(month) => onChange({ ...draft, month })}
      />
      <AmountField label="Amount" value={draft.amount} onChange={(amount) => onChange({ ...draft, amount })} />
      <Choice
        label="Currency"
        value={draft.currency}
        choices={CURRENCY_CHOICES}
        onChoose={(currency) => onChange({ ...draft, currency })}
      />
      {oldest && (
        <Box sx={{ gridColumn: '1 / -1', my: 2 }}>
          <Notice
            tone="caution"
            action={
              <Button size="small" variant="outlined" onClick={() => onFreeMonth(oldest)}>
                Show {formatMonth(oldest)}
              </Button>
            }
          >
            The oldest of them is {formatMonth(oldest)}. Delete an amount there to make room: none is dropped by itself.
          </Notice>
        </Box>
      )}
    </Box>
  );
}
