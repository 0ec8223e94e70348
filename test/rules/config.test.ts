import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { checkConfig } from '../../server/platform/config.check.js';
import { ConfigError, isTraced, readConfig } from '../../server/platform/config.js';
import { keyFolder, makeKeyPair } from '../setup/approval-keys.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('the public addresses', () => {
  it.each([
    ['HTTPS://DAI.Example.COM', 'https://dai.example.com'],
    ['https://dai.example.com:443/', 'https://dai.example.com'],
    ['http://dai.example.com:80', 'http://dai.example.com'],
    ['https://dai.example.com:8443', 'https://dai.example.com:8443'],
    ['https://d\u00e4i.example', 'https://xn--di-via.example'],
  ])('%s is the origin %s', (given, origin) => {
    const { baseUrl, workspaceUrl } = readConfig({ BASE_URL: given, WORKSPACE_URL: given });
    expect([baseUrl, workspaceUrl]).toEqual([origin, origin]);
  });

  it.each([
    'https://dai.example.com/app',
    'https://dai.example.com/?a=b',
    'https://dai.example.com/#a',
    'https://me:secret@dai.example.com',
  ])('%s is no origin', (given) => {
    for (const name of ['BASE_URL', 'WORKSPACE_URL'])
      expect(problemsOf({ [name]: given })).toEqual([expect.stringMatching(`^${name} must be an origin`)]);
  });
});

describe('standbys for reads', () => {
  const own = { DATABASE_URL: 'postgresql://dai_gateway@db/dai', SESSION_SECRET: 'x'.repeat(32) };

  it('are addresses separated by commas, with the password of the role that serves', () => {
    const given = {
      ...own,
      DATABASE_PASSWORD: 'p@ss',
      DATABASE_REPLICA_URLS: 'postgresql://dai_gateway@one/dai, postgresql://dai_gateway:other@two:5433/dai',
    };
    expect(readConfig(given).databaseReplicaUrls).toEqual([
      'postgresql://dai_gateway:p%40ss@one/dai',
      'postgresql://dai_gateway:other@two:5433/dai',
    ]);
    expect(readConfig(own).databaseReplicaUrls).toEqual([]);
  });

  it.each([
    [
      { DATABASE_REPLICA_URLS: 'postgresql://replica/dai' },
      'DATABASE_REPLICA_URLS has no meaning without DATABASE_URL',
    ],
    [{ ...own, DATABASE_REPLICA_URLS: 'mysql://replica/dai' }, 'DATABASE_REPLICA_URLS must begin with postgresql://'],
    [
      { ...own, DATABASE_REPLICA_URLS: 'postgresql://db:5432/dai' },
      'DATABASE_REPLICA_URLS must not name the server of DATABASE_URL: its reads go there anyhow',
    ],
    [
      { ...own, DATABASE_REPLICA_URLS: Array.from({ length: 9 }, (_, n) => `postgresql://r${n}/dai`).join() },
      'DATABASE_REPLICA_URLS must be at most 8 addresses',
    ],
  ])('are refused at the start where they would do nothing or are wrong', (given, problem) => {
    expect(problemsOf(given)).toEqual([problem]);
  });
});

describe('a contact for reports of a weakness', () => {
  it('is one address or several, of a kind that RFC 9116 knows', () => {
    const given = 'mailto:security@example.com tel:+1-201-555-0123  https://example.com/report?a=b';
    expect(readConfig({ SECURITY_CONTACT: given }).securityContacts).toEqual(given.split(/ +/));
    expect(readConfig({}).securityContacts).toEqual([]);
  });

  it.each([
    'security@example.com',
    'http://example.com/report',
    'mailto:',
    'mailto:a@example.com\u2028Policy:',
    'javascript:alert(1)',
    'https://example.com Expires: 2020-01-01T00:00:00Z',
  ])('is not %s', (SECURITY_CONTACT) => {
    expect(problemsOf({ SECURITY_CONTACT })[0]).toMatch(/^SECURITY_CONTACT must be a list of/);
  });
});

describe('the key of approvals', () => {
  const files = keyFolder();
  afterAll(() => files.remove());
  const { privatePem, publicPem } = makeKeyPair();
  const other = makeKeyPair();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

  it('is one private key, listed first, with each earlier public key once', () => {
    const file = files.put('keys.pem', other.publicPem + privatePem + publicPem + other.publicPem);
    const keys = readConfig({ APPROVAL_KEY_FILE: file }).approvalKeys;
    expect(keys?.publicKeys).toHaveLength(2);
    expect(keys?.publicKeys[0]?.kid).toBe(keys?.kid);
    expect(readConfig({}).approvalKeys).toBeUndefined();
  });

  it('has its thumbprint of RFC 7638 as its id, as the example of RFC 8037 has it', () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' };
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
    const pem = createPrivateKey({ key: { ...jwk, x }, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' });
    const keys = readConfig({ APPROVAL_KEY_FILE: files.put('rfc8037.pem', pem.toString()) }).approvalKeys;
    expect(keys).toMatchObject({ kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', publicKeys: [{ x }] });
  });

  it.each([
    ['nothing', ''],
    ['no private key', publicPem],
    ['two private keys', privatePem + other.privatePem],
    ['a key of RSA', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['an earlier key of RSA', privatePem + rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['a damaged key', privatePem.replace(/^M.{9}/m, 'MAAAAAAAAA')],
  ])('with %s is refused in one sentence that repeats none of it', (_what, pem) => {
    expect(problemsOf({ APPROVAL_KEY_FILE: files.put('broken.pem', pem) })).toEqual([
      'APPROVAL_KEY_FILE must name a PEM file with one Ed25519 private key, and the public keys of earlier ones beside it',
    ]);
  });

  it('is refused where its file is missing', () => {
    expect(problemsOf({ APPROVAL_KEY_FILE: `${files.put('gone.pem', '')}.not` })).toEqual([
      "APPROVAL_KEY_FILE names a file that can't be read (ENOENT)",
    ]);
  });
});

describe('the mistakes of a configuration', () => {
  it('are all named at once, those of one variable and those between two', () => {
    const problems = problemsOf({
      PORT: 'many',
      BASE_URL: 'https://dai.example.com/app',
      REDIS_URL: 'http://redis',
      DATABASE_URL: 'mysql://db',
      DATABASE_DIRECT_URL: 'postgresql://db',
      DEMO_DATA: 'on',
      SEARCH_PROVIDER_URL: 'http://search.example',
    });
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual([
      'BASE_URL',
      'DATABASE_URL',
      'DEMO_DATA',
      'PORT',
      'REDIS_URL',
      'SEARCH_PROVIDER_URL',
      'SESSION_SECRET',
    ]);
  });
});

describe('a variable that would do nothing', () => {
  const database = { DATABASE_URL: 'postgresql://dai_gateway@db/dai', SESSION_SECRET: 'x'.repeat(32) };
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  it.each<[Record<string, string>, string]>([
    [{ DATABASE_PASSWORD: 'one' }, 'DATABASE_PASSWORD has no meaning without DATABASE_URL'],
    [
      { ...database, DATABASE_DIRECT_PASSWORD: 'one' },
      'DATABASE_DIRECT_PASSWORD has no meaning without DATABASE_DIRECT_URL',
    ],
    [
      { ...database, DATABASE_URL: 'postgresql://dai:one@db/dai', DATABASE_PASSWORD: 'two' },
      'DATABASE_PASSWORD has no effect beside a password in DATABASE_URL: leave one of them out',
    ],
    [{ OPS_HOST: '0.0.0.0' }, 'OPS_HOST has no meaning without OPS_PORT'],
    [
      { SECURITY_POLICY_URL: 'https://example.com/policy' },
      'SECURITY_POLICY_URL has no meaning without SECURITY_CONTACT',
    ],
    [{ BACKUP_EVERY_HOURS: '6' }, 'BACKUP_EVERY_HOURS has no meaning without BACKUP_TO'],
    [{ BACKUP_KEEP: '3' }, 'BACKUP_KEEP has no meaning without BACKUP_TO'],
    [
      { BACKUP_TO: 's3://bucket', BACKUP_KEEP: '3', BACKUP_S3_ACCESS_KEY_ID: 'a', BACKUP_S3_SECRET_ACCESS_KEY: 'b' },
      'BACKUP_KEEP is for a folder: let a lifecycle rule of the bucket remove old backups',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, in these letters'],
    [{ NODE_ENV: 'Production' }, 'NODE_ENV must be production, in these letters'],
    [{ NODE_ENV: 'production ' }, 'NODE_ENV must be production, in these letters'],
    [
      { ...traced, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, or be unset',
    ],
    [
      { ...traced, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL must be http/protobuf, or be unset',
    ],
    [{ ...traced, OTEL_TRACES_EXPORTER: 'console' }, 'OTEL_TRACES_EXPORTER must be otlp or none'],
  ])('%o ends the start', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  it.each<[Record<string, string>]>([
    [{ OPS_HOST: '127.0.0.1', BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '14' }],
    [{ ...database, DATABASE_PASSWORD: 'one' }],
    [{ OPS_HOST: '0.0.0.0', OPS_PORT: '4001' }],
    [{ BACKUP_TO: '/backups', BACKUP_KEEP: '3', BACKUP_EVERY_HOURS: '6' }],
    [{ NODE_ENV: 'staging' }],
    [{ OTEL_TRACES_EXPORTER: 'console' }],
    [{ ...traced, OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ])('is not among %o', (env) => {
    expect(problemsOf(env)).toEqual([]);
  });

  it('is one of blanks, which is unset: a port of nothing is not a free port', () => {
    const { port, trustProxy, opsPort } = readConfig({ PORT: ' ', TRUST_PROXY: '\t', OPS_PORT: ' ' });
    expect([port, trustProxy, opsPort]).toEqual([4000, 0, undefined]);
  });
});

describe('traces', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ OTEL_SDK_DISABLED: 'TRUE' }, false],
    [{ OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  ])('with %o are sent: %s', (env, sent) => {
    expect(isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...env })).toBe(sent);
  });
});

describe('OUTBOUND_ALLOW', () => {
  it('names hosts as addresses do, in lower case', () => {
    expect(readConfig({ OUTBOUND_ALLOW: 'LocalHost:9000,Other.Example:80' }).outboundAllow).toEqual([
      'localhost:9000',
      'other.example:80',
    ]);
  });

  it('warns in production, and only there', () => {
    const OUTBOUND_ALLOW = '127.0.0.1:9000';
    expect(checkConfig(readConfig({ OUTBOUND_ALLOW }))).toEqual([]);
    expect(checkConfig(readConfig({ NODE_ENV: 'production' }))).toEqual([]);
    const [warning] = checkConfig(readConfig({ NODE_ENV: 'production', OUTBOUND_ALLOW }));
    expect(warning).toMatchObject({ code: 'outbound_allow', remedy: expect.stringContaining('Unset OUTBOUND_ALLOW') });
  });
});
