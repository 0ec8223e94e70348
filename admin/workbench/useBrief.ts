import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { BriefConstraints, Plan, ReadBriefAnswer } from '../providers/generated/operations.js';

/** A plan that was read and is not saved. */
type UnsavedBrief = ReadBriefAnswer['buildBrief'] & { readonly id: string };

/** The content of every plan, saved or not. */
export type PlanContent = Plan['brief'];

/** Reads the plan for an intent, which stores nothing; while other bounds are asked for, the last plan stays. */
export function useBrief(intent: string, constraints: BriefConstraints) {
  const provider = useDataProvider();
  return useQuery<UnsavedBrief>({
    queryKey: ['briefs', intent, constraints],
    queryFn: ({ signal }) =>
      provider
        .getOne<UnsavedBrief>('briefs', { id: intent, meta: { constraints }, signal })
        .then((answer) => answer.data),
    enabled: intent !== '',
    placeholderData: keepPreviousData,
  });
}
