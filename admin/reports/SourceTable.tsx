import { EvidenceChip } from '../components/EvidenceChip.js';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import type { Report } from '../providers/data.enterprise.js';

type Source = Report['sources'][number];

const SOURCES: Readonly<Record<string, string>> = {
  api: 'Sent by your servers',
  csv_import: 'Imported from a file; counted nowhere else',
  relay: 'Relayed by developers; counted nowhere else',
};

const COLUMNS: Column<Source>[] = [
  { label: 'Source', cell: ({ source }) => SOURCES[source] ?? source },
  { label: 'Label', cell: ({ label }) => <EvidenceChip label={label} /> },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
];

/** The sources of the events of the days. */
export const SourceTable = ({ report: { sources } }: { report: Report }) => (
  <Section title="Where do the numbers come from?">
    {sources.length === 0 ? (
      <p>Nothing arrived in this window.</p>
    ) : (
      <Rows caption="Sources" rows={sources} keyOf={({ source, label }) => `${source} ${label}`} columns={COLUMNS} />
    )}
  </Section>
);
