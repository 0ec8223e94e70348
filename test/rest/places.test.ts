import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { csvForm, csvOf, uploadCsv } from '../setup/csv.js';
import { query } from '../setup/database.js';
import { makeOrganization } from '../setup/people.js';
import { sendRaw } from '../setup/raw.js';

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await startApp();
  owner = await signIn(app, app.credentials.users.owner);
});
afterAll(() => app.close());

/** Longer than what stalls may take, and shorter than what was waited before. */
const SOON = { timeout: 20_000, interval: 50 };

/** The head of a request, with more of it behind. */
const head = (path: string, headers: Record<string, string>) =>
  `POST ${path} HTTP/1.1\r\nhost: ${new URL(app.url).host}\r\norigin: ${app.url}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

describe('an upload that never becomes whole', () => {
  it('gives its place back, however many were broken off before it was known whose they are', async () => {
    const { type, body } = csvForm(app, csvOf(3, 'cut'));
    const cut = body.slice(0, -12);
    const headers = { cookie: owner, 'content-type': type, 'content-length': String(body.length) };
    for (let one = 0; one < 6; one += 1)
      await sendRaw(app.address, head('/api/imports/tracking-csv', headers) + cut, { hangUp: true });
    const broken = { ...headers, 'content-length': String(cut.length), connection: 'close' };
    for (let one = 0; one < 6; one += 1) {
      const reply = await sendRaw(app.address, head('/api/imports/tracking-csv', broken) + cut);
      expect(reply.status).toBe(400);
    }
    expect(app.app.parts.csvUploads.taken).toBe(0);
    expect((await uploadCsv({ app, cookie: owner }, csvOf(3, 'whole'))).status).toBe(201);
  });

  it.each([
    ['stops', 0],
    ['trickles', 100],
  ])('is refused within seconds when it %s', async (_how, everyMs) => {
    const { type, body } = csvForm(app, csvOf(3, 'slow'));
    const headers = { cookie: owner, 'content-type': type, 'content-length': '1000000', connection: 'close' };
    const { hostname, port } = new URL(app.address);
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(head('/api/imports/tracking-csv', headers) + body.slice(0, -60));
    await expect.poll(() => app.app.parts.csvUploads.taken, SOON).toBe(1);
    const trickle = everyMs ? setInterval(() => socket.write('a'), everyMs) : undefined;
    const answer = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    clearInterval(trickle);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('the request did not arrive in time');
    expect(app.app.parts.csvUploads.taken).toBe(0);
    socket.destroy();
  });
});

it('a body that a stranger announced and does not send is given up within seconds', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '2000000', connection: 'close' };
  const reply = await sendRaw(app.address, head('/graphql', headers));
  expect([reply.status, JSON.parse(reply.text).errors?.[0]?.extensions?.errors?.[0]?.detail ?? reply.text]).toEqual([
    400,
    'the request did not arrive in time',
  ]);
  expect(app.app.platform.limits.heldBytes()).toBe(0);
});

describe('a reader who does not read', () => {
  const address = (organizationId: string, what = 'events') =>
    `${app.url}/api/exports/adoption?organizationId=${organizationId}&from=2026-11-01&to=2026-11-30&what=${what}&format=csv`;

  /** Asks for an export over a connection of its own and reads nothing of it. */
  function stall(organizationId: string, cookie: string): net.Socket {
    const { pathname, search, host, hostname, port } = new URL(address(organizationId));
    const socket = net.connect(Number(port), hostname).pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`);
    return socket;
  }

  it('keeps two of three exports, whatever their organizations, and for seconds alone', async () => {
    const { organizationId } = app.credentials;
    await query(
      app.databaseUrl,
      `insert into tracking_event (organization_id, id, idempotency_key, product_uuid, event_name, event_family, developer_id, vendor_own_domain,
         received_at, source, data_label, fingerprint_version, fingerprint, payload)
       select p.organization_id, gen_random_uuid(), repeat('k', 200) || n, p.id, 'FIRST_API_CALL', 'activation', repeat('d', 200), false,
         '2026-11-10', 'api', 'sample', 1, '\\x00', '{}' from product p, generate_series(1, 60000) as n
       where p.organization_id = $1 and p.product_id = $2`,
      [organizationId.slice('org_'.length), app.credentials.productId],
    );
    const other = await makeOrganization(app);
    const exports = app.app.parts.adoptionExports;
    const stalled = [stall(organizationId, owner), stall(organizationId, owner)];
    await expect.poll(() => exports.taken, SOON).toBe(2);
    const made = await askGraphql<{ createOrganization: { id: string } }>(
      app,
      'mutation { createOrganization(input: { name: "Another" }) { id } }',
      {},
      { cookie: owner },
    );
    const second = made.data?.createOrganization.id ?? '';
    const third = await fetch(address(second), { headers: { cookie: owner } });
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '10']);
    const { cookie } = other.owner;
    expect((await fetch(address(other.organizationId, 'days'), { headers: { cookie } })).status).toBe(200);
    await expect.poll(() => exports.taken, SOON).toBe(0);
    expect((await fetch(address(second, 'days'), { headers: { cookie: owner } })).status).toBe(200);
    for (const socket of stalled) socket.destroy();
  });
});

it.each(['csv', 'json'])('an export that has arrived holds no place of the next: %s', async (format) => {
  const requested = `organizationId=${app.credentials.organizationId}&from=2026-11-01&to=2026-11-30&what=days&format=${format}`;
  const reply = await fetch(`${app.url}/api/exports/adoption?${requested}`, { headers: { cookie: owner } });
  expect([reply.status, (await reply.text()).length > 0]).toEqual([200, true]);
  expect(app.app.parts.adoptionExports.taken).toBe(0);
});
