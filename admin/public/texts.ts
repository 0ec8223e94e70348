export { addressOf, hostOf } from '../components/address.js';
export { counted, figureInWords, humanize } from '../directory/tool.labels.js';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day in words. */
export const formatDay = (at: string): string => DAY.format(new Date(at));

/** Two lines of a search engine's result. */
const DESCRIPTION_MAX = 180;

/** A text in one line, cut at a word where it is longer than a preview shows. */
export function shorten(text: string, max = DESCRIPTION_MAX): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const cut = Array.from(line.slice(0, max)).slice(0, -1).join('');
  const end = cut.lastIndexOf(' ');
  return `${end > max / 2 ? cut.slice(0, end) : cut}…`;
}

/** The address that a browser may follow for another user's text: https alone, and as the browser reads it; null for any other. */
export function httpsOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' ? href : null;
}
