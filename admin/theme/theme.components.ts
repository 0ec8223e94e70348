import type { RaThemeOptions } from 'react-admin';
import { HelperText } from './HelperText.js';
import { cssVariables, MONO, RADIUS, type Tokens } from './tokens.js';

function baseline(colours: Tokens) {
  return {
    ':root': { ...cssVariables(colours), '--mono': MONO },
    body: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'break-word' as const },
    'code, kbd, pre': { fontFamily: MONO, fontSize: '0.8125rem' },
    code: { overflowWrap: 'anywhere' as const },
    a: { color: 'var(--accent)' },
    'h1:focus, main:focus': { outline: 'none !important' }, // a script puts the focus there, so that reading goes on at the top
    '*:focus-visible': { outline: '2px solid var(--accent) !important', outlineOffset: '2px' },
    // A field's own border shows the focus, 2 px of the accent with a gap for the label; a ring would run through the label.
    '.MuiInputBase-input:focus-visible': { outline: 'none !important' },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': { animation: 'none !important', transition: 'none !important' },
    },
  };
}

/** How MUI's parts look here: flat, bordered, no ripple, one focus ring. */
export function components(colours: Tokens): RaThemeOptions['components'] {
  const hairline = `1px solid ${colours.border}`;
  return {
    MuiCssBaseline: { styleOverrides: baseline(colours) },
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { font: 'inherit' } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minHeight: 36,
          padding: '4px 14px',
          borderRadius: RADIUS,
          whiteSpace: 'nowrap',
          variants: [
            {
              props: { variant: 'outlined', color: 'primary' },
              style: { borderColor: colours.border, color: colours.text, backgroundColor: colours.surface },
            },
          ],
        },
        sizeSmall: { minHeight: 28, padding: '2px 10px', fontSize: '0.8125rem' },
      },
    },
    MuiIconButton: { styleOverrides: { root: { borderRadius: RADIUS, color: colours.muted } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: colours.border } } },
    MuiMenu: { styleOverrides: { paper: { border: hairline } } },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 36, fontSize: '0.875rem', whiteSpace: 'normal' } } },
    MuiDialog: {
      styleOverrides: {
        paper: { border: hairline, margin: 16, '&.MuiDialog-paperFullWidth': { width: 'calc(100% - 32px)' } },
      },
    },
    // A white thumb would not be seen on a white page.
    MuiSwitch: {
      styleOverrides: {
        root: { '& .MuiSwitch-switchBase:not(.Mui-checked) .MuiSwitch-thumb': { backgroundColor: colours.muted } },
        thumb: { boxShadow: 'none' },
      },
    },
    MuiChip: { styleOverrides: { root: { borderRadius: RADIUS } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.0625rem', fontWeight: 600, padding: '20px 24px 8px' } } },
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', flexWrap: 'wrap', gap: 8 } } },
    MuiTableCell: {
      styleOverrides: {
        root: { height: 40, padding: '6px 12px', borderColor: colours.border, fontSize: '0.875rem' },
        head: { color: colours.muted, fontSize: '0.8125rem', fontWeight: 500, whiteSpace: 'nowrap' },
      },
    },
    MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiInputLabel: { styleOverrides: { root: { color: colours.muted } } },
    MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: colours.muted } } },
    MuiFormHelperText: {
      defaultProps: { component: HelperText },
      styleOverrides: { root: { marginLeft: 2, fontSize: '0.8125rem' } },
    },
    MuiTooltip: {
      defaultProps: { slotProps: { popper: { disablePortal: true } } }, // outside the page it would stand in no landmark
      styleOverrides: {
        tooltip: { backgroundColor: colours.text, color: colours.background, fontSize: '0.8125rem' },
      },
    },
    MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
    MuiSkeleton: { styleOverrides: { root: { backgroundColor: colours.raised, transform: 'none' } } },
  };
}
