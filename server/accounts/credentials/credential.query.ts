import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether a credential (a bare UUID) was not revoked; its end in time is not looked at. */
export async function isLiveCredential(em: EntityManager, credentialUuid: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>('select 1 from credential where id = ? and revoked_at is null', [
    credentialUuid,
  ]);
  return rows.length > 0;
}

/** What its owner called a credential (a bare UUID), and the part of the token that is shown; null when there is none. */
export async function findCredentialName(
  em: EntityManager,
  credentialUuid: string,
): Promise<{ name: string; hint: string } | null> {
  const [found] = await em.execute<{ name: string; hint: string }[]>('select name, hint from credential where id = ?', [
    credentialUuid,
  ]);
  return found ?? null;
}

/** Whether a token of this hash stands and was not revoked. */
export async function isLiveHash(em: EntityManager, hash: Buffer): Promise<boolean> {
  const rows = await em.execute<unknown[]>('select 1 from credential where hash = ? and revoked_at is null', [hash]);
  return rows.length > 0;
}

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
