import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { entities } from '../../server/app/database.js';
import { loadStarterCatalog } from '../../server/app/starter.js';
import type { DemoCredentials } from '../../server/demo/demo.js';
import { migrate, openOrm } from '../../server/platform/database/orm.js';
import { makeDemo } from './demo.js';
import { cloneDatabase, onNodes } from './nodes.js';
import { QUICK_FOLDER } from './quick-folder.js';
import { createDatabase, distributeDatabase, openTestServer, sealTemplate } from './test-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    superuserUrl: string;
    /** The superuser's address of each node of the server, the one above first. */
    nodeUrls: string[];
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
  const server = await openTestServer(dir);
  const [superuserUrl] = server.nodeUrls;
  // Tests look at the gateway's sessions, and end them, as the owner of the database.
  await onNodes([superuserUrl], ['grant pg_read_all_stats, pg_signal_backend to dai']);
  await createDatabase(server, 'template_dai');
  const template = databaseUrl(server.ownerUrl, 'template_dai');
  await migrate(template);
  if (server.distributed) await distributeDatabase(template);
  const orm = await openOrm(template, entities);
  await loadStarterCatalog(orm.em.fork(), new Date());
  await orm.close();
  if (server.distributed) await sealTemplate(server, 'template_dai');
  await cloneDatabase(server.nodeUrls, 'template_demo', 'template_dai');
  project.provide('demo', await makeDemo(databaseUrl(server.gatewayUrl, 'template_demo')));
  // The demo's letters, which a worker would have done by now.
  await onNodes([databaseUrl(superuserUrl, 'template_demo')], ['delete from graphile_worker._private_jobs']);
  if (server.distributed) await sealTemplate(server, 'template_demo');
  project.provide('superuserUrl', superuserUrl);
  project.provide('nodeUrls', [...server.nodeUrls]);
  project.provide('ownerUrl', server.ownerUrl);
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
