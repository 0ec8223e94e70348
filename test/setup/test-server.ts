import pg from 'pg';
import { planDistribution } from '../../server/platform/database/distribution.js';
import { startEmbedded } from '../../server/platform/database/embedded.js';
import { createRolesAndDatabase } from '../../server/platform/database/embedded.roles.js';
import { distribute, openOrm } from '../../server/platform/database/orm.js';
import { onNodes } from './nodes.js';

/** The server whose databases the tests clone. */
export interface TestServer {
  /** A superuser's address of each node; the first is the coordinator, or the only server that there is. */
  readonly nodeUrls: readonly [string, ...string[]];
  readonly ownerUrl: string;
  readonly gatewayUrl: string;
  /** Whether the templates' tables are placed on the nodes. */
  readonly distributed: boolean;
  stop(): Promise<void>;
}

const { TEST_DATABASE_URL, TEST_DISTRIBUTE } = process.env;
const SHARDS = 4;
const PASSWORDS = { daiPassword: 'of-the-owner', gatewayPassword: 'of-the-gateway' };

/** The server that `TEST_DATABASE_URL` names as its superuser, else one of the run's own in a folder. */
export const openTestServer = (folder: string): Promise<TestServer> =>
  TEST_DATABASE_URL ? useServer(TEST_DATABASE_URL) : startOwn(folder);

async function startOwn(folder: string): Promise<TestServer> {
  const server = await startEmbedded(folder, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
      max_connections: '300',
      scram_iterations: '1', // of the passwords that are set from here on: a test opens hundreds of connections
    },
  });
  const { superuserUrl, url: ownerUrl, gatewayUrl } = server;
  return { nodeUrls: [superuserUrl], ownerUrl, gatewayUrl, distributed: false, stop: () => server.stop() };
}

/** With `TEST_DISTRIBUTE` the workers are those that the database of the address lists. */
async function useServer(superuserUrl: string): Promise<TestServer> {
  const distributed = TEST_DISTRIBUTE === '1';
  const workers = distributed ? await readWorkers(superuserUrl) : [];
  const nodeUrls = [superuserUrl, ...workers] as const;
  for (const name of ['template_dai', 'template_demo']) await dropEverywhere(nodeUrls, name);
  let addresses = { url: '', gatewayUrl: '' };
  for (const node of nodeUrls.toReversed()) addresses = await createRolesAndDatabase(node, PASSWORDS, 'template_dai');
  await onNodes(nodeUrls, ['drop database template_dai']); // made for its roles alone
  return {
    nodeUrls,
    ownerUrl: addresses.url,
    gatewayUrl: addresses.gatewayUrl,
    distributed,
    stop: async () => undefined,
  };
}

async function readWorkers(coordinator: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  const { rows } = await client.query<{ host: string; port: number }>(
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and isactive order by nodeid',
  );
  await client.end();
  return rows.map(({ host, port }) => Object.assign(new URL(coordinator), { host: `${host}:${port}` }).toString());
}

const dropEverywhere = (nodeUrls: readonly string[], name: string): Promise<void> =>
  onNodes(nodeUrls, [`drop database if exists ${name} with (force)`]);

/** Makes a database on every node, which know each other where they are several. */
export async function createDatabase({ nodeUrls, distributed }: TestServer, name: string): Promise<void> {
  await onNodes(nodeUrls, [`create database ${name} owner dai`]);
  if (!distributed) return;
  const named = nodeUrls.map((url) => Object.assign(new URL(url), { pathname: `/${name}` }));
  await onNodes(named.map(String), ['create extension citus']);
  const [coordinator, ...workers] = named;
  if (coordinator)
    await onNodes(
      [coordinator.toString()],
      [
        `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
        ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
      ],
    );
}

/** Places the tables of a migrated database on the nodes, as `dai distribute` does. */
export async function distributeDatabase(url: string): Promise<void> {
  const orm = await openOrm(url, []);
  const { placings, refusals } = await planDistribution(orm.em.fork());
  await orm.close();
  if (refusals.length) throw new Error(refusals.join('\n'));
  await distribute(url, placings, { shards: SHARDS, tell: () => undefined });
}

/** The extension's own processes connect to each database, and a database in use is no template. */
export const sealTemplate = ({ nodeUrls }: Pick<TestServer, 'nodeUrls'>, name: string): Promise<void> =>
  onNodes(nodeUrls, [
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  ]);
