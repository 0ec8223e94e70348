import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { follow, prepared, readItem, submissionOf, submit } from '../setup/intake.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_SCALE: '10' } });
  company = await makeCompany(app);
});
afterAll(() => app.close());

type Problems = { pointer: string; code: string }[] | undefined;
const codesOf = (errors: Problems) => errors?.map(({ pointer, code }) => `${pointer} ${code}`);

const asOwner = async (document: string, variables: Record<string, unknown>) =>
  codesOf((await askGraphql(app, document, variables, { cookie: company.owner.cookie })).errors[0]?.extensions.errors);
const create = 'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { id } }';
const update = 'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { id } }';
const declare = 'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }';

const track = (members: Record<string, unknown>) =>
  ask<{ tracked?: boolean; eventId?: string; errors?: Problems }>(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: {
      event_name: 'FIRST_API_CALL',
      developer_id: 'dev_1',
      product: { id: company.productId, name: 'An API', type: 'api' },
      idempotencyKey: randomUUID(),
      ...members,
    },
  });

/** Its label says that it is encoded, and decodes to nothing or to other letters than it was made of. */
describe.each(['xn--a.dev', 'xn--ercel-xs33a.dev', 'sub.XN--TRIPE-R4E.dev'])('%s, which IDNA refuses,', (domain) => {
  it('is no domain of an organization and no account', async () => {
    const { organizationId } = company;
    expect(await asOwner(create, { input: { name: 'One', domain } })).toEqual(['/domain domain']);
    expect(await asOwner(update, { input: { organizationId, domain } })).toEqual(['/domain domain']);
    expect(await asOwner(declare, { input: { organizationId, domain } })).toEqual(['/domain domain']);
    const event = await track({ account_domain: domain });
    expect([event.status, codesOf(event.body.errors)?.[0]]).toEqual([400, expect.stringMatching(/^\/account_domain /)]);
  });

  it('is no domain of an address, and no host of a link', async () => {
    const signUp = await ask<{ errors: Problems }>(`${app.url}/api/auth/sign-up/email`, {
      body: { email: `q@${domain}`, password: 'a rarer password', name: 'Q' },
      headers: { origin: app.url },
    });
    expect([signUp.status, codesOf(signUp.body.errors)]).toEqual([400, ['/email pattern']]);
    const input = submissionOf('partner_workspace', { evidence: [{ kind: 'docs', url: `https://${domain}/docs` }] });
    input.organization.domain = domain;
    input.contact.email = `ada@${domain}`;
    const { errors } = await submit(app, input);
    expect(codesOf(errors[0]?.extensions.errors)?.toSorted()).toEqual([
      '/contact/email address',
      '/fields/evidence/0/url https',
      '/organization/domain domain',
    ]);
  });
});

it('a link may be written with the letters of its host, and is kept as its URL', async () => {
  const input = submissionOf('partner_workspace', {
    evidence: [
      { kind: 'docs', url: 'https://b\u00fccher.example/d\u00f6cs' },
      { kind: 'docs', url: 'https://example.com/d\u00f6cs' },
    ],
  });
  const { data, errors } = await submit(app, input);
  expect(errors).toEqual([]);
  const stored = await follow(app, data?.submitIntake?.receipt ?? '');
  expect(stored.data?.intakeSubmission.fields.evidence).toMatchObject([
    { url: 'https://xn--bcher-kva.example/d%C3%B6cs' },
    { url: 'https://example.com/d\u00f6cs' },
  ]);
});

describe('a domain of free mail', () => {
  it('is no organization’s own', async () => {
    const { organizationId } = company;
    expect(await asOwner(create, { input: { name: 'One', domain: 'gmail.com' } })).toEqual(['/domain free_mail']);
    expect(await asOwner(update, { input: { organizationId, domain: 'Mail.GMX.de' } })).toEqual(['/domain free_mail']);
  });

  it('proves nothing of the organization that a submission is for', async () => {
    const reviewer = await signIn(app, app.credentials.users.reviewer);
    const input = submissionOf('partner_workspace');
    input.organization.domain = 'gmail.com';
    input.contact.email = `eve-${randomUUID()}@gmail.com`;
    const item = await readItem(app, (await prepared(app, input)).id, reviewer);
    expect(item.checks).toContainEqual(
      expect.objectContaining({ ruleId: 'contact.domain_matches', result: 'fail', pointer: '/organization/domain' }),
    );
    expect(item.risks).toContain('contact_domain_mismatch');
  });
});

it('a time may have any number of digits behind its point', async () => {
  const occurredAt = '2026-11-20T09:30:00.123456789012Z';
  const { body } = await track({ occurredAt });
  expect(body).toMatchObject({ tracked: true });
});

it('the organization’s own domain, and one below it, is no account of a customer', async () => {
  const { organizationId } = company;
  expect(await asOwner(update, { input: { organizationId, domain: 'docs.own-vendor.example' } })).toBeUndefined();
  for (const domain of ['own-vendor.example', 'Docs.Own-Vendor.example', 'www.own-vendor.example'])
    expect(await asOwner(declare, { input: { organizationId, domain } })).toEqual(['/domain vendor_own_domain']);
  expect(await asOwner(declare, { input: { organizationId, domain: 'customer.example' } })).toBeUndefined();
});
