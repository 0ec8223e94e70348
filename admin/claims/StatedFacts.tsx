import { Fact, Facts as FactTable } from '../components/Facts.js';
import { FACT_FIELDS, type Facts, formatValue } from '../offers/facts.js';
import type { FactsStated } from '../providers/generated/operations.js';

/** The claimant's facts about a company; a fact that was not stated is left out. */
export function StatedFacts({ facts }: { facts: Facts | FactsStated }) {
  const stated = FACT_FIELDS.filter(({ name }) => facts[name] !== null && facts[name] !== undefined);
  if (stated.length === 0) return <p>Nothing was stated about the company.</p>;
  return (
    <FactTable>
      {stated.map((field) => (
        <Fact key={field.name} label={field.label}>
          {formatValue(field, facts[field.name])}
        </Fact>
      ))}
    </FactTable>
  );
}
