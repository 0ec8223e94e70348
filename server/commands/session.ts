import { type Database, openDatabase } from '../database.js';
import { type Config, readConfig } from '../platform/config.js';
import { openLog } from '../platform/log.js';

/** A refusal that the operator can mend: one line on standard error, exit code 1. */
export class CommandError extends Error {}

/** How a command answers: lines for people, or one JSON value for scripts with `--json`. */
export function print(value: unknown, lines: readonly string[], json: boolean | undefined): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
}

/** Opens the configured database for one command and closes it afterwards; an embedded server that a gateway uses stays up. */
export async function withDatabase<T>(
  variables: Record<string, string | undefined>,
  act: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(variables);
  const database = await openDatabase(config, openLog('silent'));
  try {
    return await act(database, config);
  } finally {
    await database.close();
  }
}
