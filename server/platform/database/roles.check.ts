import type { EntityManager } from '@mikro-orm/postgresql';
import type { Warning } from '../http/health.js';
import { BareStatement, type RowOf } from './bare-statement.js';
import { INTAKE } from './roles.sql.js';

/** Their rows are only added to; the owner of a table or of its database can grant itself every right on it. */
const rewritable = (
  ...tables: readonly string[]
): string => `select bool_or(pg_has_role(current_user, c.relowner, 'member')
    or pg_has_role(current_user, d.datdba, 'member') or has_table_privilege(current_user, c.oid, 'truncate, delete')
    or (c.relname <> 'audit_head' and has_table_privilege(current_user, c.oid, 'update')))
  from pg_class c, pg_database d
  where d.datname = current_database() and c.oid in (${tables.map((table) => `to_regclass('public.${table}')`).join(', ')})`;

const AUDIT = rewritable('audit_entry', 'audit_value', 'audit_head');
/** Published figures stay as they were (decisions §5). */
const PUBLISHED = rewritable('adoption_snapshot', 'adoption_snapshot_tool');

const ROLES_REMEDY =
  'Run what "dai roles" prints, put the role dai_gateway into DATABASE_URL and the owner of the tables into DATABASE_DIRECT_URL, then "dai migrate".';

const LOGGED = `select current_setting('log_min_error_statement') not in ('log', 'fatal', 'panic')
  or current_setting('log_error_verbosity') <> 'terse'
  or current_setting('log_statement') not in ('none', 'ddl')
  or current_setting('log_min_duration_statement') <> '-1'`;

/** No statement of the role ends by itself. */
const ENDLESS = `current_setting('statement_timeout') = '0'`;

/** Automation becomes a role of its own for every draft (decisions §10): without it, or without its right to add one, none is prepared. */
const MANUAL = `not coalesce((select pg_has_role(current_user, oid, 'set') and has_table_privilege(oid, to_regclass('public.intake_draft'), 'insert')
  from pg_roles where rolname = '${INTAKE}'), false)`;

export const FINDINGS = new BareStatement(
  { audit: 'boolean', published: 'boolean', logged: 'boolean', endless: 'boolean', manual: 'boolean' },
  `select (${AUDIT}) as audit, (${PUBLISHED}) as published, (${LOGGED}) as logged, (${ENDLESS}) as endless, (${MANUAL}) as manual`,
);

/** Checks the role that `em` serves as and the settings that it got (decisions §11); empty when nothing is wrong. */
export async function checkRoles(em: EntityManager): Promise<Warning[]> {
  const [found] = await em.execute<RowOf<typeof FINDINGS>[]>(FINDINGS.text);
  if (!found) return [];
  return [
    ...(found.audit
      ? [
          {
            code: 'audit_log_rewritable',
            detail: 'The database role that serves could rewrite the audit log.',
            remedy: ROLES_REMEDY,
          },
        ]
      : []),
    ...(found.published
      ? [
          {
            code: 'snapshots_rewritable',
            detail: 'The database role that serves could rewrite published adoption snapshots.',
            remedy: ROLES_REMEDY,
          },
        ]
      : []),
    ...(found.logged
      ? [
          {
            code: 'statements_logged',
            detail: "The database server's log may hold whole statements, and private texts with them.",
            remedy: `Run the "alter role" statements that "dai roles" prints as a superuser, or set log_min_error_statement = panic, log_error_verbosity = terse, log_statement = none and log_min_duration_statement = -1 on the server.`,
          },
        ]
      : []),
    ...(found.endless
      ? [
          {
            code: 'statements_unbounded',
            detail: 'A statement that no one waits for any more goes on in the database without an end.',
            remedy: `Run the "alter role … set statement_timeout" statements that "dai roles" prints, for the role of DATABASE_URL.`,
          },
        ]
      : []),
    ...(found.manual
      ? [
          {
            code: 'automation_role_missing',
            detail: `The database has no role ${INTAKE} that this one can become: submissions are received, and no draft of them is prepared.`,
            remedy: 'Run what "dai roles" prints, then "dai migrate".',
          },
        ]
      : []),
  ];
}

/** Warns that a worker's DATABASE_DIRECT_URL belongs to a role that does not own the tables. */
export const OWNER_MISSING: Warning = {
  code: 'owner_address_missing',
  detail:
    'This worker has no address of the role that owns the tables: receipts are not relayed, and nothing is migrated.',
  remedy: 'Set DATABASE_DIRECT_URL of the worker to the address of the owner of the tables, and restart it.',
};
