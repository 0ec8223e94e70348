import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { administer, cloneDatabase, isDistributed } from './nodes.js';

/** A database of the test's own, cloned from the migrated template or the one with the demo; `url` is its owner's. */
export async function freshDatabase(
  template: 'template_dai' | 'template_demo' = 'template_dai',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const pools: Pools = new Map();
  await cloneDatabase(inject('nodeUrls'), name, template);
  const url = new URL(inject('ownerUrl'));
  url.pathname = `/${name}`;
  poolsOf.set(url.pathname, pools);
  return {
    url: url.toString(),
    async drop() {
      poolsOf.delete(url.pathname);
      await Promise.all([...pools.values()].map((pool) => pool.end()));
      if (isDistributed()) await dropInUse(name);
      else await administer(inject('nodeUrls'), [untilUnused(name), `drop database if exists ${name} with (force)`]);
    },
  };
}

/** The pools of one database, by the address with the role that asks. */
type Pools = Map<string, pg.Pool>;

/** By path, of the databases made here: a test asks its own hundreds of times, and each connection would be a process that starts cold. */
const poolsOf = new Map<string, Pools>();

/** Keeps what is connected to a database made here; null where another server, which a test may stop, has the database. */
function openPool(address: string): pg.Pool | null {
  const { host, pathname } = new URL(address);
  const pools = host === new URL(inject('ownerUrl')).host ? poolsOf.get(pathname) : undefined;
  if (!pools) return null;
  const pool = pools.get(address) ?? new pg.Pool({ connectionString: address, max: 50 });
  if (!pools.has(address)) pool.on('error', () => undefined); // a session that a test ends is replaced by the next question
  pools.set(address, pool);
  return pool;
}

/** A connection that was closed is gone a moment later; one that is ended by force until then is an error of whoever closed it. */
const untilUnused = (name: string): string => `
  do $$ begin
    for check_number in 1..20 loop
      exit when not exists (select from pg_stat_activity where datname = '${name}');
      perform pg_sleep(0.01), pg_stat_clear_snapshot();
    end loop;
  end $$`;

const DROPS_MAX = 10;

/** The processes of a cluster never leave its databases, and come back while one is dropped: PostgreSQL gives up after five seconds. */
async function dropInUse(name: string): Promise<void> {
  for (let left = DROPS_MAX; ; left -= 1)
    try {
      return await administer(inject('nodeUrls'), [`drop database if exists ${name} with (force)`]);
    } catch (error) {
      if (left === 0 || !(error instanceof pg.DatabaseError && error.code === '55006')) throw error;
    }
}

/** The same database, as the role that serves sees it. */
export function asGateway(url: string): string {
  const [address, { username, password }] = [new URL(url), new URL(inject('gatewayUrl'))];
  return Object.assign(address, { username, password }).toString();
}

/** Runs one statement on a database and answers its rows. */
export async function query<T extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const pool = openPool(url);
  if (pool) return (await pool.query<T>(sql, values)).rows;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** SQL for a time that lies some seconds before that of a column. A database on nodes refuses `- interval` in an update: it may depend on the session's zone. */
export const earlierBy = (column: string, seconds: string): string =>
  `to_timestamp((extract(epoch from ${column} - timestamptz 'epoch') - ${seconds})::float8)`;
