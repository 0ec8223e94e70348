import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';

let app: TestApp;
let vendor: Server;
let served = 'nothing yet';
let owner: string;
let organizationId: string;

beforeAll(async () => {
  vendor = createServer((req, res) =>
    res.writeHead(req.url === '/.well-known/dai-domain-verification.txt' ? 200 : 404).end(served),
  );
  await new Promise<void>((ready) => vendor.listen(0, '127.0.0.1', ready));
  app = await startApp({ env: { OUTBOUND_ALLOW: `vendor.test:${(vendor.address() as AddressInfo).port}` } });
  owner = await signIn(app, app.credentials.users.owner);
  const made = await askGraphql<{ createOrganization: { id: string; domainVerified: boolean } }>(
    app,
    'mutation { createOrganization(input: { name: "Vendor", domain: "Vendor.TEST" }) { id domainVerified } }',
    {},
    { cookie: owner },
  );
  organizationId = made.data?.createOrganization.id ?? '';
});
afterAll(async () => {
  vendor.close();
  await app.close();
});

const verify = (cookie: string) =>
  askGraphql<{ verifyDomain: { domainVerified: boolean; domain: string } }>(
    app,
    'mutation ($input: VerifyDomainInput!) { verifyDomain(input: $input) { domain domainVerified } }',
    { input: { organizationId } },
    { cookie },
  );

describe("an organization's domain", () => {
  it('stays unverified while the domain serves something else', async () => {
    const reply = await verify(owner);
    expect(reply.errors[0]?.extensions.code).toBe('STATE_CONFLICT');
  });

  it('is verified once the domain serves the challenge, and again after it changed', async () => {
    const challenge = await askGraphql<{ domainChallenge: { url: string; content: string } }>(
      app,
      'query ($id: ID!) { domainChallenge(organizationId: $id) { url content } }',
      { id: organizationId },
      { cookie: owner },
    );
    expect(challenge.data?.domainChallenge.url).toBe('https://vendor.test/.well-known/dai-domain-verification.txt');
    served = `${challenge.data?.domainChallenge.content}\n`;
    expect((await verify(owner)).data?.verifyDomain).toEqual({ domain: 'vendor.test', domainVerified: true });
    const moved = await askGraphql<{ updateOrganization: { domainVerified: boolean } }>(
      app,
      'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { domainVerified } }',
      { input: { organizationId, domain: 'other.test' } },
      { cookie: owner },
    );
    expect(moved.data?.updateOrganization.domainVerified).toBe(false);
  });

  it('is no one else’s to verify', async () => {
    const stranger = await signIn(app, app.credentials.users.builder);
    expect((await verify(stranger)).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
