import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { TimeAgo } from '../components/TimeAgo.js';
import { useScope } from '../components/useScope.js';
import type { LoggedEvent } from '../providers/generated/operations.js';

const CHOICES_SHOWN = 20;
const SEARCH_MAX = 200;

const nameOf = ({ id, event }: LoggedEvent): string => event?.event_name ?? id;
const whoseOf = ({ event }: LoggedEvent): string => event?.account_domain ?? event?.developer_id ?? '';
const labelOf = (logged: LoggedEvent): string => `${nameOf(logged)} of ${whoseOf(logged)}`;

/** The stored commercial event that proves a redemption, chosen among the latest or found by what it names; a whole id finds it too. */
export function ProvingEventField({ onChange }: { onChange: (eventId: string) => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<LoggedEvent | null>(null);
  const found = useGetList<LoggedEvent>('events', {
    filter: {
      family: 'commercial',
      outcome: 'stored',
      q: chosen && typed === labelOf(chosen) ? undefined : typed.trim() || undefined,
    },
    sort: { field: 'receivedAt', order: 'DESC' },
    pagination: { page: 1, perPage: CHOICES_SHOWN },
    meta: useScope(),
  });
  return (
    <Autocomplete
      options={found.data ?? []}
      value={chosen}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, logged) => {
        setChosen(logged);
        onChange(logged?.id ?? '');
      }}
      // The service has searched already.
      filterOptions={(all) => all}
      getOptionLabel={labelOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={found.isFetching}
      loadingText="Searching…"
      noOptionsText="No stored commercial event names this"
      slotProps={{ paper: { sx: { border: '1px solid var(--border)' } } }}
      renderOption={({ key, ...option }, logged) => (
        <Box component="li" key={key} {...option} sx={{ gap: 3 }}>
          <code>{nameOf(logged)}</code>
          <span>{whoseOf(logged)}</span>
          <Box component="span" sx={{ ml: 'auto', color: 'var(--muted)', fontSize: '0.8125rem', whiteSpace: 'nowrap' }}>
            <TimeAgo at={logged.receivedAt} />
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Event"
          required
          helperText="A stored event of the commercial family, such as PERK_REDEEMED. One event proves one claim."
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: SEARCH_MAX },
          }}
        />
      )}
    />
  );
}
