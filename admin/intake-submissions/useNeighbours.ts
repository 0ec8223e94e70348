import type { ListParams } from 'react-admin';
import { useGetList, useStore } from 'react-admin';
import type { IntakeSubmissionRow } from '../providers/generated/operations.js';

/** So many of the queue are walked through; who has more waiting narrows the queue first. */
const WALKED_MAX = 100;
/** Risks first, and of these the best-founded: what can do harm isn't left to the end of a day. */
export const QUEUE_SORT = { field: 'risk', order: 'ASC' } as const;

/** The submissions before and after one, in the order and the filter in which the queue was left. */
export function useNeighbours(id: string): {
  previous: IntakeSubmissionRow | undefined;
  next: IntakeSubmissionRow | undefined;
  place: number;
  total: number | undefined;
} {
  const [{ filter, sort, order }] = useStore<Partial<ListParams>>('intake-submissions.listParams', {});
  const { data = [], total } = useGetList<IntakeSubmissionRow>('intake-submissions', {
    pagination: { page: 1, perPage: WALKED_MAX },
    sort: sort && order ? { field: sort, order: order === 'DESC' ? 'DESC' : 'ASC' } : QUEUE_SORT,
    filter: filter ?? {},
  });
  const at = data.findIndex((row) => row.id === id);
  return {
    previous: at > 0 ? data[at - 1] : undefined,
    next: at < 0 ? data.find((row) => row.id !== id) : data[at + 1],
    place: at + 1,
    total,
  };
}
