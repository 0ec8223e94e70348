import { sql } from 'kysely';
import { ownerOf } from '../../accounts/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { readConnections } from './connection.list.js';
import { readReceipts } from './receipt.query.js';
import { ReceiptResult, receiptSorts, type UsageArgs } from './receipt.types.js';
import type { Usage } from './usage-reply.types.js';

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

/** What is stored of a call by the result that is asked for. */
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
      if (projectId) found = found.where('r.project_id', '=', uuidOf('prj', projectId));
      if (receiptId) found = found.where('r.id', '=', uuidOf('urc', receiptId));
      if (result) found = found.where('r.success', 'is', SUCCESS[result]);
      return page.narrow(found);
    });
    const { items, nextCursor } = page.cut(rows);
    return {
      receipts: items,
      connections: await readConnections(ctx),
      nextCursor,
      notice: NOTICE,
    };
  },
);
