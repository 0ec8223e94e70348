import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { FACT_FIELDS, type FactField } from '../offers/facts.js';
import type { EligibilityFact, OfferRuleOp } from '../providers/generated/operations.js';
import { OPS, type RuleDraft } from './offer.draft.js';

/** The comparisons that each kind of fact has. */
const OPS_OF: Readonly<Record<FactField['as'], readonly OfferRuleOp[]>> = {
  number: ['lt', 'lte', 'gt', 'gte', 'eq'],
  choice: ['eq', 'in', 'not_in'],
  names: ['in', 'not_in'],
  flag: ['eq'],
};
const asOf = (fact: EligibilityFact): FactField['as'] => FACT_FIELDS.find(({ name }) => name === fact)?.as ?? 'number';

/** One rule: a fact, how it is compared, and with what. */
export function RuleFields({ rule, onChange }: { rule: RuleDraft; onChange: (rule: RuleDraft) => void }) {
  const as = asOf(rule.fact);
  const changeFact = (fact: EligibilityFact) => {
    const [first = 'eq'] = OPS_OF[asOf(fact)];
    const allowed = OPS_OF[asOf(fact)].includes(rule.op);
    onChange({ ...rule, fact, op: allowed ? rule.op : first, value: asOf(fact) === 'flag' ? 'true' : '' });
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '2fr 1fr 2fr' },
        columnGap: 2,
        rowGap: 3,
      }}
    >
      <Native
        label="Fact"
        value={rule.fact}
        choices={FACT_FIELDS.map(({ name, label }) => [name, label] as const)}
        onChange={changeFact}
      />
      <Native
        label="Is"
        value={rule.op}
        choices={OPS_OF[as].map((op) => [op, OPS[op]] as const)}
        onChange={(op) => onChange({ ...rule, op })}
      />
      {as === 'flag' ? (
        <Native label="Value" value={rule.value} choices={YES_NO} onChange={(value) => onChange({ ...rule, value })} />
      ) : (
        <TextField
          label="Value"
          margin="none"
          value={rule.value}
          helperText={hintOf(as, rule)}
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
      )}
    </Box>
  );
}

const YES_NO = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;

function hintOf(as: FactField['as'], { fact, op }: RuleDraft): string | undefined {
  if (fact === 'country') return 'Two letters, such as DE';
  if (fact === 'fundingStage') return 'bootstrapped, pre_seed, seed, series_a, series_b, later';
  if (as === 'number') return undefined;
  return op === 'eq' ? undefined : 'With commas between them';
}

interface NativeProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly onChange: (value: Value) => void;
}

function Native<Value extends string>({ label, value, choices, onChange }: NativeProps<Value>) {
  const change = (text: string) => {
    const chosen = choices.find(([choice]) => choice === text);
    if (chosen) onChange(chosen[0]);
  };
  return (
    <TextField
      select
      label={label}
      value={value}
      margin="none"
      onChange={(event) => change(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {choices.map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </TextField>
  );
}
