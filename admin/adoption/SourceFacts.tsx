import Box from '@mui/material/Box';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import { CountingRule } from '../providers/generated/operations.js';
import type { AdoptionView } from './useAdoption.js';

interface Line {
  readonly name: string;
  readonly label: string | null;
  readonly events: number;
}

const SOURCES: Readonly<Record<string, string>> = {
  api: 'Sent by your servers',
  csv_import: 'Imported from a file',
  relay: 'Relayed by developers',
};

interface RuleLine {
  readonly text: string;
  readonly events: number;
}

const RULES: Readonly<Partial<Record<CountingRule, string>>> = {
  [CountingRule.counted]: 'Counted',
  [CountingRule.vendor_own_domain]: 'Left out: about your own domain',
  [CountingRule.sample]: 'Left out: sample data beside real data',
  [CountingRule.imported]: 'Left out: imported from a file',
  [CountingRule.relayed]: 'Left out: relayed by developers',
};

const COLUMNS: Column<Line>[] = [
  { label: 'Source', cell: ({ name }) => SOURCES[name] ?? name },
  { label: 'Label', cell: ({ label }) => (label ? <EvidenceChip label={label} /> : '') },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
];

const RULE_COLUMNS: Column<RuleLine>[] = [
  { label: 'Rule', cell: ({ text }) => text },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
];

/** The events that arrived in the window by source, and again by the rule that counts them or leaves them out: both add up to the same. */
export function SourceFacts({ view: { sources, eventsByRule } }: { view: AdoptionView }) {
  const lines = sources.map(({ source, label, events }) => ({ name: source, label, events }));
  const total = lines.reduce((sum, { events }) => sum + events, 0);
  const rules = eventsByRule
    .filter(({ rule, events }) => events > 0 || rule === CountingRule.counted)
    .map(({ rule, events }) => ({ text: RULES[rule] ?? rule, events }));
  return (
    <Section title="Where do the numbers come from?">
      {lines.length === 0 ? (
        <p>Nothing arrived in this window.</p>
      ) : (
        <>
          <Rows caption="Sources" rows={lines} keyOf={({ name, label }) => `${name} ${label}`} columns={COLUMNS} />
          <Box sx={{ mt: 4 }}>
            <Rows
              caption="Counted and left out"
              rows={[...rules, { text: 'All events', events: total }]}
              keyOf={({ text }) => text}
              columns={RULE_COLUMNS}
              compact
            />
          </Box>
        </>
      )}
    </Section>
  );
}
