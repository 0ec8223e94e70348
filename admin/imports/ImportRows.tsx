import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { FilterChips } from '../components/FilterChips.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { ListCatalogImportRowsAnswer } from '../providers/generated/operations.js';
import { OUTCOMES } from './formats.js';
import { OutcomeChip } from './OutcomeChip.js';
import { RowProblems } from './RowProblems.js';

type ImportRow = ListCatalogImportRowsAnswer['catalogImportRows']['items'][number] & { readonly id: string };

const PAGE_SIZE = 50;
const REFRESH_MS = 3_000;

/** What became of each row, in the order of the file, of one outcome or of every one. */
export function ImportRows({ importId, running }: { importId: string; running: boolean }) {
  const [search] = useSearchParams();
  const outcome = OUTCOMES.find((one) => one === search.get('outcome'));
  const list = useInfiniteList<ImportRow>(
    'catalog-import-rows',
    { importId, outcome },
    { perPage: PAGE_SIZE, refetchInterval: running && REFRESH_MS },
  );
  return (
    <>
      <Box sx={{ mb: 3 }}>
        <FilterChips
          label="Outcome"
          name="outcome"
          unchosen={{ label: 'Every row' }}
          choices={OUTCOMES.map((one) => [one, one])}
        />
      </Box>
      <QueryState query={list} what="rows" rows={6}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{outcome ? `No row was ${outcome}.` : 'What became of each row will be listed here.'}</Empty>
          ) : (
            <>
              <Rows caption="Rows" rows={rows} keyOf={({ id }) => id} columns={COLUMNS} />
              <LoadMoreButton list={list} />
            </>
          )
        }
      </QueryState>
    </>
  );
}

const COLUMNS: Column<ImportRow>[] = [
  { label: 'Key', cell: ({ key }) => <code>{key}</code> },
  { label: 'Row', cell: ({ row }) => row.toLocaleString('en'), numeric: true },
  { label: 'Outcome', cell: ({ outcome }) => <OutcomeChip outcome={outcome} /> },
  { label: 'Why', cell: ({ problems }) => (problems.length > 0 ? <RowProblems problems={problems} /> : '–') },
];
