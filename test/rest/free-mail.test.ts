import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
});
afterAll(() => app.close());

interface Answer {
  code?: string;
  duplicate?: boolean;
  eventId?: string;
  errors?: { pointer: string; code: string }[];
  warnings?: { pointer: string; code: string }[];
  account_domain?: string;
  mapping?: { account: { domain: string; status: string } };
  results?: { status: string; eventId?: string; error?: { code: string } }[];
}
const eventOf = (of: Company, domain: string, given: Record<string, unknown> = {}) => ({
  event_name: 'FIRST_API_CALL',
  developer_id: `dev-${domain}`,
  product: { id: of.productId, name: 'An API', type: 'api' },
  account_domain: domain,
  occurredAt: '2026-11-02T10:00:00Z',
  idempotencyKey: randomUUID(),
  ...given,
});
const send = (event: unknown, { of = company, path = '' } = {}) =>
  ask<Answer>(`${app.url}/api/usage/track${path}`, { token: of.trackingKey, body: event });

describe('a domain of free mail', () => {
  it.each([['gmail.com'], ['GMAIL.com.'], ['mail.gmail.com'], ['yahoo.co.uk'], ['gmx.de'], ['tuta.com']])(
    'is stored with a warning, and a dry run says so: %s',
    async (domain) => {
      const { status, body } = await send(eventOf(company, domain));
      expect([status, body.warnings]).toMatchObject([200, [{ pointer: '/account_domain', code: 'free_mail' }]]);
      const token = company.trackingKey;
      const stored = await ask<Answer>(`${app.url}/api/usage/events/${body.eventId}`, { token });
      expect(stored.body.account_domain).toBe(domain.toLowerCase().replace(/\.$/, ''));
      const dry = await send(eventOf(company, domain), { path: '/dry-run' });
      expect(dry.body.mapping?.account.status).toBe('free_mail');
    },
  );

  it.each(['gmail.company.example', 'notgmail.com', 'customer.example', 'example.com'])('is not %s', async (domain) => {
    expect((await send(eventOf(company, domain))).body.warnings).toEqual([]);
    expect((await send(eventOf(company, domain), { path: '/dry-run' })).body.mapping?.account.status).toBe('matched');
  });

  it('is no account in any figure, and its developer counts', async () => {
    const own = await makeCompany(app);
    for (const domain of ['gmail.com', 'customer.example']) await send(eventOf(own, domain), { of: own });
    await query(
      app.databaseUrl,
      "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'",
    );
    while ((await foldEvents(app.app.platform.em())).more);
    const named = async (column: string, table: string) =>
      (
        await query<{ name: string }>(
          app.databaseUrl,
          `select distinct ${column} as name from ${table} where organization_id = $1 and ${column} <> '' order by 1`,
          [own.organizationId.slice(4)],
        )
      ).map(({ name }) => name);
    expect(await named('domain', 'customer_account')).toEqual(['customer.example']);
    expect(await named('account_domain', 'adoption_account')).toEqual(['customer.example']);
    expect(await named('account_domain', 'adoption_activity')).toEqual(['customer.example']);
    expect(await named('developer_id', 'adoption_developer')).toEqual(['dev-customer.example', 'dev-gmail.com']);
    const subjects = await query(
      app.databaseUrl,
      `select name from adoption_subject where kind = 'account' and organization_id = $1`,
      [own.organizationId.slice(4)],
    );
    expect(subjects).toEqual([{ name: 'customer.example' }]);
  });

  it('cannot be declared as an account', async () => {
    const declare = 'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }';
    const input = { organizationId: company.organizationId, domain: 'gmail.com' };
    const { errors } = await askGraphql(app, declare, { input }, { cookie: company.owner.cookie });
    expect(errors[0]?.extensions.errors).toMatchObject([{ pointer: '/domain', code: 'free_mail' }]);
    expect(
      await query(app.databaseUrl, 'select 1 from customer_account where domain = $1 and declared_at is not null', [
        'gmail.com',
      ]),
    ).toEqual([]);
  });
});

describe('an event that was stored before its domain was on the list of public suffixes', () => {
  const metadata = { usageReceipt: { receiptType: 'api_call', account: { domain: 'github.io' } } };
  /** Stores an event as it was taken then; answers it with its id. */
  async function storedThen() {
    const event = eventOf(company, 'customer.example');
    const { body } = await send(event);
    await query(
      app.databaseUrl,
      `update tracking_event set fingerprint_version = 1, account_domain = 'github.io',
         payload = payload || jsonb_build_object('account_domain', 'github.io', 'metadata', $2::jsonb) where idempotency_key = $1`,
      [event.idempotencyKey, JSON.stringify(metadata)],
    );
    return { event: { ...event, account_domain: 'github.io', metadata }, eventId: body.eventId };
  }

  it('is a duplicate when it is sent again, alone and in a batch', async () => {
    const { event, eventId } = await storedThen();
    expect((await send(event)).body).toMatchObject({ duplicate: true, eventId });
    const fresh = eventOf(company, 'customer.example');
    const { status, body } = await send({ events: [event, fresh] }, { path: '/batch' });
    expect([status, body.results?.map((one) => one.status)]).toEqual([200, ['duplicate', 'tracked']]);
    expect(body.results?.[0]?.eventId).toBe(eventId);
  });

  it('is a conflict when it was changed, and a new one is refused, as another organization’s is', async () => {
    const { event } = await storedThen();
    const changed = await send({ ...event, developer_id: 'another' });
    expect([changed.status, changed.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    const other = await makeCompany(app);
    const product = { id: other.productId, name: 'An API', type: 'api' };
    for (const [of, one] of [
      [company, { ...event, idempotencyKey: randomUUID() }],
      [other, { ...event, product }],
    ] as const) {
      const { status, body } = await send(one, { of });
      expect([status, body.errors?.map(({ code }) => code)]).toEqual([400, ['public_suffix', 'public_suffix']]);
    }
    const alsoWrong = await send({ ...event, developer_id: 'null' });
    expect([alsoWrong.status, alsoWrong.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
