import type { DayWindow } from '../adoption/index.js';
import type { RequestContext } from '../platform/context.js';
import { type Fault, type FieldProblem, faultOf } from '../platform/fault.js';
import { newUuid } from '../platform/ids.js';
import { type Operation, operation } from '../platform/operation.js';
import { ANSWERED, writeReceipt } from './audit-receipt.query.js';
import { type EnterpriseAuthority, requireAuthority, requireOrganization } from './authority.query.js';
import type { EnterpriseArgs, EnterpriseTool } from './enterprise.types.js';

/** The declaration of an enterprise read. */
export interface EnterpriseRead {
  readonly name: string;
  /** Its MCP tool: receipts name it, and it decides which plan is needed. */
  readonly tool: EnterpriseTool;
  readonly cost?: number;
}

interface EnterpriseReadExtras<I> {
  readonly check?: (input: I) => FieldProblem[];
  /** The days that the answer is about, for the receipt; absent for a read without a window. */
  readonly windowOf?: (input: I, now: Date) => DayWindow | null;
}

/** Every answer of an enterprise read names its receipt. */
export interface Audited {
  readonly auditReceiptId: string;
}

/** The authority of a call, and the receipt that it will leave: an answer inside an answer names it too. */
export type AuditedAuthority = EnterpriseAuthority & Audited;

/** Refusals without a receipt. */
const UNRECORDED: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'RATE_LIMITED']);

/**
 * Declares an enterprise read: the one way to company data for an agent key. Each call checks product and plan as they are now, and leaves a
 * receipt, a refused one too. A caller that is not known (401) or that calls too often (429) leaves none (decisions §9).
 */
export function enterpriseRead<I extends EnterpriseArgs, O extends object, Parts extends object = object>(
  { name, tool, cost }: EnterpriseRead,
  read: (ctx: RequestContext<Parts>, input: I, authority: AuditedAuthority) => Promise<O>,
  { check, windowOf }: EnterpriseReadExtras<I> = {},
): Operation<I, O & Audited, Parts> {
  return operation(
    { name, who: ['enterprise_key', 'session'], limit: 'workflow', ...(cost === undefined ? {} : { cost }) },
    async function readWithReceipt(ctx: RequestContext<Parts>, input: I) {
      const organizationId = await requireOrganization(ctx, input);
      const requested = {
        organizationId,
        tool,
        productId: input.productId ?? null,
        window: windowOf?.(input, ctx.platform.clock.now()) ?? null,
      };
      let productId = requested.productId;
      try {
        const authority = await requireAuthority(ctx, tool, organizationId, input);
        productId = authority.product.productId;
        const auditReceiptId = newUuid();
        const answer = await read(ctx, input, { ...authority, auditReceiptId });
        await writeReceipt(ctx, { ...requested, productId, outcome: ANSWERED }, auditReceiptId);
        return { ...answer, auditReceiptId };
      } catch (error) {
        const { code } = faultOf(error);
        if (!UNRECORDED.has(code)) await writeReceipt(ctx, { ...requested, productId, outcome: code });
        throw error;
      }
    },
    { ...(check ? { check } : {}), inputRefused: (ctx, fault) => writeInputReceipt(ctx, tool, fault) },
  );
}

/** The receipt of input that was refused: nothing of it is written, since it can be anything. */
async function writeInputReceipt(ctx: RequestContext, tool: EnterpriseTool, { code }: Fault): Promise<void> {
  const { principal } = ctx;
  if (principal.kind !== 'enterprise_key') return;
  const { organizationId } = principal;
  await writeReceipt(ctx, { organizationId, tool, productId: null, window: null, outcome: code });
}
