import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type RawReply, readReply } from '../setup/raw.js';

/*
 * An event whose body comes in one piece with its head is taken at once; one whose body comes later goes the long way, through the path's shim.
 * No caller may see which it was.
 */

let app: TestApp;
const lines: { level: number; msg: string; path?: string; status?: number; code?: string }[] = [];
beforeAll(async () => {
  app = await startApp({
    env: { LOG_LEVEL: 'debug' },
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  });
});
afterAll(() => app.close());

const headOf = (body: string | Buffer, token: string, headers: Record<string, string>): string =>
  [
    'POST /api/usage/track HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    ...Object.entries({
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

interface Sending {
  readonly body: string | Buffer;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a request in one piece, or its body once the server has seen the head. */
async function send({ body, token = app.credentials.trackingKey, headers = {} }: Sending, whole: boolean) {
  const { hostname, port } = new URL(app.address);
  const socket = net.connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = once(socket, 'close');
  const head = Buffer.from(headOf(body, token, headers));
  if (whole) socket.write(Buffer.concat([head, Buffer.from(body)]));
  else {
    const seen = once(app.server, 'request');
    socket.write(head);
    await seen;
    socket.write(Buffer.from(body));
  }
  await closed;
  return readReply(Buffer.concat(chunks).toString('utf8'));
}

/** The parts of an answer that may not depend on the way: ids, times and the rest of a budget differ from request to request. */
function shownOf({ status, headers, text }: RawReply) {
  const body = JSON.parse(text, (name, value: unknown) =>
    ['eventId', 'receivedAt', 'requestId', 'instance'].includes(name) && typeof value === 'string' ? name : value,
  );
  const { date: _date, 'x-request-id': id, ratelimit, 'content-length': length, ...others } = headers;
  expect(id).toMatch(/^[0-9a-f-]{36}$|^given$/);
  expect(Number(length)).toBe(Buffer.byteLength(text));
  return { status, names: Object.keys(headers), others, budget: ratelimit?.replace(/\d+/g, 'n'), body };
}

async function bothWays(sending: (way: string) => Sending) {
  await send({ body: JSON.stringify(makeEvent(app)) }, true); // the key is remembered from here on
  const long = await send(sending('long'), false);
  const short = await send(sending('short'), true);
  expect(shownOf(short)).toEqual(shownOf(long));
  return short;
}

const event = (way: string, members: Record<string, unknown> = {}): Sending => ({
  body: JSON.stringify({ ...makeEvent(app), idempotencyKey: `${way}-${lines.length}`, ...members }),
});

describe('an event that comes whole and one whose body comes later are answered alike', () => {
  it('when it is stored', async () => {
    const reply = await bothWays((way) => event(way));
    expect(reply.status).toBe(200);
    const { eventId } = JSON.parse(reply.text);
    const [stored] = await query<{ n: number }>(
      app.databaseUrl,
      'select count(*)::int as n from tracking_event where id = $1',
      [eventId.slice(4)],
    );
    expect(stored?.n).toBe(1);
  });

  it('with a request id of the sender', async () => {
    const reply = await bothWays((way) => ({ ...event(way), headers: { 'X-Request-Id': 'given' } }));
    expect(reply.headers['x-request-id']).toBe('given');
  });

  it('with warnings and stripped members in letters beyond ASCII', async () => {
    const reply = await bothWays((way) =>
      event(way, {
        product: { id: 'demo-api', name: 'Überall', type: 'api' },
        metadata: { importÜber: 1, word: '日本' },
      }),
    );
    expect(JSON.parse(reply.text)).toMatchObject({ stripped: ['/metadata/importÜber'], tracked: true });
  });

  it('when it names a project', async () => {
    const reply = await bothWays((way) => event(way, { projectId: 'prj_00000000-0000-7000-8000-000000000000' }));
    expect(JSON.parse(reply.text).warnings).toMatchObject([{ pointer: '/projectId' }]);
  });

  it('when it is a duplicate', async () => {
    const same = event('same');
    await send(same, true);
    expect(JSON.parse((await bothWays(() => same)).text)).toMatchObject({ duplicate: true });
  });

  it('when its key is taken by another event', async () => {
    const first = makeEvent(app);
    await send({ body: JSON.stringify(first) }, true);
    const changed = { ...first, event_name: 'API_KEY_CREATED' };
    expect((await bothWays(() => ({ body: JSON.stringify(changed) }))).status).toBe(409);
  });

  it.each([
    ['breaks rules', 400, JSON.stringify({ event_name: 7, surprise: true })],
    ['is no JSON', 400, '{"event_name":'],
    ['is empty', 400, ''],
    ['is a list', 400, '[]'],
    ['names a member twice', 400, '{"event_name":"A","event_name":"B"}'],
    ['is not UTF-8', 400, Buffer.from([0x7b, 0xff, 0x7d])],
    ['is too large', 413, JSON.stringify({ metadata: { text: 'x'.repeat(40_000) } })],
    ['holds a secret', 400, JSON.stringify({ event_name: 'A', metadata: { password: 'x' } })],
  ])('when it %s', async (_what, status, body) => {
    expect((await bothWays(() => ({ body }))).status).toBe(status);
  });

  it.each([
    ['is no JSON by its type', 415, { 'Content-Type': 'text/plain' }],
    ['comes from a browser', 403, { Origin: 'https://somewhere.example' }],
    ['is packed, and is not', 400, { 'Content-Encoding': 'gzip' }],
    ['has a head beyond its bounds', 431, { 'X-Long': 'a'.repeat(17_000) }],
  ])('when it %s', async (_what, status, headers) => {
    expect((await bothWays((way) => ({ ...event(way), headers }))).status).toBe(status);
  });

  it('when its key is unknown', async () => {
    const token = `${app.credentials.trackingKey.slice(0, -1)}x`;
    expect((await bothWays((way) => ({ ...event(way), token }))).status).toBe(401);
  });

  it('when its key was revoked elsewhere, which the flush finds', async () => {
    const revoke = (at: string) =>
      query(app.databaseUrl, `update credential set revoked_at = ${at} where kind = 'tracking_key'`);
    const refused = async (whole: boolean) => {
      await send(event('before'), true); // remembers the key
      await revoke('now()');
      return send(event('after'), whole).finally(() => revoke('null'));
    };
    const [long, short] = [await refused(false), await refused(true)];
    expect(shownOf(short)).toEqual(shownOf(long));
    expect(JSON.parse(short.text)).toMatchObject({ status: 401, detail: 'The tracking key was revoked.' });
  });
});

describe('an event that is taken at once', () => {
  it('leaves the line in the log, the verdict and the figure that any other does', async () => {
    const figure = async (): Promise<number> => {
      const text = await app.app.metrics.registry.metrics();
      return Number(/_count\{route="\/api\/usage\/track",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    for (const whole of [false, true]) {
      const before = { lines: lines.length, figure: await figure() };
      const sending = event(`noted-${whole}`);
      await send(sending, whole);
      await expect.poll(figure).toBe(before.figure + 1);
      const answered = lines.slice(before.lines).filter(({ msg }) => msg === 'answered');
      expect(answered).toMatchObject([{ level: 20, path: '/api/usage/track', status: 200 }]);
      await app.app.parts.verdicts.flush();
      const verdicts = await query(
        app.databaseUrl,
        "select 1 from tracking_verdict where status = 'tracked' and door = 'track' and idempotency_key = $1",
        [JSON.parse(String(sending.body)).idempotencyKey],
      );
      expect(verdicts).toHaveLength(1);
    }
  });

  it('counts against the one budget of its key, and is refused when that is spent', async () => {
    const limited = await startApp({ env: { RATE_LIMIT_SCALE: '0.0005' } }); // 3 a minute
    try {
      const track = () =>
        ask(`${limited.url}/api/usage/track`, { token: limited.credentials.trackingKey, body: makeEvent(limited) });
      const replies = [await track(), await track(), await track(), await track()];
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(replies.map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])).toEqual([
        '2',
        '1',
        '0',
        '0',
      ]);
      expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });

  it('closes its connection once the gateway drains', async () => {
    const draining = await startApp();
    try {
      const track = () =>
        ask(`${draining.url}/api/usage/track`, { token: draining.credentials.trackingKey, body: makeEvent(draining) });
      await track();
      expect((await track()).headers.get('connection')).toBe('keep-alive');
      void draining.app.drain();
      const last = await track();
      expect(last.headers.get('connection')).toBe('close');
      expect(last.body).toMatchObject({ tracked: true });
    } finally {
      await draining.close();
    }
  });
});
