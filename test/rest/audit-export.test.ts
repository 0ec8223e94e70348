import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { endCommand } from '../setup/command.js';
import { countRows } from '../setup/rows.js';

const VERIFIER = path.resolve(import.meta.dirname, '../../scripts/verify-audit.mjs');

let app: TestApp;
let owner: string;
let folder: string;
let organizationId: string;
beforeAll(async () => {
  app = await startApp();
  organizationId = app.credentials.organizationId;
  owner = await signIn(app, app.credentials.users.owner);
  folder = mkdtempSync(path.join(tmpdir(), 'dai-audit-piece-'));
  for (const id of ['one', 'zwei', 'three', 'four', 'five'])
    await endCommand(
      app,
      'product',
      'create',
      '--organization',
      organizationId,
      '--id',
      id,
      '--name',
      `Ü "${id}"`,
      '--type',
      'api',
    );
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function exported(given: Record<string, string>, cookie = owner, headers = {}) {
  const search = new URLSearchParams({ organizationId, ...given });
  return fetch(`${app.url}/api/exports/audit?${search}`, { headers: { ...(cookie ? { cookie } : {}), ...headers } });
}
interface Line {
  readonly type: 'entry' | 'head';
  readonly of: string;
  readonly chain: string;
  readonly sequence: number;
}
const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

function verify(text: string): { status: number | null; out: string } {
  const file = path.join(folder, 'audit.ndjson');
  writeFileSync(file, text);
  const { status, stdout } = spawnSync(process.execPath, [VERIFIER, file], { encoding: 'utf8', env: {} });
  return { status, out: stdout };
}

describe('GET /api/exports/audit · 200', () => {
  it('has every entry of the organization’s log and its head, and is verified by one file', async () => {
    const reply = await exported({});
    const text = await reply.text();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    const lines = linesOf(text);
    const entries = lines.slice(0, -1);
    expect(entries.map(({ type, of, sequence }) => [type, of, sequence])).toEqual(
      entries.map((_entry, index) => ['entry', organizationId, index + 1]),
    );
    expect(lines.at(-1)).toMatchObject({ type: 'head', chain: organizationId, sequence: entries.length });
    expect(verify(text)).toMatchObject({ status: 0 });
    expect(verify(text.replace('Ü \\"zwei\\"', 'Ü \\"two\\"'))).toMatchObject({
      status: 1,
      out: expect.stringContaining('values'),
    });
  });

  it('is the same as the operator’s command writes', async () => {
    const { out } = await endCommand(app, 'audit', 'export', '--chain', organizationId);
    expect(await (await exported({})).text()).toBe(out);
  });

  it('goes on in pieces, of which the last alone has the head; joined they are the whole', async () => {
    const whole = await (await exported({})).text();
    const pieces: string[] = [];
    for (let after = 0; ; ) {
      const piece = await (await exported({ after: String(after), limit: '2' })).text();
      pieces.push(piece);
      const lines = linesOf(piece);
      expect(lines.filter(({ type }) => type === 'entry').length).toBeLessThanOrEqual(2);
      if (lines.at(-1)?.type === 'head') break;
      after = lines.at(-1)?.sequence ?? 0;
    }
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe(whole);
    expect(verify(pieces.slice(0, -1).join('')).out).toContain('no_head');
  });

  it('begins behind the last entry with the head alone, and behind that with nothing', async () => {
    const { sequence } = linesOf(await (await exported({})).text()).at(-1) ?? { sequence: 0 };
    expect(linesOf(await (await exported({ after: String(sequence) })).text())).toMatchObject([
      { type: 'head', sequence },
    ]);
    expect(await (await exported({ after: String(sequence + 5) })).text()).toBe('');
  });

  it('leaves erased values out, and the chain holds with the entry that names them', async () => {
    const { reviewer } = app.credentials.users;
    await endCommand(app, 'role', 'take', reviewer.email, '--reason', 'on leave');
    await endCommand(app, 'role', 'grant', reviewer.email, '--reason', 'back');
    expect(await endCommand(app, 'erase', reviewer.email, '--reason', 'a request')).toMatchObject({ code: 0 });
    const cookie = await signIn(app, app.credentials.users.secondReviewer);
    const search = await fetch(`${app.url}/api/exports/audit`, { headers: { cookie } });
    const text = await search.text();
    expect(text).toContain('"salt":null');
    expect(linesOf(text).at(-1)).toMatchObject({ type: 'head', chain: 'platform' });
    expect(verify(text)).toMatchObject({ status: 0 });
  });

  it('stores nothing', async () => {
    const before = await countRows(app);
    await (await exported({})).text();
    expect(await countRows(app)).toEqual(before);
  });
});

describe('GET /api/exports/audit · refused', () => {
  it.each([
    [{ after: '-1' }, '/after'],
    [{ after: "1' or 1=1" }, '/after'],
    [{ after: '1'.repeat(16) }, '/after'],
    [{ limit: '0' }, '/limit'],
    [{ limit: '10001' }, '/limit'],
    [{ organizationId: 'org_1' }, '/organizationId'],
    [{ format: 'csv' }, '/format'],
  ])('%j is 400 at %s', async (given, pointer) => {
    const reply = await exported(given);
    expect(reply.status).toBe(400);
    const { errors } = (await reply.json()) as { errors: { pointer: string }[] };
    expect(errors).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('is 401 without a session, 403 with a token, 404 for a stranger, and 403 of the platform’s log', async () => {
    expect((await exported({}, '')).status).toBe(401);
    const { workflowToken, trackingKey, enterpriseKey } = app.credentials;
    for (const token of [workflowToken, trackingKey, enterpriseKey])
      expect((await exported({}, '', { authorization: `Bearer ${token}` })).status).toBe(403);
    expect((await exported({}, await signIn(app, app.credentials.users.builder))).status).toBe(404);
    expect((await fetch(`${app.url}/api/exports/audit`, { headers: { cookie: owner } })).status).toBe(403);
  });
});
