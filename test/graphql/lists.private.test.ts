import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { askList, type Item, idsOf } from '../setup/sorted-list.js';
import { openPeople } from '../setup/sorted-list.people.js';
import { mine, ofVendor, receipts, tokens, toolOf } from '../setup/sorted-list.private.js';
import { testSortedList } from '../setup/sorted-list.tests.js';
import { makeToken } from '../setup/tokens.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('usage', () => {
  testSortedList(receipts, () => app);

  it.each<[string, unknown, (item: Item) => boolean]>([
    ['state: [UsageReceiptState!]', ['stored'], ({ state }) => state === 'stored'],
    ['result: ReceiptResult', 'succeeded', ({ success }) => success === true],
    ['result: ReceiptResult', 'failed', ({ success }) => success === false],
    ['result: ReceiptResult', 'unknown', ({ success }) => success === null],
  ])('has those of a filter alone: %s %s', async (declared, value, isWanted) => {
    const { owner } = await openPeople(app);
    await receipts.seed(app, owner, 1, 12);
    const { items } = await askList(app, receipts, owner, {});
    const variables = { [declared.split(':')[0] ?? '']: value };
    const found = await askList(app, receipts, { ...owner, variables }, {}, declared);
    expect(idsOf(found.items)).toEqual(idsOf(items.filter(isWanted)));
    expect(found.items.length).toBeGreaterThan(0);
  });

  it('has those of a tool and of a project alone', async () => {
    const { owner } = await openPeople(app);
    await receipts.seed(app, owner, 1, 12);
    const { items } = await askList(app, receipts, owner, {});
    const slug = toolOf(items[0] as Item).slug;
    const ofTool = await askList(app, receipts, { ...owner, variables: { toolSlug: slug } }, {}, 'toolSlug: String');
    expect(idsOf(ofTool.items)).toEqual(idsOf(items.filter((one) => toolOf(one).slug === slug)));
    const projectId = `prj_${owner.person}`;
    const ofProject = await askList(app, receipts, { ...owner, variables: { projectId } }, {}, 'projectId: ID');
    expect(idsOf(ofProject.items)).toEqual(idsOf(items.filter((one) => one.projectId === projectId)));
    expect(ofProject.items).toHaveLength(2);
  });

  it('has one of them alone, and none of another person’s', async () => {
    const { owner, other } = await openPeople(app);
    await receipts.seed(app, owner, 1, 3);
    const { items } = await askList(app, receipts, owner, {});
    const receiptId = items[1]?.id ?? '';
    const one = (of: typeof owner) => askList(app, receipts, { ...of, variables: { receiptId } }, {}, 'receiptId: ID');
    expect(idsOf((await one(owner)).items)).toEqual([receiptId]);
    expect((await one(other)).items).toEqual([]);
  });

  it('is sorted at its REST path as well', async () => {
    const { owner } = await openPeople(app);
    await receipts.seed(app, owner, 1, 8);
    const { token } = await makeToken(
      app,
      { cookie: owner.caller.cookie ?? '' },
      { name: 'CI', scopes: ['project:read'] },
    );
    const read = (sort: string) =>
      ask<{ receipts: Item[] }>(`${app.url}/api/me/usage?sort=${sort}&q=a&since=2026-01-01`, { token });
    const { items } = await askList(app, receipts, owner, { sort: 'tool', q: 'a' });
    expect(idsOf((await read('tool')).body.receipts)).toEqual(idsOf(items));
    expect((await read('cost')).status).toBe(400);
  });
});

describe('workflowTokens', () => {
  testSortedList(tokens, () => app);

  it('has those of some states alone, as they are now', async () => {
    const { owner } = await openPeople(app);
    await tokens.seed(app, owner, 1, 12);
    const { items } = await askList(app, tokens, owner, {});
    const stateOf = ({ revokedAt, expiresAt }: Item) =>
      revokedAt ? 'revoked' : String(expiresAt) > '2030' ? 'active' : 'expired';
    for (const state of [['active'], ['expired'], ['revoked'], ['active', 'revoked']]) {
      const found = await askList(app, tokens, { ...owner, variables: { state } }, {}, 'state: [TokenState!]');
      expect(idsOf(found.items)).toEqual(idsOf(items.filter((item) => state.includes(stateOf(item)))));
      expect(found.items.length).toBeGreaterThan(0);
    }
  });
});

describe.each([
  ['myClaims', mine],
  ['offerClaims', ofVendor],
])('%s', (_name, list) => {
  testSortedList(list, () => app);

  it('has those of some states alone', async () => {
    const { owner } = await list.open(app);
    await list.seed(app, owner, 1, 12);
    const { items } = await askList(app, list, owner, {});
    const variables = { ...owner.variables, states: ['approved', 'withdrawn'] };
    const found = await askList(app, list, { ...owner, variables }, {}, 'states: [ClaimState!]');
    expect(idsOf(found.items)).toEqual(idsOf(items.filter(({ state }) => state !== 'requested')));
  });

  it('has one of them alone, and none of another’s', async () => {
    const { owner, other } = await list.open(app);
    await list.seed(app, owner, 1, 3);
    const { items } = await askList(app, list, owner, {});
    const claimId = items[1]?.id ?? '';
    const one = (of: typeof owner) =>
      askList(app, list, { ...of, variables: { ...of.variables, claimId } }, {}, 'claimId: ID');
    expect(idsOf((await one(owner)).items)).toEqual([claimId]);
    expect((await one(other)).items).toEqual([]);
  });
});
