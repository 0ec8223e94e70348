import { EvidenceChip } from '../components/EvidenceChip.js';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import type { AdoptionView } from './useAdoption.js';

interface Line {
  readonly name: string;
  readonly label: string | null;
  readonly events: number;
}

const SOURCES: Readonly<Record<string, string>> = {
  api: 'Sent by your servers',
  csv_import: 'Imported from a file; counted nowhere else',
  relay: 'Relayed by developers; counted nowhere else',
  vendor_own_domain: 'Of these, about your own domain: left out',
  sample: 'Of these, sample data beside real data: left out',
};

const COLUMNS: Column<Line>[] = [
  { label: 'Source', cell: ({ name }) => SOURCES[name] ?? name },
  { label: 'Label', cell: ({ label }) => (label ? <EvidenceChip label={label} /> : '') },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
];

/** The events that arrived in the window, and those that the numbers leave out. */
export function SourceFacts({ view: { sources, excluded } }: { view: AdoptionView }) {
  const lines = [
    ...sources.map(({ source, label, events }) => ({ name: source, label, events })),
    ...excluded.filter(({ events }) => events > 0).map(({ reason, events }) => ({ name: reason, label: null, events })),
  ];
  return (
    <Section title="Where do the numbers come from?">
      {lines.length === 0 ? (
        <p>Nothing arrived in this window.</p>
      ) : (
        <Rows caption="Sources" rows={lines} keyOf={({ name, label }) => `${name} ${label}`} columns={COLUMNS} />
      )}
    </Section>
  );
}
