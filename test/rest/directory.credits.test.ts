import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

interface Row {
  readonly slug: string;
  readonly offers: readonly unknown[];
  readonly rank: { readonly reasons: readonly string[] };
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const find = async (q: string) =>
  (await ask<{ total: number; tools: Row[] }>(`${app.url}/api/directory/context?limit=50&q=${encodeURIComponent(q)}`))
    .body;

it.each([
  'startup credits',
  'who gives startup credits for hosting',
  'free credits',
  'student discounts for databases',
  'any free months of hosting if we are under 2 years old?',
  'discount for non profits on hosting',
  'who sponsors hosting for open source maintainers',
])('a question for what is given away finds what has a live offer: %s', async (q) => {
  const { total, tools } = await find(q);
  expect(total).toBeGreaterThan(0);
  expect(tools.filter(({ offers }) => offers.length === 0)).toEqual([]);
  expect(tools[0]?.rank.reasons).toContain('has a live offer');
});

it('says of a provider that is named that none is known', async () => {
  const { tools } = await find('nodemailer startup credits');
  expect(tools).toMatchObject([{ slug: 'nodemailer', offers: [] }]);
  expect(tools[0]?.rank.reasons).toContain('no live offer is known');
});

it.each(['sell credits to our users', 'apply discount codes at checkout', 'discounts in our online shop'])(
  'leaves what is sold or charged to billing: %s',
  async (q) => {
    const { tools } = await find(q);
    expect(tools.some(({ offers }) => offers.length === 0)).toBe(true);
  },
);
