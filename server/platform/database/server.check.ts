import pg from 'pg';
import { isDatabaseAway } from '../fault.js';
import { StartError } from '../start.error.js';
import { BareStatement, type RowOf } from './bare-statement.js';

const CONNECT_MS = 10_000;
/** The version that the migrations and statements are written for, as `server_version_num` writes it. */
const SERVER_MIN = 180_000;

/** The codes with which a PostgreSQL, or the network before it, lets no one in, and the remedy of an operator. */
const REFUSALS: Readonly<Record<string, (to: Target) => string>> = {
  '28P01': ({ user, at }) => `${at} refuses the user "${user}": the password in the address is wrong.`,
  '28000': ({ user, at }) =>
    `${at} does not let the user "${user}" in. Make the role (dai roles) and allow it in pg_hba.conf.`,
  '3D000': ({ database, at }) =>
    `${at} has no database "${database}". Create it, owned by the role that migrates, and start again.`,
  '53300': ({ at }) => `${at} has no free connection. Raise max_connections or lower the number of gateways.`,
  '57P03': ({ at }) => `${at} is starting up or shutting down. Start again in a moment.`,
};

export const SERVER_VERSION = new BareStatement(
  { number: 'integer', text: 'text', encoding: 'text' },
  `select current_setting('server_version_num')::integer as number, current_setting('server_version') as text,
     current_setting('server_encoding') as encoding`,
);

interface Target {
  readonly at: string;
  readonly user: string;
  readonly database: string;
}

/**
 * Asks the server at an address for its version before anything else is done with it. Throws a StartError when no server answers, it lets
 * no one in, it is older than PostgreSQL 18, or the database can't store every character; the address's password is in none of its messages. `name` is the variable that holds the address.
 */
export async function checkServer(url: string, name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): Promise<void> {
  const target = targetOf(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined); // a connection that is lost after the answer
  let version: RowOf<typeof SERVER_VERSION> | undefined;
  try {
    await client.connect();
    const answer = await client.query<RowOf<typeof SERVER_VERSION>>(SERVER_VERSION.text);
    [version] = answer.rows;
  } catch (error) {
    throw new StartError(`${name}: ${reasonOf(error, target)}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
  if (version === undefined || version.number < SERVER_MIN)
    throw new StartError(
      `${name}: ${target.at} is PostgreSQL ${version?.text ?? 'of an unknown version'}, and DAI needs PostgreSQL 18. Nothing was changed there.`,
    );
  if (version.encoding !== 'UTF8')
    throw new StartError(
      `${name}: the database "${target.database}" has the encoding ${version.encoding}, and DAI needs UTF8. Create one with ENCODING 'UTF8' TEMPLATE template0. Nothing was changed there.`,
    );
}

const DISK_FULL = /no space left on device/i;

/**
 * The error of a start or a command as an operator reads it: a server that goes away or has no space in the middle of it is theirs to mend. The
 * system's own words of a connection don't tell which server it was.
 */
export function asStartError(error: unknown): unknown {
  if (!(error instanceof Error) || !isDatabaseAway(error)) return error;
  const each: readonly unknown[] = error instanceof AggregateError ? error.errors : []; // of a name with several addresses
  const named = [error, error.cause, ...each].filter((one) => one instanceof Error && one.message !== '') as Error[];
  const ofSystem = named.find((one) => 'syscall' in one);
  const [sentence = ''] = ((ofSystem ?? named[0])?.message ?? '').split('\n');
  const server = ofSystem ? 'A server that DAI needs' : 'The database';
  return new StartError(
    DISK_FULL.test(sentence)
      ? `The disk of the database is full (${sentence}). Make space and start again.`
      : `${server} stopped answering (${sentence}). Look at its log and start again; what was committed is stored.`,
    { cause: error },
  );
}

function targetOf(url: string): Target {
  const { hostname, port, username, pathname } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  return { at: `the server at ${hostname}:${port || '5432'}`, user: decodeURIComponent(username), database };
}

function reasonOf(error: unknown, target: Target): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = REFUSALS[code]?.(target);
  if (known) return known;
  const detail = code || (error instanceof Error ? error.message : String(error));
  return `no PostgreSQL answers: ${target.at} (${detail}). Start it, or correct the address.`;
}
