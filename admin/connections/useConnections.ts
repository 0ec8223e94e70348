import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Connection } from '../providers/data.usage.js';

/** Agents report while the person looks: what is queued meanwhile appears by itself. */
const REFRESH_MS = 20_000;

/** All of one's own connections, the newest first, ended ones too. */
export function useConnections() {
  const provider = useDataProvider();
  return useQuery({
    queryKey: ['tool-connections', 'all'],
    queryFn: async ({ signal }) =>
      (
        await provider.getList<Connection>('tool-connections', {
          filter: {},
          pagination: { page: 1, perPage: 1 },
          sort: { field: 'id', order: 'ASC' },
          signal,
        })
      ).data,
    refetchInterval: REFRESH_MS,
  });
}

/** The connection with one tool, also where none was ever made; refused where the directory has no such tool. */
export function useConnection(slug: string) {
  const provider = useDataProvider();
  return useQuery({
    queryKey: ['tool-connections', 'of', slug],
    queryFn: async ({ signal }) => (await provider.getOne<Connection>('tool-connections', { id: slug, signal })).data,
    refetchInterval: REFRESH_MS,
  });
}
