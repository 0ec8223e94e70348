import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { type Description, readDescription } from '../setup/openapi.js';

/** The exports of `client/calls.ts`; it compiles only beside a generated client. */
interface Calls {
  callsOf(
    baseUrl: string,
    caller: { headers: Record<string, string> },
    given: { organizationId: string; productId: string },
    send?: typeof fetch,
  ): Record<string, () => Promise<Response & { data: unknown }>>;
}

let app: TestApp;
let description: Description;
let folder: string;
let calls: Calls;
beforeAll(async () => {
  app = await startApp();
  description = await readDescription(app.url);
  folder = mkdtempSync(path.join(tmpdir(), 'dai-client-'));
  await generateClient();
  compile();
  calls = await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'out/calls.js')).href);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

/** Writes the client of the served description and the calls beside it. The client is checked like any other file. */
async function generateClient(): Promise<void> {
  const spec = JSON.parse(description.text);
  await generateApi({
    spec,
    output: folder,
    fileName: 'client.ts',
    silent: true,
    singleHttpClient: true,
    enumStyle: 'union',
  });
  const file = path.join(folder, 'client.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('// @ts-nocheck\n', ''));
  copyFileSync(path.resolve('test/contract/client/calls.ts'), path.join(folder, 'calls.ts'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
}

/** Fails with what the compiler says. */
function compile(): void {
  const options =
    '--strict --noEmitOnError --skipLibCheck --target es2024 --lib es2024,dom,dom.iterable --module nodenext --outDir out';
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [compiler, ...options.split(' '), '--types', '', 'calls.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
  } catch (error) {
    throw new Error(`the calls do not compile:\n${(error as { stdout: string }).stdout}`);
  }
}

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, ...rest }]) => ({ path, method, operationId, ...rest })),
  );
const callsAs = (headers: Record<string, string>, send?: typeof fetch) =>
  calls.callsOf(app.url, { headers }, app.credentials, send);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a client generated from /openapi.json', () => {
  it('has one typed call for every operation', () => {
    expect(Object.keys(callsAs({})).sort()).toEqual(
      operations()
        .map(({ operationId }) => operationId)
        .sort(),
    );
  });

  it('has no member that may be anything', () => {
    const [types = ''] = readFileSync(path.join(folder, 'client.ts'), 'utf8').split('export type QueryParamsType');
    expect(types.length).toBeGreaterThan(50_000);
    const code = types.split('\n').filter((line) => !/^\s*(?:\/\*\*|\*)/.test(line));
    expect(code.filter((line) => /\b(?:any|unknown)\b(?!["'])/.test(line))).toEqual([]);
  });

  it('asks each operation by its own method and path', async () => {
    const requested: string[] = [];
    const send: typeof fetch = async (url, init) => {
      requested.push(`${init?.method?.toLowerCase()} ${new URL(String(url)).pathname}`);
      return Response.json({});
    };
    const all = callsAs({}, send);
    for (const { operationId } of operations()) await all[operationId]?.();
    const shapes = operations().map(
      ({ method, path }) => new RegExp(`^${method} ${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    );
    expect(requested.length).toBe(shapes.length);
    for (const [index, shape] of shapes.entries()) expect(requested[index]).toMatch(shape);
  });

  it('reads what is public without a credential', async () => {
    const open = ['directoryContext', 'directoryChanges', 'compareTools', 'explainResult', 'adoption', 'agentRank'];
    const stacks = ['buildSearch', 'buildSearchByPost'];
    const registry = ['mcpConfig', 'mcpServers', 'mcpServerVersions', 'mcpServerVersionsItem'];
    const all = callsAs({});
    for (const name of [...open, ...stacks, ...registry]) {
      const answer = await all[name]?.();
      expect([name, answer?.status, typeof answer?.data]).toEqual([name, 200, 'object']);
    }
  });

  it('answers each kind of credential', async () => {
    const { trackingKey, workflowToken, enterpriseKey, users } = app.credentials;
    expect((await callsAs(bearer(trackingKey)).trackEvent?.())?.data).toMatchObject({
      tracked: true,
      duplicate: false,
    });
    expect((await callsAs(bearer(workflowToken)).workflowContext?.())?.status).toBe(200);
    expect((await callsAs(bearer(enterpriseKey)).adoption?.())?.status).toBe(200);
    const session = { cookie: await signIn(app, users.owner), origin: app.url };
    expect((await callsAs(session).workflowTokens?.())?.data).toHaveProperty('tokens');
    expect((await callsAs(session).uploadCsvImport?.())?.data).toMatchObject({ rows: 1, fileName: 'events.csv' });
    expect((await callsAs(session).exportAdoption?.())?.data).toContain('day');
  });

  it('rejects with the problem that the description names', async () => {
    const refusal = await callsAs({})
      .trackEvent?.()
      .then(
        () => null,
        (thrown: Response & { error: { code: string } }) => [thrown.status, thrown.error.code],
      );
    expect(refusal).toEqual([401, 'UNAUTHENTICATED']);
  });
});
