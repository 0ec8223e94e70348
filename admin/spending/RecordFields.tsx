import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Notice } from '../components/Notice.js';
import { useNow } from '../components/useNow.js';
import type { Problem } from '../providers/problem.js';
import { centsOfText } from './money.js';
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
  const wrong = draft.amount !== '' && centsOfText(draft.amount) === null;
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
      <TextField
        label="Amount"
        value={draft.amount}
        error={wrong}
        helperText={
          wrong ? 'Digits and at most two decimals, up to 1000000000: 12.34' : 'As it was charged, such as 12.34'
        }
        onChange={(event) => onChange({ ...draft, amount: event.target.value })}
        slotProps={{ htmlInput: { autoComplete: 'off', inputMode: 'decimal' } }}
      />
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

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find(([one]) => one === event.target.value);
        if (chosen) onChoose(chosen[0]);
      }}
      slotProps={{ select: { MenuProps: { disablePortal: true, slotProps: { paper: { sx: { maxHeight: 320 } } } } } }}
    >
      {choices.map(([one, label]) => (
        <MenuItem key={one} value={one}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
