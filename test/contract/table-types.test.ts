import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../server/app/database.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { freshDatabase } from '../setup/database.js';
import { readSources } from '../setup/sources.js';

/** Statements of Kysely take their tables' types from the entities (`TableOf`), member by member, without knowing which are columns. */
const sources = [...readSources('server').values()].filter(({ text }) => /TableOf<|readRows\(|rowReader\(/.test(text));

/** Matches a column's name in a statement. */
const NAMED =
  /\b(?:where|whereRef|select|orderBy|groupBy|on|onRef|ref|set|distinctOn|returning|sum|max|min|countAll|count)(?:<[^>]*>)?\(\s*\[?'(?:\w+\.)?(\w+)'/g;

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

let orm: MikroORM;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  orm = await openOrm(database.url, entities);
});
afterAll(async () => {
  await orm.close();
  await drop();
});

const columnsOf = (entity: (typeof entities)[number]): Set<string> =>
  new Set(
    orm
      .getMetadata()
      .get<object>(entity)
      .props.filter(({ persist }) => persist !== false)
      .flatMap(({ fieldNames }) => fieldNames),
  );

/**
 * The members that the type of an entity's table has and the table has not: getters, formulas, and members that are named otherwise than their
 * columns.
 */
function phantomsOf(entity: (typeof entities)[number]): string[] {
  const members = orm
    .getMetadata()
    .get<object>(entity)
    .props.map(({ name }) => String(name));
  const getters = Object.entries(Object.getOwnPropertyDescriptors(entity.prototype)).flatMap(([name, { get }]) =>
    get ? [name] : [],
  );
  const columns = columnsOf(entity);
  return [...members, ...getters]
    .flatMap((name) => [snakeCase(name), `${snakeCase(name)}_id`])
    .filter((name) => !columns.has(name));
}

const reads = (text: string, { name }: (typeof entities)[number]): boolean =>
  new RegExp(`\\b(?:(?:TableOf|Narrow)<(?:Omit<)?${name}\\b|(?:readRows|rowReader)\\(\\s*\\w+,\\s*${name}\\b)`).test(
    text,
  );

describe('a statement of Kysely', () => {
  it('names no column that the type of its table has and the table has not', () => {
    const wrong = sources.flatMap(({ name, text }) => {
      const tables = entities.filter((entity) => reads(text, entity));
      const columns = new Set(tables.flatMap((entity) => [...columnsOf(entity)]));
      const phantoms = new Set(tables.flatMap(phantomsOf).filter((column) => !columns.has(column)));
      return [...text.matchAll(NAMED)].flatMap(([, column = '']) =>
        phantoms.has(column) ? [`${name}: ${column}`] : [],
      );
    });
    expect(wrong).toEqual([]);
  });

  it('would be found', () => {
    const approval = entities.find(({ name }) => name === 'ProjectApproval');
    expect(approval && phantomsOf(approval)).toContain('project');
    const named = [...".where('a.project', '=', 1)".matchAll(NAMED)].map(([, column]) => column);
    expect(named).toEqual(['project']);
  });
});

describe('a row type (`Row`)', () => {
  const rows = [...readSources('server').values()].flatMap(({ text }) =>
    [...text.matchAll(/\bRow<(\w+)>/g)].map(([, name]) => name),
  );
  const described = entities.filter(({ name }) => rows.includes(name));

  it('has the columns of its table and nothing else', () => {
    expect(described.length).toBeGreaterThan(2);
    for (const entity of described) {
      const { props } = orm.getMetadata().get<object>(entity);
      const members = props
        .filter(({ fieldNames }) => fieldNames.length === 1)
        .map(({ name, kind }) => `${name}${kind === 'scalar' ? '' : 'Id'}`);
      const getters = Object.entries(Object.getOwnPropertyDescriptors(entity.prototype)).filter(
        ([name, { get, set }]) => get && !set && !name.startsWith('__'),
      );
      expect(getters, entity.name).toEqual([]);
      expect(members.map(snakeCase).toSorted(), entity.name).toEqual([...columnsOf(entity)].toSorted());
    }
  });
});
