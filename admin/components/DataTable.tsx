import AscendingIcon from '@mui/icons-material/ArrowUpwardOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import type { Identified } from '../providers/records.js';
import { type DataColumn, useShownColumns } from './columns.js';
import { RecordCards } from './RecordCards.js';
import { useContainerWidth } from './useContainerWidth.js';
import { VisuallyHidden } from './VisuallyHidden.js';

export interface DataTableProps<Row extends Identified> {
  readonly caption: string;
  readonly columns: readonly DataColumn<Row>[];
  /** The address that a row links to; absent, rows have no link. */
  readonly to?: (row: Row) => string;
  /** A name for the row's checkbox; given by a list with acts on many records. */
  readonly selectAs?: (row: Row) => string;
  /** The record whose detail stands beside the list. */
  readonly current?: string;
}

/** A phone's width; below it records are cards. */
const TABLE_WIDTH_MIN = 560;

/** The records of the list context: a table with sortable headers where there is room, cards elsewhere. */
export function DataTable<Row extends Identified>(props: DataTableProps<Row>) {
  const { data } = useListContext<Row>();
  const { shown } = useShownColumns(props.columns);
  const { ref, wide } = useContainerWidth(TABLE_WIDTH_MIN);
  const rows = data ?? [];
  return (
    <div ref={ref}>
      {wide !== undefined &&
        (wide ? (
          <RecordTable {...props} columns={shown} rows={rows} />
        ) : (
          <RecordCards {...props} columns={shown} rows={rows} />
        ))}
    </div>
  );
}

export interface RecordsProps<Row extends Identified> extends DataTableProps<Row> {
  readonly rows: readonly Row[];
}

function RecordTable<Row extends Identified>({ caption, columns, rows, to, selectAs, current }: RecordsProps<Row>) {
  const { selectedIds, onToggleItem } = useListContext<Row>();
  const { state } = useLocation();
  return (
    <Box sx={FRAME}>
      <Table sx={TABLE} onKeyDown={moveBetweenRows}>
        <Box component="caption" sx={{ p: '0 !important', height: 0 }}>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </Box>
        <TableHead>
          <TableRow>
            {selectAs && <SelectAll rows={rows} />}
            {columns.map((column) => (
              <Header key={column.source} column={column} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              data-record={row.id}
              hover
              selected={row.id === current}
              aria-current={row.id === current || undefined}
              onClick={to ? followLink : undefined}
              sx={to ? { cursor: 'pointer' } : null}
            >
              {selectAs && (
                <TableCell padding="checkbox">
                  <Checkbox
                    size="small"
                    checked={selectedIds.includes(row.id)}
                    onChange={() => onToggleItem(row.id)}
                    slotProps={{ input: { 'aria-label': selectAs(row) } }}
                  />
                </TableCell>
              )}
              {columns.map((column, index) => {
                const width = index === 0 ? NAME : widthOf(column);
                const value = column.cell(row);
                return (
                  <TableCell key={column.source} align={alignOf(column)} sx={width}>
                    {width ? (
                      <Value wraps={column.wraps}>
                        {index === 0 && to ? (
                          <Link to={to(row)} state={state}>
                            {value}
                          </Link>
                        ) : (
                          value
                        )}
                      </Value>
                    ) : (
                      value
                    )}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

const alignOf = <Row,>({ numeric, unnamed }: DataColumn<Row>) => (numeric || unnamed ? 'right' : 'left');

/** How much room a value asks for; numbers, times, chips and buttons say something only as a whole, and are not cut. */
const widthOf = <Row,>({ numeric, unnamed, whole, wide, card }: DataColumn<Row>) =>
  numeric || unnamed || whole || card === 'state' ? null : wide || card === 'fact' ? FACT : VALUE;

/** A value in one line, cut where its cell is narrower, or in as many as it needs. */
const Value = ({ wraps, children }: { wraps: boolean | undefined; children: ReactNode }) => (
  <Box sx={LINE}>
    <Box sx={wraps ? WRAPPED : CUT}>{children}</Box>
  </Box>
);

function Header<Row>({ column }: { column: DataColumn<Row> }) {
  const { source, label, sortable, numeric, unnamed } = column;
  const { sort, setSort } = useListContext();
  const align = alignOf(column);
  if (!sortable)
    return (
      <TableCell scope="col" align={align}>
        {unnamed ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </TableCell>
    );
  const order = sort.field === source ? sort.order : undefined;
  const first = numeric ? 'DESC' : 'ASC';
  const next = order === undefined ? first : order === 'ASC' ? 'DESC' : 'ASC';
  return (
    <TableCell
      scope="col"
      align={align}
      aria-sort={order === undefined ? 'none' : order === 'ASC' ? 'ascending' : 'descending'}
    >
      <ButtonBase
        onClick={() => setSort({ field: source, order: next })}
        // The arrow's place is kept beside the label, on the side where it doesn't move the label off its numbers.
        sx={{ ...SORT_BUTTON, flexDirection: align === 'right' ? 'row-reverse' : 'row' }}
      >
        {label}
        <AscendingIcon
          aria-hidden
          sx={{
            fontSize: 14,
            visibility: order ? 'visible' : 'hidden',
            transform: order === 'DESC' ? 'rotate(180deg)' : 'none',
          }}
        />
      </ButtonBase>
    </TableCell>
  );
}

function SelectAll<Row extends Identified>({ rows }: { rows: readonly Row[] }) {
  const { selectedIds, onSelect } = useListContext<Row>();
  const translate = useTranslate();
  const chosen = rows.filter(({ id }) => selectedIds.includes(id)).length;
  const all = rows.length > 0 && chosen === rows.length;
  return (
    <TableCell padding="checkbox">
      <Checkbox
        size="small"
        checked={all}
        indeterminate={chosen > 0 && !all}
        onChange={() => onSelect(all ? [] : rows.map(({ id }) => id))}
        slotProps={{ input: { 'aria-label': translate('list.selectAll') } }}
      />
    </TableCell>
  );
}

const INTERACTIVE = 'a, button, input, label, [role="button"]';

/** The whole row is as good as its link; text that was just selected, and what acts by itself in the row, is left alone. */
function followLink(event: MouseEvent<HTMLElement>): void {
  const link = event.currentTarget.querySelector('a');
  const pressed = event.target instanceof Element && event.target.closest(INTERACTIVE);
  if (!link || pressed || window.getSelection()?.toString()) return;
  if (event.metaKey || event.ctrlKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}

/** Up and down move between the rows' links, as in a list of letters. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('tbody td:first-of-type a, tbody td a:first-of-type'),
  ];
  const at = links.indexOf(document.activeElement instanceof HTMLElement ? document.activeElement : document.body);
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

const FRAME = { border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper' };
const TABLE = {
  '& th, & td': { height: 40, py: 0, px: 2, whiteSpace: 'nowrap' },
  '& th:first-of-type, & td:first-of-type': { pl: 3 },
  '& th:last-of-type, & td:last-of-type': { pr: 3 },
  '& tbody > tr:last-of-type > td': { borderBottom: 0 },
  '& tbody > tr[aria-current] > td:first-of-type': { boxShadow: 'inset 3px 0 0 var(--accent)' },
};
const LINE = { display: 'grid', gridTemplateColumns: 'minmax(0, max-content)' };
/** The padding leaves the focus ring its place. */
const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', p: 1, m: -1 };
const WRAPPED = { whiteSpace: 'normal', overflowWrap: 'anywhere', py: 1 };
/**
 * The least and most width that the cells of a column ask for; the browser shares the table's width out by it, and a column gets more where the
 * others leave it.
 */
const NAME = { minWidth: 120, maxWidth: 400 };
/** The fact that a row is opened for has more room than the others. */
const FACT = { minWidth: 72, maxWidth: 320 };
const VALUE = { minWidth: 72, maxWidth: 180 };
const SORT_BUTTON = { gap: 1, font: 'inherit', color: 'inherit', minHeight: 28, '&:hover': { color: 'text.primary' } };
