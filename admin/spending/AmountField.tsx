import TextField from '@mui/material/TextField';
import { amountExample, centsOfText } from './money.js';

interface AmountFieldProps {
  readonly label: string;
  readonly value: string;
  /** The smallest amount in minor units. */
  readonly least?: number;
  readonly onChange: (typed: string) => void;
}

/** An amount of money, as the reader's locale writes it. */
export function AmountField({ label, value, least = 0, onChange }: AmountFieldProps) {
  const cents = centsOfText(value);
  const wrong = value !== '' && (cents === null || cents < least);
  const example = amountExample();
  return (
    <TextField
      label={label}
      value={value}
      error={wrong}
      helperText={
        wrong ? `Digits and at most two decimals, up to 1000000000: ${example}` : `As it is charged, such as ${example}`
      }
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { autoComplete: 'off', inputMode: 'decimal' } }}
    />
  );
}
