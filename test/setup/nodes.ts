import pg from 'pg';
import { beforeEach, inject } from 'vitest';

/** Whether the run's tables lie on several nodes (`TEST_DISTRIBUTE`). */
export const isDistributed = (): boolean => inject('nodeUrls').length > 1;

const NO_LOCK_WAIT =
  'ends a writer that waits for a lock: the coordinator shows no such wait, which is that of its connection to a node';

/** The tests that a database on several nodes can't take, by their file, and why. */
export const ONE_SERVER_ALONE = {
  'contract/distribution': 'looks at a database without the extension',
  'faults/audit.waiting':
    'makes a node look away by a trigger, which no table of several nodes takes; faults/node.kill kills a real one',
  'graphql/adoption-fold':
    'has an insert of a select carried out by explain, which the extension refuses; the fold itself runs on nodes in all others',
  'graphql/adoption-periods': NO_LOCK_WAIT,
  'graphql/enterprise-plans':
    'counts the rows that reads look at: a shard has few companies, and is rightly read whole where it is small',
  'rest/csv-import.work': NO_LOCK_WAIT,
  'rest/node-away':
    'makes a node look away by a trigger, which no table of several nodes takes; faults/node.kill kills a real one',
} as const;

/** Skips the tests around it where the run's tables lie on several nodes, and says why. */
export const skipOnNodes = (file: keyof typeof ONE_SERVER_ALONE): void =>
  beforeEach(({ skip }) => skip(isDistributed(), ONE_SERVER_ALONE[file]));

/** Skips the tests around it without nodes, and says what they need. */
export const skipWithoutNodes = (): void =>
  beforeEach(({ skip }) =>
    skip(
      !isDistributed(),
      'no cluster: TEST_DATABASE_URL names its coordinator and TEST_DISTRIBUTE is 1 (decision 0113)',
    ),
  );

/** Runs statements on every node, the coordinator last. */
export async function onNodes(nodeUrls: readonly string[], statements: readonly string[]): Promise<void> {
  for (const node of nodeUrls.toReversed()) {
    const client = new pg.Client({ connectionString: node });
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  }
}

/** Connections of this process that stay, by the address of their node: each test file makes and drops databases, and a new connection costs as much as a clone. */
const pools = new Map<string, pg.Pool>();

function poolOf(node: string): pg.Pool {
  const pool = pools.get(node) ?? new pg.Pool({ connectionString: node, idleTimeoutMillis: 0, allowExitOnIdle: true });
  if (!pools.has(node)) pool.on('error', () => undefined); // the server ends before the process does
  pools.set(node, pool);
  return pool;
}

/** Runs statements as `onNodes` does, on connections that stay open: for no database that is cloned, which has to be unused. */
export async function administer(nodeUrls: readonly string[], statements: readonly string[]): Promise<void> {
  for (const node of nodeUrls.toReversed()) for (const sql of statements) await poolOf(node).query(sql);
}

/** Clones a database on every node: its shards lie in the databases of the same name. */
export const cloneDatabase = (nodeUrls: readonly string[], name: string, template: string): Promise<void> =>
  administer(nodeUrls, [
    `create database ${name} template ${template} owner dai strategy file_copy`,
    `revoke create, temporary on database ${name} from public`, // a copy of the tables has their rights, not the database's
  ]);

/** The superuser's address of the node on which an organization's events lie. */
export async function nodeOf(databaseUrl: string, organizationId: string): Promise<string> {
  const [coordinator, ...workers] = inject('nodeUrls');
  const url = Object.assign(new URL(coordinator ?? ''), { pathname: new URL(databaseUrl).pathname }).toString();
  const { rows } = await poolOf(url).query<{ address: string }>(
    `select nodename || ':' || nodeport as address from citus_shards
     where shardid = get_shard_id_for_distribution_column('tracking_event', $1::uuid)`,
    [organizationId.replace(/^org_/, '')],
  );
  await poolOf(url).end();
  pools.delete(url);
  const node = workers.find((one) => new URL(one).host === rows[0]?.address);
  if (!node) throw new Error(`no worker has the events of ${organizationId}: they lie on ${rows[0]?.address}`);
  return node;
}

/**
 * Ends every process of a node as a loss of power does, and has it start again after some seconds: the superuser runs a program there, as the
 * account of the server. It resolves once the node is gone.
 */
export async function killNode(node: string, awayS: number): Promise<void> {
  const client = new pg.Client({ connectionString: node });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ folder: string; programs: string; pids: string }>(
    `select current_setting('data_directory') as folder, (select setting from pg_config where name = 'BINDIR') as programs,
       (select string_agg(pid::text, ' ') from pg_stat_activity) as pids`,
  );
  const [found] = rows;
  if (!found) throw new Error('the node says nothing of itself');
  const start = `"${found.programs}/pg_ctl" -D "${found.folder}" -l /dev/null -w -t 60 start`;
  const script = `kill -9 $(head -1 "${found.folder}/postmaster.pid") ${found.pids}; sleep ${awayS}; until ${start}; do sleep 1; done`;
  const program = `setsid sh -c '${script}' > /dev/null 2>&1 < /dev/null &`;
  await client.query(`copy (select 1) to program ${client.escapeLiteral(program)}`).catch(() => undefined);
  await client.end().catch(() => undefined);
  await untilNode(node, false);
}

/** Waits until a node answers, or until it does no longer. */
export async function untilNode(node: string, up: boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while ((await answers(node)) !== up) {
    if (performance.now() > deadline) throw new Error(`the node ${new URL(node).host} is not ${up ? 'back' : 'away'}`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

async function answers(node: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: node, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  return client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end().catch(() => undefined));
}
