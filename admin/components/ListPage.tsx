import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import {
  InfinitePaginationContext,
  ListContextProvider,
  type SortPayload,
  useCreatePath,
  useInfiniteListController,
  useListContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { problemOf } from '../providers/problem.js';
import { retryOutage } from '../providers/query-client.js';
import type { Identified } from '../providers/records.js';
import { ColumnMenu } from './ColumnMenu.js';
import type { DataColumn } from './columns.js';
import { DataTable } from './DataTable.js';
import { Empty } from './Empty.js';
import { ExportButton } from './ExportButton.js';
import { FilterBar } from './FilterBar.js';
import type { ListFilter } from './filters.js';
import { LearnMore } from './LearnMore.js';
import { LoadMore } from './LoadMore.js';
import { Page } from './Page.js';
import { ProblemNotice } from './ProblemNotice.js';
import { SavedFilters } from './SavedFilters.js';
import { useListAddress } from './useListAddress.js';
import { listKeyOf, useScope } from './useScope.js';
import { Waiting } from './Waiting.js';

export interface ListPageProps<Row extends Identified> {
  readonly title: string;
  /** What the document's title says after the page's own: usually the organization. */
  readonly where?: string;
  /** The page's one act, at the right end of its head. */
  readonly action?: ReactNode;
  /** What a user needs to know once, behind "Learn more". */
  readonly about?: ReactNode;
  readonly columns: readonly DataColumn<Row>[];
  readonly sort: SortPayload;
  readonly filters?: readonly ListFilter[];
  readonly search?: string;
  readonly time?: boolean;
  /** What will be here, and the act that brings it. */
  readonly empty: { readonly text: ReactNode; readonly action?: ReactNode };
  /** Where a row leads; the record's own page when absent, nowhere when null. */
  readonly to?: ((row: Row) => string) | null;
  /** Acts on many records; with them rows can be selected. */
  readonly bulk?: { readonly name: (row: Row) => string; readonly acts: ReactNode };
  readonly perPage?: number;
  /** For records that appear while the user looks. */
  readonly refreshMs?: number;
  /** Between head and list: a notice, a summary. */
  readonly children?: ReactNode;
}

const PER_PAGE = 25;
const TIME_FILTERS = ['since', 'until'];

/** A list of the resource in context: react-admin's controller, with filters and order in a readable address. */
export function ListPage<Row extends Identified>(props: ListPageProps<Row>) {
  const { columns, filters = [], search, time = false, perPage = PER_PAGE, refreshMs } = props;
  const resource = useResourceContext();
  if (!resource) throw new Error('this list stands outside a resource');
  const meta = useScope();
  const names = [...filters.map(({ source }) => source), ...(search ? ['q'] : []), ...(time ? TIME_FILTERS : [])];
  const storeKey = listKeyOf(resource, meta);
  const sortable = columns.filter((column) => column.sortable).map(({ source }) => source);
  const address = useListAddress({ names, sortable, sort: props.sort, perPage, storeKey });
  const list = useInfiniteListController<Row>({
    resource,
    perPage,
    sort: address.sort,
    filter: address.filters,
    // Filters and order stand in the address (useListAddress), and the routes have let the user in.
    disableSyncWithLocation: true,
    disableAuthentication: true,
    storeKey: false,
    exporter: false,
    queryOptions: {
      meta,
      retry: retryOutage,
      onError: () => undefined,
      ...(refreshMs ? { refetchInterval: refreshMs } : {}),
    },
  });
  const value = {
    ...list,
    filterValues: address.filters,
    setFilters: address.setFilters,
    setSort: address.setSort,
  };
  return (
    <Page
      title={props.title}
      {...(props.where ? { where: props.where } : {})}
      summary={props.about && <LearnMore page={resource}>{props.about}</LearnMore>}
      action={props.action}
    >
      <ListContextProvider value={value}>
        <InfinitePaginationContext.Provider value={list}>
          {props.children}
          <FilterBar filters={filters} time={time} {...(search ? { search } : {})}>
            <ColumnMenu columns={columns} />
            <SavedFilters />
            <ExportButton columns={columns} />
          </FilterBar>
          <Found {...props} />
        </InfinitePaginationContext.Provider>
      </ListContextProvider>
    </Page>
  );
}

/** What the list has: nothing yet, nothing that matches, a failure, or records. */
function Found<Row extends Identified>({ title, columns, empty, to, bulk }: ListPageProps<Row>) {
  const { data, error, isPending, isPlaceholderData, refetch, resource, filterValues, setFilters, selectedIds } =
    useListContext<Row>();
  const translate = useTranslate();
  const createPath = useCreatePath();
  const ownPage = (row: Row) => createPath({ resource, id: row.id, type: 'edit' });
  const failed = error ? <ProblemNotice problem={problemOf(error)} retry={() => void refetch()} /> : null;
  if (isPending) return failed ?? <Waiting what={title.toLowerCase()} rows={8} />;
  if (!data) return failed;
  if (data.length === 0 && Object.keys(filterValues).length > 0)
    return (
      <Empty
        action={
          <Button variant="outlined" onClick={() => setFilters({})}>
            {translate('list.clear')}
          </Button>
        }
      >
        {translate('list.nothing')}
      </Empty>
    );
  if (data.length === 0) return <Empty action={empty.action}>{empty.text}</Empty>;
  return (
    <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
      {failed}
      {bulk && selectedIds.length > 0 && (
        <Box
          role="region"
          aria-label={translate('list.selected', { smart_count: selectedIds.length })}
          sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2 }}
        >
          {translate('list.selected', { smart_count: selectedIds.length })}
          {bulk.acts}
        </Box>
      )}
      <DataTable<Row>
        caption={title}
        columns={columns}
        {...(to === null ? {} : { to: to ?? ownPage })}
        {...(bulk ? { selectAs: (row: Row) => translate('list.select', { name: bulk.name(row) }) } : {})}
      />
      <LoadMore />
    </Box>
  );
}
