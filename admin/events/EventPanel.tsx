import CloseIcon from '@mui/icons-material/Close';
import NextIcon from '@mui/icons-material/KeyboardArrowDown';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useGetOne, useListContext } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Icon } from '../components/StateChip.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { useAddressFilters } from '../components/useAddressFilters.js';
import { useScope } from '../components/useScope.js';
import type { LoggedEvent } from '../providers/generated/operations.js';
import { problemOf } from '../providers/problem.js';
import { RECORD_QUERY } from '../providers/query-client.js';
import { AnswerShow } from './AnswerShow.js';
import { EventShow } from './EventShow.js';
import { nameOf } from './event.columns.js';

const NAME = 'event';

/** The event that the address names, beside the list, with the one before and the one after it. */
export function EventPanel() {
  const titleId = useId();
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const wanted = search.get(NAME) ?? '';
  const { data = [], isPending, isPlaceholderData, error: failed } = useListContext<LoggedEvent>();
  const place = data.findIndex(({ id }) => id === wanted);
  const isStored = wanted.startsWith('evt_');
  const { data: alone, error } = useGetOne<LoggedEvent>(
    'events',
    { id: wanted, meta: useScope() },
    { ...RECORD_QUERY, enabled: isStored && place < 0 },
  );
  // A refused event is in the list alone, and newer ones push it out while it is read.
  const shown = useRef<LoggedEvent>(undefined);
  const earlier = shown.current?.id === wanted ? shown.current : undefined;
  const logged = data[place] ?? (wanted ? (alone ?? earlier) : undefined);
  useEffect(() => {
    shown.current = logged;
  }, [logged]);
  const isKnown = isStored
    ? error !== null && problemOf(error).status === 404
    : !isPending && !isPlaceholderData && !failed;
  const address = useAddressFilters([
    { source: NAME, label: 'Event', readable: () => logged !== undefined || (isKnown ? false : undefined) },
  ]);
  const open = (id: string | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (id) after.set(NAME, id);
        else after.delete(NAME);
        return after;
      },
      { state },
    );
  if (!logged) return <UnreadFilters {...address} />;
  const previous = place > 0 ? data[place - 1]?.id : undefined;
  const next = place >= 0 ? data[place + 1]?.id : undefined;
  return (
    <Drawer
      anchor="right"
      open
      onClose={() => open(undefined)}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          onKeyDown: ({ key }: KeyboardEvent) => {
            const step = key === 'j' ? next : key === 'k' ? previous : undefined;
            if (step) open(step);
          },
          sx: { width: 560, maxWidth: '100vw', p: 5 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 4 }}>
        <Typography variant="h2" id={titleId} sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {nameOf(logged) ?? 'Refused event'}
        </Typography>
        <StepButton label="Previous event" to={previous} onStep={open} icon={PreviousIcon} />
        <StepButton label="Next event" to={next} onStep={open} icon={NextIcon} />
        <IconButton aria-label="Close" onClick={() => open(undefined)} autoFocus>
          <CloseIcon />
        </IconButton>
      </Box>
      {logged.event && <EventShow event={logged.event} />}
      {logged.answer && <AnswerShow logged={logged} answer={logged.answer} />}
    </Drawer>
  );
}

interface StepButtonProps {
  readonly label: string;
  /** Absent at the end of the list, where the button stays in place: one that is disabled would lose the focus. */
  readonly to: string | undefined;
  readonly onStep: (id: string) => void;
  readonly icon: Icon;
}

const StepButton = ({ label, to, onStep, icon: Drawn }: StepButtonProps) => (
  <IconButton
    aria-label={label}
    aria-disabled={!to}
    onClick={() => to && onStep(to)}
    sx={{ '&[aria-disabled=true]': { opacity: 0.4 } }}
  >
    <Drawn />
  </IconButton>
);
