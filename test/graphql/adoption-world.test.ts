import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  addDays,
  foldEvents,
  readToolFigures,
  rebuildRollups,
  type ToolFigures,
  windowEndingAt,
} from '../../server/adoption/index.js';
import { entities } from '../../server/app/database.js';
import { openOrm } from '../../server/platform/database/orm.js';
import {
  countable,
  evidenceInDays,
  labelOf,
  makeWorld,
  personOf,
  storeWorld,
  type WorldEvent,
  type WorldProduct,
  within,
} from '../setup/adoption-world.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { linkTool, makeTool, setDomainVerified } from '../setup/evidence.js';
import { type Company, makeCompany } from '../setup/people.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many events the world of adoption has. */
    worldEvents: number;
  }
}

const HOUR_MS = 3_600_000;
const END = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
const LAST_DAY = addDays(END.toISOString().slice(0, 10), -2);

let app: TestApp;
/** Two processes that fold. */
let orms: [MikroORM, MikroORM];
let first: Company;
let second: Company;
let events: WorldEvent[];
/** The products of each tool, as bare UUIDs. */
const sources = new Map<string, string[]>();

async function addProduct({ organizationId, owner }: Company, productId: string): Promise<void> {
  await askGraphql(
    app,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    { input: { organizationId, productId, name: 'An API', type: 'api' } },
    { cookie: owner.cookie },
  );
}

async function productUuid({ organizationId }: Company, productId: string): Promise<string> {
  const [row] = await query<{ id: string }>(
    app.databaseUrl,
    'select id from product where organization_id = $1 and product_id = $2',
    [organizationId.slice(4), productId],
  );
  return row?.id ?? '';
}

beforeAll(async () => {
  app = await startApp();
  orms = [await openOrm(app.databaseUrl, entities, 4), await openOrm(app.databaseUrl, entities, 4)];
  first = await makeCompany(app, 'one');
  second = await makeCompany(app, 'one');
  await addProduct(first, 'two');
  await addProduct(first, 'unlinked');
  await addProduct(second, 'two');
  const product = async (company: Company, productId: string, labels: WorldProduct['labels']) => ({
    organization: company.organizationId.slice(4),
    product: await productUuid(company, productId),
    labels,
  });
  const products = [
    await product(first, 'one', ['first-party', 'first-party', 'sample']),
    await product(first, 'two', ['first-party']),
    await product(first, 'unlinked', ['first-party']),
    await product(second, 'one', ['sample']),
    await product(second, 'two', ['first-party']),
  ] as const;
  const links = [
    ['shared', [first, 'one'], [first, 'two'], [second, 'two']],
    ['sample', [second, 'one']],
    ['single', [first, 'two']],
  ] as const;
  await setDomainVerified(app, first.organizationId);
  await setDomainVerified(app, second.organizationId);
  for (const [, ...linked] of links) {
    const toolId = await makeTool(app);
    const uuids: string[] = [];
    for (const [company, productId] of linked) {
      await linkTool(app, { ...company, productId }, toolId);
      uuids.push(await productUuid(company, productId));
    }
    sources.set(toolId, uuids);
  }
  events = makeWorld(17, inject('worldEvents'), products, END);
  await storeWorld(app.databaseUrl, events);
  await Promise.all(orms.map(foldAll));
}, 600_000);
afterAll(async () => {
  await Promise.all(orms.map((orm) => orm.close()));
  await app.close();
});

async function foldAll(orm: MikroORM): Promise<void> {
  while ((await foldEvents(orm.em.fork())).more);
}

const TABLES = ['count', 'activity', 'tool_call', 'developer', 'early_use', 'account'].map(
  (name) => `adoption_${name}`,
);

/** Every row of every rollup. */
async function rollups(): Promise<Record<string, string[]>> {
  const dump = await Promise.all(
    TABLES.map(async (table) => {
      const rows = await query<{ row: string }>(app.databaseUrl, `select t::text as row from ${table} t order by 1`);
      return [table, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(dump);
}

const amountsBy = (
  list: readonly WorldEvent[],
  keyOf: (event: WorldEvent) => string | null,
): Map<string, WorldEvent[]> => {
  const groups = Map.groupBy(list, (event) => keyOf(event) ?? '');
  groups.delete('');
  return groups;
};
const people = (list: readonly WorldEvent[]): Set<string> => new Set(list.map(personOf));

function held(total: number, parts: readonly number[]): { total: number; top1: number; top2: number } {
  const [top1 = 0, top2 = 0] = parts.toSorted((a, b) => b - a);
  return { total, top1, top2: top1 + top2 };
}

/** What is true of a tool's products, counted here from the list. */
function figuresTruth(products: readonly string[], from: string, to: string, label: WorldEvent['label'] | null) {
  const all = countable(events).filter((event) => products.includes(event.product) && event.label === label);
  const own = within(all, from, to);
  const evidence = evidenceInDays(all, from, to);
  const end = Date.parse(`${addDays(to, 1)}T00:00:00Z`);
  const retained = new Set(
    [...evidence].filter(([, { returnedAt }]) => returnedAt !== null && returnedAt < end).map(([one]) => one),
  );
  const byAccount = [...amountsBy(own, ({ account }) => account).values()];
  const accountsOf = (among: ReadonlySet<string> | null) =>
    byAccount.map((list) => [...people(list)].filter((person) => among === null || among.has(person)).length);
  const activated = new Set(evidence.keys());
  const calls = own.filter(({ name }) => name.startsWith('MCP_TOOL_CALL'));
  const failed = calls.filter(({ name }) => name.endsWith('FAILED')).length;
  const developers = people(own).size;
  return {
    window: { from, to },
    events: own.length,
    developers,
    accounts: byAccount.length,
    activated: activated.size,
    retained: retained.size,
    toolCalls: { succeeded: calls.length - failed, failed },
    dominance: {
      eventsByDeveloper: held(
        own.length,
        [...amountsBy(own, personOf).values()].map(({ length }) => length),
      ),
      eventsByAccount: held(
        own.length,
        byAccount.map(({ length }) => length),
      ),
      developersByAccount: held(developers, accountsOf(null)),
      activatedByAccount: held(activated.size, accountsOf(activated)),
      retainedByAccount: held(retained.size, accountsOf(retained)),
    },
  };
}

describe('a world of events whose truth is known', () => {
  it.each([7, 30, 90])(
    'gives the true figures of every linked tool over %i days, and of the days before',
    async (days) => {
      const window = windowEndingAt(LAST_DAY, days);
      const preceding = windowEndingAt(addDays(window.from, -1), days);
      const truth = [...sources].map(([toolId, products]): ToolFigures => {
        const label = labelOf(
          within(
            countable(events).filter(({ product }) => products.includes(product)),
            window.from,
            window.to,
          ),
        );
        return {
          toolId,
          label: label ?? 'missing',
          sources: products.length,
          current: figuresTruth(products, window.from, window.to, label),
          previous: figuresTruth(products, preceding.from, preceding.to, label),
        };
      });
      const figures = await readToolFigures(app.app.platform.em(), window);
      expect(figures).toEqual(truth.toSorted((a, b) => (a.toolId < b.toolId ? -1 : 1)));
      expect(figures.some(({ label }) => label === 'sample')).toBe(true);
      if (days === 90) expect(figures.every(({ current }) => current.retained > 0)).toBe(true);
    },
  );

  it('gives the same rollups when they are rebuilt from the events', async () => {
    const before = await rollups();
    expect(before.adoption_early_use?.length).toBeGreaterThan(10);
    expect(await rebuildRollups(orms[0].em.fork())).toBe(events.length);
    expect(await rollups()).toEqual(before);
  });
});
