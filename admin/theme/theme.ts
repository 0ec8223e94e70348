import type { RaThemeOptions } from 'react-admin';
import { components } from './theme.components.js';
import { MOTION_MS, RADIUS, SANS, type ThemeName, tokens } from './tokens.js';

/** Steps of MUI's elevation that menus (8), drawers (16) and dialogs (24) ask for: nothing else casts a shadow. */
const FLOATING = [8, 16, 24];

function shadows(mode: ThemeName): RaThemeOptions['shadows'] {
  const shadow = mode === 'light' ? '0 8px 28px rgb(27 30 34 / 0.16)' : '0 8px 28px rgb(0 0 0 / 0.6)';
  const at = (step: number): string => (FLOATING.includes(step) ? shadow : 'none');
  return [
    'none',
    at(1),
    at(2),
    at(3),
    at(4),
    at(5),
    at(6),
    at(7),
    at(8),
    at(9),
    at(10),
    at(11),
    at(12),
    at(13),
    at(14),
    at(15),
    at(16),
    at(17),
    at(18),
    at(19),
    at(20),
    at(21),
    at(22),
    at(23),
    at(24),
  ];
}

/**
 * How long a change takes. Scripts that scroll or fade read it too, which the style sheet's rule for reduced motion doesn't reach; one millisecond, since a
 * part of a duration of nothing is not a number.
 */
function motionMs(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : MOTION_MS;
}

/** MUI's theme made of the tokens: dense where people compare, roomy where they decide. */
export function makeTheme(mode: ThemeName): RaThemeOptions {
  const colours = tokens[mode];
  const motion = motionMs();
  const state = (main: string) => ({ main, light: main, dark: main, contrastText: colours.surface });
  return {
    palette: {
      mode,
      background: { default: colours.background, paper: colours.surface },
      text: { primary: colours.text, secondary: colours.muted, disabled: colours.muted },
      divider: colours.border,
      primary: { ...state(colours.accent), contrastText: colours.onAccent },
      secondary: { ...state(colours.neutral), contrastText: colours.surface },
      success: state(colours.good),
      warning: state(colours.caution),
      error: state(colours.bad),
      info: state(colours.info),
      action: { hover: colours.raised, selected: colours.raised, active: colours.muted, disabled: colours.muted },
    },
    shape: { borderRadius: RADIUS },
    spacing: 4,
    shadows: shadows(mode),
    transitions: {
      duration: {
        shortest: motion,
        shorter: motion,
        short: motion,
        standard: motion,
        complex: motion,
        enteringScreen: motion,
        leavingScreen: motion,
      },
    },
    typography: {
      fontFamily: SANS,
      fontSize: 14,
      htmlFontSize: 16,
      h1: { fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.25, letterSpacing: '-0.01em' },
      h2: { fontSize: '1.0625rem', fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 },
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      button: { fontSize: '0.875rem', fontWeight: 600, textTransform: 'none' },
    },
    components: components(colours),
  };
}
