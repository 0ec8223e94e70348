import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { connect, type Developer, makeSharing, report, revoke, runJobs } from '../setup/usage.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Page {
  usage: { receipts: { id: string; state: string; createdAt: string; updatedAt: string }[]; nextCursor: string | null };
}
const ask = ({ cookie }: Developer, variables: Record<string, unknown>) =>
  askGraphql<Page>(
    app,
    `query ($state: [UsageReceiptState!], $limit: Int, $cursor: String) {
      usage(state: $state, limit: $limit, cursor: $cursor) { receipts { id state createdAt updatedAt } nextCursor } }`,
    variables,
    { cookie },
  );
const statesOf = async (developer: Developer, state: string[] | null) =>
  (await ask(developer, { state, limit: 50 })).data?.usage.receipts.map((receipt) => receipt.state);

const undeliveredOf = async ({ cookie }: Developer) => {
  const { data } = await askGraphql<{ toolConnections: { undelivered: number }[] }>(
    app,
    '{ toolConnections { undelivered } }',
    {},
    { cookie },
  );
  return data?.toolConnections.map(({ undelivered }) => undelivered);
};

describe('usage in some states', () => {
  it('has the receipts in one of them, newest first, and all where none is asked for', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    const tell = async () => (await report(app, developer.token, { toolSlug })).body.receipt.id;
    await tell();
    await runJobs(app);
    await tell();
    await revoke(app, developer, connection);
    await tell();
    expect(await statesOf(developer, ['delivered'])).toEqual(['delivered']);
    expect(await statesOf(developer, ['delivered', 'stored'])).toEqual(['stored', 'delivered']);
    expect(await statesOf(developer, ['failed'])).toEqual([]);
    expect(await statesOf(developer, [])).toEqual(['stored', 'stopped', 'delivered']);
    expect(await statesOf(developer, null)).toEqual(['stored', 'stopped', 'delivered']);
  });

  it('is read on inside the states that were asked for, and says when each came there', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    for (let calls = 0; calls < 3; calls += 1) await report(app, developer.token, { toolSlug });
    await revoke(app, developer, connection);
    await report(app, developer.token, { toolSlug });
    const first = (await ask(developer, { state: ['stopped'], limit: 2 })).data?.usage;
    const second = (await ask(developer, { state: ['stopped'], limit: 2, cursor: first?.nextCursor })).data?.usage;
    const all = [...(first?.receipts ?? []), ...(second?.receipts ?? [])];
    expect(all.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped']);
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    expect(second?.nextCursor).toBeNull();
    for (const { createdAt, updatedAt } of all) expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(createdAt));
  });

  it('is refused for a state that there is not', async () => {
    const { developer } = await makeSharing(app);
    const { errors } = await ask(developer, { state: ['lost'] });
    expect(errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
  });
});

describe('a connection', () => {
  it('says how many receipts a revocation would stop, its owner’s own alone', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    const other = await makeSharing(app);
    await connect(app, other.developer, toolSlug);
    await report(app, other.developer.token, { toolSlug });
    expect(await undeliveredOf(developer)).toEqual([0]);
    await report(app, developer.token, { toolSlug });
    await report(app, developer.token, { toolSlug });
    expect(await undeliveredOf(developer)).toEqual([2]);
    await runJobs(app);
    await report(app, developer.token, { toolSlug });
    expect(await undeliveredOf(developer)).toEqual([1]);
    await revoke(app, developer, connection);
    expect(await undeliveredOf(developer)).toEqual([0]);
  });
});
