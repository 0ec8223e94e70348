import { useGetList } from 'react-admin';
import type { WorkflowToken } from '../providers/generated/operations.js';

/** An agent uses its token while the person looks: when it was last used appears by itself. */
const REFRESH_MS = 20_000;
const TOKENS_MAX = 1_000;

/** One's own workflow tokens, live ones first. */
export const useWorkflowTokens = () =>
  useGetList<WorkflowToken>(
    'tokens',
    { pagination: { page: 1, perPage: TOKENS_MAX } },
    { refetchInterval: REFRESH_MS },
  );
