import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { readAll } from '../providers/find.js';
import type { WorkflowToken } from '../providers/generated/operations.js';

/** An agent uses its token while the person looks: when it was last used appears by itself. */
const REFRESH_MS = 20_000;

/** All of one's own workflow tokens, newest first. The whole list: the service doesn't sort the live ones to its top. */
export function useWorkflowTokens() {
  const provider = useDataProvider();
  return useQuery({
    queryKey: ['workflow-tokens'],
    queryFn: ({ signal }) => readAll<WorkflowToken>(provider, 'workflow-tokens', {}, signal),
    refetchInterval: REFRESH_MS,
  });
}
