import { QueryClient } from '@tanstack/react-query';
import { problemOf } from './problem.js';

/** The cache key of the answer about who is signed in. */
export const sessionKey = ['session'];

/** One retry, and only of what may pass by itself: a refusal stays a refusal however often it is asked. */
const RETRIES_MAX = 1;

/** Whether a question is asked once more. */
export const retryOutage = (failures: number, error: unknown): boolean =>
  failures < RETRIES_MAX && [0, 502, 503, 504].includes(problemOf(error).status);

/** One record, whose page says itself what is wrong: react-admin would notify and lead away. */
export const RECORD_QUERY = { retry: retryOutage, onError: () => undefined };

/** Asks for a record with all it has: without this, a row of its list, which has less, would stand in for it. */
export const WHOLE = { whole: true };

/** Parts of one page that ask the same thing share one answer; a decision refetches what it touched. */
const FRESH_MS = 2_000;

/** The cache of answers, shared by the screens and the sign-in check so that they agree on who is signed in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: retryOutage,
      staleTime: FRESH_MS,
    },
  },
});
