import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { entities } from '../../server/app/database.js';
import { loadStarterCatalog } from '../../server/app/starter.js';
import type { DemoCredentials } from '../../server/demo/demo.js';
import { startEmbedded } from '../../server/platform/database/embedded.js';
import { migrate, openOrm } from '../../server/platform/database/orm.js';
import { makeDemo } from './demo.js';
import { QUICK_FOLDER } from './quick-folder.js';

declare module 'vitest' {
  interface ProvidedContext {
    superuserUrl: string;
    ownerUrl: string;
    gatewayUrl: string;
    /** The demo's people and keys, as every database that is cloned from template_demo has them. */
    demo: DemoCredentials;
  }
}

const FOLDER = 'dai-test-';

/** One throw-away server for the whole run and two templates, migrated alone and with the demo; each file clones one (see `freshDatabase`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers();
  const dir = mkdtempSync(path.join(QUICK_FOLDER, `${FOLDER}${process.pid}-`));
  chmodSync(dir, 0o755);
  process.env.NODE_COMPILE_CACHE = path.join(dir, 'compiled'); // the processes under test load the same server again and again
  const server = await startEmbedded(dir, {
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
  const superuser = new pg.Client({ connectionString: server.superuserUrl });
  await superuser.connect();
  // Tests look at the gateway's sessions, and end them, as the owner of the database.
  await superuser.query('grant pg_read_all_stats, pg_signal_backend to dai');
  await superuser.query('create database template_dai owner dai');
  const template = databaseUrl(server.url, 'template_dai');
  await migrate(template);
  const orm = await openOrm(template, entities);
  await loadStarterCatalog(orm.em.fork(), new Date());
  await orm.close();
  await superuser.query('create database template_demo template template_dai owner dai strategy file_copy');
  await superuser.end();
  project.provide('demo', await makeDemo(databaseUrl(server.gatewayUrl, 'template_demo')));
  const made = new pg.Client({ connectionString: databaseUrl(server.url, 'template_demo') });
  await made.connect();
  await made.query('delete from graphile_worker._private_jobs'); // of the demo's letters, which a worker would have done by now
  await made.end();
  project.provide('superuserUrl', server.superuserUrl);
  project.provide('ownerUrl', server.url);
  project.provide('gatewayUrl', server.gatewayUrl);
  return async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

/** Removes the folders of runs that were killed, whose process is gone. */
function removeLeftovers(): void {
  for (const name of readdirSync(QUICK_FOLDER)) {
    const [, pid] = new RegExp(`^${FOLDER}(\\d+)-`).exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(QUICK_FOLDER, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'; // another account's cannot be signalled, and runs
  }
}

function databaseUrl(url: string, database: string): string {
  const named = new URL(url);
  named.pathname = `/${database}`;
  return named.toString();
}
