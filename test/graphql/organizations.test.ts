import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { type Company, giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';

let app: TestApp;
let person: Person;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  person = await makePerson(app);
  company = await makeCompany(app);
});
afterAll(() => app.close());

interface Organization {
  id: string;
  name: string;
  domain: string | null;
  domainVerified: boolean;
  dataLabel: string;
}
const create = (input: Record<string, unknown>) =>
  askGraphql<{ createOrganization: Organization }>(
    app,
    'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { id name domain domainVerified dataLabel } }',
    { input },
    { cookie: person.cookie },
  );

describe('an organization', () => {
  it('is first-party, has its domain in one spelling, unverified, and its creator as owner', async () => {
    const { data } = await create({ name: '  Bücher & Co ', domain: 'Bücher.Example.' });
    expect(data?.createOrganization).toMatchObject({
      name: 'Bücher & Co',
      domain: 'xn--bcher-kva.example',
      domainVerified: false,
      dataLabel: 'first-party',
    });
    const viewer = await askGraphql<{ viewer: { memberships: { role: string; organization: { id: string } }[] } }>(
      app,
      '{ viewer { memberships { role organization { id } } } }',
      {},
      { cookie: person.cookie },
    );
    expect(viewer.data?.viewer.memberships).toContainEqual({
      role: 'owner',
      organization: { id: data?.createOrganization.id },
    });
  });

  it.each([
    'https://a.example',
    'a.example/x',
    'a.example:80',
    'user@a.example',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'a..example',
    '-a.example',
    `${'a'.repeat(64)}.example`,
    'a b.example',
    '',
  ])('has no domain like "%s"', async (domain) => {
    const reply = await create({ name: 'Nowhere', domain });
    expect(reply.errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/domain', code: 'domain' }],
    });
  });
});

describe('the domain of an organization', () => {
  it.each([
    ['NUL', 'a.example\u0000'],
    ['half a surrogate pair', 'a\ud800.example'],
  ])('holds no %s', async (_what, domain) => {
    expect((await create({ name: 'Nowhere', domain })).errors[0]?.extensions.errors).toMatchObject([
      { pointer: '/domain' },
    ]);
  });
});

describe('the viewer', () => {
  const viewer = (caller: Parameters<typeof askGraphql>[3]) =>
    askGraphql<{ viewer: { kind: string; user: { email: string } | null; memberships: { role: string }[] } }>(
      app,
      '{ viewer { kind user { email } memberships { role } } }',
      {},
      caller,
    );

  it('is told who it is, and nothing about anyone behind a token', async () => {
    expect((await viewer({})).data?.viewer).toEqual({ kind: 'anonymous', user: null, memberships: [] });
    const kinds = [
      ['trackingKey', 'tracking_key'],
      ['workflowToken', 'workflow_token'],
      ['enterpriseKey', 'enterprise_key'],
    ] as const;
    for (const [credential, kind] of kinds)
      expect((await viewer({ token: app.credentials[credential] })).data?.viewer).toEqual({
        kind,
        user: null,
        memberships: [],
      });
  });

  it('beside a cookie is what the token says, also when the token is refused', async () => {
    const { cookie } = company.owner;
    expect((await viewer({ cookie, token: app.credentials.workflowToken })).data?.viewer.kind).toBe('workflow_token');
    const refused = await viewer({ cookie, token: 'dtk_wrong' });
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', errors: [{ code: 'invalid' }] });
  });

  it('learns when a workflow token ends', async () => {
    const reply = await viewer({ token: app.credentials.workflowToken });
    expect(Date.parse(reply.headers.get('workflow-token-expiration') ?? '')).toBeGreaterThan(Date.now());
  });

  it('sees the roles that it has in several organizations', async () => {
    await giveRole(app, app.credentials.organizationId, company.owner, 'member');
    expect((await viewer({ cookie: company.owner.cookie })).data?.viewer.memberships.map(({ role }) => role)).toEqual([
      'owner',
      'member',
    ]);
  });
});
