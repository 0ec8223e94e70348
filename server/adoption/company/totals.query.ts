import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/table.types.js';
import { readRefused } from '../../tracking/index.js';
import type { DayWindow } from '../day.rules.js';
import type { ToolCalls } from '../rollup.entity.js';
import type { AdoptionOfToolCall, AdoptionTotals, UnknownFigure } from './company-adoption.types.js';
import { type CompanyScope, inProducts } from './company-scope.query.js';
import { type CountsOfWindow, readCounts } from './counts.query.js';
import { type Activated, readCohorts, readNewAccounts, readNewDevelopers, readReturned } from './people.query.js';

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Reads the totals of a window under the label of the scope. */
export async function readTotals(em: EntityManager, scope: CompanyScope, window: DayWindow): Promise<AdoptionTotals> {
  const counts = await readCounts(em, scope, window);
  return totalsOf(em, scope, window, counts, await readCohorts(em, scope, window));
}

/** The totals of counts that were read already. A refused event was never read so far that it had a family: of one family nothing is known of them. */
export async function totalsOf(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
  { all, funnel }: CountsOfWindow,
  { activated, retained }: Activated,
): Promise<AdoptionTotals> {
  const refused = scope.family ? null : await readRefused(em, scope.organizationId, scope.productUuids, window);
  const { newDevelopers, newActivated } = await readNewDevelopers(em, scope, window);
  const { matured, returned } = await readReturned(em, scope, window);
  return {
    ...all,
    ...(await readAllCalls(em, scope, window)),
    families: funnel.filter(({ events }) => events > 0).length,
    newDevelopers,
    accountsActivated: await readNewAccounts(em, scope, window),
    activated,
    newActivated,
    activationShare: share(newActivated, newDevelopers),
    activatedShare: share(activated, all.developers),
    retained,
    matured,
    returned,
    returnShare: share(returned, matured),
    refused,
    refusedShare: refused === null ? null : share(refused, refused + all.events),
  };
}

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

type Share = 'activationShare' | 'returnShare' | 'refusedShare';

const REASONS: Record<Share, string> = {
  activationShare: 'Fewer than one new developer in this window.',
  returnShare: 'Fewer than one developer whose first activation lies in this window 14 days earlier.',
  refusedShare: 'Nothing was sent in this window.',
};
const OF_FAMILY = 'A refused event has no family.';

/** The shares of totals that are null, and why; `member` is where the totals stand in the answer. */
export function unknownShares(totals: AdoptionTotals, member: 'totals' | 'previous'): UnknownFigure[] {
  return (['activationShare', 'returnShare', 'refusedShare'] as const)
    .filter((share) => totals[share] === null)
    .map((share) => ({
      pointer: `/${member}/${share}`,
      reason: share === 'refusedShare' && totals.refused === null ? OF_FAMILY : REASONS[share],
    }));
}
