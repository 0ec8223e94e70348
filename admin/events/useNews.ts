import { useRef } from 'react';
import { useListContext } from 'react-admin';
import { EventOutcome, type LoggedEvent } from '../providers/generated/operations.js';

/** Says which events came since the last answer to the same question, for a user who can't see the list move. */
export function useNews(events: readonly LoggedEvent[] | undefined): string {
  const { filterValues, sort } = useListContext();
  const question = JSON.stringify([filterValues, sort]);
  const seen = useRef({ question: '', newest: '', announced: '' });
  const newest = events?.[0]?.id ?? '';
  if (events && (seen.current.question !== question || seen.current.newest !== newest)) {
    const known = seen.current.question === question;
    const place = events.findIndex(({ id }) => id === seen.current.newest);
    const fresh = known ? events.slice(0, place < 0 ? events.length : place) : [];
    seen.current = { question, newest, announced: sentence(fresh) };
  }
  return seen.current.announced;
}

function sentence(fresh: readonly LoggedEvent[]): string {
  if (fresh.length === 0) return '';
  const parts = Object.values(EventOutcome)
    .map((outcome) => [outcome, fresh.filter((one) => one.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  return `${fresh.length} new: ${parts.join(', ')}`;
}
