import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { useInfinitePaginationContext, useListContext, useTranslate } from 'react-admin';
import type { Identified } from '../providers/records.js';

/** Reads the list on, and leads who pressed it to the first of the new rows; says how much is shown, where the service counts it. */
export function LoadMore() {
  const { data, total } = useListContext<Identified>();
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = useInfinitePaginationContext();
  const translate = useTranslate();
  const shown = data?.length ?? 0;
  const from = useRef<number | null>(null);
  useEffect(() => {
    const first = from.current === null ? undefined : data?.[from.current];
    if (!first) return;
    from.current = null;
    const row = document.querySelector(`[data-record="${CSS.escape(first.id)}"]`);
    row?.querySelector<HTMLElement>('a, button, summary')?.focus();
  }, [data]);
  if (!hasNextPage) return null;
  const readOn = () => {
    from.current = shown;
    void fetchNextPage();
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 3 }}>
      <Button variant="outlined" onClick={readOn} loading={isFetchingNextPage} loadingPosition="start">
        {translate('list.more')}
      </Button>
      <Box component="span" role="status" sx={{ color: 'var(--muted)' }}>
        {total === undefined ? translate('list.shown', { shown }) : translate('list.shownOf', { shown, total })}
      </Box>
    </Box>
  );
}
