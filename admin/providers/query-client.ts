import { QueryClient } from '@tanstack/react-query';
import { problemOf } from './problem.js';

/** One retry, and only of what may pass by itself: a refusal stays a refusal however often it is asked. */
const RETRIES_MAX = 1;

/** Parts of one page that ask the same thing share one answer; a decision refetches what it touched. */
const FRESH_MS = 2_000;

/** The cache of answers, shared by the screens and the sign-in check so that they agree on who is signed in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < RETRIES_MAX && [0, 502, 503, 504].includes(problemOf(error).status),
      staleTime: FRESH_MS,
    },
  },
});
