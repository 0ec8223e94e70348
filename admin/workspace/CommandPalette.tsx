import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { PaletteEntry } from './palette.entries.js';
import { usePalette } from './usePalette.js';

/** Leads to any page, organization, record or act by a part of its name, with the keyboard alone. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const { entries, searching } = usePalette(typed);
  const list = useAutocomplete<PaletteEntry>({
    id,
    options: entries,
    open: true,
    value: null,
    inputValue: typed,
    autoHighlight: true,
    filterOptions: (all) => all,
    getOptionLabel: ({ label }) => label,
    getOptionKey: keyOf,
    groupBy: ({ group }) => group,
    onInputChange: (_event, text, reason) => {
      if (reason === 'input') setTyped(text);
    },
    onChange: (_event, entry) => {
      if (!entry) return;
      onClose();
      navigate(entry.to, entry.act ? { state: { act: entry.act } } : {});
    },
    onClose: (_event, reason) => {
      if (reason === 'escape') onClose();
    },
  });
  const label = translate('palette.label');
  return (
    <Dialog open onClose={onClose} slotProps={{ paper: { 'aria-label': label } }} maxWidth="sm" fullWidth sx={TOP}>
      <Box {...list.getRootProps()} sx={FIELD}>
        <SearchIcon aria-hidden sx={{ color: 'var(--muted)' }} />
        <InputBase
          autoFocus
          fullWidth
          placeholder={translate('palette.placeholder')}
          inputProps={{ ...list.getInputProps(), 'aria-label': label, maxLength: 200 }}
          sx={{ minHeight: 40 }}
        />
      </Box>
      {list.groupedOptions.length > 0 && (
        <Box component="ul" {...list.getListboxProps()} aria-labelledby={undefined} aria-label={label} sx={LIST}>
          {groupsOf(entries).map(({ group, first, members }) => (
            <li key={group} role="presentation">
              <Box id={`${id}-${group}`} sx={{ px: 4, pt: 2, pb: 1, color: 'var(--muted)', fontSize: '0.75rem' }}>
                {group}
              </Box>
              <Box component="ul" role="group" aria-labelledby={`${id}-${group}`} sx={PLAIN}>
                {members.map((entry, at) => {
                  const { key, ...option } = list.getOptionProps({ option: entry, index: first + at });
                  return (
                    <Box component="li" key={key} {...option} sx={OPTION}>
                      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                        {entry.label}
                      </Box>
                      {entry.detail && (
                        <Box component="span" sx={{ ml: 'auto', color: 'var(--muted)', fontSize: '0.8125rem' }}>
                          {entry.detail}
                        </Box>
                      )}
                    </Box>
                  );
                })}
              </Box>
            </li>
          ))}
        </Box>
      )}
      <Box role="status" sx={{ px: 4, py: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {searching ? translate('palette.searching') : entries.length === 0 ? translate('palette.nothing') : null}
      </Box>
    </Dialog>
  );
}

const keyOf = ({ group, to, act }: PaletteEntry): string => `${group} ${to} ${act?.name ?? ''}`;

/** The entries group by group, with the place of each group's first one. */
function groupsOf(entries: readonly PaletteEntry[]) {
  const groups: { group: string; first: number; members: PaletteEntry[] }[] = [];
  entries.forEach((entry, index) => {
    const last = groups.at(-1);
    if (last?.group === entry.group) last.members.push(entry);
    else groups.push({ group: entry.group, first: index, members: [entry] });
  });
  return groups;
}

/** It stands at the top, so that its field stays in place while what it finds changes. */
const TOP = { '& .MuiDialog-container': { alignItems: 'flex-start' } };
/** Its field has no border of its own that could show the focus. */
const FIELD = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  px: 4,
  py: 2,
  borderRadius: 1,
  '&:focus-within': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
};
const PLAIN = { listStyle: 'none', m: 0, p: 0 };
const LIST = {
  ...PLAIN,
  position: 'relative',
  maxHeight: 'min(420px, 60dvh)',
  overflowY: 'auto',
  borderTop: '1px solid var(--border)',
};
const OPTION = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  minHeight: 36,
  px: 4,
  cursor: 'pointer',
  '&.Mui-focused': { bgcolor: 'var(--raised)', boxShadow: 'inset 3px 0 0 var(--accent)' },
};
