import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** As first words these make a clause without a subject, which can't be read alone. "True where …" and "The events that …" can. */
const WORDS = ['What', 'Whose', 'Where', 'Of', 'That'] as const;

/**
 * Comments that still begin so, by the domains whose files are being moved. The numbers are upper bounds: they only get smaller, and the list is
 * to be emptied; a domain that is done leaves it.
 */
const LEFT: Readonly<Record<string, number>> = {
  'server/adoption/publishing': 17,
};

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = [
  'server',
  'rest-shims',
  'mcp',
  'formats',
  'documents',
  'admin',
  'clients',
  'bench',
  'scripts',
  'test',
  'docs',
];
const files = [...FOLDERS.map((folder) => `${folder}/**/*`), '*'].flatMap((place) =>
  globSync(`${place}.{ts,tsx,mjs}`, { cwd: ROOT }).filter((file) => !/node_modules|\/(?:dist|generated)\//.test(file)),
);

const FIRST = `(?:${WORDS.join('|')})\\b`;
/** A block that has text on its first line, or a comment to the line's end. */
const BEGINS = new RegExp(String.raw`\/\*\*?[ \t]*${FIRST}|(?:^|\s)\/\/[ \t]*${FIRST}`);
/** The first line of text in a block, below the line that opens it. */
const BEGINS_BELOW = new RegExp(String.raw`^\s*\*?\s+${FIRST}`);
const OPENS = /\/\*\*?\s*$/;
const IS_ALL_COMMENT = /^\s*\/\//;

/** The lines on which a comment begins with one of the words; a line that goes on with the comment above begins none. */
const linesIn = (text: string): number[] =>
  text.split('\n').flatMap((line, at, lines) => {
    const above = lines[at - 1] ?? '';
    if (IS_ALL_COMMENT.test(line) && IS_ALL_COMMENT.test(above)) return [];
    return BEGINS.test(line) || (BEGINS_BELOW.test(line) && OPENS.test(above)) ? [at + 1] : [];
  });

describe('a comment', () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return linesIn(text).map((line) => ({ file, line: `${file}:${line}: ${text.split('\n')[line - 1]?.trim()}` }));
  });
  const domainOf = (file: string): string | undefined =>
    Object.keys(LEFT).find((domain) => file.startsWith(`${domain}/`));

  it('says its subject before anything else', () => {
    expect(files.length).toBeGreaterThan(1_500);
    const wrong = found.filter(({ file }) => domainOf(file) === undefined);
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });

  it.each(Object.entries(LEFT))('of %s begins no more often with such a word than it did (%i)', (domain, left) => {
    const lines = found.filter(({ file }) => domainOf(file) === domain).map(({ line }) => line);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(left);
  });

  it.each(WORDS)('is found where it begins with %s, and nowhere else', (word) => {
    expect(linesIn(`const a = 1;\n/** ${word} a key does. */\nconst b = 1; // ${word} a key does`)).toEqual([2, 3]);
    expect(linesIn(`\n  // ${word} a key does,\n  // ${word} it says.\n`)).toEqual([2]);
    expect(linesIn(`/**\n * ${word} a key does.\n */\n<p>{/* ${word} a key does. */}</p>`)).toEqual([2, 4]);
    expect(linesIn(`// A key.\n// ${word} it does.\n/** True. ${word} not. */\n/** ${word}ever. */`)).toEqual([]);
    expect(linesIn(`const a = 'https://${word}'; // a key: ${word}`)).toEqual([]);
  });
});
