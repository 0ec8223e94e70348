import Box from '@mui/material/Box';
import { useGetOne } from 'react-admin';
import { useNow } from '../components/useNow.js';
import { useScope } from '../components/useScope.js';
import type { ReadRefusalStatusAnswer } from '../providers/generated/operations.js';
import { RECORD_QUERY } from '../providers/query-client.js';

type Status = ReadRefusalStatusAnswer['refusalStatus'] & { readonly id: string };

/** Often enough for a person who mends it and watches whether it still comes. */
const POLL_MS = 15_000;
/** The service counts no further. */
const STORED_MAX = 1_000;

interface RefusalStateProps {
  readonly code: string;
  readonly pointer?: string;
  /** The product that was answered; all of the organization when absent. */
  readonly productId?: string;
}

/** Whether a kind of refusal still comes, or since when there was none while events were stored. */
export function RefusalState({ code, pointer, productId }: RefusalStateProps) {
  const meta = { ...useScope(), productId };
  const id = pointer === undefined ? code : `${code}:${pointer}`;
  const { data } = useGetOne<Status>('refusal-status', { id, meta }, { ...RECORD_QUERY, refetchInterval: POLL_MS });
  if (!data?.lastAt) return null;
  const { lastAt, storedSince, resolved } = data;
  const stored =
    storedSince === null
      ? 'how many events were stored since is unknown'
      : `${storedSince >= STORED_MAX ? 'at least ' : ''}${storedSince.toLocaleString('en')} ${storedSince === 1 ? 'event was' : 'events were'} stored since`;
  return (
    <Box component="span" role="status">
      <Box component="strong" sx={{ color: resolved ? 'var(--good)' : 'var(--text)' }}>
        {resolved ? 'Resolved: none since ' : 'Last refused '}
        <ClockTime at={lastAt} />
      </Box>
      ; {stored}.
    </Box>
  );
}

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const OF_TODAY = new Intl.DateTimeFormat('en-GB', TIME);
const EARLIER = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...TIME });

/** The moment as a clock shows it here; the day stands before it where it is another one. */
function ClockTime({ at }: { at: string }) {
  const exact = new Date(at);
  const isToday = exact.toDateString() === new Date(useNow()).toDateString();
  return (
    <time dateTime={at} title={`${exact.toLocaleString()} local · ${exact.toISOString()} UTC`}>
      {(isToday ? OF_TODAY : EARLIER).format(exact)}
    </time>
  );
}
