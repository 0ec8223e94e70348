import type { PublishedRow } from './snapshot.types.js';

const HEIGHT = 20;
const PADDING = 8;
/** Of a letter at 11 px in a common sans-serif; the texts are stretched to exactly this. */
const LETTER_WIDTH = 6.5;
const TITLE = 'DAI adoption';
const TITLE_COLOR = '#4B525A';
const REPORTED_COLOR = '#0E655E';
const WITHHELD_COLOR = '#565D66';

/** What a badge says of a row: what was published, and nothing else. */
export function badgeText(row: PublishedRow | null): string {
  if (!row) return 'missing';
  if (row.cohort !== 'reported' || row.developers === null) return row.cohort;
  const developers = `${row.developers.toLocaleString('en')} developers`;
  const grade = row.grade === null ? '' : ` · ${row.grade}`;
  return `${developers}${grade}${row.label === 'sample' ? ' · sample' : ''}`;
}

/** A badge as SVG; both texts are ours or numbers, never what others wrote. */
export function drawBadge(row: PublishedRow | null, period: string): string {
  const text = badgeText(row);
  const widths = [TITLE, text].map((one) => Math.ceil(one.length * LETTER_WIDTH) + 2 * PADDING);
  const [left = 0, right = 0] = widths;
  const label = `${TITLE}, ${period}: ${text}`;
  const word = (content: string, from: number, width: number): string =>
    `<text x="${from + PADDING}" y="14" textLength="${width - 2 * PADDING}">${content}</text>`;
  const color = row?.cohort === 'reported' ? REPORTED_COLOR : WITHHELD_COLOR;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${label}"><title>${label}</title>
<rect width="${left}" height="${HEIGHT}" fill="${TITLE_COLOR}"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="${color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${word(TITLE, 0, left)}${word(text, left, right)}</g></svg>
`;
}
