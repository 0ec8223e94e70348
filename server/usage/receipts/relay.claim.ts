import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { LIVE_LINK } from '../../directory/index.js';
import type { RelayedReceipt } from './relay.job.js';
import type { SharedReceipt } from './relayed-event.build.js';
import type { RelayFailure } from './retry.rules.js';

/** A receipt that this transaction alone may deliver. */
export interface Claimed {
  readonly shared: SharedReceipt;
  readonly consented: boolean;
  readonly linked: boolean;
}

/**
 * Locks a queued receipt and reads consent and link again. A consent that has only expired since admission still covers what was admitted
 * under it. Null when another worker or a revocation was faster.
 */
export async function claimReceipt(client: ClientBase, { userId, receiptId }: RelayedReceipt): Promise<Claimed | null> {
  const { rows } = await client.query<Record<'tool' | 'connection' | 'organization' | 'product', string> & SharedRow>(
    `select tool_id as tool, connection_id as connection, organization_id as organization, product_uuid as product,
       id as "receiptId", receipt_type as "receiptType", success, duration_ms as "durationMs", spend_cents as cents
     from usage_receipt where user_id = $1 and id = $2 and state = 'queued' for update`,
    [userId, receiptId],
  );
  const row = rows[0];
  if (!row) return null;
  const { receiptType, success, durationMs, cents } = row;
  const found = await client.query<Pick<Claimed, 'consented' | 'linked'>>(
    `select exists (select 1 from tool_connection where user_id = $1 and id = $2 and revoked_at is null) as consented,
       exists (select 1 from ${LIVE_LINK} where x.tool_id = $3 and x.organization_id = $4 and x.product_uuid = $5 and x.unlinked_at is null) as linked`,
    [userId, row.connection, row.tool, row.organization, row.product],
  );
  const spendCents = cents === null ? null : Number(cents);
  return {
    shared: { receiptId, receiptType, success, durationMs, spendCents },
    consented: found.rows[0]?.consented ?? false,
    linked: found.rows[0]?.linked ?? false,
  };
}

type SharedRow = Omit<SharedReceipt, 'spendCents'> & { readonly cents: string | null };

/** Gives a receipt up for a reason that no further attempt would change. */
export async function endRelay(
  client: ClientBase,
  { userId, receiptId }: RelayedReceipt,
  failure: RelayFailure,
  now: Date,
): Promise<void> {
  await client.query(
    `update usage_receipt set state = 'stopped', failure = $3, next_attempt_at = null, updated_at = $4 where user_id = $1 and id = $2`,
    [userId, receiptId, failure, now],
  );
}

/** The random name under which one vendor knows one person, and no one else does; made with the first delivery. */
export async function pseudonymOf(client: ClientBase, userId: string, organizationId: string): Promise<string> {
  await client.query(
    `insert into relay_identity (user_id, organization_id, developer_id) values ($1, $2, $3)
     on conflict (user_id, organization_id) do nothing`,
    [userId, organizationId, `relay_${randomBytes(16).toString('hex')}`],
  );
  const { rows } = await client.query<{ id: string }>(
    'select developer_id as id from relay_identity where user_id = $1 and organization_id = $2',
    [userId, organizationId],
  );
  if (!rows[0]) throw new Error('a pseudonym that was just made is not there');
  return rows[0].id;
}
