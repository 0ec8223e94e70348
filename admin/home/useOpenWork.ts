import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { EndingConnection, FailedReceipt, OpenProject, OpenSkill } from '../providers/generated/operations.js';

/** Agents write drafts while the person looks: what they wrote appears by itself. */
const REFRESH_MS = 20_000;

/** Records that may wait for their owner, newest first: work that is not as public as it could be, every consent, and failed deliveries. */
export interface OpenWork {
  readonly id: string;
  readonly projects: readonly OpenProject[];
  readonly skills: readonly OpenSkill[];
  readonly connections: readonly EndingConnection[];
  readonly failedReceipts: readonly FailedReceipt[];
  /** There are more projects or skills than were read. */
  readonly isCut: boolean;
}

/** One's own work that is open; asked again whenever a project is. */
export function useOpenWork() {
  const provider = useDataProvider();
  return useQuery({
    queryKey: ['projects', 'open-work'],
    queryFn: async ({ signal }) => (await provider.getOne<OpenWork>('open-work', { id: 'own', signal })).data,
    refetchInterval: REFRESH_MS,
  });
}
