import TimeIcon from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { ICON_ON_PHONE } from './phone.js';

const HOUR_MS = 3_600_000;
const PRESETS = [
  ['time.day', 24],
  ['time.week', 24 * 7],
  ['time.month', 24 * 30],
  ['time.quarter', 24 * 90],
] as const;
const FORM = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const format = (at: string): string => FORM.format(new Date(at));

/** As a field for local time takes it; and back as an instant, to the minute, so that the address stays short. */
const toLocal = (at: string): string => {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
const toInstant = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`;

/** The window of a list by its filters `since` and `until` (half-open); both ends are always shown. */
export function TimeRange() {
  const { filterValues, setFilters } = useListContext();
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const since = instantOf(filterValues.since);
  const until = instantOf(filterValues.until);
  const set = (window: { since?: string; until?: string }) => {
    setFilters({ ...filterValues, since: window.since, until: window.until });
    setAnchor(null);
  };
  const label =
    since || until
      ? `${since ? format(since) : '…'} – ${until ? format(until) : translate('time.now')}`
      : translate('time.any');
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = ['from', 'to'].map((name) => String(form.get(name) ?? ''));
    set({ ...(from ? { since: toInstant(new Date(from)) } : {}), ...(to ? { until: toInstant(new Date(to)) } : {}) });
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<TimeIcon />}
        {...(since || until ? {} : { sx: ICON_ON_PHONE })}
        aria-label={`${translate('time.label')}: ${label}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="word">{label}</span>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('time.label'), sx: { p: 3, width: 280 } } }}
      >
        <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1 }}>
          <Button size="small" onClick={() => set({})}>
            {translate('time.any')}
          </Button>
          {PRESETS.map(([key, hours]) => (
            <Button
              key={key}
              size="small"
              onClick={() => set({ since: toInstant(new Date(Date.now() - hours * HOUR_MS)) })}
            >
              {translate(key)}
            </Button>
          ))}
        </Box>
        <Box component="form" onSubmit={apply} sx={{ display: 'grid', gap: 2, mt: 2 }}>
          <Instant name="from" label={translate('time.from')} at={since} />
          <Instant name="to" label={translate('time.to')} at={until} />
          <Button type="submit" variant="contained" sx={{ justifySelf: 'end' }}>
            {translate('time.apply')}
          </Button>
        </Box>
      </Popover>
    </>
  );
}

/** An instant of the address; what is none is left out, as if it were not there. */
const instantOf = (value: unknown): string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : '';

function Instant({ name, label, at }: { name: string; label: string; at: string }) {
  return (
    <TextField
      name={name}
      label={label}
      type="datetime-local"
      margin="none"
      defaultValue={at ? toLocal(at) : ''}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
