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
  'server/adoption': 56,
  'server/directory/search': 20,
  'server/enterprise': 22,
  'server/planning': 27,
  'server/skills': 21,
  'server/tracking': 56,
  'server/usage': 31,
  'server/webhooks': 8,
};

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['server', 'rest-shims', 'mcp', 'formats', 'documents', 'admin', 'bench', 'scripts', 'test', 'docs'];
const files = [...FOLDERS.map((folder) => `${folder}/**/*`), '*'].flatMap((place) =>
  globSync(`${place}.{ts,tsx,mjs}`, { cwd: ROOT }).filter((file) => !/node_modules|\/(?:dist|generated)\//.test(file)),
);

const FIRST = `(?:${WORDS.join('|')})\\b`;
/** A block, whose text may begin on its second line, or a line that does not go on with the comment of the line above. */
const COMMENT = new RegExp(
  String.raw`\/\*\*?\s*(?:\*\s+)?${FIRST}|(?<!^[ \t]*\/\/[^\n]*\n[ \t]*)(?<![^\s])\/\/[ \t]*${FIRST}`,
  'gm',
);

/** The lines of the comments that begin with one of the words. */
const linesIn = (text: string): number[] =>
  [...text.matchAll(COMMENT)].map(({ index }) => text.slice(0, index).split('\n').length);

describe('a comment', () => {
  const found = files.flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
    return linesIn(lines.join('\n')).map((line) => ({ file, line, text: lines[line - 1]?.trim() ?? '' }));
  });
  const domainOf = (file: string): string | undefined =>
    Object.keys(LEFT).find((domain) => file.startsWith(`${domain}/`));

  it('says its subject before anything else', () => {
    expect(files.length).toBeGreaterThan(2_000);
    const wrong = found.filter(({ file }) => domainOf(file) === undefined);
    expect(wrong.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  });

  it.each(Object.entries(LEFT))('of %s begins no more often with such a word than it did (%i)', (domain, left) => {
    const lines = found.filter(({ file }) => domainOf(file) === domain).map(({ file, line }) => `${file}:${line}`);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(left);
  });

  it.each(WORDS)('is found where it begins with %s, and nowhere else', (word) => {
    expect(linesIn(`const a = 1;\n/** ${word} a key does. */\nconst b = 1; // ${word} a key does`)).toEqual([2, 3]);
    expect(linesIn(`\n  // ${word} a key does,\n  // ${word} it says.\n`)).toEqual([2]);
    expect(linesIn(`/**\n * ${word} a key does.\n */\n<p>{/* ${word} a key does. */}</p>`)).toEqual([1, 4]);
    expect(linesIn(`// A key.\n// ${word} it does.\n/** True. ${word} not. */\n/** ${word}ever. */`)).toEqual([]);
    expect(linesIn(`const a = 'https://${word}'; // a key: ${word}`)).toEqual([]);
  });
});
