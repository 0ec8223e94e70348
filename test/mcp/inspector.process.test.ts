import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIfStale } from '../faults/gateway.process.js';
import { startApp, type TestApp } from '../setup/app.js';
import { signIn } from '../setup/ask.js';
import { type Called, CLI, serving } from '../setup/mcp.process.js';
import { makePlan } from '../setup/plans.js';

const INSPECTOR = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
);
const NAMES = ['search_tools', 'find_perks', 'build_brief', 'get_build_packet', 'prepare_submission'];

let app: TestApp;
let home: string;
beforeAll(async () => {
  await buildIfStale();
  app = await startApp();
});
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'dai-inspector-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));
afterAll(() => app?.close());

interface Inspected {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs the inspector's command line on `dai mcp serve` with a home of its own; `words` are its options. */
function inspect(...words: string[]): Promise<Inspected> {
  const child = execFile(
    process.execPath,
    [INSPECTOR, '--cli', process.execPath, CLI, ...serving(app.url), ...words],
    { cwd: home, env: { PATH: process.env.PATH, HOME: home }, maxBuffer: 8 * 1024 * 1024 },
    () => undefined,
  );
  let [out, errors] = ['', ''];
  child.stdout?.on('data', (text: string) => {
    out += text;
  });
  child.stderr?.on('data', (text: string) => {
    errors += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })));
}

/** What it wrote as its result. */
async function resultOf<T>(...words: string[]): Promise<T> {
  const { code, out, errors } = await inspect(...words);
  if (code !== 0) throw new Error(`the inspector ended with ${code}: ${errors}`);
  return JSON.parse(out) as T;
}

const call = (name: string, input: Record<string, unknown>, ...more: string[]) =>
  resultOf<Called>(
    ...['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(input), ...more],
  );

describe('the inspector’s command line', () => {
  it('lists the tools and finds no error in the portability of their schemas, and nothing at all in their inputs', async () => {
    const { code, out, errors } = await inspect('--method', 'tools/list', '--strict');
    expect(code).toBe(0);
    expect((JSON.parse(out) as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(NAMES);
    expect(errors).toMatch(/^0 errors, /m);
    expect(errors).not.toContain('Path: inputSchema');
  });

  it.each([
    ['search_tools', { query: 'send transactional email', limit: 2 }, 'tools'],
    ['find_perks', { query: 'cloud credits', facts: { country: 'DE', partners: [] } }, 'perks'],
    ['build_brief', { intent: 'a shop with payments', constraints: { pricing: ['freemium'] } }, 'saveUrl'],
  ])('calls %s', async (name, input, member) => {
    const { isError, structuredContent } = await call(name, input);
    expect(isError).toBeFalsy();
    expect(structuredContent).toHaveProperty(member);
  });

  it('calls a tool with arguments written as pairs', async () => {
    const words = ['--method', 'tools/call', '--tool-name', 'search_tools'];
    const found = await resultOf<Called>(...words, '--tool-arg', 'query=email', 'limit=1');
    expect(found.structuredContent).toMatchObject({ query: 'email', tools: [expect.anything()] });
  });

  it('calls get_build_packet with the token in the server’s environment', async () => {
    const plan = await makePlan(app, 'a shop with payments', {
      cookie: await signIn(app, app.credentials.users.builder),
    });
    const token = `DAI_TOKEN=${app.credentials.workflowToken}`;
    const { structuredContent } = await call('get_build_packet', { planId: plan.id }, '-e', token);
    expect(structuredContent).toMatchObject({ planId: plan.id, packetId: expect.any(String) });
  });

  it('lists every resource and reads each', async () => {
    const { resources } = await resultOf<{ resources: { uri: string }[] }>('--method', 'resources/list');
    expect(resources.length).toBeGreaterThan(0);
    for (const { uri } of resources) {
      const { contents } = await resultOf<{ contents: { uri: string; text: string }[] }>(
        ...['--method', 'resources/read', '--uri', uri],
      );
      expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
      expect(() => JSON.parse(contents[0]?.text ?? '')).not.toThrow();
    }
  });

  it('lists every prompt and gets each', async () => {
    const { prompts } = await resultOf<{
      prompts: { name: string; arguments?: { name: string; required?: boolean }[] }[];
    }>('--method', 'prompts/list');
    for (const { name, arguments: known = [] } of prompts) {
      const given = known.filter(({ required }) => required).map((one) => `${one.name}=a shop with payments`);
      const { messages } = await resultOf<{ messages: unknown[] }>(
        ...['--method', 'prompts/get', '--prompt-name', name, ...(given.length ? ['--prompt-args', ...given] : [])],
      );
      expect(messages, name).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
    }
  });

  it('leaves nothing in the home of the user who runs it', async () => {
    await resultOf('--method', 'tools/list');
    expect(readdirSync(home)).toEqual([]);
  });
});
