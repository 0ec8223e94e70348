import type { EntityManager } from '@mikro-orm/postgresql';
import { findVendorProduct, type ToolName, type VendorProduct } from '../../directory/index.js';
import type { RequestContext } from '../../platform/context.js';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import { readRows } from '../../platform/database/rows.read.js';
import { newUuid, publicId, uuidOf } from '../../platform/ids.js';
import { enqueueJob } from '../../platform/jobs/queue.js';
import { stateAt } from './connection.query.js';
import { ToolConnectionState } from './connection.types.js';
import { Connection, Receipt } from './receipt.entity.js';
import type { ListedReceipt } from './receipt.query.js';
import { type ReceiptConnection, type ReportUsageInput, UsageOutcome, UsageReceiptState } from './receipt.types.js';
import { relayJob } from './relay.job.js';
import { SWEEP_PAUSE_MS } from './retry.rules.js';

/** What decides whether a receipt is shared: the owner's consent and the vendor, both as they are at this moment. Bare UUIDs. */
export interface Sharing {
  /** Both are null unless the receipt is to be shared. */
  readonly connectionUuid: string | null;
  readonly vendor: VendorProduct | null;
  readonly connection: ReceiptConnection;
}

/**
 * Reads consent and vendor. The consent is locked against change until the transaction ends, so that a revocation either comes before
 * a receipt or finds it and stops it.
 */
export async function readSharing(em: EntityManager, owner: string, toolUuid: string, now: Date): Promise<Sharing> {
  const [consent = null] = await readRows(
    em,
    Connection,
    (of) => of.where('user_id', '=', owner).where('tool_id', '=', toolUuid).forShare(),
    ['id', 'expiresAt', 'revokedAt'],
  );
  const state = stateAt(now, consent);
  const vendor = await findVendorProduct(em, toolUuid);
  const shared = state === ToolConnectionState.active && vendor !== null;
  return {
    connectionUuid: shared && consent ? uuidOf('con', consent.id) : null,
    vendor: shared ? vendor : null,
    connection: {
      sharedWithVendor: shared,
      vendorOrganizationLinked: vendor !== null,
      reconnectRequired: state === ToolConnectionState.expired || state === ToolConnectionState.revoked,
    },
  };
}

/** A receipt that was just stored, with what became of it. */
export interface Admitted {
  readonly outcome: UsageOutcome;
  readonly receipt: Pick<ListedReceipt, 'id' | 'receiptType' | 'state' | 'createdAt'> & {
    readonly tool: Pick<ListedReceipt['tool'], 'id'>;
  };
  readonly connection: ReceiptConnection;
}

/**
 * Stores a receipt and, where it is to be shared, adds the job that relays it in the same transaction; a queue that fails leaves it waiting
 * for the sweeper. Null when its key was taken meanwhile: nothing was written then.
 */
export async function admitReceipt(
  { platform }: RequestContext,
  em: EntityManager,
  { owner, report, tool }: { owner: string; report: ReportUsageInput; tool: ToolName },
): Promise<Admitted | null> {
  const now = platform.clock.now();
  const sharing = await readSharing(em, owner, tool.id, now);
  const receipt = { userId: owner, receiptId: newUuid() };
  const state = sharing.vendor ? UsageReceiptState.queued : UsageReceiptState.stored;
  if (!(await insertReceipt(em, { ...receipt, report, tool, sharing, state, now }))) return null;
  const answer = (outcome: UsageOutcome, after = state): Admitted => ({
    outcome,
    receipt: {
      id: publicId('urc', receipt.receiptId),
      tool: { id: publicId('tol', tool.id) },
      receiptType: report.receiptType,
      state: after,
      createdAt: now,
    },
    connection: sharing.connection,
  });
  if (!sharing.vendor) return answer(UsageOutcome.vendor_unlinked);
  if (await enqueueJob(em, platform.log, relayJob(receipt))) return answer(UsageOutcome.queued);
  await em.nativeUpdate(
    Receipt,
    { userId: owner, id: receipt.receiptId },
    { state: UsageReceiptState.waiting, nextAttemptAt: new Date(now.getTime() + SWEEP_PAUSE_MS) },
  );
  return answer(UsageOutcome.relay_unavailable, UsageReceiptState.waiting);
}

interface NewReceipt {
  readonly userId: string;
  readonly receiptId: string;
  readonly report: ReportUsageInput;
  readonly tool: ToolName;
  readonly sharing: Sharing;
  readonly state: UsageReceiptState;
  readonly now: Date;
}

/** The unique index alone decides between two reports under one key; false for the one that came second. */
async function insertReceipt(em: EntityManager, receipt: NewReceipt): Promise<boolean> {
  const { userId, receiptId, report, tool, sharing, state, now } = receipt;
  const inserted = await insertUnlessTaken(
    em,
    Receipt,
    {
      userId,
      id: receiptId,
      idempotencyKey: report.idempotencyKey,
      tool: tool.id,
      receiptType: report.receiptType,
      success: report.success ?? null,
      durationMs: report.durationMs ?? null,
      // As JSON writes it, the shortest decimal that is this number.
      spendCents: typeof report.spendCents === 'number' ? String(report.spendCents) : null,
      projectId: report.projectId ?? null,
      connectionId: sharing.connectionUuid,
      organizationId: sharing.vendor?.organizationId ?? null,
      productUuid: sharing.vendor?.productUuid ?? null,
      state,
      nextAttemptAt: sharing.vendor ? now : null,
      createdAt: now,
      updatedAt: now,
    },
    ['userId', 'idempotencyKey'],
  );
  return inserted !== null;
}
