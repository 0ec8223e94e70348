import FileIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useInput } from 'react-admin';

const sizeOf = ({ size }: File): string => `${Math.ceil(size / 1024).toLocaleString('en')} KiB`;

/** A CSV file of this machine, as the member `file` of the form. */
export function FileField() {
  const input = useRef<HTMLInputElement>(null);
  const { field, fieldState } = useInput({ source: 'file', defaultValue: null });
  const file: unknown = field.value;
  const chosen = file instanceof File ? file : null;
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', minHeight: 40 }}>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label="File"
          onChange={({ target }) => field.onChange(target.files?.[0] ?? null)}
        />
        <Button variant="outlined" startIcon={<FileIcon />} onClick={() => input.current?.click()}>
          {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {chosen ? `${chosen.name}, ${sizeOf(chosen)}` : 'UTF-8 with a header, at most 10 MiB and 50,000 rows'}
        </Box>
      </Box>
      {fieldState.error && (
        <Box role="alert" sx={{ color: 'var(--bad)', fontSize: '0.8125rem' }}>
          {fieldState.error.message}
        </Box>
      )}
    </div>
  );
}
