import { describe, expect, it } from 'vitest';
import { type ServeFlags, serveOptions, UsageError } from '../../mcp/options.js';

const TOKEN = `dai_${'a1B2c3'.repeat(6)}`;
const KEY = `dae_${'a1B2c3'.repeat(6)}`;
const API = 'https://api.example.com';
const EVERYTHING = { DAI_API_URL: 'https://env.example', DAI_MCP_MODE: 'enterprise', DAI_ENTERPRISE_TOKEN: KEY };

/** The message with which wrong usage ends. */
function usageOf(flags: ServeFlags, env: Record<string, string> = {}): string {
  try {
    serveOptions(flags, env);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no refusal';
}

describe('the options of dai mcp serve', () => {
  it('take the address and the mode from the environment', () => {
    expect(serveOptions({}, EVERYTHING)).toEqual({
      apiUrl: 'https://env.example',
      mode: 'enterprise',
      token: { kind: 'token', token: KEY },
    });
  });

  it('take flags before the environment', () => {
    expect(serveOptions({ api: API, mode: 'public' }, EVERYTHING)).toEqual({
      apiUrl: API,
      mode: 'public',
      token: { kind: 'none' },
    });
  });

  it('serve the public tools where nothing else is asked for', () => {
    expect(serveOptions({ api: API }, {}).mode).toBe('public');
  });

  it('never send an enterprise key in public mode, nor a workflow token in enterprise mode', () => {
    const env = { DAI_TOKEN: TOKEN, DAI_ENTERPRISE_TOKEN: KEY };
    expect(serveOptions({ api: API }, env).token).toEqual({ kind: 'token', token: TOKEN });
    expect(serveOptions({ api: API, mode: 'enterprise' }, env).token).toEqual({ kind: 'token', token: KEY });
  });

  it.each([
    [{}, {}, '--api is missing'],
    [{ api: '' }, { DAI_API_URL: API }, '--api is missing'],
    [{}, { DAI_API_URL: '' }, '--api is missing'],
    [{ api: 'api.example.com' }, {}, 'whole address'],
    [{ api: '/graphql' }, {}, 'whole address'],
    [{ api: 'https://' }, {}, 'whole address'],
    [{}, { DAI_API_URL: `\${DAI_API_URL}` }, 'whole address'],
    [{ api: `https://${'a'.repeat(3000)}.example` }, {}, 'whole address'],
    [{ api: `https://api.example.com${'/'.repeat(3000)}x` }, {}, 'whole address'],
    [{ api: 'ftp://api.example.com' }, {}, 'https://'],
    [{ api: 'file:///etc/passwd' }, {}, 'https://'],
    [{ api: 'https://user:word@api.example.com' }, {}, 'no user'],
    [{ api: 'https://user@api.example.com' }, {}, 'no user'],
    [{ api: 'https://api.example.com/?a=b' }, {}, 'query'],
    [{ api: 'https://api.example.com/#part' }, {}, 'fragment'],
    [{ api: API, mode: 'private' }, {}, 'one of public, enterprise'],
    [{ api: API, mode: '' }, {}, 'one of public, enterprise'],
    [{ api: API }, { DAI_MCP_MODE: 'Enterprise' }, 'one of public, enterprise'],
    [{ api: API, mode: 'enterprise' }, {}, 'needs an enterprise key'],
    [{ api: API, mode: 'enterprise' }, { DAI_TOKEN: TOKEN }, 'needs an enterprise key'],
    [{ api: API, mode: 'enterprise' }, { DAI_ENTERPRISE_TOKEN: '  ' }, 'needs an enterprise key'],
    [{ api: API, mode: 'enterprise' }, { DAI_ENTERPRISE_TOKEN: TOKEN }, 'begins with dae_'],
    [{ api: API, mode: 'enterprise' }, { DAI_ENTERPRISE_TOKEN: `\${DAI_ENTERPRISE_TOKEN}` }, 'literal placeholder'],
  ])('refuse %j with %j', (flags, env, reported) => {
    expect(usageOf(flags, env)).toContain(reported);
  });

  it.each([
    ['https://api.example.com/', API],
    ['https://api.example.com///', API],
    ['https://API.Example.com:443', API],
    [' https://api.example.com\n', API],
    ['https://api.example.com/?', API],
    ['https://api.example.com/#', API],
    ['https://example.com/dai/', 'https://example.com/dai'],
    ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
  ])('read %j as %s', (api, apiUrl) => {
    expect(serveOptions({ api }, {}).apiUrl).toBe(apiUrl);
  });

  it.each(['http://localhost:4000', 'http://127.0.0.1', 'http://127.8.0.1:80', 'http://[::1]:4000', 'http://127.1'])(
    'send a token unencrypted within this machine: %s',
    (api) => {
      expect(serveOptions({ api }, { DAI_TOKEN: TOKEN }).token.kind).toBe('token');
    },
  );

  it.each([
    'http://api.example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://[::2]',
  ])('refuse to send a token unencrypted to %s, and serve it without one', (api) => {
    expect(usageOf({ api }, { DAI_TOKEN: TOKEN })).toContain('in the clear');
    expect(usageOf({ api, mode: 'enterprise' }, { DAI_ENTERPRISE_TOKEN: KEY })).toContain('in the clear');
    expect(serveOptions({ api }, {}).token.kind).toBe('none');
  });
});
