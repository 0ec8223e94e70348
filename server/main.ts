import { runUntilStopped } from './app/run.js';
import { ConfigError, readConfig } from './platform/config.js';
import { loadEnvironment } from './platform/environment.load.js';

try {
  loadEnvironment();
  await runUntilStopped(readConfig());
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 1;
}
