import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfStale } from '../faults/gateway.process.js';
import { callOf, INITIALIZE, messagesIn, serving, startRaw } from '../setup/mcp.process.js';
import { type Outside, startOutside } from '../setup/outside.js';

const TOKEN = `dai_${'a1B2c3'.repeat(6)}`;
const PLACEHOLDER = `\${DAI_TOKEN}`;
const REFUSAL = {
  type: 'http://127.0.0.1/problems/UNAUTHENTICATED',
  title: 'Missing or invalid credential',
  status: 401,
  code: 'UNAUTHENTICATED',
  detail: 'A workflow token is needed.',
  requestId: 'r-1',
  retryable: false,
};

let outside: Outside;
beforeAll(async () => {
  await buildIfStale();
  outside = await startOutside();
});
afterAll(() => outside?.close());
const api = (): string => `http://${outside.host}`;

/** Runs `dai` until it ends by itself, with closed input. */
function run(args: string[], env: Record<string, string> = {}) {
  const host = startRaw(args, env);
  host.child.stdin?.end();
  return host.ended;
}

describe('dai mcp serve that is started wrongly', () => {
  it.each([
    [['mcp', 'serve'], '--api is missing'],
    [['mcp', 'serve', '--api'], 'argument missing'],
    [['mcp', 'serve', '--api', 'api.example.com'], 'whole address'],
    [['mcp', 'serve', '--api', 'https://a.example', '--mode', 'private'], 'Allowed choices are public, enterprise'],
    [['mcp', 'serve', '--api', 'https://a.example', '--port', '1'], `unknown option '--port'`],
    [['mcp', 'serve', '--api', 'https://a.example', 'more'], 'too many arguments'],
    [['mcp', 'serve', '--api', 'https://a.example', '--mode', 'enterprise'], 'needs an enterprise key'],
    [['mcp', 'server'], `unknown command 'server'`],
    [['mcp'], 'Usage: dai mcp'],
  ])('says so with the usage on standard error and ends with 2: %j', async (args, reported) => {
    const { code, out, errors } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(errors).toContain(reported);
    expect(errors).toContain('Usage: dai mcp');
  });

  it.each([
    [{}, 'needs an enterprise key in DAI_ENTERPRISE_TOKEN'],
    [{ DAI_TOKEN: TOKEN }, 'needs an enterprise key in DAI_ENTERPRISE_TOKEN'],
    [{ DAI_ENTERPRISE_TOKEN: TOKEN }, 'DAI_ENTERPRISE_TOKEN must hold a credential that begins with dae_'],
    [{ DAI_ENTERPRISE_TOKEN: '${DAI_ENTERPRISE_TOKEN}' }, 'DAI_ENTERPRISE_TOKEN is a literal placeholder'],
    [{ DAI_ENTERPRISE_TOKEN: 'dae_two words' }, 'DAI_ENTERPRISE_TOKEN must hold a credential that begins with dae_'],
  ])(
    'names what is wrong with the enterprise key and repeats none of it: %#',
    async (env: Record<string, string>, reported) => {
      const { code, out, errors } = await run(serving('https://a.example', '--mode', 'enterprise'), env);
      expect([code, out]).toEqual([2, '']);
      expect(errors).toContain(reported);
      for (const text of Object.values(env)) expect(errors).not.toContain(text);
    },
  );

  it('refuses a token over an unencrypted address', async () => {
    const { code, out, errors } = await run(serving('http://api.example.com'), { DAI_TOKEN: TOKEN });
    expect([code, out]).toEqual([2, '']);
    expect(errors).toContain('in the clear');
  });

  it.each([
    [serving(`https://${TOKEN}@a.example`)],
    [serving('https://a.example', TOKEN)],
    [serving('https://a.example', `--token=${TOKEN}`)],
    [serving('https://a.example', '--token', TOKEN)],
    [serving('https://a.example', '--mode', TOKEN)],
    [['mcp', 'serve', '--api', TOKEN]],
    [['mcp', TOKEN]],
    [['mcp', `--token=${TOKEN}`, 'serve']],
  ])('repeats no token from the command line: %#', async (args) => {
    const { code, out, errors } = await run(args, { DAI_TOKEN: TOKEN });
    expect([code, out]).toEqual([2, '']);
    expect(errors).not.toContain(TOKEN);
  });

  it('shows its flags, its variables and their meaning on demand', async () => {
    const { code, out } = await run(['mcp', 'serve', '--help']);
    expect(code).toBe(0);
    for (const word of ['--api', '--mode', 'DAI_TOKEN', 'DAI_ENTERPRISE_TOKEN', 'DAI_API_URL', 'DAI_MCP_MODE'])
      expect(out).toContain(word);
  });
});

describe('dai mcp serve', () => {
  it('reads the address from the environment and the flag first', async () => {
    const fromEnv = await run(['mcp', 'serve'], { DAI_API_URL: 'https://env.example' });
    expect([fromEnv.code, fromEnv.errors]).toEqual([0, expect.stringContaining('serves https://env.example\n')]);
    const fromFlag = await run(serving('https://flag.example/'), { DAI_API_URL: 'https://env.example' });
    expect(fromFlag.errors).toContain('serves https://flag.example\n');
  });

  it('starts without asking the API', async () => {
    const { code } = await run(serving(api()));
    expect([code, outside.hits()]).toEqual([0, 0]);
  });

  it.each([
    [PLACEHOLDER, 'placeholder_not_expanded', 'literal placeholder'],
    [`dtk_${'a'.repeat(36)}`, 'invalid', 'begins with dai_'],
    [`dae_${'a'.repeat(36)}`, 'invalid', 'begins with dai_'],
  ])('with DAI_TOKEN=%s says one line, sends nothing of it and names the cause: %s', async (text, code, reported) => {
    outside.reset();
    outside.serve('/graphql', {
      headers: { 'content-type': 'application/json' },
      content: JSON.stringify({ errors: [{ message: 'x', extensions: REFUSAL }] }),
    });
    const host = startRaw(serving(api()), { DAI_TOKEN: text });
    host.send(INITIALIZE, callOf(1, 'get_build_packet', { planId: 'pln_1' }));
    await host.answerTo(1);
    host.child.stdin?.end();
    const { out, errors } = await host.ended;
    expect(messagesIn(out)[1]).toMatchObject({
      result: { isError: true, structuredContent: { code: 'UNAUTHENTICATED', errors: [{ pointer: '', code }] } },
    });
    expect(errors.split('\n').filter((line) => line.includes('DAI_TOKEN'))).toEqual([
      expect.stringContaining(reported),
    ]);
    expect(outside.requested[0]?.headers).not.toHaveProperty('authorization');
    expect(out + errors).not.toContain(text);
  });

  it('does its work with an environment that is all but empty, and without a proxy of its own accord', async () => {
    outside.reset();
    const proxy = 'http://127.0.0.1:9';
    const host = startRaw(serving(api()), { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy });
    host.send(INITIALIZE, callOf(1, 'search_tools', { query: 'email' }));
    await host.answerTo(1);
    host.child.stdin?.end();
    await host.ended;
    expect(outside.hits('/graphql')).toBe(1);
  });
});
