import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await startApp();
  owner = await signIn(app, app.credentials.users.owner);
});
afterAll(() => app.close());

const send = (given: Record<string, unknown>) =>
  ask(`${app.url}/api/usage/track`, { token: app.credentials.trackingKey, body: makeEvent(app, given) });
const asOwner = <T>(document: string, more: Record<string, unknown> = {}, cookie = owner) =>
  askGraphql<T>(
    app,
    document,
    { org: app.credentials.organizationId, product: app.credentials.productId, ...more },
    { cookie },
  );

/** Folding trails by ten seconds; the events of the test are made older instead of waiting. */
async function foldNow(): Promise<void> {
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc' where recorded_at > now() - interval '30 seconds'",
  );
  await foldEvents(app.app.platform.em());
}

describe("a company's view of its product", () => {
  it('counts events and distinct developers by day and family, and folding again changes nothing', async () => {
    for (const [developer_id, event_name, occurredAt] of [
      ['d1', 'FIRST_API_CALL', '2026-11-01T23:59:59Z'],
      ['d1', 'FIRST_API_CALL', '2026-11-01T01:00:00Z'],
      ['d2', 'FIRST_API_CALL', '2026-11-02T00:30:00+02:00'],
      ['d2', 'API_KEY_CREATED', '2026-11-01T12:00:00Z'],
      ['d3', 'MCP_TOOL_CALL_FAILED', '2026-11-01T12:00:00Z'],
    ])
      expect((await send({ developer_id, event_name, occurredAt })).status).toBe(200);
    await foldNow();
    await foldEvents(app.app.platform.em());
    const reply = await asOwner<{
      dailyCounts: { day: string; event_family: string | null; events: number; developers: number }[];
    }>(
      'query ($org: ID!, $product: String!) { dailyCounts(organizationId: $org, productId: $product, days: 90) { day event_family events developers } }',
    );
    expect(reply.data?.dailyCounts).toEqual([
      { day: '2026-11-01', event_family: 'activation', events: 3, developers: 2 },
      { day: '2026-11-01', event_family: 'evaluation', events: 1, developers: 1 },
      { day: '2026-11-01', event_family: null, events: 1, developers: 1 },
    ]);
  });

  it('says which coverage areas arrive and what to instrument next', async () => {
    const reply = await asOwner<{
      eventCoverage: { areas: { area: string; arriving: boolean; events: number; next: string }[] };
    }>(
      'query ($org: ID!, $product: String!) { eventCoverage(organizationId: $org, productId: $product) { areas { area arriving events next } } }',
    );
    const areas = reply.data?.eventCoverage.areas ?? [];
    expect(areas).toHaveLength(7);
    expect(areas.find(({ area }) => area === 'product_usage')).toMatchObject({ arriving: true });
    expect(areas.find(({ area }) => area === 'docs_usage')).toMatchObject({ arriving: false, events: 0 });
    expect(areas.every(({ next }) => next.length > 20)).toBe(true);
  });

  it('shows what the partner reported beside what its events say, and null where a report says nothing', async () => {
    await send({
      event_name: 'ZONE_USAGE_REPORTED',
      account_domain: 'big.example',
      occurredAt: '2026-11-10T00:00:00Z',
      metadata: { zone: 'eu', costCents: 120, bandwidthBytes: 10 },
    });
    await send({
      event_name: 'ZONE_USAGE_REPORTED',
      account_domain: 'big.example',
      occurredAt: '2026-11-11T00:00:00Z',
      metadata: { zone: 'eu', costCents: 150.5 },
    });
    await send({ account_domain: 'big.example', developer_id: 'd9' });
    const reply = await asOwner<{ usageReconciliation: Record<string, unknown>[] }>(
      `query ($org: ID!, $product: String!) { usageReconciliation(organizationId: $org, productId: $product)
        { accountDomain zone reportedAt reportedCostCents reportedBandwidthBytes reports events developers } }`,
    );
    expect(reply.data?.usageReconciliation).toEqual([
      {
        accountDomain: 'big.example',
        zone: 'eu',
        reportedAt: '2026-11-11T00:00:00.000Z',
        reportedCostCents: 150.5,
        reportedBandwidthBytes: null,
        reports: 2,
        events: 1,
        developers: 1,
      },
    ]);
  });

  it('lists verdicts of accepted and refused events without a value of the refused ones', async () => {
    await send({ metadata: { password: 'correct horse' } });
    await app.app.parts.verdicts.flush();
    const reply = await asOwner<{
      verdicts: { items: { status: string; eventName: string | null; errors: { pointer: string; code: string }[] }[] };
    }>(
      'query ($org: ID!) { verdicts(organizationId: $org, limit: 100) { items { status eventName errors { pointer code } } } }',
    );
    const items = reply.data?.verdicts.items ?? [];
    // A name of the catalog holds nothing of the sender's (decision 0128).
    expect(items[0]).toMatchObject({
      status: 'invalid',
      eventName: 'FIRST_API_CALL',
      errors: [{ pointer: '/metadata/password' }],
    });
    expect(items.some(({ status, eventName }) => status === 'tracked' && eventName === 'API_KEY_CREATED')).toBe(true);
    const rows = await query(app.databaseUrl, 'select t.*::text as row from tracking_verdict t');
    expect(JSON.stringify(rows)).not.toContain('correct horse');
  });

  it('lists stored events page by page, each once', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const reply: { data: { events: { items: { eventId: string }[]; nextCursor: string | null } } | null } =
        await asOwner(
          'query ($org: ID!, $cursor: String) { events(organizationId: $org, limit: 3, cursor: $cursor) { items { eventId } nextCursor } }',
          { cursor },
        );
      seen.push(...(reply.data?.events.items.map(({ eventId }) => eventId) ?? []));
      cursor = reply.data?.events.nextCursor ?? null;
    } while (cursor);
    const stored = await query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from tracking_event');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(stored[0]?.n ?? 0);
  });

  it('matches a declared account in a dry-run before any event of it', async () => {
    const dry = () =>
      ask<{ mapping: { account: { status: string } } }>(`${app.url}/api/usage/track/dry-run`, {
        token: app.credentials.trackingKey,
        body: makeEvent(app, { account_domain: 'declared.example' }),
      });
    expect((await dry()).body.mapping.account.status).toBe('new');
    const reply = await asOwner<{ declareAccount: { domain: string; firstEventAt: null } }>(
      'mutation ($org: ID!) { declareAccount(input: { organizationId: $org, domain: "Declared.Example." }) { domain firstEventAt } }',
    );
    expect(reply.data?.declareAccount).toEqual({ domain: 'declared.example', firstEventAt: null });
    expect((await dry()).body.mapping.account.status).toBe('matched');
  });

  it('is not there for a stranger', async () => {
    const stranger = await signIn(app, app.credentials.users.builder);
    for (const field of [
      'dailyCounts(organizationId: $org, productId: $product) { day }',
      'eventCoverage(organizationId: $org, productId: $product) { asOf }',
      'usageReconciliation(organizationId: $org, productId: $product) { zone }',
    ]) {
      const reply = await asOwner(`query ($org: ID!, $product: String!) { ${field} }`, {}, stranger);
      expect(reply.errors[0]?.extensions.code).toBe('NOT_FOUND');
    }
  });
});
