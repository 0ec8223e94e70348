import Box from '@mui/material/Box';
import { Meter } from '../components/Meter.js';
import type { CodexWindow } from '../providers/generated/operations.js';
import { LocalTime } from './LocalTime.js';
import { MissingValue } from './MissingValue.js';
import { formatNumber } from './money.js';

/** One window of the allowance by its duration: how much is used, as a number and a bar, and when it starts again. */
export function WindowMeter({ window }: { window: CodexWindow }) {
  const { label, usedPercent, resetsAt } = window;
  const name = label === null ? 'Window of a duration not reported' : `Window of ${label}`;
  return (
    <Box sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: 3, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 3 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {name}
        </Box>
        <span>
          {usedPercent === null ? <MissingValue>use not reported</MissingValue> : `${formatNumber(usedPercent)} % used`}
        </span>
      </Box>
      {usedPercent !== null && <Meter name={`${name}, used`} percent={usedPercent} />}
      <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', mt: 1.5 }}>
        {resetsAt === null ? (
          'time of reset not reported'
        ) : (
          <>
            resets <LocalTime at={new Date(resetsAt * 1000).toISOString()} />
          </>
        )}
      </Box>
    </Box>
  );
}
