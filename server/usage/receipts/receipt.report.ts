import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf } from '../../accounts/index.js';
import { type ToolName } from '../../directory/index.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault, invalid } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type ProjectListing, projectListing } from '../../projects/index.js';
import { roundedCost, roundedWarning } from '../../tracking/index.js';
import { type Admitted, admitReceipt, readSharing } from './receipt.admit.js';
import { type ListedReceipt, readReceipts } from './receipt.query.js';
import { type ReportedUsage, type ReportUsageInput, UsageOutcome } from './receipt.types.js';
import { changedMembers, credentialsIn, reportProblems } from './report.rules.js';
import { findTool } from './tool.find.js';
import { noSuchTool } from './tool-reference.rules.js';

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
  return stored;
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
  const { connection } = await readSharing(em, owner, uuidOf('tol', stored.tool.id) ?? '', ctx.platform.clock.now());
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
  const listing: ProjectListing = await projectListing(em, owner, uuidOf('prj', projectId) ?? '', tool.id);
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
