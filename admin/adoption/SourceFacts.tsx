import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import { CountingRule } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { CountLink, useFigureScope, useWayBack } from './figure.people.js';
import type { AdoptionView } from './useAdoption.js';

interface Line {
  readonly name: string;
  readonly label: string | null;
  readonly events: number;
  /** No other line has its source. */
  readonly alone: boolean;
}

const PART = 'sources';

const SOURCES: Readonly<Record<string, string>> = {
  api: 'Sent by your servers',
  csv_import: 'Imported from a file',
  relay: 'Relayed by developers',
};

interface RuleLine {
  readonly text: string;
  readonly events: number;
  readonly isCounted: boolean;
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
  { label: 'Events', cell: (line) => <EventsOfSource line={line} />, numeric: true },
];

const RULE_COLUMNS: Column<RuleLine>[] = [
  { label: 'Rule', cell: ({ text }) => text },
  {
    label: 'Events',
    cell: ({ events, isCounted }) =>
      isCounted ? <CountLink of="events" part={PART} count={events} /> : events.toLocaleString('en'),
    numeric: true,
  },
];

/** Everything of one source that arrived by the window's days; where a source has events of two labels, no list tells them apart. */
function EventsOfSource({ line: { name, events, alone } }: { line: Line }) {
  const scope = useFigureScope();
  const state = useWayBack(PART);
  const { to } = useOrganization();
  if (!scope || !alone || events === 0) return events.toLocaleString('en');
  const search = new URLSearchParams({
    outcome: 'stored',
    source: name,
    fromDay: scope.from,
    toDay: scope.to,
    ...(scope.productId ? { product: scope.productId } : {}),
  });
  return (
    <Link to={to(`/events?${search}`)} state={state}>
      {events.toLocaleString('en')}
    </Link>
  );
}

/** The events that arrived in the window by source, and again by the rule that counts them or leaves them out: both add up to the same. */
export function SourceFacts({ view: { sources, eventsByRule } }: { view: AdoptionView }) {
  const lines = sources.map(({ source, label, events }) => ({
    name: source,
    label,
    events,
    alone: sources.filter((one) => one.source === source).length === 1,
  }));
  const total = lines.reduce((sum, { events }) => sum + events, 0);
  const rules = eventsByRule
    .filter(({ rule, events }) => events > 0 || rule === CountingRule.counted)
    .map(({ rule, events }) => ({ text: RULES[rule] ?? rule, events, isCounted: rule === CountingRule.counted }));
  return (
    <Section title="Where do the numbers come from?" part={PART}>
      {lines.length === 0 ? (
        <p>Nothing arrived in this window.</p>
      ) : (
        <>
          <Rows caption="Sources" rows={lines} keyOf={({ name, label }) => `${name} ${label}`} columns={COLUMNS} />
          <Box sx={{ mt: 4 }}>
            <Rows
              caption="Counted and left out"
              rows={[...rules, { text: 'All events', events: total, isCounted: false }]}
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
