import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Fragment } from 'react';
import type { RowsProps } from './Rows.js';
import { VisuallyHidden } from './VisuallyHidden.js';

const LAST_ROW = { '& tbody > tr:last-of-type > td': { borderBottom: 0 } };
const DENSE = { ...LAST_ROW, '& th, & td': { px: { xs: 1.5, sm: 3 } }, '& th': { whiteSpace: 'normal' } };

/** The rows as a table; what a row has to say beyond its facts takes the whole width under it. */
export function RowTable<Row>({ caption, rows, keyOf, columns, compact, detail }: RowsProps<Row>) {
  return (
    <TableContainer sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper' }}>
      <Table sx={compact ? DENSE : LAST_ROW}>
        <Box component="caption" sx={{ p: '0 !important', height: 0 }}>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </Box>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.label} scope="col" align={column.numeric ? 'right' : 'left'}>
                {column.unnamed ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => {
            const more = detail?.(row) ?? null;
            return (
              <Fragment key={keyOf(row)}>
                <TableRow hover sx={more ? { '& > td': { borderBottom: 0 } } : null}>
                  {columns.map((column) => (
                    <TableCell
                      key={column.label}
                      align={column.numeric || column.unnamed ? 'right' : 'left'}
                      sx={column.numeric ? { whiteSpace: 'nowrap' } : null}
                    >
                      {column.cell(row)}
                    </TableCell>
                  ))}
                </TableRow>
                {more && (
                  <TableRow>
                    <TableCell colSpan={columns.length} sx={{ pt: 0, height: 'auto' }}>
                      {more}
                    </TableCell>
                  </TableRow>
                )}
              </Fragment>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
