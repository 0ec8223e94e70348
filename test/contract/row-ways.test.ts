import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, readSources } from '../setup/sources.js';
import { OTHER_WRITES, WAYS, type Way } from './row-ways.list.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const sources = [...readSources('server').values()].filter(
  ({ name }) => !name.startsWith('server/platform/database/migrations/'),
);
const ways = Object.keys(WAYS) as Way[];

/** How often a file has each of the ways; a declaration is no use. */
function countsIn(code: string): Partial<Record<Way, number>> {
  const used = code.replaceAll(/\bfunction \w+\(/g, '');
  const counts = ways.map((way) => [way, [...used.matchAll(WAYS[way])].length] as const);
  return Object.fromEntries(counts.filter(([, times]) => times > 0));
}

describe('a row is reached', () => {
  it('by tracked writes, by Kysely’s reads, by bare statements of their list, and by no other way than those of this list', () => {
    const found = sources.map((source) => [source.name, countsIn(codeOf(source))] as const);
    const listed = Object.entries(OTHER_WRITES).map(
      ([name, writes]) => [name, Object.fromEntries(writes.map(({ way, times }) => [way, times]))] as const,
    );
    expect(Object.fromEntries(found.filter(([, counts]) => Object.keys(counts).length > 0))).toEqual(
      Object.fromEntries(listed),
    );
  });

  it('through no connection, driver or hydrator of the mapper but those of the platform', () => {
    const reaches = /\.getConnection\(|\.getDriver\(|\.createQueryBuilder\(|getHydrator\(/;
    const past = sources.filter((source) => reaches.test(codeOf(source))).map(({ name }) => name);
    // The pool is watched for the metrics; no row is read through it.
    expect(past.filter((name) => !name.startsWith('server/platform/database/'))).toEqual(['server/app/figures.read']);
  });

  it('is told from a declaration, a comment and a text', () => {
    expect(countsIn('await em.nativeUpdate(A, b); em.nativeUpdate(C, d); kysely.updateTable(x)')).toEqual({
      nativeUpdate: 2,
      kysely: 1,
    });
    expect(countsIn('export async function updateRows(em: EntityManager) {}')).toEqual({});
    expect(codeOf({ name: 'a', imports: [], text: "// em.qb(A)\nconst a = 'em.qb(A)';" })).not.toContain('qb');
  });
});

describe('a write that decides a race', () => {
  const races = Object.entries(OTHER_WRITES).flatMap(([file, writes]) =>
    writes.flatMap((write) => ('test' in write ? [{ file, way: write.way, test: write.test }] : [])),
  );

  it.each(races)('has a test of two at once: $way of $file', ({ test: [file, name] }) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    expect(text, name).toContain(`it('${name}'`);
  });
});
