import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from './bare-statement.js';
import { automationStatements, GATEWAY, INTAKE, rightStatements } from './roles.sql.js';

export const MAY_MIGRATE = new BareStatement(
  { may: 'boolean' },
  `select coalesce(
     (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('public.schema_migration')),
     has_database_privilege(current_database(), 'create')) as may`,
);

export const SERVED = new BareStatement(
  { database: 'text' },
  `select quote_ident(current_database()) as database from pg_roles where rolname = '${GATEWAY}' and rolname <> current_user`,
);

/** True when the role of `em` may bring the schema up to date: it owns the tables, or may make the first of them. */
export async function mayMigrate(em: EntityManager): Promise<boolean> {
  const [row] = await em.execute<RowOf<typeof MAY_MIGRATE>[]>(MAY_MIGRATE.text);
  return row?.may === true;
}

/** Gives the gateway's role and automation's their rights on all tables that there are, in one transaction; does nothing for a role that the server does not have. */
export async function grantRights(em: EntityManager): Promise<void> {
  await em.transactional(async (tx) => {
    const [row] = await tx.execute<RowOf<typeof SERVED>[]>(SERVED.text);
    if (row) for (const sql of rightStatements(row.database)) await tx.execute(sql);
    const automation = await tx.execute<unknown[]>(`select 1 from pg_roles where rolname = '${INTAKE}'`);
    if (automation.length) for (const sql of automationStatements()) await tx.execute(sql);
  });
}
