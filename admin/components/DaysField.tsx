import { maxValue, minValue, NumberInput, number, required } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Day } from './Day.js';
import { useNow } from './useNow.js';

const DAY_MS = 86_400_000;
const SOURCE = 'expiresInDays';

interface DaysFieldProps {
  readonly min: number;
  readonly max: number;
}

const isWhole = (value: unknown) => (Number.isInteger(value) ? undefined : 'Whole days');

/** For how many days a credential is valid, with the day on which it ends. */
export function DaysField({ min, max }: DaysFieldProps) {
  return (
    <NumberInput
      source={SOURCE}
      label="Days until it expires"
      helperText={<Ends min={min} max={max} />}
      min={min}
      max={max}
      step={1}
      validate={[required(), number(), minValue(min), maxValue(max), isWhole]}
    />
  );
}

function Ends({ min, max }: DaysFieldProps) {
  const days: unknown = useWatch({ name: SOURCE });
  const now = useNow();
  const range = `${min} to ${max}.`;
  if (typeof days !== 'number' || !(days >= min && days <= max)) return range;
  return (
    <>
      {range} It ends on <Day at={new Date(now + days * DAY_MS).toISOString()} />.
    </>
  );
}
