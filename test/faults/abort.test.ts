import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { csvForm, csvOf } from '../setup/csv.js';
import { freshDatabase } from '../setup/database.js';
import { submissionOf } from '../setup/intake.js';
import { type DatabaseProxy, openDatabaseProxy } from './database.proxy.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: DatabaseProxy;
let app: TestApp;
let owner: string;
let reviewer: string;
/** The senders' ports of the connections that the gateway has open. */
const connected = new Set<number | undefined>();

beforeAll(async () => {
  database = await freshDatabase('template_demo');
  proxy = await openDatabaseProxy(database.url);
  app = await startApp({ databaseUrl: proxy.url });
  app.server.on('connection', (socket: net.Socket) => {
    const { remotePort } = socket; // gone once it is closed
    connected.add(remotePort);
    socket.once('close', () => connected.delete(remotePort));
  });
  owner = await signIn(app, app.credentials.users.owner);
  reviewer = await signIn(app, app.credentials.users.reviewer);
});
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await database?.drop();
});

/** Every place that a request can take, by its name. */
function taken(): Record<string, number> {
  const { csvUploads, catalogImports, adoptionExports } = app.app.parts;
  const { limits } = app.app.platform;
  return {
    csvUploads: csvUploads.taken,
    catalogImports: catalogImports.uploads.taken,
    adoptionExports: adoptionExports.taken,
    bodies: limits.heldBytes(),
    submissions: limits.shareOf('submissions').taken,
    accounts: limits.shareOf('accounts').taken,
    records: limits.shareOf('public-records').taken,
  };
}
const NONE = {
  csvUploads: 0,
  catalogImports: 0,
  adoptionExports: 0,
  bodies: 0,
  submissions: 0,
  accounts: 0,
  records: 0,
};

/** A request as its bytes: the head, and the body in the pieces between which a sender may leave. */
interface Bytes {
  readonly head: string;
  readonly pieces: readonly string[];
}

function bytesOf(method: string, path: string, headers: Record<string, string>, body = '', cuts = 4): Bytes {
  const lines = Object.entries({ host: new URL(app.url).host, origin: app.url, connection: 'close', ...headers });
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}${length}\r\n`;
  const size = Math.ceil(body.length / cuts);
  const pieces = Array.from({ length: cuts }, (_piece, index) => body.slice(index * size, (index + 1) * size));
  return { head, pieces: pieces.filter((piece) => piece !== '') };
}

const kinds: readonly [string, () => Bytes][] = [
  [
    'an upload of events',
    () => {
      const { type, body } = csvForm(app, csvOf(40, 'aborted'));
      return bytesOf('POST', '/api/imports/tracking-csv', { cookie: owner, 'content-type': type }, body);
    },
  ],
  [
    'a form of an upload that is broken at its end',
    () => {
      const { type, body } = csvForm(app, csvOf(40, 'broken'));
      return bytesOf('POST', '/api/imports/tracking-csv', { cookie: owner, 'content-type': type }, body.slice(0, -9));
    },
  ],
  [
    'an import of the catalog',
    () => {
      const part = (disposition: string, text: string) =>
        `--form\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
      const file = 'name,website,summary\nAborted Tool,https://aborted.example,A tool that is not imported\n';
      const body = `${part('name="format"', 'csv')}${part('name="file"; filename="a.csv"', file)}--form--\r\n`;
      const headers = { cookie: reviewer, 'content-type': 'multipart/form-data; boundary=form' };
      return bytesOf('POST', '/api/imports/catalog', headers, body);
    },
  ],
  [
    'an export',
    () => {
      const { organizationId } = app.credentials;
      const query = `organizationId=${organizationId}&from=2026-10-01&to=2026-11-24&what=events&format=csv`;
      return bytesOf('GET', `/api/exports/adoption?${query}`, { cookie: owner });
    },
  ],
  [
    'a question of a stranger',
    () => {
      const body = JSON.stringify({ query: '{ publishedSkills(limit: 2) { items { id } } }' });
      return bytesOf('POST', '/graphql', { 'content-type': 'application/json' }, body);
    },
  ],
  [
    'a question with a credential that no one was given',
    () => {
      const body = JSON.stringify({ query: '{ viewer { kind } }' });
      const authorization = `Bearer ${app.credentials.revokedWorkflowToken}`;
      return bytesOf('POST', '/graphql', { 'content-type': 'application/json', authorization }, body);
    },
  ],
  [
    'a submission',
    () => {
      const query = 'mutation ($input: SubmitIntakeInput!) { submitIntake(input: $input) { state } }';
      const body = JSON.stringify({ query, variables: { input: submissionOf('usage_tracking') } });
      return bytesOf('POST', '/graphql', { 'content-type': 'application/json' }, body);
    },
  ],
  [
    'a sign-in',
    () => {
      const body = JSON.stringify(app.credentials.users.builder);
      return bytesOf('POST', '/api/auth/sign-in/email', { 'content-type': 'application/json' }, body);
    },
  ],
];

/** Opens a connection and sends the head and so many pieces; `answered` is the first line that comes back, or '' when none does. */
function send({ head, pieces }: Bytes, piecesSent = pieces.length): { socket: net.Socket; answered: Promise<string> } {
  const { hostname, port } = new URL(app.address);
  const socket = net.connect(Number(port), hostname, () => socket.write(head + pieces.slice(0, piecesSent).join('')));
  const answered = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''));
  });
  return { socket, answered };
}

/** Resets the connection, and waits until the gateway has noticed. */
async function leave(socket: net.Socket): Promise<void> {
  const port = socket.localPort; // none once it has ended by itself
  socket.resetAndDestroy();
  if (port !== undefined) await expect.poll(() => connected.has(port), { timeout: 30_000 }).toBe(false);
}

describe.each(kinds)('%s', (_kind, make) => {
  it('gives back every place when its connection ends at any statement of the database', async () => {
    for (let number = 1; ; number += 1) {
      const { socket, answered } = send(make());
      const interruption = proxy.interruptAt(number, () => leave(socket));
      await answered;
      await expect.poll(taken, { message: `statement ${number}`, timeout: 30_000 }).toEqual(NONE);
      if (interruption.end()) continue;
      expect(number, 'it was interrupted at least once').toBeGreaterThan(1);
      break;
    }
  });

  it('gives back every place when its sender leaves between any two pieces', async () => {
    const { pieces } = make();
    for (let piecesSent = 0; piecesSent < pieces.length; piecesSent += 1) {
      const arrived = once(app.server, 'request');
      const { socket, answered } = send(make(), piecesSent);
      await arrived;
      socket.destroy(); // as a closed tab does: the gateway reads an end
      await answered;
      await expect.poll(taken, { message: `after ${piecesSent} pieces`, timeout: 30_000 }).toEqual(NONE);
    }
    const { socket, answered } = send(make());
    await answered;
    socket.destroy();
    await expect.poll(taken, { timeout: 30_000 }).toEqual(NONE);
  });
});

it('requests that wait behind another one of their connection hold no place, and none is left when it ends', async () => {
  const body = JSON.stringify({ query: '{ viewer { kind } }' });
  const { head, pieces } = bytesOf('POST', '/graphql', { 'content-type': 'application/json' }, body, 1);
  const twice = `${head}${pieces.join('')}`.replace('connection: close\r\n', '').repeat(2);
  const first = bytesOf('GET', '/api/projects/nothing', {}).head.replace('connection: close\r\n', '');
  const { socket, answered } = send({ head: first + twice, pieces: [] });
  const held: number[] = [];
  const interruption = proxy.interruptAt(1, async () => {
    held.push(app.app.platform.limits.heldBytes());
    await leave(socket);
  });
  await answered;
  expect(interruption.end()).toBe(true);
  expect(held).toEqual([0]);
  await expect.poll(taken, { timeout: 30_000 }).toEqual(NONE);
});
