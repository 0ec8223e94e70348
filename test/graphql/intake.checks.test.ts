import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { prepared, readItem, stateOf, submissionOf, submit } from '../setup/intake.js';

let app: TestApp;
let reviewer: string;
beforeAll(async () => {
  app = await startApp();
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(() => app.close());

const pointersOf = async (kind: string, given: Record<string, unknown>): Promise<string[] | undefined> => {
  const { errors } = await submit(app, submissionOf(kind, given));
  expect(errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
  return errors[0]?.extensions.errors?.map(({ pointer }) => pointer);
};

describe('the form of a submission', () => {
  it('asks for a product’s id in the form that products have', async () => {
    for (const productId of ['has blank', '', 'p'.repeat(129), 'ünïcode'])
      expect(await pointersOf('usage_tracking', { productId }), productId).toEqual(['/fields/productId']);
  });

  it('asks until what time projects are due', async () => {
    expect(await pointersOf('hackathon_passport', { submissionsDueAt: '2099-05-04' })).toEqual([
      '/fields/submissionsDueAt',
    ]);
  });
});

describe('the checks of a submission', () => {
  it('find a sponsor that is named twice', async () => {
    const stripe = { name: 'Stripe', domain: 'stripe.com', toolSlugs: ['stripe'] };
    const { id } = await prepared(
      app,
      submissionOf('hackathon_passport', { sponsors: [stripe, { ...stripe, domain: 'Stripe.com' }] }),
    );
    expect(await stateOf(app, id)).toBe('needs_evidence');
    const { missing } = await readItem(app, id, reviewer);
    expect(missing).toEqual(['/fields/sponsors/1']);
  });

  it('say that the workspace of a product has not shown its domain, and let reviewers decide', async () => {
    const input = submissionOf('usage_tracking', { productId: app.credentials.productId });
    input.organization.domain = 'demo-company.example';
    input.contact.email = `ada@${input.organization.domain}`;
    const { id } = await prepared(app, input);
    const { state, checks, draft } = await readItem(app, id, reviewer);
    expect(state).toBe('draft_prepared');
    expect(checks).toContainEqual(expect.objectContaining({ ruleId: 'product.domain_verified', result: 'unknown' }));
    expect(draft?.records).toMatchObject([
      { type: 'tracking_setup', action: 'create', after: { productId: app.credentials.productId } },
    ]);
  });

  it('find no product of another organization', async () => {
    const input = submissionOf('usage_tracking', { productId: app.credentials.otherTenant.productId });
    const { id } = await prepared(app, input);
    expect(await stateOf(app, id)).toBe('needs_evidence');
  });
});

describe('a submission that cannot be answered', () => {
  it('is not stored, for its receipt would stand nowhere', async () => {
    const rows = async (): Promise<unknown> =>
      query(
        app.databaseUrl,
        `select (select count(*) from intake_submission) as submissions, (select count(*) from mail) as letters,
           (select count(*) from intake_history) as steps`,
      );
    const before = await rows();
    const input = submissionOf('tracked_links');
    await query(app.databaseUrl, 'alter table offer rename to offer_away');
    const { data, errors } = await submit(app, input);
    await query(app.databaseUrl, 'alter table offer_away rename to offer');
    expect([data?.submitIntake ?? null, errors[0]?.extensions.status]).toEqual([null, 500]);
    expect(await rows()).toEqual(before);
    expect((await submit(app, input)).data?.submitIntake?.receipt).toMatch(/^sub_/);
  });

  it('is one of many at once, each stored once and answered, or neither', async () => {
    const count = async (): Promise<number> =>
      (await query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from intake_submission'))[0]?.n ?? 0;
    const before = await count();
    const replies = await Promise.all(
      Array.from({ length: 80 }, (_one, of) => submit(app, submissionOf('tracked_links', {}, `burst${of}-of-many`))),
    );
    const receipts = replies.flatMap(({ data }) => data?.submitIntake?.receipt ?? []);
    const refusals = replies.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code));
    expect([...new Set(refusals)].filter((code) => code !== 'UNAVAILABLE')).toEqual([]);
    expect(new Set(receipts).size).toBe(80 - refusals.length);
    expect((await count()) - before).toBe(receipts.length);
  });
});

describe('a draft', () => {
  it('is prepared again by a command with the rules of its day, and shows where it was altered', async () => {
    const [whole, altered] = await Promise.all(
      [0, 1].map(async () => (await prepared(app, submissionOf('hackathon_passport'))).id),
    );
    const replay = async (...words: string[]): Promise<{ drafts: number; different: { submission: string }[] }> =>
      JSON.parse(await runCommand(app, 'intake', 'replay', ...words, '--json'));
    expect((await replay()).different).toEqual([]);
    await query(
      app.databaseUrl,
      `update intake_draft set records = jsonb_set(records::jsonb, '{0,after,name}', '"Another"') where submission_id = $1`,
      [altered?.slice(4)],
    );
    expect((await replay()).different).toMatchObject([{ submission: altered }]);
    expect(process.exitCode).toBe(1);
    process.exitCode = 0;
    expect(await replay(whole ?? '')).toEqual({ drafts: 1, different: [] });
    await expect(replay('sub_1')).rejects.toThrow('not the id of a submission');
  });
});
