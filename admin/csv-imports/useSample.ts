import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CsvSample } from '../providers/csv-upload.js';

const keyOf = (importId: string) => ['csv-import-sample', importId];

/** Keeps the first rows of a file for its next page: the answer to the upload alone has them, and a reload forgets them. */
export function useKeepSample(): (importId: string, sample: CsvSample) => void {
  const client = useQueryClient();
  return (importId, sample) => void client.setQueryData(keyOf(importId), sample);
}

/** The first rows of a file that was uploaded in this tab; undefined after a reload. */
export const useSample = (importId: string): CsvSample | undefined =>
  useQuery<CsvSample>({ queryKey: keyOf(importId), enabled: false, gcTime: Number.POSITIVE_INFINITY }).data;
