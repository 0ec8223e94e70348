import type { TestApp } from './app.js';
import { askGraphql } from './ask.js';
import { query } from './database.js';
import { connectV1, connectV2 } from './mcp.js';
import { type Called, connectStdio, connectStdioV2, serving } from './mcp.process.js';
import type { Company, Person } from './people.js';

/** Every way to a tool: both transports, each in both revisions. */
export const ways = [
  'Streamable HTTP in 2025-11-25',
  'Streamable HTTP in 2026-07-28',
  'standard streams in 2025-11-25',
  'standard streams in 2026-07-28',
] as const;
export type Way = (typeof ways)[number];

/** A host that holds an enterprise key. */
export interface AgentHost {
  /** Names of the tools that it lists. */
  names(): Promise<string[]>;
  call(name: string, input?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
}

interface Client {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Connects a client of the protocol's own SDKs as a host that was given the key does. */
export async function connectAgent(way: Way, { url }: Pick<TestApp, 'url'>, token: string): Promise<AgentHost> {
  const client = await clientOf(way, url, token);
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as unknown as Called,
    close: () => client.close(),
  };
}

async function clientOf(way: Way, url: string, token: string): Promise<Client> {
  const args = serving(url, '--mode', 'enterprise');
  const env = { DAI_ENTERPRISE_TOKEN: token };
  switch (way) {
    case 'Streamable HTTP in 2025-11-25':
      return (await connectV1(url, { token })).client;
    case 'Streamable HTTP in 2026-07-28':
      return (await connectV2(url, { token })).client;
    case 'standard streams in 2025-11-25':
      return (await connectStdio(args, { env })).client;
    case 'standard streams in 2026-07-28':
      return connectStdioV2(args, '2026-07-28', env);
  }
}

/** An agent key of a product, made by a person through the endpoint. */
export async function createAgentKey(
  app: TestApp,
  { organizationId, productId }: Pick<Company, 'organizationId' | 'productId'>,
  by: Pick<Person, 'cookie'>,
  expiresInDays = 30,
): Promise<{ token: string; keyId: string }> {
  const created = await askGraphql<{ createEnterpriseKey: { token: string; key: { keyId: string } } }>(
    app,
    'mutation ($input: CreateEnterpriseKeyInput!) { createEnterpriseKey(input: $input) { token key { keyId } } }',
    { input: { organizationId, productId, name: 'An agent', expiresInDays } },
    by,
  );
  const key = created.data?.createEnterpriseKey;
  if (!key) throw new Error(`no key: ${JSON.stringify(created.errors)}`);
  return { token: key.token, keyId: key.key.keyId };
}

export async function revokeAgentKey(app: TestApp, keyId: string, by: Pick<Person, 'cookie'>): Promise<void> {
  const document = 'mutation ($keyId: ID!) { revokeEnterpriseKey(keyId: $keyId) { state } }';
  const { errors } = await askGraphql(app, document, { keyId }, by);
  if (errors.length) throw new Error(`not revoked: ${JSON.stringify(errors)}`);
}

/** The plan of an organization from now on, as an operator’s command writes it. */
export const setPlan = (
  app: Pick<TestApp, 'databaseUrl'>,
  { organizationId }: Pick<Company, 'organizationId'>,
  plan: 'paid' | 'free',
) =>
  query(app.databaseUrl, 'update organization set plan = $1, plan_since = now() where id = $2', [
    plan,
    organizationId.slice(4),
  ]);

/** What an organization’s audit receipts say, the oldest first. */
export const auditReceiptsOf = (
  app: Pick<TestApp, 'databaseUrl'>,
  { organizationId }: Pick<Company, 'organizationId'>,
): Promise<{ tool: string; outcome: string }[]> =>
  query(app.databaseUrl, 'select tool, outcome from enterprise_audit_receipt where organization_id = $1 order by id', [
    organizationId.slice(4),
  ]);
