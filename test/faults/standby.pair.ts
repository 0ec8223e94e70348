import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject, vi } from 'vitest';
import { startEmbedded } from '../../server/platform/database/embedded.js';
import { openControl, settlePlace } from '../../server/platform/database/embedded.place.js';
import { choosePort } from '../../server/platform/database/embedded.port.js';
import { findPrograms } from '../../server/platform/database/embedded.programs.js';
import { migrate } from '../../server/platform/database/orm.js';
import { query } from '../setup/database.js';
import { QUICK_FOLDER } from '../setup/quick-folder.js';

const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  max_wal_senders: '4',
  max_connections: '100',
};

export interface StandbyPair {
  /** The owner's address on the primary. */
  readonly primaryUrl: string;
  /** The address of the role that serves, on the standby. */
  readonly standbyUrl: string;
  /** Runs a statement on the standby, as its superuser. */
  onStandby(sql: string): Promise<void>;
  stop(): Promise<void>;
}

/** A migrated primary and a streaming standby of it, made as a copy of the primary's folder while that stands still. */
export async function startPair(): Promise<StandbyPair> {
  const folder = mkdtempSync(path.join(QUICK_FOLDER, 'dai-pair-'));
  const dataDir = path.join(folder, 'primary');
  const first = await startEmbedded(dataDir, { settings: SETTINGS });
  await migrate(first.url);
  await first.stop();

  const place = await settlePlace(openControl(dataDir));
  const cluster = `${place.cluster}-standby`;
  spawnSync('cp', ['-a', place.cluster, cluster]);
  const signalFile = path.join(cluster, 'standby.signal');
  writeFileSync(signalFile, '');
  if (place.account) chownSync(signalFile, place.account.uid, place.account.gid);
  const primary = await startEmbedded(dataDir, { settings: SETTINGS });
  const { password: gatewayPassword } = new URL(inject('gatewayUrl'));
  await query(primary.superuserUrl, `alter role dai_gateway password '${gatewayPassword}'`);
  const port = String(await choosePort(mkdtempSync(path.join(folder, 'standby-')), true));
  const standby = launch(path.join(await findPrograms(place), 'postgres'), cluster, place.account, {
    ...SETTINGS,
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    primary_conninfo: conninfoOf(primary.superuserUrl),
    wal_retrieve_retry_interval: '200ms',
  });
  const at = (url: string, changed: Partial<URL> = {}): string =>
    Object.assign(new URL(url), { port, ...changed }).toString();
  const onStandby = async (sql: string): Promise<void> => void (await query(at(primary.superuserUrl), sql));
  await vi.waitFor(() => onStandby('select 1'), { timeout: 60_000, interval: 50 });
  return {
    primaryUrl: primary.url,
    standbyUrl: at(primary.gatewayUrl, { password: gatewayPassword }),
    onStandby,
    async stop() {
      const ended = standby.exitCode === null ? once(standby, 'exit') : null;
      standby.kill('SIGQUIT');
      await ended;
      await primary.stop();
      for (const one of [path.dirname(place.cluster), folder]) rmSync(one, { recursive: true, force: true });
    },
  };
}

const conninfoOf = (url: string): string => {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
};

/** Starts PostgreSQL on the folder; it ends with this process at the latest. */
function launch(
  program: string,
  cluster: string,
  account: { readonly uid: number; readonly gid: number } | undefined,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, text]) => ['-c', `${name}=${text}`]);
  const child = spawn(program, ['-D', cluster, ...options], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  });
  process.once('exit', () => child.kill('SIGQUIT'));
  return child;
}
