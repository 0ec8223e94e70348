import type { TestApp } from './app.js';
import { query } from './database.js';

/** The number of rows of every table, after verdicts and last uses that wait were written: "stores nothing" compares two of these. */
export async function countRows(
  { app, databaseUrl }: Pick<TestApp, 'app' | 'databaseUrl'>,
  except: readonly string[] = [],
): Promise<Record<string, number>> {
  await app.parts.verdicts.flush();
  await app.parts.credentialUses.flush();
  await app.parts.gaps.flush();
  const tables = await query<{ name: string }>(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') order by 1`,
  );
  const counted = tables.filter(({ name }) => !except.includes(name));
  const rows = await query<{ name: string; rows: number }>(
    databaseUrl,
    counted.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`).join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}
