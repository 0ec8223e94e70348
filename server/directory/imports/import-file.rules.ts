import { isUtf8 } from 'node:buffer';
import { unreadableFile } from '../../platform/fault.js';
import { type ImportFile, importMax, refuseTooMany } from './import.types.js';

/** Deeper or fuller documents are no catalog: they are refused before they are parsed, so that none fills the memory. */
const DEPTH_MAX = 64;
const VALUES_MAX = 3_000_000;

/** The text of a file: UTF-8 with or without a byte order mark, no NUL, within the limit. */
export function textOf({ bytes, unreadable }: ImportFile): string {
  if (unreadable) throw unreadableFile('unreadable_file', 'the file cannot be read');
  if (bytes.length > importMax.fileBytes)
    throw unreadableFile('file_too_large', `a file may have at most ${importMax.fileBytes / 1024 / 1024} MiB`);
  if (bytes.length === 0) throw unreadableFile('empty_file', 'the file is empty');
  if (!isUtf8(bytes)) throw unreadableFile('not_utf8', 'the file is not in UTF-8', 'save it in UTF-8');
  if (bytes.includes(0)) throw unreadableFile('nul_character', 'the file holds the character NUL: it is not text');
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return bytes.toString('utf8', start);
}

/** The value of a JSON file whose objects name each key once; anything else is refused with its line and without its content. */
export function parseJsonFile(file: ImportFile): unknown {
  const text = textOf(file);
  checkShape(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // The parser's own message quotes the file; only the place is passed on.
    const place = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    const at = place === undefined ? '' : `: see line ${lineOf(text, Number(place))}`;
    throw unreadableFile('malformed_json', `the file is not well-formed JSON${at}`);
  }
}

/**
 * One pass over the text, before it becomes values: depth, number of values, keys that stand twice, and the key that names a prototype. No
 * list or object of a catalog has more members than a file may have rows.
 */
function checkShape(text: string): void {
  const open: (Set<string> | null)[] = [];
  const members: number[] = [];
  let values = 1;
  let keyNext = false;
  const flaw = (code: string, detail: string, at: number) =>
    unreadableFile(code, `${detail} (line ${lineOf(text, at)})`);
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      const keys = keyNext ? open.at(-1) : null;
      if (keys) {
        const key = keyOf(text.slice(at, end + 1));
        if (key === '__proto__') throw flaw('prototype_key', 'the key __proto__ is not allowed', at);
        if (keys.has(key)) throw flaw('duplicate_key', 'an object names the same key twice', at);
        keys.add(key);
      }
      at = end;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      members.push(1);
      keyNext = character === '{';
      if (open.length > DEPTH_MAX) throw flaw('too_deep', `values nest deeper than ${DEPTH_MAX}`, at);
      values += 1;
    } else if (character === '}' || character === ']') {
      open.pop();
      members.pop();
      keyNext = false;
    } else if (character === ',') {
      values += 1;
      const counted = (members.pop() ?? 0) + 1;
      members.push(counted);
      refuseTooMany(counted);
      keyNext = open.at(-1) instanceof Set;
    } else if (character === ':') keyNext = false;
    if (values > VALUES_MAX)
      throw flaw('too_many_values', `there are over ${VALUES_MAX.toLocaleString('en')} values`, at);
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** A key as the parser reads it: written with escapes or without, it is the same key. */
function keyOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted; // malformed: the parser reports it
  }
}

function lineOf(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Characters that end a line or move the cursor. */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029\s]+/gu;
/** Invisible characters that reorder, join or hide text; joiners that scripts need stay. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** A cut goes back to the last word when that costs less than this part of the text. */
const WORD_CUT = 0.6;

/**
 * Other people's text as one plain line of at most `max` characters: without control and unseen characters, white space folded, cut at a
 * word with an ellipsis. Text stays text: it is data to show, never markup or an instruction.
 */
export const plainLine = (text: string, max?: number): string => nameLine(text.toWellFormed().replace(UNSEEN, ''), max);

/** A name as one line; characters that are not seen stay, so that the form of a tool refuses it instead of making it another's. */
export function nameLine(text: string, max: number = Number.POSITIVE_INFINITY): string {
  const line = text.toWellFormed().replace(LINE_BREAKERS, ' ').trim();
  if (line.length <= max) return line;
  const cut = line
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  const word = cut.lastIndexOf(' ');
  return `${(word > max * WORD_CUT ? cut.slice(0, word) : cut).trimEnd()}…`;
}

/** A semantic version, with or without a leading v; build metadata decides nothing. */
const VERSION = /^v?(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
const NUMBER = /^\d{1,15}$/;

/** Compares two versions: above 0 the first is newer, below 0 the second; 0 when they are equal or cannot be compared. */
export function compareVersions(one: string | null, other: string | null): number {
  const [a, b] = [VERSION.exec(one ?? ''), VERSION.exec(other ?? '')];
  if (!a || !b) return 0;
  for (const place of [1, 2, 3]) {
    const difference = Number(a[place]) - Number(b[place]);
    if (difference) return difference;
  }
  return comparePrereleases(a[4], b[4]);
}

/** A release is newer than what came before it; numbers are older than words (semver.org, 11). */
function comparePrereleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const [a, b] = [one.split('.'), other.split('.')];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) return Number(right === undefined) - Number(left === undefined);
    if (left === right) continue;
    const [leftIsNumber, rightIsNumber] = [NUMBER.test(left), NUMBER.test(right)];
    if (leftIsNumber && rightIsNumber) return Number(left) - Number(right);
    if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
