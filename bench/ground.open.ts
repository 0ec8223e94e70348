import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DemoCredentials } from '../server/demo/demo.js';
import { createRolesAndDatabase, startEmbedded } from '../server/platform/database/embedded.js';
import { migrate } from '../server/platform/database/orm.js';
import { type Child, type ServingChild, startGateway, startGenerator, startPeer } from './child.start.js';
import { parentOf } from './cpu.read.js';
import { type Generator, openGenerator } from './generator.order.js';

/** Everything that takes part: one PostgreSQL, two gateways on its first database, the peers and `pgbench` on its second. */
export interface Ground {
  readonly generator: Generator;
  /** ROLE=all: verdicts, limits and folding on, as `npm start` runs it. */
  readonly gateway: ServingChild;
  /** ROLE=gateway: the same without folding. */
  readonly gatewayAlone: ServingChild;
  readonly peer: ServingChild;
  /** The least that a Node process can do for an event that is stored. */
  readonly floor: ServingChild;
  readonly trackingKey: string;
  /** The demo in the gateways' database. */
  readonly credentials: DemoCredentials;
  /** Starts one more gateway, with the limits as they are by default, and hands out what its demo has of credentials. */
  openLimitedGateway(): Promise<{ readonly gateway: ServingChild; readonly credentials: DemoCredentials }>;
  /** The database of the gateways. */
  readonly gatewayUrl: string;
  /** The database that holds a copy of our tables for those we compare ourselves with. */
  readonly limitUrl: string;
  readonly postmaster: number;
  readonly postgresVersion: string;
  /** Empties the tables and writes the dirty pages, so that every window starts alike and none pays for another's rows. */
  level(): Promise<void>;
  /** How many events lie in the gateways' table, or in the other one. */
  countEvents(whose: 'gateway' | 'limit'): Promise<number>;
  /** Ends every process and removes the folder. */
  close(): Promise<void>;
}

const FOLDED_TABLES =
  'adoption_count, adoption_activity, adoption_named_activity, adoption_tool_call, adoption_developer, adoption_first_seen, adoption_early_use, adoption_account, adoption_subject, adoption_presence, adoption_period, adoption_period_activity, adoption_received, adoption_receipt, campaign, tracking_refusal, tracking_verdict';

/** Sets everything up in a folder of its own; whatever fails is taken down again. */
export async function openGround(): Promise<Ground> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dai-bench-'));
  chmodSync(dataDir, 0o755); // the account that owns the database walks through it
  const closers: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).reverse()) await step().catch((error: unknown) => console.error(error));
  };
  const keep = <C extends Child>(child: C): C => {
    closers.push(() => child.stop());
    return child;
  };
  const connect = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    closers.push(() => client.end());
    return client;
  };
  try {
    const server = await startEmbedded(dataDir);
    closers.push(() => server.stop());
    const { url: limitUrl } = await createRolesAndDatabase(
      server.superuserUrl,
      { daiPassword: new URL(server.url).password, gatewayPassword: new URL(server.gatewayUrl).password },
      'bench',
    );
    await migrate(limitUrl);
    const limited = { DATA_DIR: dataDir, NODE_ENV: '' };
    const environment = { ...limited, RATE_LIMIT_SCALE: '1000000' };
    const gateway = keep(await startGateway({ ...environment, ROLE: 'all' }));
    const gatewayAlone = keep(await startGateway({ ...environment, ROLE: 'gateway' }));
    const readCredentials = (): DemoCredentials =>
      JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8')) as DemoCredentials;
    const peer = keep(await startPeer('peer.process.js', [limitUrl, readCredentials().trackingKey]));
    const floor = keep(await startPeer('floor.process.js', [limitUrl]));
    const generator = openGenerator(keep(startGenerator()));
    const superuser = await connect(server.superuserUrl);
    const clients = { gateway: await connect(server.url), limit: await connect(limitUrl) };
    const backend = await superuser.query<{ pid: number; version: string }>(
      "select pg_backend_pid() as pid, current_setting('server_version') as version",
    );
    return {
      generator,
      gateway,
      gatewayAlone,
      peer,
      floor,
      trackingKey: readCredentials().trackingKey,
      credentials: readCredentials(),
      async openLimitedGateway() {
        const started = keep(await startGateway({ ...limited, RATE_LIMIT_SCALE: '1', ROLE: 'gateway' }));
        return { gateway: started, credentials: readCredentials() };
      },
      gatewayUrl: server.url,
      limitUrl,
      postmaster: parentOf(backend.rows[0]?.pid ?? 0),
      postgresVersion: backend.rows[0]?.version ?? 'unknown',
      async level() {
        for (const client of Object.values(clients))
          await client.query(`truncate tracking_event, ${FOLDED_TABLES}, adoption_snapshot, adoption_snapshot_tool`);
        await superuser.query('checkpoint');
      },
      async countEvents(whose) {
        const { rows } = await clients[whose].query<{ events: number }>(
          'select count(*)::int as events from tracking_event',
        );
        return rows[0]?.events ?? 0;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
