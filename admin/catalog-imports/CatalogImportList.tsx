import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { Section } from '../components/Page.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { CatalogImport } from '../providers/generated/operations.js';
import { rowsDone } from './Counts.js';
import { FORMATS, labelOfFormat, STATUSES } from './formats.js';
import { ImportFile } from './ImportFile.js';

/** An import moves some hundred rows a second; its counts are worth a look in this rhythm. */
const REFRESH_MS = 3_000;

const FILTERS = [
  { source: 'state', label: 'Status', every: 'Every status', choices: STATUSES, several: true },
  {
    source: 'format',
    label: 'Format',
    every: 'Every format',
    choices: FORMATS.map(([name, label]) => [name, label] as const),
    folded: true,
  },
];

/** Brings files into the catalog, preview first, and shows what came in before. */
export function CatalogImportList() {
  return (
    <ListPage<CatalogImport>
      title="Imports"
      where="Review"
      about="Files that bring tools, offers and public figures into the catalog. The same file twice changes nothing the second time; what a person corrected, no import touches."
      columns={COLUMNS}
      filters={FILTERS}
      search="Search imports"
      time
      sort={{ field: 'created', order: 'DESC' }}
      refreshMs={REFRESH_MS}
      empty={{ text: 'Every import will be listed here, with what became of each of its rows.' }}
    >
      <Section title="Import a file">
        <RunningImport>{(running) => <ImportFile running={running} />}</RunningImport>
      </Section>
    </ListPage>
  );
}

/** The import that is under way, as the list knows it. */
function RunningImport({ children }: { children: (running: CatalogImport | undefined) => ReactNode }) {
  const { data } = useListContext<CatalogImport>();
  return children(data?.find(({ status }) => status === 'running'));
}

const figure = (count: number): string => count.toLocaleString('en');

const COLUMNS: readonly DataColumn<CatalogImport>[] = [
  { source: 'fileName', label: 'File', cell: ({ fileName }) => fileName },
  {
    source: 'state',
    sortable: true,
    label: 'Status',
    cell: ({ status }) => <State of="catalogImport" is={status} />,
    text: ({ status }) => status,
    card: 'state',
  },
  {
    source: 'format',
    label: 'Format',
    cell: ({ format }) => labelOfFormat(format),
    text: ({ format }) => labelOfFormat(format),
    hidden: true,
  },
  {
    source: 'rows',
    label: 'Rows',
    cell: (one) => `${figure(rowsDone(one))} of ${figure(one.total)}`,
    text: ({ total }) => total,
    numeric: true,
    card: 'fact',
  },
  {
    source: 'rowsCreated',
    label: 'Created',
    cell: ({ created }) => figure(created),
    text: ({ created }) => created,
    numeric: true,
  },
  { source: 'updated', label: 'Updated', cell: ({ updated }) => figure(updated), numeric: true },
  { source: 'refused', sortable: true, label: 'Refused', cell: ({ refused }) => figure(refused), numeric: true },
  {
    source: 'created',
    sortable: true,
    label: 'Started',
    cell: ({ startedAt }) => <TimeAgo at={startedAt} />,
    text: ({ startedAt }) => startedAt,
    numeric: true,
  },
];
