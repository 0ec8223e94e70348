import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Writes when credentials (`c`, bare UUIDs) were last used (`t`, ISO 8601), all in one statement; an older time changes nothing. Rows come
 * in the order of their ids: two processes that lock rows in one order do not wait for each other.
 */
export async function writeLastUses(em: EntityManager, uses: readonly { c: string; t: string }[]): Promise<void> {
  await em.execute(
    `insert into credential_use as u (credential_id, last_used_at) select c, t from json_to_recordset(?::json) as v(c uuid, t timestamptz)
     on conflict (credential_id) do update set last_used_at = excluded.last_used_at where u.last_used_at < excluded.last_used_at`,
    [JSON.stringify(uses)],
  );
}
