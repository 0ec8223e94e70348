import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { OpenProject, OpenSkill } from '../providers/schema.js';

/** Agents write drafts while the person looks: what they wrote appears by itself. */
const REFRESH_MS = 20_000;

/** Projects and skills that are not as public as they could be, newest first. */
export interface OpenWork {
  readonly id: string;
  readonly projects: readonly OpenProject[];
  readonly skills: readonly OpenSkill[];
  /** There is more than was read. */
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
