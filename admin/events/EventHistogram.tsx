import Box from '@mui/material/Box';
import { useGetOne, useListContext } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { Chart } from '../components/Chart.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useScope } from '../components/useScope.js';
import { HistogramUnit, type ReadEventHistogramAnswer } from '../providers/generated/operations.js';
import { RECORD_QUERY } from '../providers/query-client.js';
import { useOrganization } from '../workspace/organization.js';

type Histogram = ReadEventHistogramAnswer['eventLog']['histogram'] & { readonly id: string };

/** Counts by day are folded every few seconds; a chart that moved more often would not be read. */
const POLL_MS = 15_000;
const HEIGHT = 120;

const OUTCOMES = [
  ['stored', 'stored'],
  ['refused', 'refused'],
  ['others', 'listed'],
] as const;

/** All that the filters of the list find, by hour or day of arrival: how many there are, and where to look. */
export function EventHistogram({ live }: { live: boolean }) {
  const { filterValues } = useListContext();
  const { to } = useOrganization();
  const [search] = useSearchParams();
  const { data } = useGetOne<Histogram>(
    'event-histogram',
    { id: JSON.stringify(filterValues), meta: { ...useScope(), filter: filterValues } },
    { ...RECORD_QUERY, ...(live ? { refetchInterval: POLL_MS } : {}), placeholderData: (before) => before },
  );
  if (!data || data.bars.length === 0) return null;
  const shown = OUTCOMES.filter(([name]) => data[name] !== null);
  const total = shown.reduce((sum, [name]) => sum + (data[name] ?? 0), 0);
  if (total === 0) return null;
  const ends = ({ at }: Pick<Histogram['bars'][number], 'at'>, index: number) => ({
    since: at,
    until: data.bars[index + 1]?.at ?? data.to,
  });
  const leadTo = (index: number): string | null => {
    const bar = data.bars[index];
    if (!bar || shown.every(([name]) => !bar[name])) return null;
    const next = new URLSearchParams(search);
    next.delete('event');
    for (const [name, at] of Object.entries(ends(bar, index))) next.set(name, `${at.slice(0, 16)}Z`);
    return to(`/events?${next}`);
  };
  const isByHour = data.unit === HistogramUnit.hour;
  return (
    <Box sx={{ '& figure': { mb: 4 } }}>
      <Chart
        title={`${data.searchedUntil ? 'At least ' : ''}${shown.map(([name, word]) => `${(data[name] ?? 0).toLocaleString('en')} ${word}`).join(', ')}`}
        kind="bars"
        axis={isByHour ? 'Hour (UTC)' : 'Day (UTC)'}
        unit="events"
        height={HEIGHT}
        window={{ from: data.from.slice(0, 10), to: new Date(Date.parse(data.to) - 1).toISOString().slice(0, 10) }}
        places={data.bars.map(({ at }) => (isByHour ? `${at.slice(0, 10)} ${at.slice(11, 16)}` : at.slice(0, 10)))}
        series={shown.map(([name, word]) => ({ label: word, values: data.bars.map((bar) => bar[name]) }))}
        lead={{ to: (_place, index) => leadTo(index) }}
        source={
          <>
            by the time of arrival, in whole {isByHour ? 'hours' : 'days'}, counted up to <TimeAgo at={data.asOf} />
            {data.searchedUntil && (
              <>
                {' '}
                and back to <TimeAgo at={data.searchedUntil} />
              </>
            )}
          </>
        }
      />
    </Box>
  );
}
