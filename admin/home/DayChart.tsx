import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNow } from '../components/useNow.js';
import { DayTable } from './DayTable.js';
import { DAYS_SHOWN, type DailyCount, eventsOn, lastDays } from './useDailyCounts.js';

const HEIGHT = 120;
const BAR = 20;
const GAP = 8;
const BASE = 18;
/** A day with events is never invisible beside a much fuller one. */
const BAR_HEIGHT_MIN = 2;

/** Events a day over two weeks, as bars or, one click away, as a table. */
export function DayChart({ counts }: { counts: readonly DailyCount[] }) {
  const [asTable, setAsTable] = useState(false);
  const days = lastDays(DAYS_SHOWN, useNow()).map((day) => ({ day, events: eventsOn(counts, day) }));
  const most = Math.max(...days.map(({ events }) => events));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const width = days.length * (BAR + GAP) - GAP;
  return (
    <Box sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: 4 }}>
      {asTable ? (
        <DayTable days={days} />
      ) : (
        <Box
          component="svg"
          role="img"
          aria-label={`Events a day from ${first} to ${last}, at most ${most} a day`}
          viewBox={`0 0 ${width} ${HEIGHT + BASE}`}
          sx={{ display: 'block', width: '100%', maxWidth: 720, height: 'auto' }}
        >
          {days.map(({ day, events }, index) => {
            const height = events === 0 ? 0 : Math.max(BAR_HEIGHT_MIN, (events / most) * (HEIGHT - BASE));
            const x = index * (BAR + GAP);
            return (
              <g key={day}>
                <title>{`${day}: ${events} events`}</title>
                <rect x={x} y={0} width={BAR} height={HEIGHT} fill="transparent" />
                <rect x={x} y={HEIGHT - height} width={BAR} height={height} rx={2} fill="var(--chart-1)" />
                <text x={x + BAR / 2} y={HEIGHT - height - 4} fontSize={8} textAnchor="middle" fill="var(--muted)">
                  {events > 0 ? events : ''}
                </text>
                <text x={x + BAR / 2} y={HEIGHT + 12} fontSize={8} textAnchor="middle" fill="var(--muted)">
                  {day.slice(8)}
                </text>
              </g>
            );
          })}
          <line x1={0} x2={width} y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} stroke="var(--border)" />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', mt: 3 }}>
        <Box sx={{ flex: 1, minWidth: 200, color: 'var(--muted)', fontSize: '0.8125rem' }}>
          By the UTC day on which they happened, else arrived · {first} to {last} · counted some seconds after they
          arrive
        </Box>
        <Button size="small" variant="outlined" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as bars' : 'Show as table'}
        </Button>
      </Box>
    </Box>
  );
}
