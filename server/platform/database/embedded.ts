import { StartError } from '../start.error.js';
import { openCluster, type Secrets, SUPERUSER } from './embedded.cluster.js';
import { logFile, type ServerSetup } from './embedded.launch.js';
import { withLock } from './embedded.lock.js';
import { hasCluster, openControl, settlePlace } from './embedded.place.js';
import { isAlive, signal, waitForEnd } from './embedded.process.js';
import { findPrograms, missingServer } from './embedded.programs.js';
import { createRolesAndDatabase } from './embedded.roles.js';
import { ensureServer, type RunningServer, stopServer } from './embedded.server.js';
import { openUsers } from './embedded.users.js';

export { createRolesAndDatabase } from './embedded.roles.js';

export interface EmbeddedOptions {
  /** Server settings by name; they replace ours, except where the server listens. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called after the server died and runs again, on the same port: open connections are lost, pools have to recover. */
  readonly onRestart?: () => void;
  readonly log?: (message: string) => void;
  /** False for what only works on a database that exists: throws a StartError where the folder has none, and makes nothing. */
  readonly create?: boolean;
}

export interface Embedded {
  readonly superuserUrl: string;
  /** Role `dai`, which owns and migrates, on database `dai`. */
  readonly url: string;
  /** Role `dai_gateway`, which serves. */
  readonly gatewayUrl: string;
  readonly port: number;
  /** The server ran before this process came. */
  readonly adopted: boolean;
  /** Takes this process off the list of users; the last one stops the server. */
  stop(): Promise<void>;
}

const ATTEMPTS_MAX = 3;
const WATCH_INTERVAL_MS = 250;
/** A restart that fails (a full disk, say) is tried again less and less often. */
const RETRY_MS_MAX = 10_000;

/**
 * Starts the PostgreSQL that lives in the data folder, or adopts the one that already runs there, and keeps it running for
 * as long as a process uses it (decisions §11). Rejects with what failed and what to do; the cause holds the server's own words.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const settings = options.settings ?? {};
  const missing = missingServer(process.platform, process.arch);
  if (missing) throw new StartError(missing);
  if (options.create === false && !hasCluster(dataDir))
    throw new StartError(
      `There is no database in ${dataDir}. Start DAI once (npm start), or name the database in DATABASE_URL or its folder in DATA_DIR.`,
    );
  const control = openControl(dataDir);
  return withLock(control, async () => {
    const place = await settlePlace(control);
    const programs = await findPrograms(place);
    const secrets = await openCluster(place, programs, settings.fsync !== 'off');
    const setup = { place, programs, settings };
    const users = openUsers(control);
    const entry = users.register();
    /** Takes this process off the list; true when no other process uses the server. */
    const leaveList = () => {
      users.deregister(entry);
      return users.countOthers(entry) === 0;
    };
    try {
      const { server, superuserUrl, url, gatewayUrl } = await openDatabase(
        setup,
        secrets,
        users.countOthers(entry) === 0,
      );
      options.log?.(`embedded PostgreSQL ${server.adopted ? 'adopted' : 'started'} on port ${server.port}`);
      const stop = watch(setup, server, leaveList, options);
      return { superuserUrl, url, gatewayUrl, port: server.port, adopted: server.adopted, stop };
    } catch (error) {
      // The first failure is the one to report.
      if (leaveList()) await stopServer(place).catch(() => undefined);
      throw error;
    }
  });
}

async function openDatabase(setup: ServerSetup, secrets: Secrets, mayChangePort: boolean) {
  for (let attempt = 1; ; attempt += 1) {
    const server = await ensureServer(setup, mayChangePort);
    const superuserUrl = `postgresql://${SUPERUSER}:${secrets.superuserPassword}@127.0.0.1:${server.port}/postgres`;
    try {
      return { server, superuserUrl, ...(await createRolesAndDatabase(superuserUrl, secrets)) };
    } catch (error) {
      // No process watches a server that dies at this point, so it is started again here; its connections end a moment before it does.
      if (attempt < ATTEMPTS_MAX && (await waitForEnd([server.postmaster], WATCH_INTERVAL_MS))) continue;
      const failed = `The embedded PostgreSQL runs on port ${server.port}, but the roles and the database could not be made.`;
      const isFull = /no space left on device/i.test(String(error));
      throw new StartError(`${failed}${isFull ? ' The disk is full.' : ''} Its log is ${logFile(setup.place)}.`, {
        cause: error,
      });
    }
  }
}

/** Looks after the server until the answered function is called, which leaves it. */
function watch(
  setup: ServerSetup,
  first: RunningServer,
  leaveList: () => boolean,
  options: EmbeddedOptions,
): () => Promise<void> {
  let server = first;
  let retryMs = WATCH_INTERVAL_MS;
  let timer: NodeJS.Timeout;
  let left: Promise<void> | undefined;
  let isLeft = false;

  const look = async () => {
    if (!isAlive(server.postmaster)) {
      try {
        await withLock(setup.place.control, async () => {
          if (left === undefined) server = await ensureServer(setup, false);
        });
        retryMs = WATCH_INTERVAL_MS;
        if (left === undefined) {
          options.log?.(`embedded PostgreSQL had died and runs again on port ${server.port}`);
          options.onRestart?.();
        }
      } catch (error) {
        retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
        options.log?.(
          `embedded PostgreSQL died, and its restart failed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    if (left === undefined) schedule();
  };
  // The watch alone must not keep a process from ending.
  const schedule = () => {
    timer = setTimeout(() => void look(), retryMs).unref();
  };
  schedule();
  // A process that ends without its drain must not leave the server behind. No lock can be waited for here: another process that
  // adopts the server at this moment finds it gone and starts it again.
  const leaveAtExit = () => {
    if (!isLeft && leaveList()) signal(server.postmaster, 'SIGINT');
  };
  process.once('exit', leaveAtExit);
  return () => {
    clearTimeout(timer);
    left ??= withLock(setup.place.control, async () => {
      if (leaveList()) await stopServer(setup.place);
      isLeft = true;
      process.off('exit', leaveAtExit);
    });
    return left;
  };
}
