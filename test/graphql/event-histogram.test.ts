import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { earlierBy, query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type Company, makeCompany } from '../setup/people.js';

interface Histogram {
  readonly unit: string;
  readonly from: string;
  readonly to: string;
  readonly bars: readonly { at: string; stored: number | null; refused: number | null; others: number | null }[];
  readonly stored: number | null;
  readonly refused: number | null;
  readonly others: number | null;
  readonly searchedUntil: string | null;
}

let app: TestApp;
let one: Company;
let other: Company;
const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Moves everything that a company has so far back by days: rows, their ids, and what is counted of them. */
async function earlier({ organizationId }: Company, days: number): Promise<void> {
  const uuid = organizationId.slice('org_'.length);
  const moved = (column: string) => earlierBy(column, '$2::int * 86400');
  const movedId = (column: string) =>
    `(lpad(to_hex((extract(epoch from ${moved(column)} - timestamptz 'epoch') * 1000)::bigint), 12, '0') || substr(replace(id::text, '-', ''), 13))::uuid`;
  await query(
    app.databaseUrl,
    `update tracking_event set id = ${movedId('received_at')}, received_at = ${moved('received_at')}
     where organization_id = $1 and received_at > now() - interval '1 day'`,
    [uuid, days],
  );
  await query(
    app.databaseUrl,
    `update tracking_verdict set id = ${movedId('at')}, at = ${moved('at')}
     where organization_id = $1 and at > now() - interval '1 day'`,
    [uuid, days],
  );
  for (const table of ['tracking_refusal', 'tracking_refusal_code'])
    await query(
      app.databaseUrl,
      `update ${table} set day = day - $2::int where organization_id = $1 and day > (now() at time zone 'utc')::date - 1`,
      [uuid, days],
    );
}

const send = ({ trackingKey, productId }: Company, given: Record<string, unknown>) =>
  ask(`${app.url}/api/usage/track`, {
    token: trackingKey,
    body: { ...makeEvent(app, given), product: { id: productId, name: 'P', type: 'api' } },
  });

beforeAll(async () => {
  app = await startApp();
  [one, other] = await Promise.all([makeCompany(app), makeCompany(app)]);
  for (const company of [one, other]) {
    await send(company, { developer_id: 'a', account_domain: 'big.example' });
    await send(company, { developer_id: 'b', event_name: 'API_KEY_CREATED' });
    await send(company, { developer_id: 'anonymous' });
  }
  await app.app.parts.verdicts.flush();
  for (const company of [one, other]) await earlier(company, 3);
  await send(one, { developer_id: 'c' });
  await send(one, { developer_id: 'c', idempotencyKey: 'twice' });
  await send(one, { developer_id: 'c', idempotencyKey: 'twice' });
  await send(one, { account_domain: 'big.example:80' });
  await app.app.parts.verdicts.flush();
  await query(app.databaseUrl, `update tracking_event set recorded_at = ${earlierBy('recorded_at', '60')}`);
  while ((await foldEvents(app.app.platform.em())).more);
});
afterAll(() => app.close());

async function histogramReply(given: Record<string, unknown>, cookie: string, company = one) {
  return askGraphql<{ eventLog: { histogram: Histogram } }>(
    app,
    `query ($organizationId: ID!, $productId: String, $outcome: EventOutcome, $eventName: String, $family: EventFamily, $developerId: String,
       $source: String, $code: String, $q: String, $since: String, $until: String) {
       eventLog(organizationId: $organizationId, productId: $productId, outcome: $outcome, eventName: $eventName, family: $family,
         developerId: $developerId, source: $source, code: $code, q: $q, since: $since, until: $until, limit: 1) {
         histogram { unit from to bars { at stored refused others } stored refused others searchedUntil } } }`,
    { organizationId: company.organizationId, ...given },
    { cookie },
  );
}

async function histogram(given: Record<string, unknown> = {}, company = one): Promise<Histogram> {
  const { data, errors } = await histogramReply(given, company.owner.cookie, company);
  expect(errors).toEqual([]);
  return data?.eventLog.histogram as Histogram;
}

const of = ({ stored, refused, others }: Pick<Histogram, 'stored' | 'refused' | 'others'>) => [stored, refused, others];

describe('the histogram above the list of events', () => {
  it('has the last thirty UTC days with the events of each, also days without one', async () => {
    const { unit, bars, from, to, ...sums } = await histogram();
    expect(unit).toBe('day');
    expect(bars).toHaveLength(30);
    expect([from, bars[0]?.at]).toEqual([`${dayAgo(29)}T00:00:00.000Z`, `${dayAgo(29)}T00:00:00.000Z`]);
    expect(to).toBe(`${dayAgo(-1)}T00:00:00.000Z`);
    const by = new Map(bars.map((bar) => [bar.at.slice(0, 10), of(bar)]));
    expect(by.get(dayAgo(0))).toEqual([2, 1, null]);
    expect(by.get(dayAgo(1))).toEqual([0, 0, null]);
    expect(by.get(dayAgo(3))).toEqual([2, 1, null]);
    expect(of(sums)).toEqual([4, 2, null]);
  });

  it('counts one organization alone', async () => {
    expect(of(await histogram({}, other))).toEqual([2, 1, null]);
    expect((await histogramReply({}, other.owner.cookie)).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it.each([
    [{ outcome: 'stored' }, [4, null, null]],
    [{ outcome: 'refused' }, [null, 2, null]],
    [{ outcome: 'refused', code: 'placeholder' }, [null, 1, null]],
    [{ outcome: 'duplicate' }, [null, null, 1]],
    [{ eventName: 'API_KEY_CREATED' }, [1, 0, null]],
    [{ eventName: 'FIRST_API_CALL' }, [3, 2, null]],
    [{ family: 'evaluation' }, [1, null, null]],
    [{ source: 'relay' }, [0, null, null]],
    [{ developerId: 'c' }, [2, null, null]],
    [{ q: 'big.ex' }, [1, 0, null]],
    [{ since: '2020-01-01', until: '2020-02-01' }, [0, 0, null]],
  ])('counts what the list finds by %j', async (filter, sums) => {
    expect(of(await histogram(filter))).toEqual(sums);
  });

  it('is by hours for a window of at most 49 of them', async () => {
    const now = Date.now();
    const since = (hours: number, seconds = 0) => new Date(now - hours * 3_600_000 - seconds * 1000).toISOString();
    const until = new Date(now).toISOString();
    const short = await histogram({ since: since(49), until });
    expect(short.unit).toBe('hour');
    expect(of(short)).toEqual([2, 1, null]);
    expect(short.bars.length).toBeGreaterThanOrEqual(49);
    expect(short.bars.length).toBeLessThanOrEqual(50);
    expect((await histogram({ since: since(49, 1), until })).unit).toBe('day');
  });

  it('has at most 400 days', async () => {
    const { bars } = await histogram({ since: '2001-01-01' });
    expect(bars).toHaveLength(400);
    expect(bars.at(-1)?.at.slice(0, 10)).toBe(dayAgo(0));
  });

  it('says how far back it counted where rows are too many to be looked at', async () => {
    await query(
      app.databaseUrl,
      `insert into tracking_event (organization_id, id, idempotency_key, product_uuid, event_name, event_family, developer_id,
         vendor_own_domain, received_at, source, data_label, fingerprint_version, fingerprint, payload)
       select p.organization_id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
         'old' || n, p.id, 'FIRST_API_CALL', 'activation', 'crowd', false, at, 'api', 'first-party', 1, '\\x00', '{}'
       from product p, generate_series(1, 50001) as n, lateral (select now() - interval '5 days' - make_interval(secs => n) as at) t
       where p.organization_id = $1`,
      [one.organizationId.slice('org_'.length)],
    );
    const { searchedUntil, stored, bars } = await histogram({ developerId: 'crowd' });
    expect(Date.parse(searchedUntil ?? '')).toBeLessThan(Date.now() - 5 * DAY_MS);
    // The four newer events are looked at, too.
    expect(stored).toBe(49_996);
    // A day of which some rows were not looked at is unknown, not less.
    const unknown = bars.filter((bar) => bar.at < (searchedUntil ?? '')).map((bar) => bar.stored);
    expect(unknown.length).toBeGreaterThan(20);
    expect(unknown.every((count) => count === null)).toBe(true);
    expect(bars.at(-1)?.stored).toBe(0);
  });
});
