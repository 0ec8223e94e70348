import { ConfigError, readConfig } from './platform/config.js';
import { loadEnvironment } from './platform/environment.load.js';
import { startTracing } from './platform/tracing.start.js';

try {
  loadEnvironment();
  const config = readConfig();
  const endTracing = await startTracing();
  const { runUntilStopped } = await import('./app/run.js'); // what is traced is loaded after the tracing
  await runUntilStopped(config);
  await endTracing();
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 1;
}
