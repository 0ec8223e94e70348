import { useListBehind, useWayBack } from '../adoption/figure.people.js';
import { Chart } from '../components/Chart.js';
import { FAMILIES } from '../events/families.js';
import type { CompanyHomeData } from './useCompanyHome.js';

/** Events by UTC day, stacked by family. */
export function EventsByDay({ home: { days, window, label } }: { home: CompanyHomeData }) {
  const listBehind = useListBehind();
  const state = useWayBack('days');
  return (
    <Chart
      title="How many events arrive a day?"
      part="days"
      lead={{ to: (day, at) => (days[at]?.events ? (listBehind?.('events', { day }) ?? null) : null), state }}
      label={label}
      window={window}
      source="By the day on which they happened, else arrived; counted some seconds later. Events without a family are left out."
      kind="bars"
      axis="Day (UTC)"
      unit="events"
      places={days.map(({ day }) => day)}
      series={FAMILIES.map((family) => ({
        label: family,
        values: days.map(({ families }) => families.find((one) => one.family === family)?.events ?? 0),
      }))}
    />
  );
}
