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
const ENTERPRISE = [
  'get_enterprise_context',
  'get_enterprise_report',
  'get_enterprise_actions',
  'enterprise_session_brief',
];

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
const inspect = (...words: string[]): Promise<Inspected> => run(serving(app.url), words);

function run(server: string[], words: string[]): Promise<Inspected> {
  const child = execFile(
    process.execPath,
    [INSPECTOR, '--cli', process.execPath, CLI, ...server, ...words],
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

/** The result that it wrote. */
const resultOf = async <T>(...words: string[]): Promise<T> => resultIn<T>(await inspect(...words));

function resultIn<T>({ code, out, errors }: Inspected): T {
  if (code !== 0) throw new Error(`the inspector ended with ${code}: ${errors}`);
  return JSON.parse(out) as T;
}

const call = (name: string, input: Record<string, unknown>, ...more: string[]) =>
  resultOf<Called>(
    ...['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(input), ...more],
  );

describe('the inspector’s command line', () => {
  it('lists the tools and finds nothing to warn about in their schemas', async () => {
    const { code, out, errors } = await inspect('--method', 'tools/list', '--strict');
    expect(code).toBe(0);
    expect((JSON.parse(out) as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(NAMES);
    expect(errors).not.toMatch(/^(Warning|Error):/m);
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

  describe('in enterprise mode', () => {
    const asAgent = (...words: string[]): Promise<Inspected> =>
      run(serving(app.url, '--mode', 'enterprise'), [
        ...words,
        '-e',
        `DAI_ENTERPRISE_TOKEN=${app.credentials.enterpriseKey}`,
      ]);

    it('lists the enterprise tools behind the public ones and finds nothing in them', async () => {
      const { code, out, errors } = await asAgent('--method', 'tools/list', '--strict');
      expect(code).toBe(0);
      const names = (JSON.parse(out) as { tools: { name: string }[] }).tools.map(({ name }) => name);
      expect(names).toEqual([...NAMES, ...ENTERPRISE]);
      expect(errors).not.toMatch(/^(Warning|Error):/m);
    });

    it.each([
      ['get_enterprise_context', () => ({}), 'plan'],
      ['get_enterprise_report', () => ({ productId: app.credentials.productId, periodDays: 30 }), 'summary'],
      ['get_enterprise_actions', () => ({ productId: app.credentials.productId }), 'actions'],
      ['enterprise_session_brief', () => ({ sample: true }), 'findings'],
    ])('calls %s', async (name, input, member) => {
      const words = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(input())];
      const { isError, structuredContent } = resultIn<Called>(await asAgent(...words));
      expect(isError).toBeFalsy();
      expect(structuredContent).toHaveProperty(member);
    });
  });

  it('leaves nothing in the home of the user who runs it', async () => {
    await resultOf('--method', 'tools/list');
    expect(readdirSync(home)).toEqual([]);
  });
});
