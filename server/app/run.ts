import 'reflect-metadata'; // before any decorated class, whichever module comes first
import { curlOf } from '../accounts/index.js';
import type { Config } from '../platform/config.js';
import { newUuid } from '../platform/ids.js';
import { type Log, openLog } from '../platform/log.js';
import { EXIT_CODES, stopSignals } from '../platform/signals.js';
import { BUILD, VERSION } from '../platform/version.js';
import { type Running, serve } from './serve.js';

/** Time to write what is left over after the stop. */
const LEFT_OVER_MS = 500;
/** How long a stop that comes during the start waits for it: what has begun is drained in order, and a start that hangs is ended. */
const START_MS_MAX = 15_000;
/** npm forwards the signal that a terminal has already sent to the whole process group: a second one so soon after the first is the same request. */
const SAME_STOP_MS = 1_000;

/** Serves until a signal asks for the stop, then drains; another signal a second later ends the process at once. Resolves after the drain. */
export async function runUntilStopped(config: Config): Promise<void> {
  const log = openLog(config.logLevel);
  const stop = openStop(() => log.info('stopping before the start is over'));
  const running = await serve(config, log, stop.duringStart).catch((error: unknown) => {
    if (error === stop.duringStart.reason) return null;
    throw error;
  });
  stop.started();
  if (running === null) return end(log);
  log.info({ version: VERSION, build: BUILD, role: config.role }, 'started');
  if (running.opsUrl) log.info({ url: running.opsUrl }, 'health, readiness and metrics are answered');
  for (const warning of running.warnings) log.warn(warning, 'something to mend');
  if (config.role !== 'worker') process.stdout.write(screenOf(running));
  await stop.requested;
  log.info('stopping');
  await running.stop();
  end(log);
}

function end(log: Log): void {
  log.info('stopped');
  log.flush();
  setTimeout(() => process.exit(), LEFT_OVER_MS).unref(); // a connection to what is silently away would keep the process
}

interface Stop {
  readonly requested: Promise<void>;
  /** Aborted by a signal that comes before the start is over. */
  readonly duringStart: AbortSignal;
  started(): void;
}

function giveUp(name: NodeJS.Signals): never {
  process.stderr.write(`The start did not end within ${START_MS_MAX / 1000} s after ${name}: the process ends now.\n`);
  process.exit(EXIT_CODES[name]);
}

/** Listens for the signals from the first moment, since a worker sends letters before the start is over. */
function openStop(onStopInStart: () => void): Stop {
  const { promise: requested, resolve } = Promise.withResolvers<void>();
  const early = new AbortController();
  let starting = true;
  let patience: NodeJS.Timeout | undefined;
  let requestedAt: number | null = null;
  const stop = (name: NodeJS.Signals): void => {
    if (requestedAt !== null) {
      if (performance.now() - requestedAt >= SAME_STOP_MS) process.exit(EXIT_CODES[name]);
      return;
    }
    requestedAt = performance.now();
    if (starting) {
      patience = setTimeout(() => giveUp(name), START_MS_MAX);
      onStopInStart();
      early.abort();
    }
    resolve();
  };
  for (const name of stopSignals) process.on(name, stop);
  return {
    requested,
    duringStart: early.signal,
    started: () => {
      starting = false;
      clearTimeout(patience);
    },
  };
}

/** The operator's screen once everything stands: the addresses, and a command line that stores a real event. */
function screenOf({ config, demo, warnings }: Running): string {
  const lines = [
    '',
    `  DAI is ready at ${config.baseUrl}`,
    '',
    `  Admin       ${config.workspaceUrl}/admin`,
    `  GraphQL     ${config.baseUrl}/graphql`,
    `  Docs        ${config.baseUrl}/docs`,
    '',
    ...warnings.flatMap(({ detail, remedy }) => [`  WARNING     ${detail}`, `              ${remedy}`, '']),
  ];
  if (!demo) return `${lines.join('\n')}\n`;
  const key = `first-${newUuid()}`;
  const curl = curlOf(
    config.baseUrl,
    demo.trackingKey,
    { productId: demo.productId, name: 'Demo API', type: 'api' },
    key,
  );
  const query = JSON.stringify({
    query: `{ trackedEvent(idempotencyKey: "${key}") { eventId event_name event_family receivedAt } }`,
  });
  return `${[
    ...lines,
    `  Sign in     ${demo.users.owner.email}  ${demo.users.owner.password}`,
    `  All demo credentials are in ${config.dataDir}/credentials.json`,
    '',
    '  Store an event; send it again and see duplicate: true; change it and see 409:',
    '',
    `  ${curl}`,
    '',
    '  Find it in GraphQL:',
    '',
    `  curl -sS ${config.baseUrl}/graphql -H 'Authorization: Bearer ${demo.trackingKey}' -H 'Content-Type: application/json' -d '${query}'`,
    '',
  ].join('\n')}\n`;
}
