import { type Column, Rows } from '../components/Rows.js';
import { useNow } from '../components/useNow.js';
import { EventFamily } from '../providers/generated/operations.js';
import { type DailyCount, eventsOn, lastDays } from './useDailyCounts.js';

interface FamilyRow {
  readonly label: string;
  readonly today: number;
  readonly yesterday: number;
  readonly before: number;
}

/** Today beside two whole days, family by family: today is still open, so only those two compare fairly. */
export function FamilyTable({ counts }: { counts: readonly DailyCount[] }) {
  const [before = '', yesterday = '', today = ''] = lastDays(3, useNow());
  const row = (label: string, family?: EventFamily | null): FamilyRow => ({
    label,
    today: eventsOn(counts, today, family),
    yesterday: eventsOn(counts, yesterday, family),
    before: eventsOn(counts, before, family),
  });
  const without = row('no family', null);
  const rows = [
    ...Object.values(EventFamily).map((family) => row(family, family)),
    ...(without.today + without.yesterday + without.before > 0 ? [without] : []),
    row('all'),
  ];
  return (
    <Rows caption="Events today and yesterday" rows={rows} keyOf={({ label }) => label} columns={COLUMNS} compact />
  );
}

const COLUMNS: Column<FamilyRow>[] = [
  { label: 'Family', cell: ({ label }) => (label === 'all' ? <strong>all</strong> : label) },
  { label: 'Today so far', cell: ({ today }) => today.toLocaleString('en'), numeric: true },
  { label: 'Yesterday', cell: ({ yesterday }) => yesterday.toLocaleString('en'), numeric: true },
  { label: 'Day before', cell: ({ before }) => before.toLocaleString('en'), numeric: true },
];
