import TimeIcon from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { ICON_ON_PHONE } from './phone.js';
import { instantOf } from './time.filters.js';

const HOUR_MS = 3_600_000;
const PRESETS = [
  ['time.day', 24],
  ['time.week', 24 * 7],
  ['time.month', 24 * 30],
  ['time.quarter', 24 * 90],
] as const;
const DATE = { day: 'numeric', month: 'short' } as const;
const MINUTE = { ...DATE, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
const FORM = new Intl.DateTimeFormat('en-GB', MINUTE);
const DAY_FORM = new Intl.DateTimeFormat('en-GB', { ...DATE, timeZone: 'UTC', timeZoneName: 'short' });

/** To the minute, so that the address stays short. */
const toInstant = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`;

/** One end of the window, as a field takes it and as the address has it. */
interface Ends {
  readonly type: 'date' | 'datetime-local';
  readonly format: (at: Date) => string;
  readonly toField: (at: Date) => string;
  readonly toAddress: (field: string, end: 'from' | 'to') => string;
}

const LOCAL: Ends = {
  type: 'datetime-local',
  format: (at) => FORM.format(at),
  toField: (at) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
  toAddress: (field) => toInstant(new Date(field)),
};

/** For records that are counted by UTC days; the last one is part of the window. */
const DAYS: Ends = {
  type: 'date',
  format: (at) => DAY_FORM.format(at),
  toField: (at) => at.toISOString().slice(0, 10),
  toAddress: (field, end) => `${field}T${end === 'from' ? '00:00' : '23:59'}Z`,
};

/** The zone of the device as people call it: its place, and how it stands to UTC now. */
function nameZone(): string {
  const { timeZone } = FORM.resolvedOptions();
  const short = FORM.formatToParts().find(({ type }) => type === 'timeZoneName')?.value;
  return short === undefined || short === timeZone ? timeZone : `${timeZone} (${short})`;
}

/** The window of a list by its filters `since` and `until`; both ends are always shown, with the zone that they are in. */
export function TimeRange({ days }: { days: boolean }) {
  const { filterValues, setFilters } = useListContext();
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const ends = days ? DAYS : LOCAL;
  const since = instantOf(filterValues.since);
  const until = instantOf(filterValues.until);
  const set = (window: { since?: string; until?: string }) => {
    setFilters({ ...filterValues, since: window.since, until: window.until });
    setAnchor(null);
  };
  const label =
    since || until
      ? `${since ? ends.format(since) : '…'} – ${until ? ends.format(until) : translate('time.now')}`
      : translate('time.any');
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const at = (end: 'from' | 'to') => {
      const field = String(form.get(end) ?? '');
      return field && ends.toAddress(field, end);
    };
    set({ since: at('from'), until: at('to') });
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
          <Typography variant="body2" color="textSecondary">
            {days ? translate('time.days') : translate('time.zone', { zone: nameZone() })}
          </Typography>
          <End name="from" label={translate('time.from')} ends={ends} at={since} />
          <End name="to" label={translate('time.to')} ends={ends} at={until} />
          <Button type="submit" variant="contained" sx={{ justifySelf: 'end' }}>
            {translate('time.apply')}
          </Button>
        </Box>
      </Popover>
    </>
  );
}

interface EndProps {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly ends: Ends;
  readonly at: Date | null;
}

function End({ name, label, ends, at }: EndProps) {
  return (
    <TextField
      name={name}
      label={label}
      type={ends.type}
      margin="none"
      defaultValue={at ? ends.toField(at) : ''}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
