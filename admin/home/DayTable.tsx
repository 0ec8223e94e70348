import { type Column, Rows } from '../components/Rows.js';

interface Day {
  readonly day: string;
  readonly events: number;
}

/** The chart's numbers, the newest day first. */
export function DayTable({ days }: { days: readonly Day[] }) {
  return <Rows caption="Events a day" rows={[...days].reverse()} keyOf={({ day }) => day} columns={COLUMNS} compact />;
}

const COLUMNS: Column<Day>[] = [
  { label: 'Day (UTC)', cell: ({ day }) => day },
  { label: 'Events', cell: ({ events }) => events.toLocaleString('en'), numeric: true },
];
