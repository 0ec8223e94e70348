import { useRef, useState } from 'react';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { type Verdict, VerdictStatus } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';

/** Verdicts are written once a second beside the hot path; asking more often would show nothing sooner that matters. */
const POLL_MS = 3_000;
/** As many as one look takes in; older ones are among the stored events. */
const SHOWN_MAX = 20;

/** The newest verdicts as the address filters them, asked again every few seconds until the user pauses. */
export function useLiveVerdicts() {
  const { organizationId } = useOrganization();
  const [search] = useSearchParams();
  const [paused, setPaused] = useState(false);
  const status = Object.values(VerdictStatus).find((one) => one === search.get('status'));
  const productId = search.get('product') ?? undefined;
  const query = useGetList<Verdict>(
    'verdicts',
    { filter: { organizationId, productId, status }, pagination: { page: 1, perPage: SHOWN_MAX } },
    { refetchInterval: paused ? false : POLL_MS, refetchOnWindowFocus: !paused },
  );
  const news = useNews(query.data, `${organizationId} ${productId} ${status}`);
  return { query, paused, setPaused, news, filtered: status !== undefined || productId !== undefined };
}

/** What came since the last answer to the same question, as a sentence for those who can't see the list move. */
function useNews(verdicts: readonly Verdict[] | undefined, question: string): string {
  const seen = useRef<{ question: string; newest: string; announced: string }>({
    question: '',
    newest: '',
    announced: '',
  });
  const newest = verdicts?.[0]?.id ?? '';
  if (verdicts && (seen.current.question !== question || seen.current.newest !== newest)) {
    const known = seen.current.question === question;
    const place = verdicts.findIndex((one) => one.id === seen.current.newest);
    const fresh = known ? verdicts.slice(0, place < 0 ? verdicts.length : place) : [];
    seen.current = { question, newest, announced: sentence(fresh) };
  }
  return seen.current.announced;
}

function sentence(fresh: readonly Verdict[]): string {
  if (fresh.length === 0) return '';
  const counts = Object.values(VerdictStatus).map(
    (status) => [status, fresh.filter((one) => one.status === status).length] as const,
  );
  const parts = counts.filter(([, count]) => count > 0).map(([status, count]) => `${count} ${status}`);
  return `${fresh.length} new: ${parts.join(', ')}`;
}
