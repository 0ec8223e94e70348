import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askList, rowsVisited, type SortedListCase } from '../setup/sorted-list.js';
import { audit, imports, invitations } from '../setup/sorted-list.organization.js';
import { mine, receipts, tokens } from '../setup/sorted-list.private.js';
import { plans, projects, skills } from '../setup/sorted-list.workflow.js';

/** Nothing else in this file asks for rows of these lists: what is counted is what the pages read. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const LISTS: readonly SortedListCase[] = [projects, skills, plans, receipts, tokens, mine, invitations, imports, audit];
const ROWS = 10_000;
const LIMIT = 20;

it.each(LISTS)(
  'a page of $operation reads about a page of ten thousand, in every order and however deep',
  async (list) => {
    const { owner } = await list.open(app);
    await list.seed(app, owner, 1, ROWS);
    const sorts = Object.keys(list.sorts).filter((name) => !list.readsAll?.includes(name));
    const questions = sorts.flatMap((name) => [name, `-${name}`]);
    const visited = await rowsVisited(app, list.table, questions.length * 3, async () => {
      for (const sort of questions) {
        let cursor: string | null = null;
        for (let page = 0; page < 3; page += 1) {
          const { items, nextCursor } = await askList(app, list, owner, { sort, cursor, limit: LIMIT });
          expect(items).toHaveLength(LIMIT);
          cursor = nextCursor;
        }
      }
    });
    expect(visited / (questions.length * 3)).toBeLessThan(2 * LIMIT);
  },
);
