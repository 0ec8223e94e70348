import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { moveDomain } from '../setup/evidence.js';
import { makeEvent } from '../setup/make.js';
import { type Company, makeCompany } from '../setup/people.js';

let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  first = await startApp();
  second = await startApp({ databaseUrl: first.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** How a gateway reads an event of the company's new domain. */
const statusAt = async (app: TestApp, { trackingKey: token, productId }: Company, account_domain: string) => {
  const product = { id: productId, name: 'An API', type: 'api' };
  const { body } = await ask<{ mapping: { account: { status: string } } }>(`${app.url}/api/usage/track/dry-run`, {
    token,
    body: makeEvent(app, { product, account_domain }),
  });
  return body.mapping.account.status;
};
const track = async (app: TestApp, { trackingKey: token, productId }: Company) => {
  const product = { id: productId, name: 'An API', type: 'api' };
  const { status } = await ask(`${app.url}/api/usage/track`, { token, body: makeEvent(app, { product }) });
  expect(status).toBe(200);
};

describe('what a gateway remembers of a tracking key, when the company changes its domain', () => {
  it('is read again at once where it was changed, elsewhere with the next flush, and else within 20 seconds', async () => {
    const [company, quiet] = [await makeCompany(first), await makeCompany(first)];
    const domain = `d-${randomUUID()}.example`;
    for (const app of [first, second])
      for (const one of [company, quiet]) expect(await statusAt(app, one, domain)).toBe('new');
    await moveDomain(first, company, domain);
    expect(await statusAt(first, company, domain)).toBe('vendor_own_domain');
    await track(second, company);
    expect(await statusAt(second, company, domain)).toBe('vendor_own_domain');
    await moveDomain(first, quiet, domain);
    second.clock.move(20_000);
    expect(await statusAt(second, quiet, domain)).toBe('vendor_own_domain');
  });

  it('is remembered for 20 seconds, and not for a millisecond more', async () => {
    const company = await makeCompany(first);
    const domain = `d-${randomUUID()}.example`;
    const from = Date.parse('2026-11-25T12:00:00Z');
    const seenAfter = (ms: number) => second.clock.at(new Date(from + ms), () => statusAt(second, company, domain));
    expect(await seenAfter(0)).toBe('new');
    await moveDomain(first, company, domain);
    expect(await seenAfter(19_999)).toBe('new');
    expect(await seenAfter(20_000)).toBe('vendor_own_domain');
  });

  it('is not believed for longer because the clock was set back', async () => {
    const company = await makeCompany(first);
    const domain = `d-${randomUUID()}.example`;
    expect(await statusAt(second, company, domain)).toBe('new');
    await moveDomain(first, company, domain);
    second.clock.move(-3_600_000);
    expect(await statusAt(second, company, domain)).toBe('vendor_own_domain');
    second.clock.move(3_600_000);
  });
});

describe('a tracking key that another gateway remembers', () => {
  const paths = [
    ['/api/usage/track', (event: unknown) => event],
    ['/api/usage/track/batch', (event: unknown) => ({ events: [event] })],
    ['/api/usage/track/dry-run', (event: unknown) => event],
  ] as const;

  it.each(paths)('is refused there at once when it is revoked, for a malformed event too: %s', async (path, bodyOf) => {
    const company = await makeCompany(first);
    const { organizationId, owner, trackingKeyId, trackingKey: token, productId } = company;
    await track(second, company);
    await askGraphql(
      first,
      'mutation ($input: RevokeTrackingKeyInput!) { revokeTrackingKey(input: $input) { id } }',
      { input: { organizationId, trackingKeyId } },
      { cookie: owner.cookie },
    );
    const product = { id: productId, name: 'An API', type: 'api' };
    // A whole event goes last: the flush that finds the key revoked has the gateway forget it.
    for (const given of [{ event_name: 7 }, { developer_id: '' }, { nothing: 'known' }, {}]) {
      const body = bodyOf(makeEvent(second, { product, ...given }));
      const reply = await ask<{ errors: unknown[] }>(`${second.url}${path}`, { token, body });
      expect([reply.status, reply.body.errors], JSON.stringify(given)).toMatchObject([401, [{ code: 'revoked' }]]);
    }
    await second.app.parts.verdicts.flush();
    const [stored] = await query(
      first.databaseUrl,
      'select count(*)::int as events, (select count(*)::int from tracking_verdict where organization_id = $1) as verdicts from tracking_event where organization_id = $1',
      [organizationId.slice(4)],
    );
    expect(stored).toEqual({ events: 1, verdicts: 1 });
  });
});
