import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TableOwner, tableRules } from '../../server/platform/database/tables.js';
import { readSources } from '../setup/sources.js';
import { FOREIGN_TABLES } from './owners.list.js';

/** Migrations make every table, and the list of owners names it. */
const EXEMPT = /^server\/platform\/database\/(migrations\/|tables$|tables\.subjects$)/;
const sources = [...readSources('server').values()].filter(({ name }) => !EXEMPT.test(name));

const ownersOf = (name: string): string => name.split('/')[1] ?? '';

/** Comments blanked, strings left. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');

/**
 * Matches a table's name in SQL. A name of several words is looked for wherever it does not stand in quotes alone, which would make it an
 * audited resource or a kind; a name that is also a word of the language only behind a keyword that a table follows, or in a list of them.
 */
function patternOf(table: string): RegExp {
  const name = table.replace('auth.', 'auth\\.').replace('user', '"?user"?');
  return /[_.]/.test(table)
    ? new RegExp(`(?<![\\w.'])${name}(?![\\w'])`)
    : new RegExp(
        `\\b(?:from|join|into|update|only|using|table|references)\\s+(?:public\\.)?${name}\\b(?!\\()|\\b(?:from|join)\\s[^()'\`]*,\\s*${name}\\s`,
        'i',
      );
}

/** Matches a table's name in a statement of Kysely: its source, the one that it joins or writes, or the type of it. */
const kyselyPatternOf = (table: string): RegExp =>
  new RegExp(`(?:From|Join|Into|able|Lateral)\\(\\s*'${table}(?: as \\w+)?'|\\b${table}: TableOf<`);

/** The folder of a table: the feature whose entity it is, the domain where several features share it, or its owner's where it has no entity. */
const entities = sources.flatMap(({ name, text }) =>
  [...text.matchAll(/@Entity\(\{ tableName: '(\w+)'[\s\S]*?\bclass (\w+)/g)].map(([, table = '', className = '']) => ({
    table,
    className,
    home: path.dirname(name),
  })),
);
const patterns = Object.entries(tableRules).map(([table, { owner }]) => {
  const entity = entities.find((one) => one.table === table);
  return {
    table,
    className: entity?.className ?? null,
    home: `${entity?.home ?? `server/${owner}`}/`,
    owner,
    patterns: [patternOf(table), kyselyPatternOf(table)],
  };
});

/** The classes that a source imports as values: who has an entity's class can query its table. */
const importedBy = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/\bimport \{([^}]*)\} from/g)]
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
      .filter((name) => !name.startsWith('type ')),
  );

/** Tables of other features that a source names, or whose entity of another domain it imports; an entity may relate to another. */
const foreignIn = (name: string, text: string): string[] => {
  const code = withoutComments(text);
  const imported = name.endsWith('.entity') ? new Set<string>() : importedBy(code);
  return patterns
    .filter(({ home }) => !name.startsWith(home))
    .filter(
      (one) =>
        one.patterns.some((pattern) => pattern.test(code)) ||
        (one.owner !== ownersOf(name) && one.className !== null && imported.has(one.className)),
    )
    .map(({ table }) => table);
};

describe('the owners of the tables', () => {
  it('are domains of the server', () => {
    const folders = new Set(sources.map(({ name }) => ownersOf(name)));
    const owners = new Set<TableOwner>(Object.values(tableRules).map(({ owner }) => owner));
    expect([...owners].filter((owner) => !folders.has(owner))).toEqual([]);
  });

  it('have the entities of their tables', () => {
    const strayed = patterns.filter(({ home, owner }) => !home.startsWith(`server/${owner}/`));
    expect(strayed.map(({ table }) => table)).toEqual([]);
  });

  it('alone name them in SQL, feature by feature, but for a list that is neither longer nor shorter', () => {
    const found = Object.fromEntries(
      sources
        .map(({ name, text }) => [name, foreignIn(name, text).toSorted()] as const)
        .filter(([, tables]) => tables.length > 0),
    );
    const listed = Object.fromEntries(
      Object.entries(FOREIGN_TABLES).map(([name, { tables }]) => [name, tables.toSorted()]),
    );
    expect(found).toEqual(listed);
  });

  it.each([
    ['select 1 from product where id = ?', 'product'],
    ['select 1 from tool t, offer o where true', 'offer'],
    ['update only auth."user" set name = 1', 'auth.user'],
    ['with x as (select 1 from fold_watermark) select * from x', 'fold_watermark'],
    ['delete from mail where id = ?', 'mail'],
  ])('are found in %s', (sql, table) => {
    expect(foreignIn('server/app/x', `await em.execute(\`${sql}\`)`)).toContain(table);
  });

  it.each([
    ["em.getKysely<T>().selectFrom('project as p').select('p.id')", 'project'],
    [".innerJoin('tool', 'tool.id', 'r.tool_id')", 'tool'],
    ["sql.table('product').$castTo<X>()", 'product'],
    ['readonly offer: TableOf<CatalogOffer>;', 'offer'],
    ["import { MemberRole, Organization } from '../accounts/index.js';", 'organization'],
  ])('are found in a source that says %s', (code, table) => {
    expect(foreignIn('server/app/x', code)).toEqual([table]);
  });

  it('are not found in an audited resource, a member or the type of an entity', () => {
    const code = "import { type Organization } from '../accounts/index.js'; audit({ resource: 'tool', tool: id });";
    expect(foreignIn('server/app/x', code)).toEqual([]);
  });
});
