import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { type GetListResult, useInfinitePaginationContext, useListContext } from 'react-admin';
import { Notice } from '../components/Notice.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import type { EventPageMeta } from '../providers/data.events.js';
import type { LoggedEvent } from '../providers/generated/operations.js';
import { useNews } from './useNews.js';

/** The facts beside the rows: new events, how far a search came, and how many answers were too many to list. */
export function PageFacts() {
  const { data } = useListContext<LoggedEvent>();
  const news = useNews(data);
  const pages = usePageMetas();
  const searchedUntil = pages.at(-1)?.searchedUntil ?? null;
  const refused = pages.reduce((sum, { dropped }) => sum + dropped.refused, 0);
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <Box sx={{ display: 'grid', gap: 2, mb: searchedUntil || refused > 0 ? 3 : 0 }}>
        {refused > 0 && (
          <Notice tone="caution">
            {refused.toLocaleString('en')} more refused {refused === 1 ? 'event' : 'events'} came too fast to be listed
            one by one. Counts and shares include them.
          </Notice>
        )}
        {searchedUntil && <SearchedUntil at={searchedUntil} />}
      </Box>
    </>
  );
}

function SearchedUntil({ at }: { at: string }) {
  const { fetchNextPage, isFetchingNextPage } = useInfinitePaginationContext();
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" variant="outlined" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Search further
        </Button>
      }
    >
      Searched back to <TimeAgo at={at} />. Older events may match too.
    </Notice>
  );
}

/** The metadata of each page that is shown; the list context has the first page's alone. */
function usePageMetas(): readonly EventPageMeta[] {
  const client = useQueryClient();
  const [found] = client.getQueriesData<InfiniteData<GetListResult & { meta?: EventPageMeta }>>({
    queryKey: ['events', 'getInfiniteList'],
    type: 'active',
  });
  return found?.[1]?.pages.flatMap(({ meta }) => (meta ? [meta] : [])) ?? [];
}
