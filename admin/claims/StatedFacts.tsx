import { Fact, Facts as FactTable } from '../components/Facts.js';
import { FACT_FIELDS, type Facts, sayValue } from '../offers/facts.js';
import type { FactsSaid } from '../providers/schema.js';

/** What the claimant stated about a company, fact by fact; a fact that was not stated is left out. */
export function SaidFacts({ facts }: { facts: Facts | FactsSaid }) {
  const said = FACT_FIELDS.filter(({ name }) => facts[name] !== null && facts[name] !== undefined);
  if (said.length === 0) return <p>Nothing was said about the company.</p>;
  return (
    <FactTable>
      {said.map((field) => (
        <Fact key={field.name} label={field.word}>
          {sayValue(field, facts[field.name])}
        </Fact>
      ))}
    </FactTable>
  );
}
