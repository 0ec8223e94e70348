import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '../setup/sources.js';
import { BARE_SQL } from './bare-sql.list.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = /^server\/platform\/database\/migrations\//;
/** A text that begins as a statement does, or as a part of one: in brackets, or by its name in a `with`. */
const STATEMENT =
  /[`'"]\s*,?\s*(?:\w+\s+as\s+(?:materialized\s+)?\(\s*|)(?:(?:grant|revoke)\s[\w, ]+\son\s|select\s|declare\s+\w+\s+(?:no\s+scroll\s+)?cursor\s|insert into\s|update\s+\S+\s+(?:\w+\s+)?set\s|delete from\s|with\s+\w+\s*(?:\([^)]*\)\s*)?as\s)|\(\s*select\s/i;

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
/** The entity manager is handed a text. */
const EXECUTES = /\b(?:em|tx)\.execute[<(]/;
/** A statement declares its rows, wherever its text comes from. */
const DECLARES = /\bnew (?:Bare|Named)Statement\(/;
const holdsSql = (text: string): boolean =>
  [STATEMENT, EXECUTES, DECLARES].some((pattern) => pattern.test(withoutComments(text)));

const sources = [...readSources('server').values()].filter(({ name }) => !MIGRATIONS.test(name));

describe('bare SQL', () => {
  it('stands in the listed files alone', () => {
    const found = sources.filter(({ text }) => holdsSql(text)).map(({ name }) => name);
    expect(found.toSorted()).toEqual(Object.keys(BARE_SQL).toSorted());
  });

  it.each(Object.entries(BARE_SQL))('of %s names the test that runs it', (_file, { ranBy }) => {
    expect(existsSync(path.join(ROOT, ranBy)), ranBy).toBe(true);
  });

  it('is told from a sentence, an option and a method of the query builder', () => {
    expect(holdsSql("em.execute('select 1')")).toBe(true);
    expect(holdsSql('em.execute<Row[]>(\n  `with due as (select 1) delete from mail`)')).toBe(true);
    expect(holdsSql('em.execute<Row[]>(\n  statement.text, [id])')).toBe(true);
    expect(holdsSql('new NamedStatement({ n: "bigint" }, `with ${SCOPE} select 1`)')).toBe(true);
    expect(holdsSql('await narrow(rows).execute()')).toBe(false);
    expect(holdsSql("const say = 'update the revision, with care';")).toBe(false);
    expect(holdsSql("em.qb(Tool).select('id') // 'select 1'")).toBe(false);
  });
});

describe('the rows of bare SQL', () => {
  const unchecked = sources
    .filter(({ name }) => name in BARE_SQL)
    .filter(({ text }) => /\b(?:execute|query)<(?!unknown\[\]>|\[?(?:Managed)?RowOf<)/.test(withoutComments(text)));

  it('have types that are declared with the statement, also of tables without an entity', () => {
    expect(unchecked.map(({ name }) => name)).toEqual([]);
  });
});

describe('a lock mode', () => {
  it('comes with refresh: what was read before the lock says nothing', () => {
    const locks = sources.filter(({ text }) => /lockMode:/.test(text));
    const stale = locks.filter(({ text }) =>
      [...text.matchAll(/\{[^{}]*lockMode:[^{}]*\}/g)].some(([options]) => !/refresh: true/.test(options)),
    );
    expect(stale.map(({ name }) => name)).toEqual([]);
  });
});
