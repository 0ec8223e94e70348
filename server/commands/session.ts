import type { Database } from '../app/database.js';
import type { Config } from '../platform/config.js';
import { EXIT_CODES, stopSignals } from '../platform/signals.js';

/**
 * Opens the configured database as its owner for one command and closes it afterwards; an embedded server that a gateway uses stays up. Says on
 * standard error which database it is. Throws a StartError where there is none, since only serving makes one, and where its schema is not that of
 * this build, unless the command `migrates`.
 */
export async function withDatabase<T>(
  variables: Record<string, string | undefined>,
  act: (database: Database, config: Config) => Promise<T>,
  { migrates = false }: { migrates?: boolean } = {},
): Promise<T> {
  const [{ openDatabase }, { readConfig }, { openLog }] = await Promise.all([
    import('../app/database.js'),
    import('../platform/config.js'),
    import('../platform/log.js'),
  ]);
  const config = readConfig(variables);
  process.stderr.write(`Database: ${nameOf(config)}\n`);
  const leave = (name: NodeJS.Signals): void => process.exit(EXIT_CODES[name]); // the embedded server is left at the exit
  for (const name of stopSignals) process.once(name, leave);
  try {
    const database = await openDatabase(config, openLog('silent'), { as: 'owner', create: false, migrates });
    try {
      return await act(database, config);
    } finally {
      await database.close();
    }
  } finally {
    for (const name of stopSignals) process.off(name, leave);
  }
}

/**
 * Opens the server of the configured database for one command that needs no schema, and gives the address of the owner of the tables; an embedded
 * server is made where there is none and `create` says so.
 */
export async function withServer<T>(
  variables: Record<string, string | undefined>,
  { create }: { create: boolean },
  act: (directUrl: string, config: Config) => Promise<T>,
): Promise<T> {
  const [{ checkServers }, { readConfig }, { startEmbedded }] = await Promise.all([
    import('../app/database.js'),
    import('../platform/config.js'),
    import('../platform/database/embedded.js'),
  ]);
  const config = readConfig(variables);
  process.stderr.write(`Database: ${nameOf(config)}\n`);
  const directUrl = config.databaseDirectUrl ?? config.databaseUrl;
  if (directUrl) {
    await checkServers(config);
    return act(directUrl, config);
  }
  const leave = (name: NodeJS.Signals): void => process.exit(EXIT_CODES[name]); // the embedded server is left at the exit
  for (const name of stopSignals) process.once(name, leave);
  const server = await startEmbedded(config.dataDir, { create });
  try {
    return await act(server.url, config);
  } finally {
    await server.stop();
    for (const name of stopSignals) process.off(name, leave);
  }
}

/** The database as an operator knows it; the address without its user, password and parameters. */
function nameOf({ databaseUrl, databaseDirectUrl, dataDir }: Config): string {
  const url = databaseDirectUrl ?? databaseUrl;
  if (!url) return `embedded, in ${dataDir}`;
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`;
}
