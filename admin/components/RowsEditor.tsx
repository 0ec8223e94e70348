import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useRef } from 'react';

interface RowsEditorProps<Row extends { readonly key: number }> {
  readonly label: string;
  /** One row in a word, for its buttons: "rule". */
  readonly one: string;
  readonly rows: readonly Row[];
  readonly make: () => Row;
  readonly onChange: (rows: readonly Row[]) => void;
  readonly children: (row: Row, change: (row: Row) => void) => ReactNode;
}

/** A list of small forms that can be added and taken out; what is added has the focus. */
export function RowsEditor<Row extends { readonly key: number }>(props: RowsEditorProps<Row>) {
  const { label, one, rows, make, onChange, children } = props;
  const added = useRef<number>(null);
  const add = () => {
    const row = make();
    added.current = row.key;
    onChange([...rows, row]);
  };
  const enter = (row: Row) => (element: HTMLElement | null) => {
    if (!element || row.key !== added.current) return;
    added.current = null;
    element.querySelector<HTMLElement>('input, select, textarea')?.focus();
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, justifyItems: 'start' }}>
      {rows.length > 0 && (
        <Box
          component="ol"
          aria-label={label}
          sx={{ listStyle: 'none', m: 0, p: 0, width: '100%', display: 'grid', gap: 3 }}
        >
          {rows.map((row, index) => (
            <Box
              key={row.key}
              component="li"
              ref={enter(row)}
              sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                {children(row, (changed) =>
                  onChange(rows.map((before) => (before.key === row.key ? changed : before))),
                )}
              </Box>
              <IconButton
                aria-label={`Remove ${one} ${index + 1}`}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                sx={{ width: 40, height: 40 }}
              >
                <RemoveIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      <Button variant="outlined" size="small" startIcon={<AddIcon />} onClick={add}>
        Add a {one}
      </Button>
    </Box>
  );
}
