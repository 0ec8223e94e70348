import 'reflect-metadata'; // before any decorated class, whichever module comes first
import { curlOf } from '../accounts/index.js';
import type { Config } from '../platform/config.js';
import { newUuid } from '../platform/ids.js';
import { openLog } from '../platform/log.js';
import { type Running, serve } from './serve.js';

/** What may be left to write after the stop. */
const LEFT_OVER_MS = 500;

/** Serves until SIGTERM or SIGINT, then drains; a second signal ends at once. Resolves after the drain. */
export async function runUntilStopped(config: Config): Promise<void> {
  const log = openLog(config.logLevel);
  const running = await serve(config, log);
  if (running.opsUrl) log.info({ url: running.opsUrl }, 'health, readiness and metrics are answered');
  for (const warning of running.warnings) log.warn(warning, 'something to mend');
  if (config.role !== 'worker') process.stdout.write(screenOf(running));
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      process.once('SIGINT', () => process.exit(130));
      resolve();
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
  log.info('stopping');
  await running.stop();
  log.flush();
  setTimeout(() => process.exit(), LEFT_OVER_MS).unref(); // a connection to what is silently away would keep the process
}

/** What the operator sees once everything stands: the addresses, and a command line that stores a real event. */
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
