import type { Database } from '../app/database.js';
import type { Config } from '../platform/config.js';

/** Opens the configured database as its owner for one command and closes it afterwards; an embedded server that a gateway uses stays up. */
export async function withDatabase<T>(
  variables: Record<string, string | undefined>,
  act: (database: Database, config: Config) => Promise<T>,
): Promise<T> {
  const [{ openDatabase }, { readConfig }, { openLog }] = await Promise.all([
    import('../app/database.js'),
    import('../platform/config.js'),
    import('../platform/log.js'),
  ]);
  const config = readConfig(variables);
  const database = await openDatabase(config, openLog('silent'), { as: 'owner' });
  try {
    return await act(database, config);
  } finally {
    await database.close();
  }
}
