import { tableRules } from './tables.js';

/** Owns the schema and migrates it. */
export const OWNER = 'dai';
/** Serves requests. */
export const GATEWAY = 'dai_gateway';
/** The role that automation takes for a transaction (`SET LOCAL ROLE`): it may write intake tables alone. */
export const INTAKE = 'dai_intake';

/** An error's statement and details hold what callers sent; the server's log keeps what failed, never with which values. Only a superuser may set them. */
const QUIET = { log_min_error_statement: 'panic', log_error_verbosity: 'terse' };

/**
 * The time that the gateway's role gives a statement: the caller has turned away after ten seconds, and the server goes on without noticing.
 * Folding, imports and forgetting run under the same role and need seconds. The owner's migrations take as long as they take.
 */
const STATEMENT_TIMEOUT = '2min';

/** A role that can be made again and again. */
const created = (role: string, rights: string): string =>
  `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} ${rights}; end if; end $$`;

/** The statements that make the roles where they are missing, for a role that may make roles; `owner` is the role that owns the tables. */
export const roleStatements = (owner: string = OWNER): string[] => [
  created(owner, 'login'),
  created(GATEWAY, 'login'),
  created(INTAKE, 'nologin'),
  `grant ${INTAKE} to ${owner} with inherit false, set true`,
  `grant ${INTAKE} to ${GATEWAY} with inherit false, set true`,
  `alter role ${GATEWAY} set statement_timeout = '${STATEMENT_TIMEOUT}'`,
  `alter role ${owner} set statement_timeout = 0`,
];

/** The statements that keep private texts out of the server's log, for a superuser. */
export const quietStatements = (owner: string = OWNER): string[] =>
  [owner, GATEWAY].flatMap((role) =>
    Object.entries(QUIET).map(([name, value]) => `alter role ${role} set ${name} = '${value}'`),
  );

/** A table's name in a statement: `user` is a word of SQL. */
const written = (table: string): string => table.replace(/\w+$/, '"$&"');

/** Every table of ours by its name: an extension's views in the same schema are none of the gateway's business, and none of ours to grant. */
const ALL = Object.keys(tableRules).map(written).join(', ');

const OUTSIDE_AUTH = Object.keys(tableRules)
  .filter((table) => !table.startsWith('auth.'))
  .join(', ');

const APPEND_ONLY = Object.entries(tableRules)
  .flatMap(([table, { appendOnly }]) => (appendOnly ? [table] : []))
  .join(', ');

const OWNERS_ALONE = Object.entries(tableRules)
  .flatMap(([table, { ownersAlone }]) => (ownersAlone ? [table] : []))
  .join(', ');

/** The gateway's rights on its database's tables, granted by their owner: rows; it can only read and add to a table that is written once. */
export const rightStatements = (database: string): string[] => [
  `revoke create, temporary on database ${database} from public`,
  'revoke create on schema public from public',
  `grant usage on schema public, auth to ${GATEWAY}`,
  `grant select, insert, update, delete on ${ALL} to ${GATEWAY}`,
  `revoke all on ${OWNERS_ALONE}, ${APPEND_ONLY}, audit_head, schema_migration, schema_build from ${GATEWAY}`,
  `grant select on schema_migration, schema_build to ${GATEWAY}`,
  `grant select, insert on ${APPEND_ONLY}, audit_head to ${GATEWAY}`,
  `grant update on audit_head to ${GATEWAY}`,
];

/** The rights of automation, granted by the owner of the tables: the rows of intake that it prepares, and not one row elsewhere. */
export const automationStatements = (): string[] => [
  `revoke all on ${OUTSIDE_AUTH} from ${INTAKE}`,
  `grant usage on schema public to ${INTAKE}`,
  ...Object.entries(tableRules).flatMap(([table, { automation }]) =>
    automation === undefined ? [] : [`grant ${automation} on ${table} to ${INTAKE}`],
  ),
];
