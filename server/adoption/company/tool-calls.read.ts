import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import type { DayWindow } from '../evidence/index.js';
import type { ToolCalls } from '../rollup.entity.js';
import type { AdoptionOfToolCall } from './company-adoption.types.js';
import { type CompanyScope, inProducts } from './company-scope.read.js';

const TOOLS_MAX = 200;
/** Fewer calls say nothing of how often they fail (decisions §5, Company view). */
const CALLS_MIN = 5;

const callsIn = (em: EntityManager, { organizationId, productUuids, counted }: CompanyScope, window: DayWindow) =>
  em
    .getKysely<{ readonly adoption_tool_call: TableOf<ToolCalls> }>()
    .selectFrom('adoption_tool_call')
    .where('organization_id', '=', organizationId)
    .where(inProducts(productUuids))
    .where('data_label', '=', counted)
    .where('day', '>=', window.from)
    .where('day', '<=', window.to);

/** How many calls of all tools there were in a window, and how many failed. */
export async function readAllCalls(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
): Promise<{ readonly calls: number; readonly failed: number }> {
  const [row] = await callsIn(em, scope, window)
    .select(({ fn }) => [fn.sum<string | null>('calls').as('calls'), fn.sum<string | null>('failed').as('failed')])
    .execute();
  return { calls: Number(row?.calls ?? 0), failed: Number(row?.failed ?? 0) };
}

/** Calls of MCP tools in the window; of any family, since a call has none by its name. */
export async function readToolCalls(em: EntityManager, scope: CompanyScope): Promise<AdoptionOfToolCall[]> {
  const rows = await callsIn(em, scope, scope.window)
    .groupBy(['mcp_server', 'mcp_tool'])
    .select(({ fn }) => [
      'mcp_server as server',
      'mcp_tool as tool',
      fn.sum<string>('calls').as('calls'),
      fn.sum<string>('failed').as('failed'),
    ])
    .orderBy('calls', 'desc')
    .orderBy('server')
    .orderBy('tool')
    .limit(TOOLS_MAX)
    .execute();
  return rows.map((row) => {
    const calls = Number(row.calls);
    const failed = Number(row.failed);
    return {
      mcpServer: row.server || null,
      mcpTool: row.tool || null,
      calls,
      failed,
      failureShare: calls < CALLS_MIN ? null : failed / calls,
    };
  });
}
