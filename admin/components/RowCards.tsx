import Box from '@mui/material/Box';
import { Fact, Facts } from './Facts.js';
import type { RowsProps } from './Rows.js';

/** The same rows as cards: the first fact is the card's heading, the others stand under it with their names. */
export function RowCards<Row>({ caption, rows, keyOf, columns, detail }: RowsProps<Row>) {
  const [first, ...others] = columns;
  const named = others.filter((column) => !column.unnamed);
  const buttons = others.filter((column) => column.unnamed);
  return (
    <Box component="ul" aria-label={caption} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {rows.map((row) => {
        const more = detail?.(row);
        return (
          <Box
            key={keyOf(row)}
            component="li"
            sx={{ border: '1px solid var(--border)', borderRadius: 1, bgcolor: 'background.paper', p: 3, minWidth: 0 }}
          >
            <Box sx={{ fontWeight: 600, mb: 1 }}>{first?.cell(row)}</Box>
            <Facts>
              {named.map((column) => (
                <Fact key={column.label} label={column.label}>
                  {column.cell(row)}
                </Fact>
              ))}
            </Facts>
            {more && <Box sx={{ mt: 2 }}>{more}</Box>}
            {buttons.map((column) => (
              <Box key={column.label} sx={{ mt: 2 }}>
                {column.cell(row)}
              </Box>
            ))}
          </Box>
        );
      })}
    </Box>
  );
}
