import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../server/platform/fault.js';
import { cursorAfter } from '../../server/platform/paging/page.js';
import {
  isOfType,
  keyOfPlace,
  type PlaceForm,
  placeOfCursor,
  questionOf,
  type SortPlace,
} from '../../server/platform/paging/sort.place.js';
import { type SortedArgs, sortsOf } from '../../server/platform/paging/sorted.args.js';
import { type SortedList, sortedPage } from '../../server/platform/paging/sorted.page.js';

const ID = '0190a000-0000-7000-8000-00000000000a';
const form: PlaceForm = {
  question: questionOf('things', '-updated', {}),
  tie: 'uuid',
  value: { type: 'time' },
  takesBareTie: false,
};
const cursorOf = (place: SortPlace, question = form.question): string => cursorAfter(keyOfPlace(question, place));

/** The code of the problem that a cursor is refused with, or the place behind it. */
function outcome(cursor: string, of: PlaceForm = form): SortPlace | string {
  try {
    const { tie, value } = placeOfCursor(cursor, of) ?? { tie: '', value: null };
    return { tie, value };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `${error.status} ${error.errors?.map(({ pointer, code }) => `${pointer} ${code}`).join()}`;
  }
}

describe('a cursor of a sorted list', () => {
  it.each<[string, PlaceForm['value'], string | null]>([
    ['a time to the microsecond', { type: 'time' }, '2026-11-23 04:45:23.123456+00'],
    ['a time without a fraction', { type: 'time' }, '2026-11-23 04:45:23+05:30'],
    ['the end of all time', { type: 'time' }, 'infinity'],
    ['a day', { type: 'day' }, '2024-02-29'],
    ['a number', { type: 'number' }, '-42'],
    ['an empty text', { type: 'text' }, ''],
    ['a text in any script', { type: 'text' }, 'Å“["\\%_ 名前 🙂'],
    ['null where the column may be null', { type: 'text', nullable: true }, null],
    ['the tie alone', null, null],
  ])('gives back %s as PostgreSQL printed it', (_what, value, printed) => {
    const place = { tie: ID, value: printed };
    expect(outcome(cursorOf(place), { ...form, value })).toEqual(place);
  });

  it.each<[string, SortPlace, PlaceForm['value']]>([
    ['a time that is none', { tie: ID, value: '2026-02-30 00:00:00+00' }, { type: 'time' }],
    ['an hour that is none', { tie: ID, value: '2026-02-03 24:00:00+00' }, { type: 'time' }],
    ['a year that PostgreSQL has not', { tie: ID, value: '0000-01-01 00:00:00+00' }, { type: 'time' }],
    ['a day that is none', { tie: ID, value: '2026-13-01' }, { type: 'day' }],
    ['a number out of range', { tie: ID, value: '9'.repeat(19) }, { type: 'number' }],
    ['SQL for a number', { tie: ID, value: '1 or true' }, { type: 'number' }],
    ['NUL in a text', { tie: ID, value: 'a\u0000b' }, { type: 'text' }],
    ['half a surrogate pair', { tie: ID, value: '\ud800' }, { type: 'text' }],
    ['a text longer than any name', { tie: ID, value: 'x'.repeat(10_000) }, { type: 'text' }],
    ['null where the column is never null', { tie: ID, value: null }, { type: 'text' }],
    ['a value where there is no column', { tie: ID, value: 'x' }, null],
    ['a tie that is no id', { tie: 'x', value: '1' }, { type: 'number' }],
  ])('is refused with %s, before PostgreSQL sees it', (_what, place, value) => {
    expect(outcome(cursorOf(place), { ...form, value })).toBe('400 /cursor pattern');
  });

  it('is refused when it belongs to another order, other filters or another list, whatever it holds', () => {
    const place = { tie: ID, value: 'Zebra' };
    const others = [
      questionOf('things', 'name', {}),
      questionOf('things', '-updated', { q: 'x' }),
      questionOf('others', '-updated', {}),
    ];
    for (const question of others) expect(outcome(cursorOf(place, question))).toBe('400 /cursor other_query');
  });

  it.each([
    ['nothing of ours', 'not a cursor'],
    ['JSON of another form', cursorAfter('[1,2,3]')],
    ['an object', cursorAfter('{"tie":"x"}')],
    ['one member more', cursorAfter(JSON.stringify([form.question, ID, null, 'x']))],
    ['half of a cursor', cursorOf({ tie: ID, value: null }).slice(0, 20)],
    ['deep nesting', cursorAfter('['.repeat(5_000))],
    ['the id alone, under an order that came later', cursorAfter(ID)],
  ])('is refused when it is %s', (_what, cursor) => {
    expect(outcome(cursor)).toBe('400 /cursor pattern');
  });

  it('of the time before lists could be sorted goes on in the order of that time', () => {
    const today = { ...form, value: null, takesBareTie: true };
    expect(outcome(cursorAfter(ID), today)).toEqual({ tie: ID, value: null });
    expect(outcome(cursorAfter('acme.api:v1'), { ...today, tie: 'text' })).toEqual({ tie: 'acme.api:v1', value: null });
    expect(outcome(cursorAfter("x' or 1"), { ...today, tie: 'text' })).toBe('400 /cursor pattern');
  });
});

describe('a question', () => {
  it('is the same without a filter, with null for it and with an empty list, and in any order of its filters', () => {
    const wanted = questionOf('things', 'name', { q: 'x', state: null });
    expect(questionOf('things', 'name', { state: [], q: 'x' })).toBe(wanted);
    expect(questionOf('things', 'name', { q: 'x', since: undefined })).toBe(wanted);
    expect(questionOf('things', 'name', { q: 'y' })).not.toBe(wanted);
  });

  it('is never held by a value that PostgreSQL would not read as its type', () => {
    expect(isOfType('10000-01-01 00:00:00+00', 'time')).toBe(false);
    expect(isOfType(ID.toUpperCase(), 'uuid')).toBe(false);
  });
});

interface Tables {
  readonly thing: { readonly id: string; readonly owner: string };
}
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const LIST: SortedList<'created' | 'name' | 'read'> = {
  name: 'things',
  sorts: sortsOf(['created', 'name', 'read'], '-created'),
  tie: { by: sql`t.id`, type: 'uuid' },
  by: {
    created: null,
    name: { by: sql`lower(t.name)`, type: 'text' },
    read: { by: sql`t.read_at`, type: 'time', nullable: true },
  },
  naming: [sql`t.name`, sql`t.summary`],
  time: sql`t.created_at`,
};
const statementOf = (args: Partial<SortedArgs>) => {
  const { sql: text, parameters } = sortedPage(LIST, { limit: 2, ...args })
    .narrow(db.selectFrom('thing as t').select('t.owner'))
    .compile();
  return { text: text.replace('select "t"."owner", ', '').replace(' from "thing" as "t"', ''), parameters };
};
const nextCursor = (args: Partial<SortedArgs>, last: SortPlace): string | null =>
  sortedPage(LIST, { limit: 1, ...args }).cut([last, last], (one) => one).nextCursor;

describe('the statement of a page', () => {
  it('reads one row more than asked for, in the order of the ids where that is the order', () => {
    expect(statementOf({})).toEqual({
      text: 'cast(t.id as text) as "sort_tie" order by t.id desc limit $1',
      parameters: [3],
    });
  });

  it('goes on behind a value and its id in one comparison, in either direction', () => {
    const last = { tie: ID, value: 'apple' };
    expect(statementOf({ sort: 'name', cursor: nextCursor({ sort: 'name' }, last) })).toEqual({
      text: 'cast(lower(t.name) as text) as "sort_value", cast(t.id as text) as "sort_tie" where (lower(t.name), t.id) > (cast($1 as text), cast($2 as uuid)) order by lower(t.name) asc, t.id asc limit $3',
      parameters: ['apple', ID, 3],
    });
    const descending = statementOf({ sort: '-name', cursor: nextCursor({ sort: '-name' }, last) });
    expect(descending.text).toContain('(lower(t.name), t.id) < (cast($1 as text), cast($2 as uuid))');
    expect(descending.text).toContain('order by lower(t.name) desc, t.id desc');
  });

  it.each(['read', '-read'])('sorted by %s has what is null last', (sort) => {
    const beyond = sort === 'read' ? '>' : '<';
    const time = '2026-11-23 04:45:23.123456+00';
    const behindValue = statementOf({ sort, cursor: nextCursor({ sort }, { tie: ID, value: time }) });
    expect(behindValue.text).toContain('nulls last, t.id');
    expect(behindValue.text).toContain(
      `((t.read_at, t.id) ${beyond} (cast($1 as timestamptz), cast($2 as uuid)) or t.read_at is null)`,
    );
    const behindNull = statementOf({ sort, cursor: nextCursor({ sort }, { tie: ID, value: null }) });
    expect(behindNull.text).toContain(`t.read_at is null and t.id ${beyond} cast($1 as uuid)`);
  });

  it('binds what is searched for and the time range, and searches for nothing blank', () => {
    const searched = statementOf({ q: " 50%_\\' ", since: '2026-11-20', until: '2026-11-21T00:00:00+01:00' });
    expect(searched.text).toContain(
      'where (position(lower($1) in lower(t.name)) > 0 or position(lower($2) in lower(t.summary)) > 0) and t.created_at >= $3 and t.created_at < $4',
    );
    expect(searched.parameters).toEqual([
      "50%_\\'",
      "50%_\\'",
      new Date('2026-11-20T00:00:00Z'),
      new Date('2026-11-20T23:00:00Z'),
      3,
    ]);
    expect(statementOf({ q: '   ' }).text).not.toContain('where');
  });

  it('has no next cursor when what was read fits the page', () => {
    const page = sortedPage(LIST, { limit: 2 });
    const rows = [{ tie: ID, value: null }];
    expect(page.cut(rows, (one) => one)).toEqual({ items: rows, nextCursor: null });
  });
});
