import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendProblem } from '../../rest-shims/reply.js';
import { answerFault, refuseUnknownPath } from '../../server/app/fault.answer.js';
import { openSchema } from '../../server/app/schema.js';
import { systemClock } from '../../server/platform/clock.js';
import { readConfig } from '../../server/platform/config.js';
import { openLog } from '../../server/platform/log.js';
import { VERSION } from '../../server/platform/version.js';
import { staticRoutes } from '../../server/public/pages.js';
import { INHERITED } from '../setup/process.environment.js';
import { sendRaw } from '../setup/raw.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const BASE_URL = 'https://api.example.com';
const FILES = ['dai-node-0.1.0.tgz', 'dai-cdp-0.1.0.tgz', `dai-mcp-${VERSION}.tgz`, 'dai-0.1.0.py'];

let folder: string;
let url: string;
let urlWithout: string;
const servers: { close(): unknown }[] = [];

const shaOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
const get = async (address: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(url + address, { headers, method });
  return { response, body: new Uint8Array(await response.arrayBuffer()) };
};

async function serve(clients: string): Promise<string> {
  const app = express();
  app.use(
    staticRoutes({ config: readConfig({ BASE_URL }), clock: systemClock }, await openSchema(), undefined, clients),
  );
  app.use(refuseUnknownPath, answerFault(openLog('silent'), BASE_URL, sendProblem));
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((ready) => server.once('listening', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'dai-served-'));
  await run(process.execPath, ['scripts/clients.mjs', '--out', folder], { cwd: ROOT });
  url = await serve(folder);
  urlWithout = await serve(path.join(folder, 'missing'));
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('GET /clients/index.json', () => {
  it('lists each client with the digest and the length of what its address answers', async () => {
    const { response, body } = await get('/clients/index.json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { clients } = JSON.parse(new TextDecoder().decode(body));
    expect(clients.map(({ file }: { file: string }) => file)).toEqual(FILES);
    for (const one of clients) {
      expect(one.url).toBe(`${BASE_URL}/clients/${one.file}`);
      const { body: bytes } = await get(`/clients/${one.file}`);
      expect([shaOf(bytes), bytes.length]).toEqual([one.sha256, one.bytes]);
      expect(shaOf(readFileSync(path.join(folder, one.file)))).toBe(one.sha256);
    }
    const versions = clients.map(({ name, version }: Record<string, string>) => `${name} ${version}`);
    expect(versions).toEqual(['@dai/node 0.1.0', '@dai/cdp 0.1.0', `@dai/mcp ${VERSION}`, 'dai.py 0.1.0']);
  });

  it('is empty where the clients are not built', async () => {
    expect(await (await fetch(`${urlWithout}/clients/index.json`)).json()).toEqual({ clients: [] });
    expect((await fetch(`${urlWithout}/clients/${FILES[0]}`)).status).toBe(404);
  });
});

describe('GET /clients/SHA256SUMS', () => {
  it('is what sha256sum --check reads', async () => {
    const { response, body } = await get('/clients/SHA256SUMS');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(new TextDecoder().decode(body)).toBe(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8'));
    const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder });
    expect(stdout).toBe(FILES.map((file) => `${file}: OK\n`).join(''));
  });
});

describe('GET /clients/{file}', () => {
  it.each([
    { file: 'dai-node-0.1.0.tgz', type: 'application/gzip' },
    { file: 'dai-0.1.0.py', type: 'text/x-python; charset=utf-8' },
  ])('$file may be cached for ever, under its digest', async ({ file, type }) => {
    const { response, body } = await get(`/clients/${file}`);
    const { headers } = response;
    const etag = `"${shaOf(body)}"`;
    expect(response.status).toBe(200);
    expect([headers.get('content-type'), headers.get('etag')]).toEqual([type, etag]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
    const same = await get(`/clients/${file}`, { 'if-none-match': etag });
    expect([same.response.status, same.body.length]).toEqual([304, 0]);
    const other = await get(`/clients/${file}`, { 'if-none-match': '"other"' });
    expect(other.response.status).toBe(200);
    const head = await get(`/clients/${file}`, {}, 'HEAD');
    expect([head.response.status, head.body.length]).toEqual([200, 0]);
    expect(head.response.headers.get('content-length')).toBe(String(body.length));
    expect(head.response.headers.get('etag')).toBe(etag);
  });

  it.each([
    '/clients/dai-node-0.0.9.tgz',
    '/clients/DAI-NODE-0.1.0.TGZ',
    '/clients/clients.json',
    '/clients/dai-node-0.1.0.tgz%00',
    '/clients/..%2fpackage.json',
    '/clients/%2e%2e%2f%2e%2e%2fpackage.json',
    '/clients/../../package.json',
    '/clients/..\\package.json',
    '/clients/./../package.json',
    '/clients//etc/passwd',
  ])('%s leads to no file', async (address) => {
    const reply = await sendRaw(url, `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain('"dependencies"');
  });

  it('takes GET and HEAD alone', async () => {
    for (const address of ['/clients', '/clients/index.json', `/clients/${FILES[0]}`]) {
      const { response } = await get(address, {}, 'POST');
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('the build of the clients', () => {
  it('makes the same bytes in another folder, language, time zone and with other rights of new files', async () => {
    const again = path.join(folder, 'again');
    const env = {
      ...INHERITED,
      LC_ALL: 'C',
      LANG: 'de_DE',
      TZ: 'Asia/Kathmandu',
      TMPDIR: mkdtempSync(`${folder}/tmp`),
    };
    await run('sh', ['-c', `umask 077; node '${ROOT}/scripts/clients.mjs' --out '${again}'`], { cwd: folder, env });
    for (const file of ['SHA256SUMS', ...FILES])
      expect(shaOf(readFileSync(path.join(again, file))), file).toBe(shaOf(readFileSync(path.join(folder, file))));
  });
});
