import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { EventFamily, ListDailyCountsAnswer } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';

export type DailyCount = ListDailyCountsAnswer['dailyCounts'][number];
type CountRecord = DailyCount & { readonly id: string };

/** Two weeks: enough to see a weekday's habit, little enough to read at a glance. */
export const DAYS_SHOWN = 14;
const REFRESH_MS = 30_000;

/** The daily counts of these products together; undefined until all of them have answered. */
export function useDailyCounts(productIds: readonly string[]) {
  const { organizationId } = useOrganization();
  const provider = useDataProvider();
  return useQueries({
    queries: productIds.map((productId) => ({
      queryKey: ['daily-counts', organizationId, productId],
      refetchInterval: REFRESH_MS,
      queryFn: () =>
        provider.getList<CountRecord>('daily-counts', { filter: { organizationId, productId, days: DAYS_SHOWN } }),
    })),
    combine: (results) => ({
      data: results.every((one) => one.data) ? results.flatMap((one) => one.data?.data ?? []) : undefined,
      error: results.find((one) => one.error)?.error ?? null,
      refetch: () => Promise.all(results.map((one) => one.refetch())),
    }),
  });
}

/** The last days in UTC, oldest first, today last: the days by which events are counted. */
export function lastDays(count: number, nowMs: number): string[] {
  const dayMs = 86_400_000;
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Adds up the events of one day, of one family where it is given; `null` is the family of events that have none. */
export const eventsOn = (counts: readonly DailyCount[], day: string, family?: EventFamily | null): number =>
  counts
    .filter((one) => one.day === day && (family === undefined || one.event_family === family))
    .reduce((sum, one) => sum + one.events, 0);
