import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { storeTrackingPlan } from '../../server/tracking/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, makeCompany, makePerson } from '../setup/people.js';
import { ageEvents } from '../setup/webhooks.js';

const DAY_MS = 86_400_000;
let app: TestApp;
let company: Company;

beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
  let sent = 0;
  for (const name of [
    'FIRST_API_CALL',
    'FIRST_API_CALL',
    'API_KEY_CREATED',
    'API_KEY_CREATED',
    'RETURNED_AFTER_7_DAYS',
  ]) {
    const reply = await ask(`${app.url}/api/usage/track`, {
      token: company.trackingKey,
      body: {
        event_name: name,
        developer_id: 'd1',
        product: { id: company.productId, name: 'An API', type: 'api' },
        idempotencyKey: `plan-${++sent}`,
      },
    });
    expect(reply.status).toBe(200);
  }
  await ageEvents(app);
  while ((await foldEvents(app.app.platform.em())).more);
  // One arrived before the days that are counted.
  await query(
    app.databaseUrl,
    `insert into adoption_received (organization_id, product_uuid, day, source, event_name, event_family, events, last_at)
     select organization_id, product_uuid, day - 40, source, 'LONG_AGO', event_family, 3, last_at from adoption_received
     where event_name = 'FIRST_API_CALL' and organization_id = $1`,
    [company.organizationId.slice(4)],
  );
});
afterAll(() => app.close());

interface Plan {
  readonly arrivals: {
    readonly planned: readonly Record<string, unknown>[];
    readonly unplanned: readonly string[];
  };
}

const planOf = (by: Pick<Company['owner'], 'cookie'>) =>
  askGraphql<{ trackingPlan: Plan | null }>(
    app,
    `query ($o: ID!, $p: String!) { trackingPlan(organizationId: $o, productId: $p) {
       arrivals { planned { name family when events30d lastAt } unplanned } } }`,
    { o: company.organizationId, p: company.productId },
    { cookie: by.cookie },
  );

describe('an approved plan', () => {
  it('that does not exist is null', async () => {
    expect((await planOf(company.owner)).data?.trackingPlan).toBeNull();
  });

  it('has for each of its events whether it arrives, and which arrive beside it', async () => {
    const [product] = await query<{ id: string }>(
      app.databaseUrl,
      'select id from product where organization_id = $1',
      [company.organizationId.slice(4)],
    );
    const planned = (name: string, family: 'activation' | 'evaluation' | null) => ({
      name,
      family,
      when: `At ${name}.`,
    });
    await storeTrackingPlan(app.app.platform.em(), {
      organizationId: company.organizationId.slice(4),
      productUuid: product?.id ?? '',
      events: [planned('FIRST_API_CALL', 'activation'), planned('LONG_AGO', null), planned('NEVER_SENT', 'evaluation')],
      via: 'server',
      cdpName: null,
      approvedBy: company.owner.id.slice(4),
      approvedAt: new Date(Date.now() - DAY_MS),
    });
    const { data, errors } = await planOf(company.owner);
    expect(errors).toEqual([]);
    expect(data?.trackingPlan?.arrivals).toEqual({
      planned: [
        {
          name: 'FIRST_API_CALL',
          family: 'activation',
          when: 'At FIRST_API_CALL.',
          events30d: 2,
          lastAt: expect.stringMatching(/^\d{4}-/),
        },
        { name: 'LONG_AGO', family: null, when: 'At LONG_AGO.', events30d: 0, lastAt: null },
        { name: 'NEVER_SENT', family: 'evaluation', when: 'At NEVER_SENT.', events30d: 0, lastAt: null },
      ],
      unplanned: ['API_KEY_CREATED', 'RETURNED_AFTER_7_DAYS'],
    });
  });

  it('is not there for a stranger', async () => {
    expect((await planOf(await makePerson(app))).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
