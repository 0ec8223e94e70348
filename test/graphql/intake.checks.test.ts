import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
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
