import { randomBytes } from 'node:crypto';
import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { loadBinding } from '../../accounts/index.js';
import { isLinked, LIVE_LINK } from '../../directory/index.js';
import type { TrackingBinding } from '../../platform/context.js';
import { BareStatement, membersOf, type RowOf } from '../../platform/database/bare-statement.js';
import { enqueueJob, type Job, type NewJob, type Work } from '../../platform/jobs/queue.js';
import { isRecord } from '../../platform/json.rules.js';
import type { Log } from '../../platform/log.js';
import { retryAt } from '../../platform/retry.rules.js';
import { openRelayWriter, type RelayWriter } from '../../tracking/index.js';
import { Connection, Receipt, RelayIdentity } from './receipt.entity.js';
import { RelayFailure, UsageReceiptState } from './receipt.types.js';
import { buildRelayedEvent, relayKey, type SharedReceipt } from './relayed-event.build.js';

const MINUTE_MS = 60_000;

/** How long after the queue refused a receipt the sweeper offers it again. */
export const SWEEP_PAUSE_MS = MINUTE_MS;
/** A queued receipt that is overdue for so long has lost its job: with a worker that was killed, or with the queue. */
export const LOST_AFTER_MS = 10 * MINUTE_MS;

/** The task of the queue that delivers a receipt. */
const RELAY_TASK = 'relay_receipt';

/** Which receipt a job is about; bare UUIDs, and nothing of what it says. */
interface RelayedReceipt {
  readonly userId: string;
  readonly receiptId: string;
}

/** The job that delivers a receipt, at once unless a time is given. */
export const relayJob = (receipt: RelayedReceipt, runAt?: Date): NewJob => ({
  task: RELAY_TASK,
  payload: { ...receipt },
  key: relayKey(receipt.receiptId),
  ...(runAt ? { runAt } : {}),
});

/** Reads the payload of a job; anything else was not put there by this service, and is an error. */
export function receiptOf(payload: unknown): RelayedReceipt {
  if (isRecord(payload) && typeof payload.userId === 'string' && typeof payload.receiptId === 'string')
    return { userId: payload.userId, receiptId: payload.receiptId };
  throw new Error('a job of the relay names no receipt');
}

interface Relay {
  /** One job delivers receipts; another offers those to the queue again that it did not take or has lost. */
  readonly jobs: readonly Job[];
  close(): Promise<void>;
}

/** The work behind a queued receipt (decisions §7). Any number of processes may run it. */
export async function openRelay(parts: {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly observe?: ObserveRelay;
}): Promise<Relay> {
  const writer = await openRelayWriter(parts);
  return {
    jobs: [
      {
        name: RELAY_TASK,
        async run(work, payload) {
          await deliverReceipt({ ...work, writer, observe: parts.observe }, payload);
          return false;
        },
      },
      { name: 'sweep_receipts', cron: '* * * * *', run: sweepReceipts },
    ],
    close: () => writer.close(),
  };
}

/** Hears what became of each attempt. */
type ObserveRelay = (outcome: RelayOutcome) => void;

interface RelayParts extends Work {
  readonly writer: RelayWriter;
  readonly observe?: ObserveRelay | undefined;
}

/** `ended` was given up for a consent or a link that is gone; `nothing` was left to deliver. */
type RelayOutcome = 'delivered' | 'ended' | 'failed' | 'nothing';

/**
 * Delivers one queued receipt. Event and state are one transaction under the receipt's lock, so that it is delivered once however often
 * the job runs, and a revocation comes either before it or after it. A failure is noted and tried again by our own schedule; what cannot
 * even be noted is thrown, and the queue runs the job again.
 */
async function deliverReceipt(parts: RelayParts, payload: unknown): Promise<void> {
  const receipt = receiptOf(payload);
  const { em, log } = parts;
  let outcome: RelayOutcome = 'failed';
  try {
    const binding = await readBinding(em(), receipt);
    outcome = binding ? await writeReceipt(parts, receipt, binding) : 'nothing';
  } catch (error) {
    log.warn({ err: error, receiptId: receipt.receiptId }, 'a receipt could not be delivered');
    await noteFailure(parts, receipt);
  } finally {
    parts.observe?.(outcome);
  }
}

function writeReceipt(
  { clock, writer }: RelayParts,
  receipt: RelayedReceipt,
  binding: TrackingBinding,
): Promise<RelayOutcome> {
  return writer.write(async (client, record) => {
    const claimed = await claimReceipt(client, receipt);
    if (!claimed) return 'nothing';
    const now = clock.now();
    const ended = endedBy(claimed);
    if (ended) {
      await endRelay(client, receipt, ended, now);
      return 'ended';
    }
    const developerId = await pseudonymOf(client, receipt.userId, binding.organizationId);
    const eventUuid = await record(binding, buildRelayedEvent(claimed.shared, binding, developerId), now);
    if (eventUuid === null) {
      await endRelay(client, receipt, RelayFailure.vendor_unlinked, now);
      return 'ended';
    }
    await client.query(
      `update usage_receipt set state = 'delivered', delivered_at = $3, event_id = $4, next_attempt_at = null, updated_at = $3
         where user_id = $1 and id = $2`,
      [receipt.userId, receipt.receiptId, now, eventUuid],
    );
    return 'delivered';
  });
}

/** The vendor's product, or null when nothing is to be delivered any more. */
async function readBinding(em: EntityManager, { userId, receiptId }: RelayedReceipt): Promise<TrackingBinding | null> {
  const queued = await em.findOne(
    Receipt,
    { userId, id: receiptId, state: UsageReceiptState.queued },
    { fields: ['organizationId', 'productUuid'], refresh: true },
  );
  if (!queued) return null;
  const { organizationId, productUuid } = queued;
  if (organizationId === null || productUuid === null) throw new Error(`receipt ${receiptId} is queued for no vendor`);
  const binding = await loadBinding(em, organizationId, productUuid);
  if (!binding) throw new Error(`the product of receipt ${receiptId} is gone`);
  return binding;
}

function endedBy({ consented, linked }: Claimed): RelayFailure | null {
  if (!consented) return RelayFailure.connection_revoked;
  return linked ? null : RelayFailure.vendor_unlinked;
}

/** Counts a failed attempt and has the next one come when it is due; after the last the receipt is a dead letter that its owner sees. */
async function noteFailure({ em, clock, log }: RelayParts, receipt: RelayedReceipt): Promise<void> {
  await em().transactional(async (tx) => {
    const row = await tx.findOne(
      Receipt,
      { userId: receipt.userId, id: receipt.receiptId, state: UsageReceiptState.queued },
      {
        fields: ['attempts', 'state', 'failure', 'nextAttemptAt', 'updatedAt'],
        lockMode: LockMode.PESSIMISTIC_WRITE,
        refresh: true,
      },
    );
    if (!row) return;
    const now = clock.now();
    row.attempts += 1;
    const next = retryAt(row.attempts, now);
    row.state = next ? UsageReceiptState.queued : UsageReceiptState.failed;
    row.failure = next ? null : RelayFailure.delivery_failed;
    row.nextAttemptAt = next;
    row.updatedAt = now;
    await tx.flush();
    if (next) await enqueueJob(tx, log, relayJob(receipt, next)); // where the queue fails, the sweeper finds it overdue
  });
}

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
async function claimReceipt(client: ClientBase, { userId, receiptId }: RelayedReceipt): Promise<Claimed | null> {
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
async function endRelay(
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
async function pseudonymOf(client: ClientBase, userId: string, organizationId: string): Promise<string> {
  await client.query(
    `insert into relay_identity (user_id, organization_id, developer_id) values ($1, $2, $3)
     on conflict (user_id, organization_id) do nothing`,
    [userId, organizationId, `relay_${randomBytes(16).toString('hex')}`],
  );
  const { rows } = await client.query<RowOf<typeof PSEUDONYM>>(PSEUDONYM.text, [userId, organizationId]);
  if (!rows[0]) throw new Error('a pseudonym that was just made is not there');
  return rows[0].developerId;
}

/** Receipts of one round. */
const ROUND_MAX = 100;

/**
 * Offers to the queue again what it did not take, as long as the consent and the vendor's link stand, and what is long overdue because
 * its job was lost. Answers whether more may wait; ends the round when the queue still takes nothing. Several processes may run it.
 */
async function sweepReceipts(parts: Work): Promise<boolean> {
  const now = parts.clock.now();
  const due = await parts.em().find(Receipt, dueBefore(now), {
    fields: ['userId', 'id'],
    orderBy: { nextAttemptAt: 'asc', id: 'asc' },
    limit: ROUND_MAX,
  });
  for (const { userId, id } of due) if (!(await offerAgain(parts, { userId, receiptId: id }, now))) return false;
  return due.length === ROUND_MAX;
}

const dueBefore = (now: Date): FilterQuery<Receipt> => ({
  $or: [
    { state: UsageReceiptState.waiting, nextAttemptAt: { $lte: now } },
    { state: UsageReceiptState.queued, nextAttemptAt: { $lte: new Date(now.getTime() - LOST_AFTER_MS) } },
  ],
});

/** The members that a round changes. */
const WRITTEN = ['state', 'failure', 'nextAttemptAt', 'updatedAt'] as const;

/** False when the queue did not take it. A receipt that another process has, or that is not due any more, is passed over. */
function offerAgain({ em, log }: Work, receipt: RelayedReceipt, now: Date): Promise<boolean> {
  const key = { userId: receipt.userId, id: receipt.receiptId };
  return em().transactional(async (tx) => {
    const locked = await tx.findOne(
      Receipt,
      { $and: [key, dueBefore(now)] },
      {
        fields: [...WRITTEN, 'userId', 'tool', 'connectionId', 'organizationId', 'productUuid'],
        lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
        refresh: true,
      },
    );
    if (!locked) return true;
    const waiting = locked.state === UsageReceiptState.waiting;
    const ended = waiting ? await endedMeanwhile(tx, locked, now) : null;
    if (ended) {
      Object.assign(locked, stopped(ended, now));
      return true;
    }
    const taken = await enqueueJob(tx, log, relayJob(receipt));
    if (taken) locked.state = UsageReceiptState.queued;
    locked.nextAttemptAt = taken ? now : new Date(now.getTime() + SWEEP_PAUSE_MS);
    locked.updatedAt = now;
    return taken;
  });
}

type Shared = Pick<Receipt, 'userId' | 'connectionId' | 'organizationId' | 'productUuid'> & {
  readonly tool: { readonly id: string };
};

/** Answers why a receipt that never was in the queue may not go there now, or null: it needs the consent as admission does. */
async function endedMeanwhile(
  em: EntityManager,
  { userId, tool, connectionId, organizationId, productUuid }: Shared,
  now: Date,
): Promise<RelayFailure | null> {
  if (connectionId === null || organizationId === null || productUuid === null)
    throw new Error('a receipt waits for no vendor');
  const consent = { userId, id: connectionId, revokedAt: null, expiresAt: { $gt: now } };
  if ((await em.count(Connection, consent)) === 0) return RelayFailure.connection_expired;
  return (await isLinked(em, tool.id, { organizationId, productUuid })) ? null : RelayFailure.vendor_unlinked;
}

/** The changes of a receipt that is given up for a reason that no further attempt would change. */
export const stopped = (failure: RelayFailure, now: Date) =>
  ({ state: UsageReceiptState.stopped, failure, nextAttemptAt: null, updatedAt: now }) as const;

/** Stops what connections have under way, in the caller's transaction; one that is being delivered right now is waited for. */
export async function stopRelay(
  em: EntityManager,
  userId: string,
  connectionIds: readonly string[],
  now: Date,
): Promise<void> {
  await em.nativeUpdate(
    Receipt,
    {
      userId,
      connectionId: { $in: [...connectionIds] },
      state: { $in: [UsageReceiptState.waiting, UsageReceiptState.queued] },
    },
    stopped(RelayFailure.connection_revoked, now),
  );
}
