import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromCdpEvent } from '../../clients/cdp/src/index.js';
import { type Client, createClient } from '../../clients/node/src/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeCompany } from '../setup/people.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GUIDE = readFileSync(path.join(ROOT, 'docs/guides/migrating.md'), 'utf8');

type Call = Readonly<Record<string, unknown>>;

/** The two programs of a section: that of the vendor's library, and ours. */
function programsOf(vendor: string): readonly [before: string, after: string] {
  const [, section = ''] = new RegExp(`^## ${vendor}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(GUIDE) ?? [];
  const [before = '', after = ''] = [...section.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  return [before, after];
}

/** Runs a program of the guide with the one object that it uses. */
const runWith = (program: string, name: string, object: unknown): void => void new Function(name, program)(object); // the text is ours, and this is how a reader runs it

const wireOf = (vendor: string): Call[] =>
  JSON.parse(readFileSync(path.join(ROOT, 'test/samples/cdp-libraries', `${vendor.toLowerCase()}.json`), 'utf8')).batch;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe.each([
  { vendor: 'Segment', object: 'analytics', method: 'track' },
  { vendor: 'RudderStack', object: 'rudder', method: 'track' },
  { vendor: 'PostHog', object: 'posthog', method: 'capture' },
])('the way from $vendor', ({ vendor, object, method }) => {
  const [before, after] = programsOf(vendor);
  const [tracked, identified] = wireOf(vendor);

  it('begins with the call that its own library has sent as the sample says', () => {
    const calls: Call[] = [];
    runWith(before, object, { [method]: (call: Call) => void calls.push(call) });
    const [call] = calls;
    expect(calls.length).toBe(1);
    const { userId, distinctId, messageId, uuid, event, timestamp, properties } = call ?? {};
    expect(tracked).toMatchObject({ event, timestamp: (timestamp as Date).toISOString(), properties });
    expect([tracked?.userId ?? tracked?.distinct_id, tracked?.messageId ?? tracked?.uuid]).toEqual([
      userId ?? distinctId,
      messageId ?? uuid,
    ]);
  });

  it('stores one event, beside the call and behind the CDP, whichever comes first', async () => {
    for (const first of ['beside', 'behind'] as const) {
      const company = await makeCompany(app);
      const product = { id: company.productId, name: 'An API', type: 'api' } as const;
      const beside = async () => {
        const client: Client = createClient({ url: app.url, key: company.trackingKey, product });
        runWith(after, 'client', client);
        const { stored, duplicate } = await client.close();
        return { stored, duplicate };
      };
      const behind = async () => {
        const mapped = fromCdpEvent(tracked, { product, keep: ['plan'] });
        if (mapped.kind !== 'event') throw new Error(`${mapped.kind}: ${mapped.detail}`);
        const reply = await ask(`${app.url}/api/usage/track`, { token: company.trackingKey, body: mapped.event });
        return { stored: Number(reply.body.tracked && !reply.body.duplicate), duplicate: Number(reply.body.duplicate) };
      };
      const [one, other] = first === 'beside' ? [beside, behind] : [behind, beside];
      expect(await one(), first).toEqual({ stored: 1, duplicate: 0 });
      expect(await other(), first).toEqual({ stored: 0, duplicate: 1 });
      const rows = await query(
        app.databaseUrl,
        `select event_name, developer_id, occurred_at, payload -> 'metadata' as metadata from tracking_event where organization_id = $1`,
        [company.organizationId.slice(4)],
      );
      expect(rows).toEqual([
        {
          event_name: 'API_KEY_CREATED',
          developer_id: 'developer-42',
          occurred_at: new Date('2026-11-28T09:30:00.000Z'),
          metadata: { plan: 'pro' },
        },
      ]);
    }
  });

  it('has no event for an identity', () => {
    const product = { id: 'p', name: 'P', type: 'api' };
    expect(fromCdpEvent(identified, { product, family: 'activation' })).toMatchObject({ kind: 'not_an_event' });
  });
});
