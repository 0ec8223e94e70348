import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useKeys } from '../components/keys.js';
import { CommandPalette } from './CommandPalette.js';

/** Opens the palette, by a press or by its keys. */
export function SearchButton({ small = false }: { small?: boolean }) {
  const [open, setOpen] = useState(false);
  const translate = useTranslate();
  const label = translate('palette.label');
  const start = () => setOpen(true);
  useKeys([
    { key: '/', label, run: start },
    { key: 'Ctrl+K', label, run: start },
  ]);
  return (
    <>
      {small ? (
        <IconButton aria-label={label} onClick={start} sx={{ width: 48, height: 48 }}>
          <SearchIcon />
        </IconButton>
      ) : (
        <ButtonBase aria-keyshortcuts="Control+K /" onClick={start} sx={BUTTON}>
          <SearchIcon sx={{ fontSize: 18 }} aria-hidden />
          {label}
          <Box
            component="kbd"
            aria-hidden
            sx={{ ml: 'auto', whiteSpace: 'nowrap', font: 'inherit', fontSize: '0.75rem' }}
          >
            Ctrl K
          </Box>
        </ButtonBase>
      )}
      {open && <CommandPalette onClose={() => setOpen(false)} />}
    </>
  );
}

const BUTTON = {
  minHeight: 36,
  px: 3,
  gap: 3,
  justifyContent: 'flex-start',
  border: '1px solid var(--border)',
  borderRadius: 1,
  color: 'text.secondary',
  font: 'inherit',
  '&:hover': { bgcolor: 'var(--raised)' },
};
