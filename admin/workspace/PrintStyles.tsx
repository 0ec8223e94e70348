import GlobalStyles from '@mui/material/GlobalStyles';
import { cssVariables, tokens } from '../theme/tokens.js';

const onPaper = Object.fromEntries(
  Object.entries(cssVariables(tokens.light)).map(([name, value]) => [name, `${value} !important`]),
);

/** Paper is white whatever the theme is, and nothing on it can be pressed; `data-screen` marks what is for the screen alone, `data-print` what is for paper. */
const STYLES = {
  '[data-print]': { display: 'none' },
  '@media print': {
    ':root': { ...onPaper, '--room-below': '0px !important', colorScheme: 'light' },
    'body, main, main *': { color: 'var(--text) !important' },
    'body, main, main *:not([data-colour])': { backgroundColor: 'transparent !important' },
    'main, main > *': { padding: '0 !important', maxWidth: 'none !important' },
    'header, [data-screen], .MuiSnackbar-root': { display: 'none !important' },
    '[data-print]': { display: 'revert' },
    'td, th': { borderColor: 'var(--border) !important' },
    '[data-colour]': { printColorAdjust: 'exact' },
    'h1, h2, h3, dt, caption': { breakAfter: 'avoid' },
    'tr, li, dl > div, [data-whole]': { breakInside: 'avoid' },
    thead: { display: 'table-header-group' },
    '@page': { margin: '16mm' },
  },
};

/** How every page looks on paper. */
export const PrintStyles = () => <GlobalStyles styles={STYLES} />;
