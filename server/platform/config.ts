import path from 'node:path';
import { z } from 'zod';
import { type ApprovalKeys, approvalKeyFile } from './config.approval.js';
import { type BackupConfig, backupConfig, backupProblems, backupVariables } from './config.backup.js';
import { issuerAddress, type SingleSignOnConfig, singleSignOnOf } from './config.issuer.js';
import { type CreditPrice, creditPrice } from './config.price.js';
import { providerAddress, travelsInClear } from './config.providers.js';
import { type MeasureSources, measureSources } from './config.sources.js';
import { PACKAGE_ROOT } from './package.root.js';
import { type RetentionDays, readRetention } from './retention/retention.rules.js';

/** Everything the process was told, checked once at start; no other file of the server reads the environment. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Public address of the API, tracked links, contracts and problems; without a trailing slash. */
  readonly baseUrl: string;
  /** Address of sessions, the admin and every link that a person opens; the only same origin. */
  readonly workspaceUrl: string;
  readonly role: 'all' | 'gateway' | 'worker';
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  /** Standbys of DATABASE_URL's server, for reads that may lag. */
  readonly databaseReplicaUrls: readonly string[];
  readonly dataDir: string;
  readonly demoData: boolean;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly sessionSecret: string | undefined;
  /** Secrets that were SESSION_SECRET before: what they signed is still accepted. */
  readonly sessionSecretsPrevious: readonly string[];
  /** Whether a reviewer without a second factor is led to its enrolment and nowhere else. */
  readonly reviewersNeedSecondFactor: boolean;
  /** The OpenID Connect provider of the deployment; none while it is undefined. */
  readonly singleSignOn: SingleSignOnConfig | undefined;
  readonly rateLimitScale: number;
  readonly metricsToken: string | undefined;
  /** Addresses for reports of a weakness, the preferred one first: `mailto:`, `tel:` or https. */
  readonly securityContacts: readonly string[];
  readonly securityPolicyUrl: string | undefined;
  /** The port on which any role answers health, readiness and metrics without a token; no such port while it is undefined. */
  readonly opsPort: number | undefined;
  readonly opsHost: string;
  /** The daily euro reference rates, in the European Central Bank's XML form. */
  readonly fxFeedUrl: string;
  /** The worth of a credit of the coding agent and of the search provider; without a price there is no reference value. */
  readonly codexCreditPrice: CreditPrice | undefined;
  readonly searchCreditPrice: CreditPrice | undefined;
  /** How hosts call the command line, in handed-out MCP configurations. */
  readonly mcpCommand: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Test only: `host:port` pairs that an outbound fetch may reach although they are private, also over http. */
  readonly outboundAllow: readonly string[];
  /** Number of proxies in front, as Express counts them; 0 trusts no `X-Forwarded-For`. */
  readonly trustProxy: number;
  /** The addresses of the providers that are asked for balances, without a slash at the end. */
  readonly searchProviderUrl: string;
  readonly webDataProviderUrl: string;
  /** Whether the worker reads the registries' public statistics once a week. */
  readonly measuresRefresh: 'weekly' | 'off';
  /** After how many days the worker checks a fact of the catalog again; it checks none while it is undefined. */
  readonly catalogVerifyDays: number | undefined;
  /** The address of each registry's public statistics, without a slash at the end. */
  readonly measureSources: MeasureSources;
  /** Sent to GitHub's interface alone; without it, GitHub answers sixty questions an hour. */
  readonly githubToken: string | undefined;
  /** Signs receipts of approvals; there are none while it is undefined. */
  readonly approvalKeys: ApprovalKeys | undefined;
  readonly backup: BackupConfig;
  /** Days of the kinds of record that an operator set; the others have those of the table. */
  readonly retentionDays: RetentionDays;
}

/** Thrown with one line for each variable that is wrong, so that an operator mends all of them at once. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration needs correction:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  }
}

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** A public address, which is an origin and nothing more: what it leads to is under its root (decision 0029). */
const origin = httpUrl
  .refine(
    (url) => !URL.canParse(url) || isBareOrigin(new URL(url)),
    'must be an origin, such as https://dai.example.com: no path, user name, query or fragment',
  )
  .transform((url) => new URL(url).origin);
const isBareOrigin = ({ pathname, username, password, search, hash }: URL): boolean =>
  /^\/+$/.test(pathname) && [username, password, search, hash].every((part) => part === '');
/** An address of a service that we ask; its credentials are never part of it. */
const serviceUrl = httpUrl.refine(
  (url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === '',
  'must not hold a user name or password',
);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgresql://' });
const redisAddress = z.url({ protocol: /^rediss?$/, error: 'must begin with redis:// or rediss://' });
const smtpAddress = z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' });
/** A contact of security.txt, where a line break would begin a field of its own. */
const securityAddress = z
  .string()
  .regex(
    /^(?:mailto:[^\s@]+@[^\s@]+|tel:\+[\d.()-]+|https:\/\/[\x21-\x7e]+)$/,
    'must be a list of mailto:, tel: or https: addresses, separated by blanks',
  );
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((word) => ['on', 'true', '1'].includes(word));

/**
 * The folder of DATA_DIR when none is given: beside the checkout, from whichever folder a command is called; an installed package has no room for
 * data.
 */
const HOME = PACKAGE_ROOT.split(path.sep).includes('node_modules') ? process.cwd() : PACKAGE_ROOT;

const retentionDays = z.string().transform((list, { addIssue }): RetentionDays => {
  const days = readRetention(list);
  if (typeof days !== 'string') return days;
  addIssue({ code: 'custom', message: days });
  return {};
});

const OPS_HOST = '127.0.0.1';

const environment = z.object({
  NODE_ENV: z
    .string()
    .refine((name) => name === 'production' || !/^\s*prod/i.test(name), 'must be production, in these letters')
    .optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4000),
  BASE_URL: origin.optional(),
  WORKSPACE_URL: origin.optional(),
  ROLE: z.enum(['all', 'gateway', 'worker'], { error: 'must be all, gateway or worker' }).default('all'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(z.array(postgresUrl).max(8, 'must be at most 8 addresses'))
    .default([]),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_DIRECT_PASSWORD: z.string().optional(),
  DATA_DIR: z.string().default(path.join(HOME, '.data')),
  DEMO_DATA: onOff.optional(),
  REDIS_URL: redisAddress.optional(),
  SMTP_URL: smtpAddress.optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SESSION_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(z.array(z.string().min(32, 'must be a list of secrets of at least 32 characters each, separated by commas')))
    .default([]),
  REVIEWERS_NEED_SECOND_FACTOR: onOff.default(false),
  OIDC_ISSUER: issuerAddress.optional(),
  OIDC_CLIENT_ID: z.string().max(500, 'must have at most 500 characters').optional(),
  OIDC_CLIENT_SECRET: z.string().max(2000, 'must have at most 2000 characters').optional(),
  RATE_LIMIT_SCALE: z.coerce
    .number({ error: 'must be a number' })
    .positive('must be above 0')
    .max(1_000_000, 'must be at most 1000000')
    .default(1),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SECURITY_CONTACT: z
    .string()
    .max(1000, 'must have at most 1000 characters')
    .transform((list) => list.trim().split(/\s+/))
    .pipe(z.array(securityAddress))
    .default([]),
  SECURITY_POLICY_URL: z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .regex(/^[\x21-\x7e]{1,500}$/, 'must be an address of at most 500 characters')
    .optional(),
  OPS_PORT: wholeNumber(0, 65_535).optional(),
  OPS_HOST: z.string().default(OPS_HOST),
  FX_FEED_URL: serviceUrl.default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  CODEX_CREDIT_PRICE: creditPrice.optional(),
  SEARCH_CREDIT_PRICE: creditPrice.optional(),
  MCP_COMMAND: z
    .string()
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must be a command with its arguments, separated by single spaces')
    .max(200, 'must have at most 200 characters')
    .default('dai'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  OUTBOUND_ALLOW: z
    .string()
    .regex(/^[^\s,:]+:\d{1,5}(,[^\s,:]+:\d{1,5})*$/, 'must be a list of host:port, separated by commas')
    .transform((list) => list.toLowerCase()) // as addresses have their hosts
    .optional(),
  TRUST_PROXY: wholeNumber(0, 16).default(0),
  SEARCH_PROVIDER_URL: providerAddress('https://api.tavily.com'),
  WEB_DATA_PROVIDER_URL: providerAddress('https://api.brightdata.com'),
  MEASURES_REFRESH: z.enum(['weekly', 'off'], { error: 'must be weekly or off' }).default('off'),
  CATALOG_VERIFY_DAYS: wholeNumber(1, 365).optional(),
  MEASURES_SOURCES: measureSources,
  MEASURES_GITHUB_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{8,255}$/, 'must be a token: 8 to 255 visible characters')
    .optional(),
  APPROVAL_KEY_FILE: approvalKeyFile.optional(),
  ...backupVariables,
  RETENTION_DAYS: retentionDays.default({}),
});

export const processEnvironment: Record<string, string | undefined> = process.env;

/** True when OpenTelemetry's variables name a collector of traces; the library reads the rest of them itself. */
export const isTraced = (env = processEnvironment): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  env.OTEL_TRACES_EXPORTER !== 'none';

export const serviceName = (env = processEnvironment): string => env.OTEL_SERVICE_NAME || 'dai';

/** Every variable that configures a process, for the files that list them all. */
export const variableNames: readonly string[] = Object.keys(environment.shape);

/** An address with a password that stands beside it, where any character may be in it; one within the address wins. */
function withPassword(url: string, password: string | undefined): string {
  const address = new URL(url);
  if (!password || address.password) return url;
  address.password = encodeURIComponent(password);
  return address.toString();
}

/** True for two addresses of the same host and port, whatever the database: a standby has all of them. */
function isSameServer(url: string, other: string | undefined): boolean {
  if (other === undefined || !URL.canParse(other)) return false;
  const [one, two] = [new URL(url), new URL(other)];
  return one.hostname === two.hostname && (one.port || '5432') === (two.port || '5432');
}

const address = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;

type Environment = z.infer<typeof environment>;

const allowList = ({ OUTBOUND_ALLOW }: Environment): readonly string[] => OUTBOUND_ALLOW?.split(',') ?? [];

/** Problems between variables; `given` also has those that are wrong by themselves. */
function problemsTogether(env: Environment, given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if (given.DATABASE_URL && !given.SESSION_SECRET)
    problems.push('SESSION_SECRET is required with DATABASE_URL: all replicas must sign sessions alike');
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL has no meaning without DATABASE_URL');
  if (given.DATABASE_REPLICA_URLS && !given.DATABASE_URL)
    problems.push('DATABASE_REPLICA_URLS has no meaning without DATABASE_URL');
  if (given.DATABASE_URL && env.DATABASE_REPLICA_URLS.some((url) => isSameServer(url, given.DATABASE_URL)))
    problems.push('DATABASE_REPLICA_URLS must not name the server of DATABASE_URL: its reads go there anyhow');
  if (given.DATABASE_URL && env.DEMO_DATA)
    problems.push('DEMO_DATA is for the embedded database only: unset it or unset DATABASE_URL');
  problems.push(...problemsWithoutEffect(env, given));
  for (const name of ['SEARCH_PROVIDER_URL', 'WEB_DATA_PROVIDER_URL'] as const)
    if (travelsInClear(env[name], allowList(env))) problems.push(`${name} must be https: people's keys are sent to it`);
  problems.push(...backupProblems(env, (to) => travelsInClear(to, allowList(env))));
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];
  const missing = oidc.filter((name) => !given[name]);
  if (missing.length > 0 && missing.length < oidc.length)
    problems.push(`${missing.join(' and ')} must be set too: ${oidc.join(', ')} belong together`);
  if (env.OIDC_ISSUER && travelsInClear(env.OIDC_ISSUER, allowList(env)))
    problems.push('OIDC_ISSUER must be https: the client secret is sent to it');
  if (env.OPS_PORT && env.OPS_PORT === env.PORT) problems.push('OPS_PORT must be another port than PORT');
  return problems;
}

/** Variables that would do nothing beside the others: a start with one of them must not look as if it did something. */
function problemsWithoutEffect(env: Environment, given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  for (const [name, url] of [
    ['DATABASE_PASSWORD', 'DATABASE_URL'],
    ['DATABASE_DIRECT_PASSWORD', 'DATABASE_DIRECT_URL'],
  ] as const) {
    if (!given[name]) continue;
    if (!given[url]) problems.push(`${name} has no meaning without ${url}`);
    else if (env[url] && new URL(env[url]).password)
      problems.push(`${name} has no effect beside a password in ${url}: leave one of them out`);
  }
  if (env.OPS_PORT === undefined && given.OPS_HOST && env.OPS_HOST !== OPS_HOST)
    problems.push('OPS_HOST has no meaning without OPS_PORT');
  if (given.SECURITY_POLICY_URL && !given.SECURITY_CONTACT)
    problems.push('SECURITY_POLICY_URL has no meaning without SECURITY_CONTACT');
  if (!isTraced(given)) return problems;
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'])
    if (given[name] && given[name] !== 'http/protobuf') problems.push(`${name} must be http/protobuf, or be unset`);
  if (given.OTEL_TRACES_EXPORTER && given.OTEL_TRACES_EXPORTER !== 'otlp')
    problems.push('OTEL_TRACES_EXPORTER must be otlp or none');
  return problems;
}

/**
 * Reads the environment (decisions §11) and answers the configuration.
 * An empty or blank variable counts as unset. Throws a ConfigError that lists everything that is wrong; values are never echoed.
 */
export function readConfig(variables = processEnvironment): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues;
  const refused = new Set(issues.map(({ path }) => `${path[0]?.toString()}`));
  // A variable that is wrong by itself is left out, so that the same start also names the problems between variables.
  const env = parsed.success
    ? parsed.data
    : environment.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !refused.has(name))));
  const problems = new Set([
    ...issues.map(({ path, message }) => `${path[0]?.toString()} ${message}`),
    ...problemsTogether(env, given),
  ]);
  if (problems.size) throw new ConfigError([...problems]);
  const production = env.NODE_ENV === 'production';
  const databaseUrl = env.DATABASE_URL && withPassword(env.DATABASE_URL, env.DATABASE_PASSWORD);
  const outboundAllow = allowList(env);
  const own = address(env.HOST, env.PORT);
  const baseUrl = env.BASE_URL ?? own;
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    baseUrl,
    workspaceUrl: env.WORKSPACE_URL ?? baseUrl,
    role: env.ROLE,
    databaseUrl,
    databaseDirectUrl: env.DATABASE_DIRECT_URL
      ? withPassword(env.DATABASE_DIRECT_URL, env.DATABASE_DIRECT_PASSWORD)
      : databaseUrl,
    databaseReplicaUrls: env.DATABASE_REPLICA_URLS.map((url) => withPassword(url, env.DATABASE_PASSWORD)),
    dataDir: path.resolve(env.DATA_DIR),
    demoData: env.DEMO_DATA ?? (!env.DATABASE_URL && !production),
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    sessionSecret: env.SESSION_SECRET,
    sessionSecretsPrevious: env.SESSION_SECRET_PREVIOUS,
    reviewersNeedSecondFactor: env.REVIEWERS_NEED_SECOND_FACTOR,
    singleSignOn: singleSignOnOf(env),
    rateLimitScale: env.RATE_LIMIT_SCALE,
    metricsToken: env.METRICS_TOKEN,
    securityContacts: env.SECURITY_CONTACT,
    securityPolicyUrl: env.SECURITY_POLICY_URL,
    opsPort: env.OPS_PORT,
    opsHost: env.OPS_HOST,
    fxFeedUrl: env.FX_FEED_URL,
    codexCreditPrice: env.CODEX_CREDIT_PRICE,
    searchCreditPrice: env.SEARCH_CREDIT_PRICE,
    mcpCommand: env.MCP_COMMAND,
    logLevel: env.LOG_LEVEL,
    outboundAllow,
    trustProxy: env.TRUST_PROXY,
    searchProviderUrl: env.SEARCH_PROVIDER_URL,
    webDataProviderUrl: env.WEB_DATA_PROVIDER_URL,
    measuresRefresh: env.MEASURES_REFRESH,
    catalogVerifyDays: env.CATALOG_VERIFY_DAYS,
    measureSources: env.MEASURES_SOURCES,
    githubToken: env.MEASURES_GITHUB_TOKEN,
    approvalKeys: env.APPROVAL_KEY_FILE,
    backup: backupConfig(env),
    retentionDays: env.RETENTION_DAYS,
  };
}
