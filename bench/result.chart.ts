import type { RatioRow } from './result.ratios.js';

const WIDTH = 900;
const LABELS_WIDTH = 340;
const ROW_HEIGHT = 34;
const TOP = 56;
const BAR_HEIGHT = 16;
/** Bars end here, in multiples of the target. */
const SCALE_MAX = 2;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The ratios as an SVG: each bar is the share of its target that was reached, so that every bar past the line is good; whiskers are the rounds. */
export function chartOf(all: readonly RatioRow[]): string {
  const ratios = all.filter((row): row is RatioRow & { target: number } => row.target !== null);
  const height = TOP + ratios.length * ROW_HEIGHT + 20;
  const at = (share: number): number =>
    LABELS_WIDTH + (Math.min(share, SCALE_MAX) / SCALE_MAX) * (WIDTH - LABELS_WIDTH - 110);
  const rows = ratios.map(({ name, ratio, target, wants, reached }, index) => {
    const share = (value: number): number => (wants === 'at least' ? value / target : target / value);
    const top = TOP + index * ROW_HEIGHT;
    const middle = top + BAR_HEIGHT / 2;
    const [from, to] = [share(ratio.least), share(ratio.most)].sort((a, b) => a - b);
    return `<text x="${LABELS_WIDTH - 12}" y="${middle + 4}" text-anchor="end">${escaped(name)}</text>
<rect x="${LABELS_WIDTH}" y="${top}" width="${(at(share(ratio.median)) - LABELS_WIDTH).toFixed(1)}" height="${BAR_HEIGHT}" fill="${reached ? '#2f6f4f' : '#b4532a'}"/>
<path d="M${at(from ?? 0).toFixed(1)} ${middle}H${at(to ?? 0).toFixed(1)}" stroke="#1c1c1c" stroke-width="1.5"/>
<text x="${WIDTH - 100}" y="${middle + 4}">${ratio.median.toFixed(2)}, ${wants === 'at least' ? '≥' : '≤'} ${target}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Ratios against their targets">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="20" y="26" font-size="15" font-weight="600">Ratios against their targets: past the line is reached</text>
${rows.join('\n')}
<path d="M${at(1).toFixed(1)} ${TOP - 10}V${height - 16}" stroke="#1c1c1c" stroke-dasharray="4 3"/>
</svg>
`;
}
