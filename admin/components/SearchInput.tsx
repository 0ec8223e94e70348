import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type FormEvent, useEffect, useRef, useState } from 'react';

/** Long enough that a word is requested once, short enough to feel immediate. */
const PAUSE_MS = 300;
const LENGTH_MAX = 200;

interface SearchInputProps {
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** The longest text that the service takes. */
  readonly lengthMax?: number | undefined;
  /** The words that are searched for now. */
  readonly value: string;
  readonly onSearch: (words: string) => void;
  readonly sx: { readonly flex: string; readonly maxWidth: number };
}

/** Words to search for, requested once a person pauses or presses Enter. */
export function SearchInput({ label, placeholder, lengthMax = LENGTH_MAX, value, onSearch, sx }: SearchInputProps) {
  const [text, setText] = useState(value);
  // The last request of this field. A different value came by a link, a saved view or the back button, and is shown.
  const requested = useRef(value);
  const search = () => {
    const wanted = text.trim();
    if (wanted === requested.current) return;
    requested.current = wanted;
    onSearch(wanted);
  };
  useEffect(() => {
    if (value === requested.current) return;
    requested.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <Box component="form" role="search" aria-label={label} onSubmit={submit} sx={sx}>
      <TextField
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        margin="none"
        sx={{ '& label:not(.MuiInputLabel-shrink)': { maxWidth: 'calc(100% - 52px)' } }} // not under the icon
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
