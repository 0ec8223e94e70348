import { randomUUID } from 'node:crypto';
import { openLog } from '../../server/platform/log.js';
import { openRelay } from '../../server/usage/index.js';
import type { TestApp } from './app.js';
import { ask, askGraphql, type Reply } from './ask.js';
import { query } from './database.js';
import { makeLinkedCompany } from './evidence.js';
import { runDueJobs, workOf } from './jobs.js';
import { type Company, makePerson, type Person } from './people.js';
import { makeToken } from './tokens.js';

export const USAGE_PATH = '/api/me/usage';

export interface Receipt {
  id: string;
  tool: { id: string; slug: string; name: string };
  toolId: string;
  receiptType: string;
  state: string;
  success: boolean | null;
  durationMs: number | null;
  spendCents: number | null;
  projectId: string | null;
  createdAt: string;
  deliveredAt: string | null;
  failure: string | null;
  attempts: number;
  nextAttemptAt: string | null;
}
export interface Connection {
  id: string | null;
  tool: { id: string; slug: string };
  state: string;
  vendorOrganizationLinked: boolean;
  connectedAt: string | null;
  renewedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  undelivered: number;
  revision: number;
}
export interface Reported {
  outcome: string;
  receipt: Receipt;
  connection: { sharedWithVendor: boolean; vendorOrganizationLinked: boolean; reconnectRequired: boolean };
  code: string;
  changed?: string[];
  errors?: { pointer: string; code: string }[];
}

/** A developer with an account-level token that may report and read. */
export interface Developer extends Person {
  readonly token: string;
}

export async function makeDeveloper(app: TestApp): Promise<Developer> {
  const person = await makePerson(app);
  const { token } = await makeToken(app, person, { scopes: ['project:read', 'project:publish'] });
  return { ...person, token };
}

/** A developer who shares receipts of a tool with the company whose product is linked to it. */
export async function makeSharing(
  app: TestApp,
): Promise<{ developer: Developer; company: Company & { toolId: string }; toolSlug: string; connection: Connection }> {
  const [developer, company] = [await makeDeveloper(app), await makeLinkedCompany(app)];
  const toolSlug = slugOf(company.toolId);
  return { developer, company, toolSlug, connection: await connect(app, developer, toolSlug) };
}

/** The slug of a tool that `makeTool` made. */
export const slugOf = (toolId: string): string => `tool-${toolId.slice(4)}`;

/** Reports one call of a tool over REST; what a test cares about is given. */
export const report = (
  app: Pick<TestApp, 'url'>,
  token: string,
  body: Record<string, unknown>,
): Promise<Reply<Reported>> =>
  ask(app.url + USAGE_PATH, { token, body: { receiptType: 'api_call', idempotencyKey: randomUUID(), ...body } });

/** The newest receipts of a developer as they are now. */
export async function receiptsOf(app: Pick<TestApp, 'url'>, token: string): Promise<Receipt[]> {
  const reply = await ask<{ receipts: Receipt[] }>(app.url + USAGE_PATH, { token });
  if (reply.status !== 200) throw new Error(`no receipts: ${reply.status} ${reply.text}`);
  return reply.body.receipts;
}

const CONNECTION =
  '{ id tool { id slug } state vendorOrganizationLinked connectedAt renewedAt expiresAt revokedAt undelivered revision }';

/** One change of a consent, in a session unless something else is given. */
export const askConnection = (
  app: Pick<TestApp, 'url'>,
  caller: { cookie?: string; token?: string; headers?: Record<string, string> },
  field: 'connectTool' | 'renewToolConnection' | 'revokeToolConnection',
  input: Record<string, unknown>,
) =>
  askGraphql<Record<string, Connection>>(
    app,
    `mutation ($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) ${CONNECTION} }`,
    { input },
    caller,
  );

async function changed(
  app: Pick<TestApp, 'url'>,
  { cookie }: Pick<Person, 'cookie'>,
  field: Parameters<typeof askConnection>[2],
  input: Record<string, unknown>,
): Promise<Connection> {
  const reply = await askConnection(app, { cookie }, field, input);
  const connection = reply.data?.[field];
  if (!connection) throw new Error(`${field}: ${JSON.stringify(reply.errors)}`);
  return connection;
}

export const connect = (app: Pick<TestApp, 'url'>, person: Pick<Person, 'cookie'>, toolSlug: string) =>
  changed(app, person, 'connectTool', { toolSlug });
export const renew = (
  app: Pick<TestApp, 'url'>,
  person: Pick<Person, 'cookie'>,
  { id, revision }: Pick<Connection, 'id' | 'revision'>,
) => changed(app, person, 'renewToolConnection', { connectionId: id, revision });
export const revoke = (app: Pick<TestApp, 'url'>, person: Pick<Person, 'cookie'>, { id }: Pick<Connection, 'id'>) =>
  changed(app, person, 'revokeToolConnection', { connectionId: id });

/** A developer's connections, or the one of a tool. */
export async function connectionsOf(
  app: Pick<TestApp, 'url'>,
  caller: { cookie?: string; token?: string },
  toolSlug: string | null = null,
): Promise<Connection[]> {
  const reply = await askGraphql<{ toolConnections: Connection[] }>(
    app,
    `query ($toolSlug: String) { toolConnections(toolSlug: $toolSlug) ${CONNECTION} }`,
    { toolSlug },
    caller,
  );
  if (!reply.data) throw new Error(`no connections: ${JSON.stringify(reply.errors)}`);
  return reply.data.toolConnections;
}

/** Everything that is due in the queue, run by the relay as a worker runs it. */
export async function runJobs(app: TestApp): Promise<void> {
  const relay = await openRelay({ databaseUrl: app.databaseUrl, log: openLog('silent') });
  await runDueJobs(app, relay.jobs);
  await relay.close();
}

/** One round of the sweeper. */
export async function sweep(app: TestApp): Promise<boolean> {
  const relay = await openRelay({ databaseUrl: app.databaseUrl, log: openLog('silent') });
  const more = await relay.jobs.find(({ name }) => name === 'sweep_receipts')?.run(workOf(app), {});
  await relay.close();
  return more === true;
}

/** The receipts' jobs that wait in the queue, the next one first. */
export const jobsOf = ({ databaseUrl }: Pick<TestApp, 'databaseUrl'>) =>
  query<{ key: string; payload: Record<string, string>; run_at: Date }>(
    databaseUrl,
    "select key, payload, run_at from graphile_worker._private_jobs where attempts < max_attempts and key ~ '^relay:' order by run_at",
  );

/** Moves the queue's time to where every job is due. */
export const makeJobsDue = ({ databaseUrl }: Pick<TestApp, 'databaseUrl'>) =>
  query(databaseUrl, 'update graphile_worker._private_jobs set run_at = now()');

export interface VendorEvent {
  event_name: string;
  event_family: string | null;
  developer_id: string;
  account_domain: string | null;
  idempotencyKey: string;
  occurredAt: string | null;
  projectId: string | null;
  source: string;
  label: string;
  metadata: { usageReceipt?: Record<string, unknown>; relayedReceipt?: Record<string, unknown> } | null;
}

/** A company's view of its stored events, newest first. */
export async function eventsOf(app: Pick<TestApp, 'url'>, company: Company): Promise<VendorEvent[]> {
  const reply = await askGraphql<{ events: { items: VendorEvent[] } }>(
    app,
    `query ($organizationId: ID!) { events(organizationId: $organizationId) { items {
      event_name event_family developer_id account_domain idempotencyKey occurredAt projectId source label metadata } } }`,
    { organizationId: company.organizationId },
    { cookie: company.owner.cookie },
  );
  if (!reply.data) throw new Error(`no events: ${JSON.stringify(reply.errors)}`);
  return reply.data.events.items;
}
