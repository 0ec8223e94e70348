import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoCredentials } from '../../server/demo/demo.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import {
  addressOf,
  buildIfStale,
  credentialsOf,
  endAll,
  type Gateway,
  makeDataDir,
  startGateway,
} from './gateway.process.js';

const dataDir = makeDataDir();
let gateways: [Gateway, Gateway];
let credentials: DemoCredentials;

beforeAll(async () => {
  await buildIfStale();
  gateways = await Promise.all([startGateway({ DATA_DIR: dataDir }), startGateway({ DATA_DIR: dataDir })]);
  credentials = credentialsOf(dataDir);
});
afterAll(endAll);

const track = ({ url }: Gateway, event: unknown, token = credentials.trackingKey) =>
  ask(`${url}/api/usage/track`, { token, body: event });
const count = async (from: string, values: unknown[] = []) =>
  (await query<{ n: number }>(addressOf(dataDir), `select count(*)::int as n from ${from}`, values))[0]?.n;
const storedOf = (event: Record<string, unknown>) =>
  count('tracking_event where idempotency_key = $1', [event.idempotencyKey]);

describe('two gateways that start at once in one empty DATA_DIR', () => {
  it('share one database, one demo and one session secret', async () => {
    const [first, second] = gateways;
    expect(await count('organization')).toBe(4); // the demo's three and that of its sample data
    const cookie = await signIn(first, credentials.users.owner);
    const seen = await askGraphql<{ viewer: { kind: string } }>(second, '{ viewer { kind } }', {}, { cookie });
    expect(seen.data?.viewer.kind).toBe('session');
    const event = makeEvent({ credentials });
    const answered = await track(first, event);
    expect((await track(second, event)).body).toMatchObject({ duplicate: true, eventId: answered.body.eventId });
  });
});

describe('two gateways on one database', () => {
  const KEYS = 500;
  const BATCH = 50;

  it('give each key one first answer and one id when both get the same events at once, and never lock each other', async () => {
    // Each row takes its time, so that the two are certain to insert side by side.
    const trigger = 'create trigger slow before insert on tracking_event for each row execute function slow()';
    const body = 'begin perform pg_sleep(0.001); return new; end';
    for (const sql of [`create function slow() returns trigger language plpgsql as '${body}'`, trigger])
      await query(addressOf(dataDir), sql);
    const events = Array.from({ length: KEYS }, () => makeEvent({ credentials }));
    type Results = { results: { idempotencyKey: string; duplicate: boolean; eventId: string }[] };
    const send = ({ url }: Gateway, all: unknown[]) =>
      Array.from({ length: KEYS / BATCH }, (_item, index) =>
        ask<Results>(`${url}/api/usage/track/batch`, {
          token: credentials.trackingKey,
          body: { events: all.slice(index * BATCH, (index + 1) * BATCH) },
        }),
      );
    const replies = await Promise.all([...send(gateways[0], events), ...send(gateways[1], events.toReversed())]);
    await query(addressOf(dataDir), 'drop function slow cascade');
    const results = replies.flatMap(({ body }) => body.results);
    expect(results).toHaveLength(2 * KEYS);
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(KEYS);
    const ids = new Map(
      results.filter(({ duplicate }) => !duplicate).map(({ idempotencyKey, eventId }) => [idempotencyKey, eventId]),
    );
    expect(ids.size).toBe(KEYS);
    expect(results.filter(({ idempotencyKey, eventId }) => ids.get(idempotencyKey) !== eventId)).toEqual([]);
    const stored = await query<{ key: string; id: string }>(
      addressOf(dataDir),
      "select idempotency_key as key, 'evt_' || id as id from tracking_event where idempotency_key = any($1)",
      [[...ids.keys()]],
    );
    expect(stored.map(({ key, id }) => [key, id]).sort()).toEqual([...ids].sort());
    expect(fs.readFileSync(`${dataDir}/postgres/server.log`, 'utf8')).not.toContain('deadlock detected');
  });

  it('stop taking a product’s events, and take them again, at once when the other switched it', async () => {
    const [first, second] = gateways;
    const cookie = await signIn(second, credentials.users.owner);
    const switchTo = (status: string) =>
      askGraphql(
        second,
        'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { status } }',
        { input: { organizationId: credentials.organizationId, productId: credentials.productId, status } },
        { cookie },
      );
    const before = makeEvent({ credentials });
    const answered = await track(first, before);
    expect((await switchTo('ignored')).errors).toEqual([]);
    const after = makeEvent({ credentials });
    expect((await track(first, after)).body).toMatchObject({ tracked: false, ignored: true, eventId: null });
    expect(await storedOf(after)).toBe(0);
    expect((await track(first, before)).body).toMatchObject({ duplicate: true, eventId: answered.body.eventId });
    expect((await switchTo('registered')).errors).toEqual([]);
    expect((await track(first, after)).body).toMatchObject({ tracked: true, duplicate: false });
  });

  it('refuse a key at once when the other revoked it, at every tracking path', async () => {
    const [first, second] = gateways;
    const cookie = await signIn(second, credentials.users.owner);
    const { organizationId, productId } = credentials;
    const created = await askGraphql<{ createTrackingKey: { token: string; trackingKey: { id: string } } }>(
      second,
      'mutation ($input: CreateTrackingKeyInput!) { createTrackingKey(input: $input) { token trackingKey { id } } }',
      { input: { organizationId, productId, name: 'short-lived' } },
      { cookie },
    );
    const { token = '', trackingKey } = created.data?.createTrackingKey ?? {};
    const before = makeEvent({ credentials });
    expect((await track(first, before, token)).body).toMatchObject({ tracked: true });
    const revoked = await askGraphql(
      second,
      'mutation ($input: RevokeTrackingKeyInput!) { revokeTrackingKey(input: $input) { revokedAt } }',
      { input: { organizationId, trackingKeyId: trackingKey?.id } },
      { cookie },
    );
    expect(revoked.errors).toEqual([]);
    const event = makeEvent({ credentials });
    const paths: [string, unknown][] = [
      ['track', event],
      ['track', before],
      ['track', { ...event, developer_id: '' }],
      ['track/batch', { events: [event] }],
      ['track/batch', { events: [{}] }],
      ['track/dry-run', event],
    ];
    const replies = await Promise.all([
      ...paths.map(([path, body]) => ask(`${first.url}/api/usage/${path}`, { token, body })),
      ask(`${first.url}/api/usage/events?idempotencyKey=${before.idempotencyKey}`, { token }),
    ]);
    for (const { status, body } of replies) {
      expect(status).toBe(401);
      expect(body.errors).toMatchObject([{ code: 'revoked' }]);
    }
    expect(await storedOf(event)).toBe(0);
  });
});
