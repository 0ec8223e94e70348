import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { runCommand } from '../setup/command.js';
import { submissionOf, submit } from '../setup/intake.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
});
afterAll(() => app.close());

type Problems = { pointer: string; code: string }[] | undefined;

const asOwner = async (document: string, variables: Record<string, unknown>): Promise<Problems> =>
  (await askGraphql(app, document, variables, { cookie: company.owner.cookie })).errors[0]?.extensions.errors;

const track = (domain: string, metadata: Record<string, unknown> = {}) =>
  ask<{ code?: string; errors?: Problems; tracked?: boolean }>(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: {
      event_name: 'FIRST_API_CALL',
      developer_id: 'dev_1',
      product: { id: company.productId, name: 'An API', type: 'api' },
      account_domain: domain,
      idempotencyKey: randomUUID(),
      metadata,
    },
  });

const declare = 'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }';
const create = 'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { id } }';
const update = 'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { id } }';

/** Domains below a public suffix belong to many: counted as one account, or proven as one domain, the suffix would speak for all of them. */
describe.each(['co.uk', 'github.io', 'CO.UK.', 'any.ck', '公司.cn'])('the public suffix %s', (suffix) => {
  it('is no customer’s account: not in an event, not in its receipt, not declared', async () => {
    expect((await track(suffix)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/account_domain', code: 'public_suffix' }],
    });
    const receipt = { receiptType: 'api_call', account: { domain: suffix } };
    expect((await track('customer.example', { usageReceipt: receipt })).body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/metadata/usageReceipt/account/domain', code: 'public_suffix' }),
    );
    const { organizationId } = company;
    expect(await asOwner(declare, { input: { organizationId, domain: suffix } })).toMatchObject([
      { pointer: '/domain', code: 'domain' },
    ]);
  });

  it('is no organization’s domain, however it comes to be one', async () => {
    const { organizationId } = company;
    expect(await asOwner(create, { input: { name: 'Of all', domain: suffix } })).toMatchObject([
      { pointer: '/domain', code: 'domain' },
    ]);
    expect(await asOwner(update, { input: { organizationId, domain: suffix } })).toMatchObject([
      { pointer: '/domain', code: 'domain' },
    ]);
    const input = submissionOf('hackathon_passport', { sponsors: [{ name: 'All', domain: suffix, toolSlugs: [] }] });
    input.organization.domain = suffix;
    const { errors } = await submit(app, input);
    expect(
      errors[0]?.extensions.errors?.map(({ pointer, code }: { pointer: string; code?: string }) => [pointer, code]),
    ).toEqual([
      ['/organization/domain', 'domain'],
      ['/fields/sponsors/0/domain', 'domain'],
    ]);
    await expect(
      runCommand(
        app,
        'bootstrap',
        '--email',
        `o-${randomUUID()}@people.example`,
        '--name',
        'O',
        '--organization',
        'O',
        '--domain',
        suffix,
      ),
    ).rejects.toThrow('--domain must be a domain');
  });
});

it.each(['customer.co.uk', 'customer.github.io', 'www.ck'])(
  'a domain below a public suffix is one: %s',
  async (domain) => {
    expect((await track(domain)).body).toMatchObject({ tracked: true });
    expect(await asOwner(declare, { input: { organizationId: company.organizationId, domain } })).toBeUndefined();
  },
);
