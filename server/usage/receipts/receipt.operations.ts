import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ownerOf } from '../../accounts/index.js';
import {
  CatalogTool,
  findToolName,
  findVendorProduct,
  type ToolName,
  type VendorProduct,
} from '../../directory/index.js';
import type { RequestContext } from '../../platform/context.js';
import { columnsOf, selectRows } from '../../platform/database/kysely.js';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { Fault, invalid } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import { enqueueJob } from '../../platform/jobs/queue.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { Row } from '../../platform/row.types.js';
import { type ProjectListing, projectListing } from '../../projects/index.js';
import { roundedCost, roundedWarning } from '../../tracking/index.js';
import { readConnections } from './connection.operations.js';
import { stateAt } from './connection.query.js';
import { ToolConnectionState } from './connection.types.js';
import { Connection, Receipt } from './receipt.entity.js';
import { changedMembers, credentialsIn, noSuchTool, reportProblems, type ToolReference } from './receipt.rules.js';
import {
  type ListedReceipt,
  type ReceiptConnection,
  ReceiptResult,
  type ReportedUsage,
  type ReportUsageInput,
  receiptSorts,
  type Usage,
  type UsageArgs,
  UsageOutcome,
  UsageReceiptState,
} from './receipt.types.js';
import { relayJob, SWEEP_PAUSE_MS } from './relay.job.js';

/**
 * Stores what the caller did with a tool, for its owner first, and relays it to the tool's vendor only where the owner agreed to that
 * (decisions §7). The order of decision is the specification's: a key that is stored wins over all that follows.
 */
export const reportUsage = operation(
  {
    name: 'reportUsage',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async function reportUsage(ctx, given: ReportUsageInput): Promise<ReportedUsage> {
    refuseSecrets(given);
    const owner = ownerOf(ctx);
    const { report, warnings } = rounded(given);
    const reported = await ctx.em.transactional(async (em) => {
      const tool = await findTool(em, report);
      const stored = await findStored(em, owner, report);
      if (stored) return answerStored(ctx, em, { owner, report, tool, stored });
      if (!tool) throw noSuchTool(report);
      if (report.projectId) await requireListing(em, { owner, tool, projectId: report.projectId });
      const admitted = await admitReceipt(ctx, em, { owner, report, tool });
      if (admitted) return answerOf(admitted);
      const first = await findStored(em, owner, report); // another call was faster, and has been committed
      if (!first) throw new Error('a receipt was refused by a key that no receipt holds');
      return answerStored(ctx, em, { owner, report, tool, stored: first });
    });
    return { ...reported, warnings };
  },
  { check: reportProblems },
);

type ReplyToReport = Omit<ReportedUsage, 'warnings'>;

/** The report as it is stored and compared: its cost has six decimals at most. */
function rounded(given: ReportUsageInput): { report: ReportUsageInput } & Pick<ReportedUsage, 'warnings'> {
  const { spendCents } = given;
  if (typeof spendCents !== 'number' || roundedCost(spendCents) === spendCents) return { report: given, warnings: [] };
  return { report: { ...given, spendCents: roundedCost(spendCents) }, warnings: [roundedWarning('/spendCents')] };
}

function refuseSecrets(report: ReportUsageInput): void {
  const errors = credentialsIn(report);
  if (errors.length) throw new Fault('PRIVATE_CONTENT', { errors });
}

async function findStored(
  em: EntityManager,
  owner: string,
  { idempotencyKey }: ReportUsageInput,
): Promise<ListedReceipt | undefined> {
  const [stored] = await readReceipts(em, (of) =>
    of.where('r.user_id', '=', owner).where('r.idempotency_key', '=', idempotencyKey),
  );
  return stored && describeReceipt(stored);
}

/** The receipt of an earlier call with its state and its connection as they are now. */
async function answerStored(
  ctx: RequestContext,
  em: EntityManager,
  call: { owner: string; report: ReportUsageInput; tool: ToolName | null; stored: ListedReceipt },
): Promise<ReplyToReport> {
  const { owner, report, tool, stored } = call;
  const changed = changedMembers(report, tool?.id ?? null, stored);
  if (changed.length)
    throw new Fault('IDEMPOTENCY_CONFLICT', {
      say: 'A different receipt is stored under this idempotency key.',
      members: { changed },
    });
  const { connection } = await readSharing(em, owner, stored.tool.id, ctx.platform.clock.now());
  return answerOf({ outcome: UsageOutcome.existing_receipt, receipt: stored, connection });
}

const answerOf = ({ outcome, receipt, connection }: Admitted): ReplyToReport => ({
  outcome,
  receipt: {
    id: receipt.id,
    toolId: receipt.tool.id,
    receiptType: receipt.receiptType,
    state: receipt.state,
    createdAt: receipt.createdAt,
  },
  connection,
});

/** A receipt names only a project that its owner has published and that lists the tool. */
async function requireListing(
  em: EntityManager,
  { owner, tool, projectId }: { owner: string; tool: ToolName; projectId: string },
): Promise<void> {
  const listing: ProjectListing = await projectListing(em, owner, projectId, tool.id);
  if (listing === 'foreign') throw new Fault('NOT_FOUND', { say: 'You have no such project.' });
  if (listing === 'unpublished')
    throw new Fault('STATE_CONFLICT', {
      say: 'The project is not published: leave projectId out, or publish it first.',
    });
  if (listing === 'unlisted')
    throw invalid([
      { pointer: '/projectId', code: 'tool_not_listed', detail: 'the published project does not list this tool' },
    ]);
}

/** The owner's consent and the vendor, both as they are at this moment: they decide whether a receipt is shared. */
interface Sharing {
  /** Both are null unless the receipt is to be shared. */
  readonly connectionUuid: string | null;
  readonly vendor: VendorProduct | null;
  readonly connection: ReceiptConnection;
}

/**
 * Reads consent and vendor. The consent is locked against change until the transaction ends, so that a revocation either comes before
 * a receipt or finds it and stops it.
 */
async function readSharing(em: EntityManager, owner: string, toolUuid: string, now: Date): Promise<Sharing> {
  const consent =
    (await selectRows(em, Connection)
      .where('user_id', '=', owner)
      .where('tool_id', '=', toolUuid)
      .forShare()
      .executeTakeFirst()) ?? null;
  const state = stateAt(now, consent);
  const vendor = await findVendorProduct(em, toolUuid);
  const shared = state === ToolConnectionState.active && vendor !== null;
  return {
    connectionUuid: shared && consent ? consent.id : null,
    vendor: shared ? vendor : null,
    connection: {
      sharedWithVendor: shared,
      vendorOrganizationLinked: vendor !== null,
      reconnectRequired: state === ToolConnectionState.expired || state === ToolConnectionState.revoked,
    },
  };
}

/** A receipt that was just stored, with what became of it. */
interface Admitted {
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
async function admitReceipt(
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
      id: receipt.receiptId,
      tool: { id: tool.id },
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

/** Specification §3: a queued receipt is not confirmed delivery. */
const NOTICE = 'queued is not confirmed delivery';

const LIST: SortedListOf<typeof receiptSorts> = {
  name: 'usage',
  sorts: receiptSorts,
  tie: { by: sql`r.id`, type: 'uuid' },
  by: {
    created: null,
    tool: { by: sql`lower(t.name)`, type: 'text' },
    state: { by: sql`r.state`, type: 'text' },
  },
  naming: [sql`t.name`, sql`t.slug`, sql`r.receipt_type`],
  time: sql`r.created_at`,
};

/** The stored value of a call by the result that is asked for. */
const SUCCESS: Record<ReceiptResult, boolean | null> = {
  [ReceiptResult.succeeded]: true,
  [ReceiptResult.failed]: false,
  [ReceiptResult.unknown]: null,
};

/** The caller's receipts, newest first if no order is asked for, with what became of each, and their connections. */
export const readUsage = operation(
  { name: 'usage', who: ['session', 'workflow_token'], scope: 'project:read', accountLevel: true, limit: 'workflow' },
  async function usage(ctx, args: UsageArgs): Promise<Usage> {
    const { state, toolSlug, projectId, result, receiptId } = args;
    const page = sortedPage(LIST, args);
    const rows = await readReceipts(ctx.em, (of) => {
      let found = of.where('r.user_id', '=', ownerOf(ctx));
      if (state?.length) found = found.where('r.state', 'in', state);
      if (toolSlug) found = found.where('t.slug', '=', toolSlug);
      if (projectId) found = found.where('r.project_id', '=', projectId);
      if (receiptId) found = found.where('r.id', '=', receiptId);
      if (result) found = found.where('r.success', 'is', SUCCESS[result]);
      return page.narrow(found);
    });
    const { items, nextCursor } = page.cut(rows);
    return {
      receipts: items.map(describeReceipt),
      connections: await readConnections(ctx),
      nextCursor,
      notice: NOTICE,
    };
  },
);

interface ReceiptTables {
  readonly usage_receipt: TableOf<Receipt>;
  readonly tool: TableOf<CatalogTool>;
}

/** Receipts (`r`) with their tools (`t`). */
const selectReceipts = (em: EntityManager) =>
  em.getKysely<ReceiptTables>().selectFrom('usage_receipt as r').innerJoin('tool as t', 't.id', 'r.tool_id');
type ReceiptSelection = ReturnType<typeof selectReceipts>;

/** A receipt with the names of its tool. */
interface ReceiptRow extends Row<Receipt> {
  readonly slug: string;
  readonly name: string;
}

/** The receipts that a condition finds, with their tools, in one statement. */
const readReceipts = (
  em: EntityManager,
  narrow: (receipts: ReceiptSelection) => ReceiptSelection,
): Promise<ReceiptRow[]> =>
  narrow(selectReceipts(em))
    .select(['t.slug', 't.name', columnsOf(em, Receipt, 'r')])
    .$castTo<ReceiptRow>()
    .execute();

/** A receipt as its owner sees it. */
const describeReceipt = ({ toolId, slug, name, spendCents, ...receipt }: ReceiptRow): ListedReceipt => ({
  id: receipt.id,
  tool: { id: toolId, slug, name },
  receiptType: receipt.receiptType,
  state: receipt.state,
  success: receipt.success,
  durationMs: receipt.durationMs,
  spendCents: spendCents === null ? null : Number(spendCents),
  projectId: receipt.projectId,
  createdAt: receipt.createdAt,
  deliveredAt: receipt.deliveredAt,
  updatedAt: receipt.updatedAt,
  failure: receipt.failure,
  attempts: receipt.attempts,
  nextAttemptAt: receipt.nextAttemptAt,
});

/** The tool of the directory; one that is not listed any more still has its receipts. Null when there is none. */
export const findTool = (em: EntityManager, { toolId, toolSlug }: ToolReference): Promise<ToolName | null> =>
  findToolName(em, toolId ? { id: toolId } : { slug: toolSlug });
