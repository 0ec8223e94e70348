import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { skipOnNodes } from '../setup/nodes.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A distributed database says so of organizations whose node is away, over a connection that goes on. */
const loseNode = () =>
  query(
    app.databaseUrl,
    `create function lose_node() returns trigger language plpgsql as
       $$ begin raise exception 'connection to the remote node failed' using errcode = '08006'; end $$;
     create trigger node_away before insert on tracking_event for each row
       when (new.organization_id = '${app.credentials.organizationId.replace(/^org_/, '')}') execute function lose_node()`,
  );
const bringNodeBack = () => query(app.databaseUrl, 'drop function lose_node cascade');

const EVENTS = 20;
interface Sent {
  readonly key: string;
  readonly status: number;
  readonly retryAfter: string | null;
}
async function sendMixed(): Promise<{ here: Sent[]; away: Sent[] }> {
  const { otherTenant } = app.credentials;
  const send = async (token: string, event: Record<string, unknown>): Promise<Sent> => {
    const { status, headers } = await ask(`${app.url}/api/usage/track`, { token, body: event });
    return { key: String(event.idempotencyKey), status, retryAfter: headers.get('retry-after') };
  };
  const sent = await Promise.all(
    Array.from({ length: EVENTS }, async () => {
      const away = send(app.credentials.trackingKey, makeEvent(app));
      const here = send(
        otherTenant.trackingKey,
        makeEvent(app, { product: { id: otherTenant.productId, name: 'Other API', type: 'api' } }),
      );
      return { away: await away, here: await here };
    }),
  );
  return { here: sent.map(({ here }) => here), away: sent.map(({ away }) => away) };
}
const storedOf = async (sent: readonly Sent[]): Promise<number> => {
  const keys = sent.map(({ key }) => key);
  const found = await query(app.databaseUrl, 'select 1 from tracking_event where idempotency_key = any($1)', [keys]);
  return found.length;
};

skipOnNodes('rest/node-away');

it('events of organizations that lie elsewhere are stored while a node is away, and the others get 503', async () => {
  await loseNode();
  const { here, away } = await sendMixed();
  expect(here.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(away.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
    Array.from({ length: 20 }, () => [503, '1']),
  );
  expect([await storedOf(here), await storedOf(away)]).toEqual([20, 0]);
  const second = await sendMixed();
  expect(second.here.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(second.away.every(({ status, retryAfter }) => status === 503 && retryAfter === '1')).toBe(true);
  expect((await ask(`${app.url}/readyz`)).status, 'a gateway goes on for the others').toBe(200);
  await bringNodeBack();
  const tryAgain = async () => {
    const again = await sendMixed();
    return [...again.here, ...again.away].filter(({ status }) => status !== 200).length;
  };
  // One event of it tries after a second; until it was stored, the others of that organization are refused at once.
  await expect.poll(tryAgain, { timeout: 20_000, interval: 200 }).toBe(0);
});
