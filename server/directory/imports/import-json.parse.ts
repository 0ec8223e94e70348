import { isUtf8 } from 'node:buffer';
import { unreadableFile } from '../../platform/fault.js';
import { type ImportFile, importMax, refuseTooMany } from './import.types.js';

/** Deeper or fuller documents are no catalog: they are refused before they are parsed, so that none fills the memory. */
const DEPTH_MAX = 64;
const VALUES_MAX = 3_000_000;

/** The text of a file: UTF-8 with or without a byte order mark, no NUL, within the limit. */
export function textOf({ bytes }: ImportFile): string {
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
