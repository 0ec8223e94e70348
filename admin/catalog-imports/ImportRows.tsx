import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { ResourceContextProvider } from 'react-admin';
import type { DataColumn } from '../components/columns.js';
import { RecordList } from '../components/RecordList.js';
import { State } from '../components/StateChip.js';
import { ScopeContext } from '../components/useScope.js';
import type { CatalogImport, ListCatalogImportRowsAnswer } from '../providers/generated/operations.js';
import { OUTCOMES } from './formats.js';
import { textOfProblems } from './RowProblems.js';

type ImportRow = ListCatalogImportRowsAnswer['catalogImportRows']['items'][number] & { readonly id: string };

const REFRESH_MS = 3_000;

/** The starter catalog is read when the gateway starts, which lists no rows. */
const NO_LIST = 'This import counted its rows and listed none of them.';

/** Rows that changed nothing are counted above and ask for no look; the others fit into one row of buttons. */
const LOOKED_AT = OUTCOMES.filter((one) => one !== 'unchanged');
const FILTERS = [
  { source: 'outcome', label: 'Outcome', every: 'Every row', choices: LOOKED_AT.map((one) => [one, one] as const) },
];

/** The outcome of each row in the order of the file, for one outcome or for all. */
export function ImportRows({ of: { id: importId, status, total } }: { of: CatalogImport }) {
  const running = status === 'running';
  const scope = useMemo(() => ({ importId }), [importId]);
  return (
    <ScopeContext.Provider value={scope}>
      <ResourceContextProvider value="catalog-import-rows">
        <RecordList<ImportRow>
          caption="Rows"
          columns={COLUMNS}
          filters={FILTERS}
          sort={{ field: 'row', order: 'ASC' }}
          to={null}
          empty={{
            text: running
              ? 'What became of each row will be listed here.'
              : total === 0
                ? 'The file had no row.'
                : NO_LIST,
          }}
          {...(running ? { refreshMs: REFRESH_MS } : {})}
        />
      </ResourceContextProvider>
    </ScopeContext.Provider>
  );
}

const COLUMNS: readonly DataColumn<ImportRow>[] = [
  {
    source: 'key',
    label: 'Key',
    cell: ({ key, problems }) => (
      <span title={textOfProblems(problems)}>
        <code>{key}</code>
        {problems.length > 0 && (
          <Box component="span" sx={{ ml: 2, color: 'var(--muted)', fontWeight: 400 }}>
            {textOfProblems(problems)}
          </Box>
        )}
      </span>
    ),
  },
  { source: 'row', label: 'Row', cell: ({ row }) => row.toLocaleString('en'), numeric: true },
  { source: 'outcome', label: 'Outcome', cell: ({ outcome }) => <State of="catalogRow" is={outcome} />, card: 'state' },
  {
    source: 'problems',
    label: 'Why',
    cell: ({ problems }) => textOfProblems(problems),
    text: ({ problems }) => textOfProblems(problems),
    hidden: true,
  },
];
