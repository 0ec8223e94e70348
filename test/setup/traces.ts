import type { TestApp } from './app.js';
import { query } from './database.js';

/** The tables of ours, of the sign-in library and of the queue that hold a word in any column, as `schema.table`. */
export async function tablesWith({ databaseUrl }: Pick<TestApp, 'databaseUrl'>, word: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    databaseUrl,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth', 'graphile_worker') order by 1`,
  );
  // Bytes are written in hexadecimal: a word in them is looked for so.
  const hex = Buffer.from(word).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(
      databaseUrl,
      `select 1 from ${name} t where strpos(lower(t::text), lower($1)) > 0 or strpos(t::text, $2) > 0 limit 1`,
      [word, hex],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
