import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfinitePaginationContext, useListContext, useTranslate } from 'react-admin';

/** Reads the list on; says how much of it is shown, where the service counts it. */
export function LoadMore() {
  const { data, total } = useListContext();
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = useInfinitePaginationContext();
  const translate = useTranslate();
  const shown = data?.length ?? 0;
  if (!hasNextPage) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 3 }}>
      <Button
        variant="outlined"
        onClick={() => void fetchNextPage()}
        loading={isFetchingNextPage}
        loadingPosition="start"
      >
        {translate('list.more')}
      </Button>
      <Box component="span" role="status" sx={{ color: 'var(--muted)' }}>
        {total === undefined ? translate('list.shown', { shown }) : translate('list.shownOf', { shown, total })}
      </Box>
    </Box>
  );
}
