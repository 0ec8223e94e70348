import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';

/** Long enough that a word is asked for once, short enough to feel immediate. */
const PAUSE_MS = 300;
const LENGTH_MAX = 200;

/** Searches the list by its filter `q`. */
export function ListSearch({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext();
  const held: unknown = filterValues.q;
  const inList = typeof held === 'string' ? held : '';
  const [text, setText] = useState(inList);
  // What this field wrote last: another value came by a link, a saved view or the back button, and is shown.
  const written = useRef(inList);
  const write = () => {
    const wanted = text.trim();
    if (wanted === written.current) return;
    written.current = wanted;
    setFilters({ ...filterValues, q: wanted || undefined });
  };
  useEffect(() => {
    if (inList === written.current) return;
    written.current = inList;
    setText(inList);
  }, [inList]);
  useEffect(() => {
    const timer = setTimeout(write, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write();
  };
  return (
    <Box component="form" role="search" aria-label={label} onSubmit={submit} sx={{ flex: '1 1 200px', maxWidth: 320 }}>
      <TextField
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        margin="none"
        slotProps={{
          htmlInput: { type: 'search', maxLength: LENGTH_MAX, autoComplete: 'off', enterKeyHint: 'search' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <SearchIcon sx={{ fontSize: 18, color: 'var(--muted)' }} aria-hidden />
              </InputAdornment>
            ),
          },
        }}
      />
    </Box>
  );
}
