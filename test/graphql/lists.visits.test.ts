import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askList, type ListOwner, rowsVisited, type SortedListCase } from '../setup/sorted-list.js';
import { audit, imports, invitations } from '../setup/sorted-list.organization.js';
import { mine, receipts, tokens } from '../setup/sorted-list.private.js';
import { plans, projects, skills } from '../setup/sorted-list.workflow.js';

const LISTS: readonly SortedListCase[] = [projects, skills, plans, receipts, tokens, mine, invitations, imports, audit];
const ROWS = 10_000;
const LIMIT = 20;
const PAGES = 3;

/** Nothing else in this file asks for rows of these lists: what is counted is what the pages read. */
let app: TestApp;
let visited: ReadonlyMap<string, number>;
beforeAll(async () => {
  app = await startApp();
  const sets = [];
  for (const list of LISTS) {
    const { owner } = await list.open(app);
    await list.seed(app, owner, 1, ROWS);
    sets.push({ table: list.table, times: pagesOf(list), ask: () => readPages(list, owner) });
  }
  visited = await rowsVisited(app, sets);
});
afterAll(() => app.close());

/** Every order of a list, either way. */
const ordersOf = ({ sorts, readsAll }: SortedListCase): string[] =>
  Object.keys(sorts)
    .filter((name) => !readsAll?.includes(name))
    .flatMap((name) => [name, `-${name}`]);

const pagesOf = (list: SortedListCase): number => ordersOf(list).length * PAGES;

async function readPages(list: SortedListCase, owner: ListOwner): Promise<void> {
  for (const sort of ordersOf(list)) {
    let cursor: string | null = null;
    for (let page = 0; page < PAGES; page += 1) {
      const { items, nextCursor } = await askList(app, list, owner, { sort, cursor, limit: LIMIT });
      expect(items).toHaveLength(LIMIT);
      cursor = nextCursor;
    }
  }
}

it.each(LISTS)('a page of $operation reads about a page of ten thousand, in every order and however deep', (list) => {
  expect((visited.get(list.table) ?? Infinity) / pagesOf(list)).toBeLessThan(2 * LIMIT);
});
