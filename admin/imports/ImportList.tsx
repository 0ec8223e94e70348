import { Link } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { CatalogImport } from '../providers/generated/operations.js';
import { rowsDone } from './Counts.js';
import { labelOfFormat } from './formats.js';
import { ImportFile } from './ImportFile.js';
import { ImportStatusChip } from './ImportStatusChip.js';

const PAGE_SIZE = 25;
/** An import moves some hundred rows a second; its counts are worth a look in this rhythm. */
const REFRESH_MS = 3_000;

/** Brings files into the catalog, preview first, and shows what came in before. */
export function ImportList() {
  const list = useInfiniteList<CatalogImport>(
    'catalog-imports',
    {},
    { perPage: PAGE_SIZE, refetchInterval: REFRESH_MS },
  );
  const running = list.data?.find(({ status }) => status === 'running');
  return (
    <Page
      title="Imports"
      where="Review"
      summary="Files that bring tools, offers and public figures into the catalog. The same file twice changes nothing the second time; what a person corrected, no import touches."
    >
      <Section title="Import a file">
        <ImportFile running={running} />
      </Section>
      <Section title="What was imported">
        <QueryState query={list} what="imports" rows={4}>
          {(imports) =>
            imports.length === 0 ? (
              <Empty>Every import will be listed here, with what became of each of its rows.</Empty>
            ) : (
              <>
                <Rows caption="Imports" rows={imports} keyOf={({ id }) => id} columns={COLUMNS} />
                <LoadMoreButton list={list} />
              </>
            )
          }
        </QueryState>
      </Section>
    </Page>
  );
}

const figure = (count: number): string => count.toLocaleString('en');

const COLUMNS: Column<CatalogImport>[] = [
  { label: 'File', cell: ({ id, fileName }) => <Link to={`/review/imports/${id}`}>{fileName}</Link> },
  { label: 'Format', cell: ({ format }) => labelOfFormat(format) },
  { label: 'Status', cell: ({ status }) => <ImportStatusChip status={status} /> },
  { label: 'Rows', cell: (one) => `${figure(rowsDone(one))} of ${figure(one.total)}`, numeric: true },
  { label: 'Created', cell: ({ created }) => figure(created), numeric: true },
  { label: 'Updated', cell: ({ updated }) => figure(updated), numeric: true },
  { label: 'Refused', cell: ({ refused }) => figure(refused), numeric: true },
  { label: 'Begun', cell: ({ startedAt }) => <TimeAgo at={startedAt} />, numeric: true },
];
