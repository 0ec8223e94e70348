import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useShowController } from 'react-admin';
import type { IntakeSubmissionItem } from '../providers/generated/operations.js';

/** The interval at which another reviewer's changes show. */
const REFRESH_MS = 15_000;

/** Keeps an item apart from the rows of lists, which react-admin remembers as records of the same id. */
const WHOLE = { whole: true };

const isSame = (one: IntakeSubmissionItem, other: IntakeSubmissionItem): boolean =>
  one.revision === other.revision && one.state === other.state;

/** A submission as it was when the reviewer began to read it, and what it is by now where a decision would meet another revision or state. */
export function useHeldItem(id: string) {
  const client = useQueryClient();
  const { record, error, refetch, isFetching } = useShowController<IntakeSubmissionItem>({
    resource: 'intake-submissions',
    id,
    disableAuthentication: true,
    queryOptions: { meta: WHOLE, staleTime: 0, refetchInterval: REFRESH_MS, onError: () => undefined },
  });
  const newest = record?.id === id ? record : undefined;
  const [held, setHeld] = useState<IntakeSubmissionItem | null>(null);
  // A remembered answer may be old: the reviewer begins with a fresh one.
  if (newest && held?.id !== id && !isFetching) setHeld(newest);
  const newer = newest && held?.id === id && !isSame(held, newest) ? newest : null;
  return {
    query: { data: (newer ? held : newest) ?? undefined, error, refetch },
    newer,
    /** Shows what it is by now. */
    reload: async (): Promise<void> => {
      const { data } = await refetch();
      if (data) setHeld(data);
    },
    /** Shows what an act of this reviewer has answered. */
    show: (answer: IntakeSubmissionItem): void => {
      client.setQueryData(['intake-submissions', 'getOne', { id, meta: WHOLE }], answer);
      setHeld(answer);
      void client.invalidateQueries({ queryKey: ['intake-submissions', 'getList'] });
      void client.invalidateQueries({ queryKey: ['intake-submissions', 'getInfiniteList'] });
      void client.invalidateQueries({ queryKey: ['intake-work'] });
    },
  };
}
