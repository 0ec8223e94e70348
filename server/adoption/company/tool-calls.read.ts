import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import type { ToolCalls } from '../rollup.entity.js';
import type { AdoptionOfToolCall } from './company-adoption.types.js';
import { type CompanyScope, inProducts } from './company-scope.read.js';

const TOOLS_MAX = 200;
/** Fewer calls say nothing of how often they fail (decisions §5, Company view). */
const CALLS_MIN = 5;

/** Calls of MCP tools in the window; of any family, since a call has none by its name. */
export async function readToolCalls(
  em: EntityManager,
  { organizationUuid, productUuids, counted, window }: CompanyScope,
): Promise<AdoptionOfToolCall[]> {
  const rows = await em
    .getKysely<{ readonly adoption_tool_call: TableOf<ToolCalls> }>()
    .selectFrom('adoption_tool_call')
    .where('organization_id', '=', organizationUuid)
    .where(inProducts(productUuids))
    .where('data_label', '=', counted)
    .where('day', '>=', window.from)
    .where('day', '<=', window.to)
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
