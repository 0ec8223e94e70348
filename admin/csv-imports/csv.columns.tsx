import Box from '@mui/material/Box';
import type { DataColumn } from '../components/columns.js';
import type { Column } from '../components/Rows.js';
import type { CsvRow } from '../providers/generated/operations.js';
import type { CsvCheck } from './CsvPreview.js';

type CellProblem = CsvRow['problems'][number];

const placeOf = ({ pointer, column }: CellProblem): string =>
  [column && `column ${column}`, pointer].filter(Boolean).join(', ');
const textOf = (problem: CellProblem): string =>
  [placeOf(problem), problem.detail, problem.hint].filter(Boolean).join(': ');
const textOfRow = ({ problems }: CsvRow): string => problems.map(textOf).join('; ');
const REASONS = { conflict: 'changed under a stored id', invalid: 'invalid' } as const;
const reasonOf = ({ status }: CsvRow): string => (status === 'conflict' ? REASONS.conflict : REASONS.invalid);

/** Why rows are refused, a line for each cause and value. */
export const CAUSE_COLUMNS: readonly Column<CsvCheck['causes'][number]>[] = [
  {
    label: 'Place',
    cell: ({ column, pointer }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {column && <code>{column}</code>} {pointer && <code>{pointer}</code>}
      </Box>
    ),
  },
  {
    label: 'Value',
    cell: ({ value }) => (
      <Box component="span" sx={{ display: 'inline-block', minWidth: 104, overflowWrap: 'anywhere' }}>
        {value ?? '–'}
      </Box>
    ),
  },
  {
    label: 'Why',
    cell: ({ detail, hint }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {detail}
        {hint && <> – {hint}</>}
      </Box>
    ),
  },
  { label: 'First row', cell: ({ firstRow }) => firstRow.toLocaleString('en'), numeric: true },
  { label: 'Rows', cell: ({ rows }) => rows.toLocaleString('en'), numeric: true },
];

/** The refused rows of an import, which can be downloaded. */
export const REFUSAL_COLUMNS: readonly DataColumn<CsvRow & { readonly id: string }>[] = [
  { source: 'row', label: 'Row', cell: ({ row }) => `Row ${row.toLocaleString('en')}`, text: ({ row }) => row },
  { source: 'reason', label: 'Reason', cell: reasonOf, text: reasonOf },
  {
    source: 'column',
    label: 'Column',
    cell: ({ problems }) => problems[0]?.column && <code>{problems[0].column}</code>,
    text: ({ problems }) => problems.map(({ column }) => column ?? '').join('; '),
  },
  {
    source: 'pointer',
    label: 'Pointer',
    cell: ({ problems }) => <code>{problems[0]?.pointer || '/'}</code>,
    text: ({ problems }) => problems.map(({ pointer }) => pointer).join('; '),
    hidden: true,
  },
  {
    source: 'why',
    label: 'Why',
    cell: (row) => <span title={textOfRow(row)}>{row.problems.map(({ detail }) => detail).join('; ')}</span>,
    text: textOfRow,
    card: 'fact',
  },
];

/** The warnings that concern many rows. */
export const WARNING_COLUMNS: readonly Column<CsvCheck['warnings'][number]>[] = [
  { label: 'Place', cell: ({ column, pointer }) => <code>{column ?? pointer}</code> },
  { label: 'What', cell: ({ detail }) => detail },
  { label: 'Rows', cell: ({ rows }) => rows.toLocaleString('en'), numeric: true },
];
