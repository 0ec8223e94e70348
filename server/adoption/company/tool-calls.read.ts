import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdoptionOfToolCall } from './company-adoption.types.js';
import type { CompanyScope } from './company-scope.read.js';

const TOOLS_MAX = 200;
/** Fewer calls say nothing of how often they fail (decisions §5, Company view). */
const CALLS_MIN = 5;

/** Calls of MCP tools in the window; of any family, since a call has none by its name. */
export async function readToolCalls(
  em: EntityManager,
  { scope, counted, window }: CompanyScope,
): Promise<AdoptionOfToolCall[]> {
  const rows = await em.execute<{ server: string; tool: string; calls: string; failed: string }[]>(
    `with ${scope.text}
     select mcp_server as server, mcp_tool as tool, sum(calls) as calls, sum(failed) as failed from adoption_tool_call
     join scope using (organization_id, product_uuid) where data_label = ? and day between ?::date and ?::date group by 1, 2
     order by calls desc, server, tool limit ${TOOLS_MAX}`,
    [...scope.values, counted, window.from, window.to],
  );
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
