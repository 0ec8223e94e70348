import { ownerOf } from '../../accounts/index.js';
import { operation } from '../../platform/operation.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import { readConnections } from './connection.list.js';
import { describeReceipt, findReceipts } from './receipt.query.js';
import type { Usage, UsageArgs } from './receipt.types.js';

/** Specification §3: a queued receipt is not confirmed delivery. */
const NOTICE = 'queued is not confirmed delivery';

/** The caller's receipts, newest first, with what became of each, and their connections. */
export const readUsage = operation(
  { name: 'usage', who: ['session', 'workflow_token'], scope: 'project:read', accountLevel: true, limit: 'workflow' },
  async (ctx, { limit, cursor, state }: UsageArgs): Promise<Usage> => {
    const states = state ?? [];
    const inState = states.length > 0 ? `and r.state in (${states.map(() => '?').join(', ')})` : '';
    const rows = await findReceipts(
      ctx.em,
      `r.user_id = ? and r.id < ? ${inState} order by r.id desc limit ${limit + 1}`,
      [ownerOf(ctx), idBefore(cursor), ...states],
    );
    const page = pageOf(rows, limit, ({ id }) => id);
    return {
      receipts: page.items.map(describeReceipt),
      connections: await readConnections(ctx),
      nextCursor: page.nextCursor,
      notice: NOTICE,
    };
  },
);
