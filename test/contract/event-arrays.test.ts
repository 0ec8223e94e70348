import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as rows from '../../server/tracking/ingest/event-row.rules.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** One of each value in runs of one to four, with nulls between them and at both ends. */
const inRuns = <T>(values: readonly T[]): (T | null)[] => [
  null,
  ...values.flatMap((value, index) => [...Array<T>(1 + (index % 4)).fill(value), ...(index % 2 ? [null] : [])]),
  ...Array<T | undefined>(4)
    .fill(values[0])
    .map((value) => value ?? null),
  values[1] ?? null,
  null,
  null,
];

const UUIDS = [1, 2, 3, 4, 5].map((digit) => `0000000${digit}-0000-7000-8000-00000000000${digit}`);
const TIMES = [
  '2026-03-01T23:59:59.999Z',
  '1970-01-01T00:00:00.001Z',
  '2000-01-01T00:00:00.000Z',
  '9999-12-31T00:00:00.000Z',
];

describe('an array in the binary form', () => {
  it.each([
    ['uuid', rows.uuid, UUIDS],
    ['text', rows.text, ['a', '', 'é', '日本', 'a longer one']],
    ['boolean', rows.boolean, [true, false, true]],
    ['smallint', rows.smallint, [1, -2, 0, 32_767]],
    ['timestamptz', rows.timestamptz, TIMES.map((time) => new Date(time))],
    ['bytea', rows.bytea, [Buffer.from('one'), Buffer.alloc(0), Buffer.from([0, 255])]],
    ['jsonb', rows.jsonb, ['{"a":"é"}', '[]', '"x"']],
  ] as const)(
    'of %s is read by the database as it was written, runs of equal values included',
    async (name, type, values) => {
      const written = inRuns<unknown>(values);
      const array = rows.binaryArray(type as Parameters<typeof rows.binaryArray<unknown>>[0], written);
      const read = await query<{ value: unknown }>(
        app.databaseUrl,
        `select value from unnest($1::${name}[]) with ordinality as v(value, at) order by at`,
        [array],
      );
      const shown =
        name === 'jsonb' ? written.map((text) => (text === null ? null : JSON.parse(String(text)))) : written;
      expect(read.map(({ value }) => value)).toEqual(shown);
    },
  );

  it('refuses a time that is none', () => {
    expect(() => rows.binaryArray(rows.timestamptz, [new Date(Number.NaN)])).toThrow(RangeError);
  });
});

it('a batch of equal and different values is written by one transaction', async () => {
  const names = [
    'FIRST_API_CALL',
    'FIRST_API_CALL',
    'FIRST_API_CALL',
    'FIRST_API_CALL',
    'API_KEY_CREATED',
    'FIRST_API_CALL',
  ];
  const events = names.map((name, index) =>
    makeEvent(app, { event_name: name, ...(index % 3 ? { account_domain: 'customer.example' } : {}) }),
  );
  const reply = await ask(`${app.url}/api/usage/track/batch`, { token: app.credentials.trackingKey, body: { events } });
  expect(reply.body.summary).toMatchObject({ received: names.length, tracked: names.length });
  const [written] = await query<{ transactions: number; names: string[] }>(
    app.databaseUrl,
    `select count(distinct xmin::text)::int as transactions,
       array_agg(event_name order by array_position($1::text[], idempotency_key)) as names
     from tracking_event where idempotency_key = any($1)`,
    [events.map(({ idempotencyKey }) => idempotencyKey)],
  );
  expect(written).toEqual({ transactions: 1, names });
});
