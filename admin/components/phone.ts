import type { Theme } from '@mui/material/styles';

/** A button whose word is left out on a phone, where its icon stands for it; it has the word as its name. */
export const ICON_ON_PHONE = (theme: Theme) => ({
  [theme.breakpoints.down('sm')]: {
    minWidth: 40,
    padding: 0,
    '& > .word': { display: 'none' },
    '& .MuiButton-startIcon': { margin: 0, display: 'inherit' },
  },
});
