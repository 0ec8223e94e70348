import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents, rebuildRollups } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Answer {
  eventId: string;
  account_domain: string;
  mapping: { account: { domain: string; status: string } };
}
const eventOf = ({ productId }: Company, domain: string) => ({
  event_name: 'FIRST_API_CALL',
  developer_id: `dev-${domain}`,
  product: { id: productId, name: 'An API', type: 'api' },
  account_domain: domain,
  occurredAt: '2026-11-02T10:00:00Z',
  idempotencyKey: randomUUID(),
});
const send = async (of: Company, domain: string, path = ''): Promise<Answer> =>
  (await ask<Answer>(`${app.url}/api/usage/track${path}`, { token: of.trackingKey, body: eventOf(of, domain) })).body;
const fold = async (): Promise<void> => {
  // Just after what was folded: folding leaves the newest ten seconds alone.
  const [mark] = await query<{ since: string; at: string }>(
    app.databaseUrl,
    `select coalesce(max(recorded_at), '-infinity')::text as since,
       (coalesce(max(recorded_at), now() - interval '1 minute') + interval '1 millisecond')::text as at
     from fold_watermark where name = 'adoption' and recorded_at > '-infinity'`,
  );
  await query(
    app.databaseUrl,
    'update tracking_event set recorded_at = $1::timestamptz where recorded_at > $2::timestamptz',
    [mark?.at, mark?.since],
  );
  while ((await foldEvents(app.app.platform.em())).more);
};
const status = async (of: Company, domain: string): Promise<string> =>
  (await send(of, domain, '/dry-run')).mapping.account.status;

interface Seen {
  companyAdoption: { totals: { accounts: number }; accounts: { accountDomain: string; developers: number }[] };
}
const seen = async (of: Company): Promise<Seen['companyAdoption']> => {
  const { data } = await askGraphql<Seen>(
    app,
    `query ($o: ID!) { companyAdoption(organizationId: $o, from: "2026-11-01", to: "2026-11-30") {
      totals { accounts } accounts { accountDomain developers } } }`,
    { o: of.organizationId },
    { cookie: of.owner.cookie },
  );
  if (!data) throw new Error('no answer');
  return data.companyAdoption;
};

describe('the account of an event', () => {
  it('is the domain that was registered: its subdomains are one account, of this organization alone', async () => {
    const [own, other] = [await makeCompany(app), await makeCompany(app)];
    for (const domain of ['eng.acme.co.uk', 'acme.co.uk', 'ops.eu.acme.co.uk', 'team-a.github.io', 'team-b.github.io'])
      await send(own, domain);
    await send(other, 'hr.acme.co.uk');
    await fold();
    expect(await seen(own)).toEqual({
      totals: { accounts: 3 },
      accounts: [
        { accountDomain: 'acme.co.uk', developers: 3 },
        { accountDomain: 'team-a.github.io', developers: 1 },
        { accountDomain: 'team-b.github.io', developers: 1 },
      ],
    });
    expect(await seen(other)).toEqual({
      totals: { accounts: 1 },
      accounts: [{ accountDomain: 'acme.co.uk', developers: 1 }],
    });
  });

  it('is known by any of its subdomains, before and after folding; answers keep what was sent', async () => {
    const own = await makeCompany(app);
    expect(await status(own, 'eng.globex.example')).toBe('new');
    const { eventId } = await send(own, 'eng.globex.example');
    const stored = await ask<Answer>(`${app.url}/api/usage/events/${eventId}`, { token: own.trackingKey });
    expect(stored.body.account_domain).toBe('eng.globex.example');
    expect(await status(own, 'ops.globex.example')).toBe('matched');
    await fold();
    const dry = await send(own, 'ops.globex.example', '/dry-run');
    expect(dry.mapping.account).toEqual({ domain: 'ops.globex.example', status: 'matched' });
    expect(await status(own, 'notglobex.example')).toBe('new');
  });

  it('is declared under the domain that was registered', async () => {
    const own = await makeCompany(app);
    const { data } = await askGraphql<{ declareAccount: { domain: string } }>(
      app,
      'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }',
      { input: { organizationId: own.organizationId, domain: 'eng.initech.co.uk' } },
      { cookie: own.owner.cookie },
    );
    expect(data?.declareAccount.domain).toBe('initech.co.uk');
    expect(await status(own, 'hr.initech.co.uk')).toBe('matched');
  });

  it('of an event of before is filled in by a rebuild', async () => {
    const own = await makeCompany(app);
    for (const domain of ['eng.umbrella.example', 'umbrella.example']) await send(own, domain);
    await query(app.databaseUrl, 'update tracking_event set registered_domain = null');
    await fold();
    expect((await seen(own)).accounts.map(({ accountDomain }) => accountDomain)).toEqual([
      'eng.umbrella.example',
      'umbrella.example',
    ]);
    await rebuildRollups(app.app.platform.em());
    expect((await seen(own)).accounts).toEqual([{ accountDomain: 'umbrella.example', developers: 2 }]);
  });

  it('finds its events in the log, as does the domain that was sent', async () => {
    const own = await makeCompany(app);
    await send(own, 'eng.soylent.example');
    const found = async (accountDomain: string): Promise<number | undefined> =>
      (
        await askGraphql<{ events: { items: unknown[] } }>(
          app,
          'query ($o: ID!, $a: String) { events(organizationId: $o, accountDomain: $a) { items { eventId } } }',
          { o: own.organizationId, a: accountDomain },
          { cookie: own.owner.cookie },
        )
      ).data?.events.items.length;
    expect([
      await found('soylent.example'),
      await found('eng.soylent.example'),
      await found('hr.soylent.example'),
    ]).toEqual([1, 1, 0]);
  });
});
