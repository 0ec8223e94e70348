import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

interface Gap {
  kind: string;
  need: string;
  title: string;
  questions: number;
  tools: number;
}
async function gaps(args = ''): Promise<{ items: Gap[]; nextCursor: string | null }> {
  await app.app.parts.gaps.flush();
  const { data, errors } = await askGraphql<{ directoryGaps: { items: Gap[]; nextCursor: string | null } }>(
    app,
    `{ directoryGaps${args} { items { kind need title questions tools } nextCursor } }`,
    {},
    { cookie: reviewer },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.directoryGaps;
}
const search = (q: string) => ask(`${app.url}/api/directory/context?q=${encodeURIComponent(q)}`);
const NONSENSE = 'zxqv wvuhq qqzzy';

describe('gaps of the directory', () => {
  it('are counted by what was missing, once for a question, and without the question', async () => {
    expect((await gaps()).items).toEqual([]);
    await search(NONSENSE);
    await search(`${NONSENSE} plonk`);
    await search('stripe');
    await ask(`${app.url}/api/build/search?intent=${encodeURIComponent('compliance automation. soc2 compliance')}`);
    const { items } = await gaps();
    expect(items[0]).toEqual({
      kind: 'not_understood',
      need: '',
      title: 'Words in which no need was read',
      questions: 2,
      tools: 0,
    });
    const stored = await query(app.databaseUrl, 'select * from gap_count');
    expect(JSON.stringify(stored)).not.toMatch(/zxqv|plonk|soc2/);
  });

  it('of a plan are its open parts', async () => {
    await query(app.databaseUrl, 'delete from gap_count');
    const { data } = await askGraphql<{ buildBrief: { gaps: { capability: string }[] } }>(
      app,
      `query ($c: BriefConstraints) { buildBrief(intent: "payments", constraints: $c) { gaps { capability } } }`,
      { c: { maturity: ['experimental'], category: ['payments'] } },
    );
    const missing = data?.buildBrief.gaps.map(({ capability }) => capability) ?? [];
    expect(missing).toEqual(['payments']);
    const [gap] = (await gaps()).items;
    expect(gap).toMatchObject({ kind: 'capability', need: 'payments', questions: 1 });
    expect(gap?.tools).toBeGreaterThan(3);
  });

  it('of words in which no need was read hold none of them', async () => {
    await query(app.databaseUrl, 'delete from gap_count');
    await ask(`${app.url}/api/build/search?intent=${encodeURIComponent(`payments. ${NONSENSE}.`)}`);
    expect((await gaps()).items).toMatchObject([{ kind: 'not_understood', need: '', questions: 1 }]);
  });

  it('of a limited question are its categories', async () => {
    await query(app.databaseUrl, 'delete from gap_count');
    await ask(`${app.url}/api/directory/context?q=${encodeURIComponent(NONSENSE)}&category=payments`);
    expect((await gaps()).items).toMatchObject([{ kind: 'category', need: 'payments', questions: 1 }]);
  });

  it('are added up over days, most wanted first, page by page', async () => {
    await query(app.databaseUrl, 'delete from gap_count');
    await query(
      app.databaseUrl,
      `insert into gap_count (day, kind, need, questions) values
         (current_date, 'capability', 'maps', 2), (current_date - 6, 'capability', 'maps', 3), (current_date - 7, 'capability', 'maps', 90),
         (current_date, 'capability', 'orm', 4), (current_date, 'category', 'maps', 1)`,
    );
    const first = await gaps('(days: 7, limit: 2)');
    expect(first.items.map(({ need, questions }) => [need, questions])).toEqual([
      ['maps', 5],
      ['orm', 4],
    ]);
    const next = await gaps(`(days: 7, limit: 2, cursor: "${first.nextCursor}")`);
    expect(next).toMatchObject({ items: [{ kind: 'category', need: 'maps', questions: 1 }], nextCursor: null });
    expect((await gaps('(days: 8)')).items[0]?.questions).toBe(95);
  });

  it('are for reviewers alone', async () => {
    const owner = await signIn(app, app.credentials.users.owner);
    const reply = await askGraphql(app, '{ directoryGaps { nextCursor } }', {}, { cookie: owner });
    expect(reply.errors[0]?.extensions.code).toBe('NOT_A_MEMBER');
  });
});
