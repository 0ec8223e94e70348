import pg from 'pg';
import { GATEWAY, OWNER, quietStatements, roleStatements } from './roles.sql.js';

const CONNECT_TIMEOUT_MS = 10_000;
const PLAIN = 'login nosuperuser nocreaterole nocreatedb noreplication nobypassrls';

export interface RolePasswords {
  readonly daiPassword: string;
  readonly gatewayPassword: string;
}

export interface RoleAddresses {
  /** The address of the owner, which migrates. */
  readonly url: string;
  /** The address of the role that serves. */
  readonly gatewayUrl: string;
}

/**
 * Makes what DAI needs to live in, and only what is missing: the role `dai`, which owns the database, `dai_gateway`, which serves, and
 * `dai_intake`, which both can become but do not inherit, for automation (decisions §11). The owner gives the rights when it migrates.
 */
export async function createRolesAndDatabase(
  superuserUrl: string,
  { daiPassword, gatewayPassword }: RolePasswords,
  database = 'dai',
): Promise<RoleAddresses> {
  const client = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Losing the server rejects the statement under way; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const sql of roleStatements()) await client.query(sql);
    for (const [role, password] of [
      [OWNER, daiPassword],
      [GATEWAY, gatewayPassword],
    ] as const)
      await client.query(`alter role ${role} ${PLAIN} password ${client.escapeLiteral(password)}`);
    for (const sql of quietStatements()) await client.query(sql);
    const databases = await client.query('select from pg_database where datname = $1', [database]);
    if (databases.rowCount === 0) {
      await client.query(
        `create database ${client.escapeIdentifier(database)} owner dai encoding 'UTF8' template template0`,
      );
    }
  } finally {
    await client.end();
  }
  const addressOf = (role: string, password: string): string => {
    const address = new URL(superuserUrl);
    address.username = role;
    address.password = password;
    address.pathname = `/${database}`;
    return address.href;
  };
  return { url: addressOf(OWNER, daiPassword), gatewayUrl: addressOf(GATEWAY, gatewayPassword) };
}
