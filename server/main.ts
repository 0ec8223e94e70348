import './platform/compile-cache.js'; // first: what is loaded after it is kept
import './platform/source-maps.js'; // before what has maps
import { ConfigError, readConfig } from './platform/config.js';
import { loadEnvironment } from './platform/environment.load.js';
import { NODE_TOO_OLD, runsServer } from './platform/node.rules.js';
import { StartError } from './platform/start.error.js';
import { startTracing } from './platform/telemetry/tracing.start.js';

// Before the server is loaded: an older Node cannot even read it.
if (!runsServer(process.version)) {
  process.stderr.write(
    `${NODE_TOO_OLD} Use "npm start", which brings its own: if it does not, run "npm rebuild --ignore-scripts" once.\n`,
  );
  process.exit(1);
}
try {
  loadEnvironment();
  const config = readConfig();
  const endTracing = await startTracing();
  const { runUntilStopped } = await import('./app/run.js'); // what is traced is loaded after the tracing
  await runUntilStopped(config);
  await endTracing();
} catch (thrown) {
  const isExpected = (error: unknown): boolean => error instanceof ConfigError || error instanceof StartError;
  const error = isExpected(thrown)
    ? thrown
    : (await import('./platform/database/server.check.js')).asStartError(thrown);
  process.stderr.write(
    `${error instanceof Error ? (isExpected(error) ? error.message : (error.stack ?? error.message)) : String(error)}\n`,
  );
  process.exitCode = 1;
}
