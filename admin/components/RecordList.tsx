import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect } from 'react';
import {
  InfinitePaginationContext,
  ListContextProvider,
  type SortPayload,
  useCreatePath,
  useListContext,
  useTranslate,
} from 'react-admin';
import { useLocation, useParams } from 'react-router-dom';
import { problemOf } from '../providers/problem.js';
import type { Identified } from '../providers/records.js';
import { ColumnMenu } from './ColumnMenu.js';
import type { DataColumn } from './columns.js';
import { DataTable } from './DataTable.js';
import { Empty } from './Empty.js';
import { ExportButton } from './ExportButton.js';
import { FilterBar } from './FilterBar.js';
import type { ListFilter } from './filters.js';
import { HeadTools } from './HeadTools.js';
import { LoadMore } from './LoadMore.js';
import { ProblemNotice } from './ProblemNotice.js';
import { type PanelContent, RecordPanel } from './RecordPanel.js';
import { SavedFilters } from './SavedFilters.js';
import { timeFilters } from './time.filters.js';
import { UnreadFilters } from './UnreadFilters.js';
import { useRecordList } from './useRecordList.js';
import { useRowKeys } from './useRowKeys.js';
import { Waiting } from './Waiting.js';

export interface RecordListProps<Row extends Identified> {
  readonly caption: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly sort: SortPayload;
  readonly filters?: readonly ListFilter[];
  /** The label of the search field. */
  readonly search?: string;
  /** True for records that have a time; `days` where they are counted by whole days in UTC. */
  readonly time?: boolean | 'days';
  /** The text of an empty list, and the act that brings the first record. */
  readonly empty: { readonly text: ReactNode; readonly action?: ReactNode };
  /** Hears whether the list is empty whatever is chosen, so that the page around it does not repeat the act that brings records. */
  readonly onEmpty?: (isEmpty: boolean) => void;
  /** The address that a row links to; the record's own page when absent, no link when null. */
  readonly to?: ((row: Row) => string) | null;
  /** A record beside the list, for a resource that is registered with `panel`. */
  readonly panel?: PanelContent<Row>;
  /** Acts on many records; with them rows can be selected. */
  readonly bulk?: { readonly name: (row: Row) => string; readonly acts: ReactNode };
  readonly perPage?: number;
  /** For records that appear while the user looks. */
  readonly refreshMs?: number;
  /** In place of the filters that are saved in this browser. */
  readonly saved?: ReactNode;
  /** Above the filters: a notice, a summary; it reads the list's context. */
  readonly children?: ReactNode;
}

const PER_PAGE = 25;

/** The records of the resource in context, with everything that a list can do. */
export function RecordList<Row extends Identified>(props: RecordListProps<Row>) {
  const { columns, filters = [], search, time = false, panel } = props;
  const { id } = useParams();
  const narrows = filters.length > 0 || time || search !== undefined;
  const translate = useTranslate();
  useRowKeys();
  const list = useRecordList<Row>({
    known: [
      ...filters,
      ...(search ? [{ source: 'q', label: search }] : []),
      ...(time ? timeFilters(time === 'days', translate) : []),
    ],
    sortable: columns.filter((column) => column.sortable).map(({ source }) => source),
    sort: props.sort,
    perPage: props.perPage ?? PER_PAGE,
    refreshMs: props.refreshMs,
  });
  const { onEmpty } = props;
  const nothing = isEmpty(list);
  const isKnown = list.data !== undefined || Boolean(list.error);
  useEffect(() => {
    if (isKnown) onEmpty?.(nothing);
  }, [onEmpty, isKnown, nothing]);
  const tools = (
    <>
      {/* Cards have no columns. */}
      <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
        <ColumnMenu columns={columns} />
      </Box>
      {props.saved ?? (narrows && <SavedFilters />)}
      <ExportButton columns={columns} />
    </>
  );
  return (
    <ListContextProvider value={list}>
      <InfinitePaginationContext.Provider value={list}>
        {props.children}
        <UnreadFilters unread={list.unread} forgetUnread={list.forgetUnread} />
        {nothing ? (
          <FilterBar filters={filters.filter(({ narrows }) => narrows)} />
        ) : (
          <FilterBar filters={filters} time={time} {...(search ? { search } : {})}>
            {narrows && tools}
          </FilterBar>
        )}
        {!narrows && !nothing && <HeadTools>{tools}</HeadTools>}
        <Found {...props} current={panel && id} isRefused={list.isRefused} />
        {panel && id && <RecordPanel key={id} id={id} {...panel} />}
      </InfinitePaginationContext.Provider>
    </ListContextProvider>
  );
}

interface ListAnswer {
  readonly data?: readonly Identified[] | undefined;
  readonly filterValues: object;
}

/** True of a list that has nothing whatever is chosen: there is nothing to search, filter or export. */
const isEmpty = ({ data, filterValues }: ListAnswer): boolean =>
  data?.length === 0 && Object.keys(filterValues).length === 0;

interface FoundProps<Row extends Identified> extends RecordListProps<Row> {
  readonly current: string | undefined;
  /** True while a filter that the service refused is taken out. */
  readonly isRefused: boolean;
}

/** The list's content: no records yet, no match, a failure, or records. */
function Found<Row extends Identified>(props: FoundProps<Row>) {
  const { caption, columns, empty, to, bulk, panel, current, isRefused } = props;
  const { data, error, isPending, isPlaceholderData, refetch, filterValues, setFilters } = useListContext<Row>();
  const translate = useTranslate();
  const ownPage = useOwnPage(panel !== undefined);
  const failed = error && !isRefused ? <ProblemNotice problem={problemOf(error)} retry={() => void refetch()} /> : null;
  if (isPending) return failed ?? <Waiting what={caption.toLowerCase()} rows={8} />;
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
      {bulk && <BulkBar acts={bulk.acts} />}
      <DataTable<Row>
        caption={caption}
        columns={columns}
        {...(to === null ? {} : { to: to ?? ownPage })}
        {...(current ? { current } : {})}
        {...(bulk ? { selectAs: (row: Row) => translate('list.select', { name: bulk.name(row) }) } : {})}
      />
      <LoadMore />
    </Box>
  );
}

/** A record's own address; beside its list, with the list's filters and order. */
function useOwnPage(beside: boolean): (row: Identified) => string {
  const { resource } = useListContext();
  const { search } = useLocation();
  const createPath = useCreatePath();
  return ({ id }) => `${createPath({ resource, id, type: 'edit' })}${beside ? search : ''}`;
}

/** The acts on the selected records. */
function BulkBar({ acts }: { acts: ReactNode }) {
  const { selectedIds } = useListContext();
  const label = useTranslate()('list.selected', { smart_count: selectedIds.length });
  if (selectedIds.length === 0) return null;
  return (
    <Box component="section" aria-label={label} sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2 }}>
      {label}
      {acts}
    </Box>
  );
}
