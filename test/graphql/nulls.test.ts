import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
let webhookId: string;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
  const made = await run<{ createWebhook: { webhook: { id: string } } }>('createWebhook', '{ webhook { id } }', {
    url: 'https://example.com/in',
    accountFirstEvent: true,
    trackingKeyUnused: true,
    refusedPercent: 10,
  });
  webhookId = made.data?.createWebhook.webhook.id ?? '';
});
afterAll(() => app.close());

function run<T>(name: string, answer: string, given: Record<string, unknown>) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const input = { organizationId: company.organizationId, ...given };
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) ${answer} }`;
  return askGraphql<T>(app, document, { input }, { cookie: company.owner.cookie });
}

describe('a member of a change that is null', () => {
  it.each([
    ['updateProduct', 'name'],
    ['updateProduct', 'type'],
    ['updateProduct', 'status'],
    ['updateProduct', 'aliases'],
    ['updateOrganization', 'name'],
    ['updateWebhook', 'url'],
    ['updateWebhook', 'accountFirstEvent'],
    ['updateWebhook', 'trackingKeyUnused'],
    ['updateWebhook', 'enabled'],
  ])('is required where nothing is not possible: %s, %s', async (name, member) => {
    const { productId } = company;
    const at = { updateProduct: { productId }, updateWebhook: { webhookId } }[name] ?? {};
    expect((await run(name, '{ __typename }', at)).errors).toEqual([]);
    const { errors } = await run(name, '{ __typename }', { ...at, [member]: null });
    expect(errors[0]?.extensions).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
    expect(errors[0]?.extensions.errors).toEqual([
      { pointer: `/${member}`, code: 'required', detail: expect.stringContaining(member) },
    ]);
  });

  it('takes away the domain of an organization, and what was to show that it is its own', async () => {
    const DOMAIN = '{ name domain domainVerified }';
    const set = await run<Record<string, unknown>>('updateOrganization', DOMAIN, { domain: 'vendor.example' });
    expect(set.data?.updateOrganization).toEqual({
      name: 'A Company',
      domain: 'vendor.example',
      domainVerified: false,
    });
    const renamed = await run<Record<string, unknown>>('updateOrganization', DOMAIN, { name: 'A Company' });
    expect(renamed.data?.updateOrganization).toMatchObject({ domain: 'vendor.example' });
    const cleared = await run<Record<string, unknown>>('updateOrganization', DOMAIN, { domain: null });
    expect(cleared.data?.updateOrganization).toEqual({ name: 'A Company', domain: null, domainVerified: false });
    const challenge = await askGraphql<{ domainChallenge: unknown }>(
      app,
      'query ($o: ID!) { domainChallenge(organizationId: $o) { url } }',
      { o: company.organizationId },
      { cookie: company.owner.cookie },
    );
    expect([challenge.errors, challenge.data?.domainChallenge]).toEqual([[], null]);
  });

  it('ends the messages of a share of refusals, of which a webhook needs none', async () => {
    const { data } = await run<Record<string, unknown>>('updateWebhook', '{ refusedPercent }', {
      webhookId,
      refusedPercent: null,
    });
    expect(data?.updateWebhook).toEqual({ refusedPercent: null });
  });
});
