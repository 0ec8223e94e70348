/** The colours of one theme; every text pair among them has a contrast of at least 4.5 : 1, which a test computes. */
export interface Tokens {
  readonly background: string;
  readonly surface: string;
  readonly raised: string;
  readonly border: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly good: string;
  readonly caution: string;
  readonly bad: string;
  readonly info: string;
  readonly neutral: string;
  readonly charts: readonly string[];
}

export type ThemeName = 'light' | 'dark';

/** Colour says state and never stands alone: a word or an icon is always beside it. */
export const tokens: Record<ThemeName, Tokens> = {
  light: {
    background: '#FAFAF8',
    surface: '#FFFFFF',
    raised: '#F3F3F0',
    border: '#DEDED8',
    text: '#1B1E22',
    muted: '#565D66',
    accent: '#0E655E',
    onAccent: '#FFFFFF',
    good: '#176B40',
    caution: '#7A5200',
    bad: '#A8231B',
    info: '#1C56AD',
    neutral: '#4B525A',
    charts: ['#0E655E', '#C4621A', '#3B5FB8', '#9A4C95', '#7A6A00', '#4B525A'],
  },
  dark: {
    background: '#101316',
    surface: '#171B1F',
    raised: '#1F2429',
    border: '#323940',
    text: '#E9EBEE',
    muted: '#A7AFB8',
    accent: '#63CFC3',
    onAccent: '#0B1F1D',
    good: '#63D396',
    caution: '#E6B84A',
    bad: '#FF8D84',
    info: '#8FB8FA',
    neutral: '#B8BFC7',
    charts: ['#63CFC3', '#F0A35E', '#8FB8FA', '#D79AD2', '#D9C24A', '#B8BFC7'],
  },
};

export const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
export const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";
/** One corner everywhere, in pixels. */
export const RADIUS = 6;
/** No motion is longer, and there is none if the person asked for less motion. */
export const MOTION_MS = 120;

/** The same colours as CSS variables, for what is styled without MUI: the shell's own pieces and the documentation. */
export function cssVariables(theme: Tokens): Record<string, string> {
  const { charts, ...colours } = theme;
  const pairs = Object.entries(colours).map(([name, value]) => [
    `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`,
    value,
  ]);
  return Object.fromEntries([...pairs, ...charts.map((value, index) => [`--chart-${index + 1}`, value])]);
}
