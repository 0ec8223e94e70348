import { useQueryClient } from '@tanstack/react-query';

/** Forgets the lists of plans that were read: one that is older than the person's own act must not be shown again. */
export function useResetPlanLists(): () => void {
  const client = useQueryClient();
  return () => client.removeQueries({ queryKey: ['plans', 'more'] });
}
