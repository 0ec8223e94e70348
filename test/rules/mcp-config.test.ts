import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBearer } from '../../server/accounts/credential.rules.js';
import { clientConfigs, mcpConfigOf } from '../../server/accounts/credentials/mcp-config.rules.js';
import { generateToken } from '../../server/accounts/index.js';
import { ConfigError, readConfig } from '../../server/platform/config.js';
import { readToml } from '../setup/toml.js';

const baseUrl = 'https://dai.example';
const place = { baseUrl, mcpCommand: 'dai' };
const token = generateToken('workflow_token');

describe('the configuration without a token', () => {
  it('has the form that MCP hosts read, and holds no token anywhere', () => {
    const config = mcpConfigOf(place, '1.2.3');
    expect(config.mcpServers).toEqual({
      dai: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: 'Bearer ${DAI_TOKEN}' } },
    });
    expect(config.stdio).toEqual({
      mcpServers: {
        dai: { command: 'dai', args: ['mcp', 'serve', '--api', baseUrl], env: { DAI_TOKEN: '${DAI_TOKEN}' } },
      },
    });
    expect(JSON.stringify(config)).not.toMatch(/dai_[0-9A-Za-z]/);
  });

  it('pins the package to the version that it is given, under the name of package.json', () => {
    const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
    expect(mcpConfigOf(place, '1.2.3').package).toEqual({ name, version: '1.2.3' });
  });

  it('takes the operator’s command apart as hosts start programs', () => {
    const { stdio } = mcpConfigOf({ baseUrl, mcpCommand: 'npx --yes dai' }, '1.2.3');
    expect(stdio).toMatchObject({
      mcpServers: { dai: { command: 'npx', args: ['--yes', 'dai', 'mcp', 'serve', '--api', baseUrl] } },
    });
  });

  it('comes with command lines that take the token out of the variable', () => {
    const { clients } = mcpConfigOf(place, '1.2.3');
    expect(clients.claudeCode.command).toBe(
      `claude mcp add --transport http dai ${baseUrl}/mcp --header "Authorization: Bearer \${DAI_TOKEN}"`,
    );
    expect(clients.codex.command).toBe(`codex mcp add dai --url ${baseUrl}/mcp --bearer-token-env-var DAI_TOKEN`);
    const { cursor, vscode, gemini, generic } = clients;
    expect([cursor, vscode, gemini, generic].map(({ command }) => command)).toEqual([null, null, null, null]);
  });
});

describe.each([
  ['with', token],
  ['without', null],
])('the files of the clients, %s a token,', (_what, secret) => {
  const { claudeCode, cursor, codex, vscode, gemini, generic } = clientConfigs(baseUrl, secret);

  it('belong where each client looks for them', () => {
    expect([claudeCode, cursor, codex, vscode, gemini, generic].map(({ file, format }) => [file, format])).toEqual([
      ['.mcp.json', 'json'],
      ['.cursor/mcp.json', 'json'],
      ['~/.codex/config.toml', 'toml'],
      ['.vscode/mcp.json', 'json'],
      ['.gemini/settings.json', 'json'],
      [null, 'json'],
    ]);
  });

  it('name the variable as each client expands it, and parse', () => {
    expect(JSON.parse(claudeCode.text)).toEqual({
      mcpServers: { dai: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: 'Bearer ${DAI_TOKEN}' } } },
    });
    expect(JSON.parse(cursor.text)).toEqual({
      mcpServers: { dai: { url: `${baseUrl}/mcp`, headers: { Authorization: 'Bearer ${env:DAI_TOKEN}' } } },
    });
    expect(readToml(codex.text)).toEqual({
      'mcp_servers.dai': { url: `${baseUrl}/mcp`, bearer_token_env_var: 'DAI_TOKEN' },
    });
    expect(JSON.parse(gemini.text)).toEqual({
      mcpServers: { dai: { httpUrl: `${baseUrl}/mcp`, headers: { Authorization: 'Bearer ${DAI_TOKEN}' } } },
    });
  });

  it('lets VS Code ask for the token, hidden, under the name that the header uses', () => {
    expect(JSON.parse(vscode.text)).toEqual({
      inputs: [{ type: 'promptString', id: 'dai-token', description: expect.any(String), password: true }],
      servers: {
        dai: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: 'Bearer ${input:dai-token}' } },
      },
    });
  });

  it('hold no token where files are committed', () => {
    for (const { text } of [claudeCode, cursor, codex, vscode, gemini]) expect(text).not.toContain(token);
  });
});

describe('the configurations of a new token', () => {
  const { claudeCode, cursor, codex, vscode, gemini, generic } = clientConfigs(baseUrl, token);

  it('have it in the command lines, and in the text for hosts that expand nothing', () => {
    expect(claudeCode.command).toBe(
      `claude mcp add --transport http dai ${baseUrl}/mcp --header "Authorization: Bearer ${token}"`,
    );
    expect([cursor, gemini].map(({ command }) => command)).toEqual(Array(2).fill(`export DAI_TOKEN=${token}`));
    expect(vscode.command).toBeNull();
    expect(codex.command).toBe(
      `export DAI_TOKEN=${token} && codex mcp add dai --url ${baseUrl}/mcp --bearer-token-env-var DAI_TOKEN`,
    );
    expect(JSON.parse(generic.text)).toEqual({
      mcpServers: { dai: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${token}` } } },
    });
  });
});

describe('MCP_COMMAND', () => {
  it('is dai unless the operator says otherwise', () => {
    expect(readConfig({}).mcpCommand).toBe('dai');
    expect(readConfig({ MCP_COMMAND: 'npx dai' }).mcpCommand).toBe('npx dai');
  });

  it.each(['dai\nrm', ' dai', 'dai  mcp', 'd\u0000', 'x'.repeat(201)])('is refused as %j', (MCP_COMMAND) => {
    expect(() => readConfig({ MCP_COMMAND })).toThrow(ConfigError);
  });
});

/** Texts of programs that did not expand their variable, and those that guides have in a token's place. */
const placeholders = [
  '${DAI_TOKEN}',
  '${DAI_TOKEN:-}',
  '$DAI_TOKEN',
  '$env:DAI_TOKEN',
  '${env:DAI_TOKEN}',
  '${input:dai-token}',
  '{{DAI_TOKEN}}',
  '{{ dai token }}',
  '${{ secrets.DAI_TOKEN }}',
  '{DAI_TOKEN}',
  '$(DAI_TOKEN)',
  '<WORKFLOW_TOKEN>',
  '<your token here>',
  '[YOUR_TOKEN]',
  '%DAI_TOKEN%',
  'YOUR_TOKEN',
  'your-dai-token-here',
  'YOUR_API_KEY',
  'DAI_TOKEN',
  'SERVICE_ADOPTION_KEY',
  'process.env.DAI_TOKEN',
  'dai_...',
  'dai_xxxxxxxx',
  'dai_YOUR_TOKEN',
  '"${DAI_TOKEN}"',
];

describe('an Authorization header', () => {
  it.each(placeholders)('of %s is named as a variable that was not expanded, with and without Bearer', (text) => {
    for (const header of [text, `Bearer ${text}`, `bearer  ${text}`, ` Bearer ${text} `])
      expect(readBearer(header), header).toEqual({ kind: 'refused', code: 'placeholder_not_expanded' });
  });

  it('of a token is read as one, and only after Bearer', () => {
    expect(readBearer(`Bearer ${token}`)).toEqual({ kind: 'token', token, credential: 'workflow_token' });
    expect(readBearer(`BEARER   ${token} `)).toMatchObject({ kind: 'token' });
    for (const header of [undefined, '', '  ']) expect(readBearer(header)).toEqual({ kind: 'none' });
  });

  it.each([`Basic ${token}`, 'Basic eW91cjp0b2tlbg==', 'Digest username="a"', 'Negotiate', 'DPoP abc', 'Bearers abc'])(
    'of %.40s is not ours',
    (header) => {
      expect(readBearer(header)).toEqual({ kind: 'none' });
    },
  );

  it.each([
    token,
    `${token} more`,
    'Bearer',
    `Bearer ${token} more`,
    `Bearer Bearer ${token}`,
    `Bearer "${token}"`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
    `Bearer ${token.replace('dai_', 'dae_')}`,
    'Bearer dai_wrong',
    'Bearer hunter2',
    `Bearer your${' a-'.repeat(4_000)}token`,
  ])('of %.40s is invalid', (header) => {
    expect(readBearer(header)).toEqual({ kind: 'refused', code: 'invalid' });
  });

  it('costs a bounded time to read, whatever it holds', () => {
    const hostile = ['your', 'your a-', '${', '{{', '<', '"', ' ', 'bearer ', 'paste_'];
    for (const piece of hostile) {
      const header = `Bearer your${piece.repeat(16_000 / piece.length)}!`;
      for (const text of [header, header.slice(0, 127)]) {
        const started = process.cpuUsage();
        readBearer(text);
        const { user, system } = process.cpuUsage(started);
        expect(user + system).toBeLessThan(50_000);
      }
    }
  });
});
