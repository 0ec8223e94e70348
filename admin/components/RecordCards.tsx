import MoreIcon from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import type { Identified } from '../providers/records.js';
import { BOXED_LIST } from './boxed.list.js';
import type { DataColumn } from './columns.js';
import type { RecordsProps } from './DataTable.js';
import { Fact, Facts } from './Facts.js';

/** The records on a phone: name, state and one fact each; the rest is folded. */
export function RecordCards<Row extends Identified>({ caption, columns, rows, to }: RecordsProps<Row>) {
  const { state } = useLocation();
  const [name, ...others] = columns;
  const states = others.filter(({ card }) => card === 'state');
  const facts = others.filter(({ card }) => card === 'fact');
  const acts = others.filter(({ unnamed }) => unnamed);
  const folded = others.filter(({ card, unnamed }) => !card && !unnamed);
  return (
    <Box component="ul" aria-label={caption} sx={BOXED_LIST}>
      {rows.map((row) => (
        <Box component="li" key={row.id} data-record={row.id} sx={{ px: 3, py: 2 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {name &&
                (to ? (
                  <Link to={to(row)} state={state}>
                    {name.cell(row)}
                  </Link>
                ) : (
                  name.cell(row)
                ))}
            </Box>
            {states.map((column) => (
              <span key={column.source}>{column.cell(row)}</span>
            ))}
          </Box>
          {facts.map((column) => (
            <Box key={column.source} sx={FACT}>
              {/* A number says nothing without its name; a text does. */}
              {column.numeric && `${column.label} `}
              {column.cell(row)}
            </Box>
          ))}
          <Box sx={FOOT}>
            {folded.length > 0 && <Folded row={row} columns={folded} />}
            {acts.map((column) => (
              <Box key={column.source} sx={{ ml: 'auto', display: 'flex' }}>
                {column.cell(row)}
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Folded<Row>({ row, columns }: { row: Row; columns: readonly DataColumn<Row>[] }) {
  const translate = useTranslate();
  return (
    <Box component="details" sx={{ '&[open] summary svg': { transform: 'rotate(180deg)' } }}>
      <Box component="summary" sx={SUMMARY}>
        {translate('list.details')}
        <MoreIcon sx={{ fontSize: 16 }} aria-hidden />
      </Box>
      <Box sx={{ pt: 1 }}>
        <Facts>
          {columns.map((column) => (
            <Fact key={column.source} label={column.label}>
              {column.cell(row)}
            </Fact>
          ))}
        </Facts>
      </Box>
    </Box>
  );
}

/** Two lines of it; all of it is where the card leads. */
const FACT = {
  color: 'var(--muted)',
  fontSize: '0.8125rem',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
};
/** The acts stand beside what is folded, and under it once it is open. */
const FOOT = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  '& > details[open]': { flexBasis: '100%' },
};
const SUMMARY = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 28,
  gap: 0.5,
  color: 'var(--muted)',
  fontSize: '0.8125rem',
  cursor: 'pointer',
};
