import CheckIcon from '@mui/icons-material/Check';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useStore } from 'react-admin';

const CHOICES = [
  [undefined, 'Theme of the system'],
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
] as const;

/** The theme: the system's own until the person chooses otherwise; react-admin reads the same entry of the store. */
export function ThemeChoice() {
  const [chosen, choose] = useStore<'light' | 'dark' | undefined>('theme');
  return CHOICES.map(([theme, words]) => (
    <MenuItem key={words} role="menuitemradio" aria-checked={chosen === theme} onClick={() => choose(theme)}>
      <ListItemIcon>{chosen === theme && <CheckIcon fontSize="small" />}</ListItemIcon>
      {words}
    </MenuItem>
  ));
}
