import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { InfinitePaginationContext, ListContextProvider, useListContext } from 'react-admin';
import { ListSearch } from '../components/ListSearch.js';
import { LoadMore } from '../components/LoadMore.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { SplitLayout } from '../components/SplitLayout.js';
import { UnreadFilters } from '../components/UnreadFilters.js';
import { useRecordList } from '../components/useRecordList.js';
import { useRowKeys } from '../components/useRowKeys.js';
import { VisuallyHidden } from '../components/VisuallyHidden.js';
import type { FoundTool } from '../providers/generated/operations.js';
import { FacetPanel } from './FacetPanel.js';
import { FACET_TITLES, FACETS } from './facets.js';
import { NothingFound } from './NothingFound.js';
import { Reading, readingOf } from './Reading.js';
import { ResultList } from './ResultList.js';
import { counted } from './tool.labels.js';
import { facetsOf } from './useFacetCounts.js';
import { countFilters, useQuestion } from './useQuestion.js';

const PER_PAGE = 20;
const SEARCH = 'Search the directory';
const KNOWN = [{ source: 'q', label: SEARCH }, ...FACETS.map((source) => ({ source, label: FACET_TITLES[source] }))];

/** The directory, open to everyone: a question, what answers it, and why each answer stands where it stands. */
export function DirectoryList() {
  useRowKeys();
  const list = useRecordList<FoundTool>({
    known: KNOWN,
    sortable: [],
    // The service's own order: by rank.
    sort: { field: 'id', order: 'ASC' },
    perPage: PER_PAGE,
    refreshMs: undefined,
  });
  return (
    <ListContextProvider value={list}>
      <InfinitePaginationContext.Provider value={list}>
        <Directory
          isRefused={list.isRefused}
          unread={<UnreadFilters unread={list.unread} forgetUnread={list.forgetUnread} />}
        />
      </InfinitePaginationContext.Provider>
    </ListContextProvider>
  );
}

function Directory({ isRefused, unread }: { isRefused: boolean; unread: ReactNode }) {
  const { data, error: problem, refetch, meta } = useListContext<FoundTool>();
  const error = isRefused ? null : problem;
  const { question, drop } = useQuestion();
  const filters = countFilters(question);
  const clear = filters > 0 && (
    <Button size="small" variant="outlined" onClick={() => drop()}>
      Clear {counted(filters, 'filter')}
    </Button>
  );
  return (
    <Page
      title="Directory"
      where={question.q}
      summary="Developer tools: what is known of them, where it was read, and what proves it. No place is for sale."
    >
      <Box sx={{ display: 'flex', mb: 6 }}>
        <ListSearch
          label={SEARCH}
          placeholder="A name, what it should do, or what it should replace"
          lengthMax={1_000}
          widthMax={480}
        />
      </Box>
      {unread}
      <QueryState query={{ data, error, refetch }} what="tools" rows={10}>
        {(tools) => (
          <SplitLayout label="Filters" side={<FacetPanel facets={facetsOf(meta)} />} action={clear}>
            <Results tools={tools} />
          </SplitLayout>
        )}
      </QueryState>
      {error ? clear : null}
    </Page>
  );
}

function Results({ tools }: { tools: readonly FoundTool[] }) {
  const { total = 0, isPlaceholderData: outdated, meta } = useListContext();
  const { question } = useQuestion();
  return (
    <Box component="section" aria-label="Results" aria-busy={outdated} sx={{ opacity: outdated ? 0.6 : 1 }}>
      <Typography variant="h2" sx={{ mb: 3 }}>
        {counted(total, 'tool')}
        <Box component="span" sx={{ color: 'var(--muted)', fontWeight: 400 }}>
          {total > 0 && (question.q === '' ? ', the best proven first' : ', the best match first')}
        </Box>
      </Typography>
      <VisuallyHidden role="status">{outdated ? '' : `${counted(total, 'tool')} found`}</VisuallyHidden>
      <Reading reading={readingOf(meta)} />
      {total === 0 ? <NothingFound /> : <ResultList tools={tools} requested={question.q} />}
      <LoadMore />
    </Box>
  );
}
