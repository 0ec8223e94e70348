import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { InfiniteList } from './useInfiniteList.js';

/** Reads a list on; says how much of it is shown, where the service counts it. */
export function LoadMoreButton({
  list,
}: {
  list: Pick<InfiniteList<unknown>, 'data' | 'total' | 'hasMore' | 'reading' | 'readMore'>;
}) {
  const shown = list.data?.length ?? 0;
  if (!list.hasMore) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 3 }}>
      <Button variant="outlined" onClick={list.readMore} loading={list.reading} loadingPosition="start">
        Load more
      </Button>
      <Box component="span" role="status" sx={{ color: 'var(--muted)' }}>
        {list.total === undefined ? `${shown} shown` : `${shown} of ${list.total} shown`}
      </Box>
    </Box>
  );
}
