import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { LIVE_LINK } from '../../directory/index.js';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { Receipt, RelayIdentity } from './receipt.entity.js';
import type { RelayedReceipt } from './relay.job.js';
import type { SharedReceipt } from './relayed-event.build.js';
import type { RelayFailure } from './retry.rules.js';

/** A receipt that this transaction alone may deliver. */
export interface Claimed {
  readonly shared: SharedReceipt;
  readonly consented: boolean;
  readonly linked: boolean;
}

export const QUEUED = new BareStatement(
  {
    tool_id: [Receipt, 'tool'],
    connection_id: [Receipt, 'connectionId'],
    organization_id: [Receipt, 'organizationId'],
    product_uuid: [Receipt, 'productUuid'],
    ...membersOf(Receipt, 'id', 'receiptType', 'success', 'durationMs', 'spendCents'),
  },
  `select tool_id, connection_id, organization_id, product_uuid,
     id, receipt_type as "receiptType", success, duration_ms as "durationMs", spend_cents as "spendCents"
   from usage_receipt where user_id = $1 and id = $2 and state = 'queued' for update`,
);
export const SHARED = new BareStatement(
  { consented: 'boolean', linked: 'boolean' },
  `select exists (select 1 from tool_connection where user_id = $1 and id = $2 and revoked_at is null) as consented,
     exists (select 1 from ${LIVE_LINK} where x.tool_id = $3 and x.organization_id = $4 and x.product_uuid = $5 and x.unlinked_at is null) as linked`,
);

/**
 * Locks a queued receipt and reads consent and link again. A consent that has only expired since admission still covers what was admitted
 * under it. Null when another worker or a revocation was faster.
 */
export async function claimReceipt(client: ClientBase, { userId, receiptId }: RelayedReceipt): Promise<Claimed | null> {
  const { rows } = await client.query<RowOf<typeof QUEUED>>(QUEUED.text, [userId, receiptId]);
  const row = rows[0];
  if (!row) return null;
  const { receiptType, success, durationMs } = row;
  const found = await client.query<RowOf<typeof SHARED>>(SHARED.text, [
    userId,
    row.connection_id,
    row.tool_id,
    row.organization_id,
    row.product_uuid,
  ]);
  const spendCents = row.spendCents === null ? null : Number(row.spendCents);
  return {
    shared: { receiptId, receiptType, success, durationMs, spendCents },
    consented: found.rows[0]?.consented ?? false,
    linked: found.rows[0]?.linked ?? false,
  };
}

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

export const PSEUDONYM = new BareStatement(
  membersOf(RelayIdentity, 'developerId'),
  'select developer_id as "developerId" from relay_identity where user_id = $1 and organization_id = $2',
);

/** The random name under which one vendor knows one person, and no one else does; made with the first delivery. */
export async function pseudonymOf(client: ClientBase, userId: string, organizationId: string): Promise<string> {
  await client.query(
    `insert into relay_identity (user_id, organization_id, developer_id) values ($1, $2, $3)
     on conflict (user_id, organization_id) do nothing`,
    [userId, organizationId, `relay_${randomBytes(16).toString('hex')}`],
  );
  const { rows } = await client.query<RowOf<typeof PSEUDONYM>>(PSEUDONYM.text, [userId, organizationId]);
  if (!rows[0]) throw new Error('a pseudonym that was just made is not there');
  return rows[0].developerId;
}
