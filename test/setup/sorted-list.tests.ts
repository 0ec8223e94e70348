import { expect, it } from 'vitest';
import { cursorAfter } from '../../server/platform/paging/page.js';
import type { TestApp } from './app.js';
import {
  askList,
  compare,
  idsOf,
  type ListAnswer,
  type ListOwner,
  pageThrough,
  type SortedListCase,
} from './sorted-list.js';

/** How many rows each list has at first: enough for twelve pages of two. */
export const SEEDED = 23;

/**
 * Tests the promises of every sorted list; its own filters are tested beside. Another owner has equal rows (names, times and numbers), so that
 * every answer proves whose it is.
 */
export function testSortedList(list: SortedListCase, started: () => TestApp): void {
  const sorts = Object.keys(list.sorts).flatMap((name) => [name, `-${name}`]);
  let owners: Promise<{ owner: ListOwner; other: ListOwner }> | undefined;
  const open = () => {
    owners ??= (async () => {
      const made = await list.open(started());
      await list.seed(started(), made.owner, 1, SEEDED);
      await list.seed(started(), made.other, 1, list.shared ? 3 : SEEDED);
      return made;
    })();
    return owners;
  };
  const ask = async (given: Record<string, unknown>) => askList(started(), list, (await open()).owner, given);

  it.each(sorts)('gives every item once and in order, in pages of two as in one page, sorted by %s', async (sort) => {
    const whole = (await ask({ sort, limit: 100 })).items;
    expect(new Set(idsOf(whole)).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThanOrEqual(SEEDED);
    const sortedBy = list.sorts[sort.replace('-', '')] ?? (() => null);
    const values = whole.map(sortedBy);
    expect(values).toEqual(values.toSorted((one, other) => compare(one, other, sort.startsWith('-'))));
    const paged = await pageThrough((given) => ask({ sort, ...given }), 2);
    expect(idsOf(paged)).toEqual(idsOf(whole));
  });

  it('has the order of its declaration when none is asked for', async () => {
    const { items } = await ask({ limit: 100 });
    expect(idsOf(items)).toEqual(idsOf((await ask({ limit: 100, sort: list.standard })).items));
  });

  it.each(sorts)('misses none and repeats none when items are added between the pages, sorted by %s', async (sort) => {
    const { owner } = await open();
    const before = idsOf((await ask({ sort, limit: 100 })).items);
    const paged = await pageThrough(
      (given) => ask({ sort, ...given }),
      10,
      async (page) => page === 0 && list.seed(started(), owner, before.length + 1, before.length + 1),
    );
    const seen = idsOf(paged);
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.filter((id) => !seen.includes(id))).toEqual([]);
  });

  it.each(['not-a-column', '', '--name', 'id; drop table project', '__proto__'])(
    'refuses to be sorted by %j',
    async (sort) => {
      expect((await ask({ sort })).refused).toEqual(['400 /sort']);
    },
  );

  it('refuses the cursor of another order and what is no cursor', async () => {
    const [first = '', second = ''] = sorts;
    const { nextCursor } = await ask({ sort: first, limit: 2 });
    expect((await ask({ sort: second, limit: 2, cursor: nextCursor })).refused).toEqual(['400 /cursor']);
    for (const cursor of ['', 'x', cursorAfter('["x","y",null]'), cursorAfter('0190!'), `${nextCursor}A`])
      expect((await ask({ sort: first, limit: 2, cursor })).refused, cursor).toEqual(['400 /cursor']);
  });

  if (!list.shared)
    it.each(sorts)('has the rows of its owner alone beside another’s equal ones, sorted by %s', async (sort) => {
      const { owner, other } = await open();
      const whole = async (of: ListOwner) => idsOf((await askList(started(), list, of, { sort, limit: 100 })).items);
      const [own, theirs] = [await whole(owner), await whole(other)];
      expect(own.length).toBeGreaterThanOrEqual(SEEDED);
      expect(theirs.length).toBeGreaterThanOrEqual(SEEDED);
      expect(theirs.length).toBeLessThan(SEEDED + 5); // what a new company comes with
      expect(own.filter((id) => theirs.includes(id))).toEqual([]);
      const paged = await pageThrough((given) => askList(started(), list, other, { sort, ...given }), 7);
      expect(idsOf(paged)).toEqual(theirs);
    });

  it('shows another owner nothing through a cursor', async () => {
    const { other } = await open();
    const { nextCursor } = await ask({ limit: 2 });
    const theirs = await askList(started(), list, other, { limit: 100 });
    const through = await askList(started(), list, other, { limit: 100, cursor: nextCursor });
    if (through.refused.length > 0) expect(through.refused).toEqual(['400 /cursor']);
    expect(idsOf(through.items).filter((id) => !idsOf(theirs.items).includes(id))).toEqual([]);
  });

  const { oldKey, naming, timeOf } = list;
  if (oldKey)
    it('goes on from a cursor that was handed out before it could be sorted', async () => {
      const { items } = await ask({ limit: 100 });
      const [, , third] = items;
      const cursor = third ? cursorAfter(oldKey(third)) : '';
      expect(idsOf((await ask({ limit: 100, cursor })).items)).toEqual(idsOf(items.slice(3)));
    });

  if (naming) testSearch(naming, ask);
  if (timeOf) testTimeRange(timeOf, ask);
}

type Ask = (given: Record<string, unknown>) => Promise<ListAnswer>;

function testSearch(naming: NonNullable<SortedListCase['naming']>, ask: Ask): void {
  it.each(['%', '_', '\\', "'", '"', '50% _off_', 'ÉCLAIR', 'éclair', '🙂', 'none has this', '  ', 'x'.repeat(200)])(
    'finds the items that have %j as a part of their texts',
    async (q) => {
      const { items } = await ask({ limit: 100 });
      const part = q.trim().toLowerCase();
      const expected = items.filter((item) => naming(item).some((text) => text.toLowerCase().includes(part)));
      const found = await pageThrough((given) => ask({ q, ...given }), 10);
      expect(idsOf(found)).toEqual(idsOf(expected));
    },
  );

  it.each([
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', '\ud800'],
    ['201 characters', 'x'.repeat(201)],
    ['10 kB', 'x'.repeat(10_000)],
  ])('refuses to search for %s', async (_what, q) => {
    expect((await ask({ q })).refused).toEqual(['400 /q']);
  });

  it('refuses a cursor under another search', async () => {
    const { nextCursor } = await ask({ limit: 2 });
    expect((await ask({ limit: 2, q: 'a', cursor: nextCursor })).refused).toEqual(['400 /cursor']);
  });
}

function testTimeRange(timeOf: NonNullable<SortedListCase['timeOf']>, ask: Ask): void {
  it('has what lies at or after since and before until', async () => {
    const { items } = await ask({ limit: 100 });
    const times = items.map(timeOf).toSorted();
    const [since = '', until = ''] = [times[5], times[15]];
    const within = items.filter((item) => timeOf(item) >= since && timeOf(item) < until);
    expect(within.length).toBeGreaterThan(0);
    expect(idsOf((await ask({ since, until, limit: 100 })).items)).toEqual(idsOf(within));
    expect((await ask({ since, until: since })).items).toEqual([]);
  });

  it.each(['yesterday', '2026-02-30', '2026-01-01T00:00:00', '+010000-01-01T00:00:00Z', ''])(
    'refuses %j as a time',
    async (time) => {
      expect((await ask({ since: time })).refused).toEqual(['400 /since']);
      expect((await ask({ until: time })).refused).toEqual(['400 /until']);
    },
  );

  it('refuses an until before since', async () => {
    const range = { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' };
    expect((await ask(range)).refused).toEqual(['400 /until']);
  });
}
