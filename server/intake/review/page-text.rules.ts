/** Elements whose content no reader of the page sees. */
const UNSEEN = /^<(script|style|template|svg)\b/i;
/** Tags that begin or end a line. */
const BLOCK =
  /^<\/?(?:address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|title|tr|ul)\b/i;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
};
/** Controls, and marks that hide text or turn its direction: a reader would take the text for another one. */
const HIDDEN = /[[\p{Cc}\p{Cf}]--[\n\t]]/gv;

/** The visible text of an HTML page, in time linear in its length: it is read, never run, and nothing that it names is loaded. */
export function textOfPage(html: string): string {
  const parts: string[] = [];
  for (let at = 0; at < html.length; ) {
    const tag = html.indexOf('<', at);
    if (tag < 0) {
      parts.push(html.slice(at));
      break;
    }
    parts.push(html.slice(at, tag));
    at = endOfTag(html, tag, parts);
  }
  return readable(decoded(parts.join('')));
}

/** The place after the markup that begins at `tag`; an element that is never closed reaches to the end. */
function endOfTag(html: string, tag: number, parts: string[]): number {
  if (html.startsWith('<!--', tag)) return after(html, '-->', tag);
  if (!/[a-z/!?]/i.test(html.charAt(tag + 1))) {
    parts.push('<');
    return tag + 1;
  }
  const head = html.slice(tag, tag + 16);
  const unseen = UNSEEN.exec(head)?.[1];
  if (unseen !== undefined) return afterClosing(html, unseen, tag);
  if (BLOCK.test(head)) parts.push('\n');
  return after(html, '>', tag);
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found < 0 ? html.length : found + end.length;
}

function afterClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  return found ? after(html, '>', found.index) : html.length;
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point > 0x10_ffff || (point >= 0xd800 && point <= 0xdfff) ? '\ufffd' : String.fromCodePoint(point);
  });

/** A text as it is shown to a person: hidden characters as U+FFFD, no runs of blanks and at most one empty line between two others. */
export const readable = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll('\u00ad', '')
    .replaceAll(HIDDEN, '\ufffd')
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/gu, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
