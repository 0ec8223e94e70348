import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Makes what the gateway needs to live in, and only what is missing: the role `dai` with this password, which owns the
 * database, and `dai_intake`, which `dai` can become but does not inherit, for automation (decisions §10). Answers dai's address.
 */
export async function createRolesAndDatabase(
  superuserUrl: string,
  password: string,
  database = 'dai',
): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Losing the server rejects the statement under way; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const roles = await client.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname in ('dai', 'dai_intake')`,
    );
    const known = new Set(roles.rows.map((row) => row.rolname));
    if (!known.has('dai')) await client.query('create role dai');
    await client.query(
      `alter role dai login nosuperuser nocreaterole nocreatedb noreplication nobypassrls password ${client.escapeLiteral(password)}`,
    );
    if (!known.has('dai_intake')) await client.query('create role dai_intake nologin');
    await client.query('grant dai_intake to dai with inherit false, set true');
    const databases = await client.query('select from pg_database where datname = $1', [database]);
    if (databases.rowCount === 0) {
      await client.query(
        `create database ${client.escapeIdentifier(database)} owner dai encoding 'UTF8' template template0`,
      );
    }
  } finally {
    await client.end();
  }
  const address = new URL(superuserUrl);
  address.username = 'dai';
  address.password = password;
  address.pathname = `/${database}`;
  return address.href;
}
