import { useGetOne } from 'react-admin';
import type { Connection } from '../providers/data.usage.js';

/** Agents report while the person looks: what is queued meanwhile appears by itself. */
const REFRESH_MS = 20_000;

/** The connection with one tool, also where none was ever made; refused where the directory has no such tool. */
export const useConnection = (slug: string) =>
  useGetOne<Connection>('connections', { id: slug }, { refetchInterval: REFRESH_MS });
