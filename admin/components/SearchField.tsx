import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Long enough that a word is asked for once, short enough to feel immediate. */
const PAUSE_MS = 300;

interface SearchProps {
  readonly label: string;
  readonly name?: string;
  readonly placeholder?: string;
  /** The longest text that the service takes. */
  readonly lengthMax?: number;
}

/** Words to search for; they stand in the address, so that a search can be sent to a user and survives a reload. */
export function SearchField({ label, name = 'q', placeholder, lengthMax = 200 }: SearchProps) {
  const [search, setSearch] = useSearchParams();
  const inAddress = search.get(name) ?? '';
  const [text, setText] = useState(inAddress);
  // What this field wrote last: another value in the address came from a link or the back button and is shown.
  const written = useRef(inAddress);
  const write = useCallback(() => {
    const wanted = text.trim();
    if (wanted === written.current) return;
    written.current = wanted;
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (wanted) after.set(name, wanted);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  }, [text, name, setSearch]);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);
  useEffect(() => {
    const timer = setTimeout(write, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [write]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write();
  };
  return (
    <Box component="form" role="search" aria-label={label} onSubmit={submit} sx={{ flex: '1 1 240px', maxWidth: 480 }}>
      <TextField
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        margin="none"
        slotProps={{
          htmlInput: { type: 'search', maxLength: lengthMax, autoComplete: 'off', enterKeyHint: 'search' },
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
