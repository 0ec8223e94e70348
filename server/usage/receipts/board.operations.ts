import { ownerOf } from '../../accounts/index.js';
import { operation } from '../../platform/operation.js';
import { readDayFigures, readToolFigures, type ToolFigures } from './board.query.js';
import { failingMore } from './board.rules.js';
import { DAYS_DEFAULT, type UsageBoard, type UsageBoardArgs, type UsageDay, type UsageOfTool } from './board.types.js';

const DAY_MS = 86_400_000;

/** The caller's reported use by tool: how often, how well and how fast, what it cost as far as that was reported, and how it was before. */
export const readUsageBoard = operation(
  {
    name: 'usageBoard',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function usageBoard(ctx, { days: wanted }: UsageBoardArgs): Promise<UsageBoard> {
    const days = wanted ?? DAYS_DEFAULT;
    const today = Math.floor(ctx.platform.clock.now().getTime() / DAY_MS) * DAY_MS;
    const from = new Date(today - (days - 1) * DAY_MS);
    const window = { from, before: new Date(from.getTime() - days * DAY_MS) };
    const owner = ownerOf(ctx);
    const names = Array.from({ length: days }, (_, at) => dayOf(from.getTime() + at * DAY_MS));
    const tools = await readToolFigures(ctx.em, owner, window);
    const byTool = new Map<string, Map<string, UsageDay>>();
    for (const { toolId, ...day } of await readDayFigures(ctx.em, owner, window)) {
      const found = byTool.get(toolId) ?? new Map<string, UsageDay>();
      byTool.set(toolId, found.set(day.day, day));
    }
    return {
      from: dayOf(from.getTime()),
      to: dayOf(today),
      tools: tools
        .map((tool) =>
          describeTool(
            tool,
            names.map((day) => byTool.get(tool.toolId)?.get(day) ?? { day, calls: 0, failed: 0 }),
          ),
        )
        .toSorted(byUrgency),
    };
  },
);

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);

function describeTool({ toolId, slug, name, knownCostCents, ...figures }: ToolFigures, days: UsageDay[]): UsageOfTool {
  const { calls, failed, callsBefore, failedBefore } = figures;
  return {
    ...figures,
    tool: { id: toolId, slug, name },
    knownCostCents: knownCostCents === null ? null : Number(knownCostCents),
    failingMore: failingMore({ calls, failed }, { calls: callsBefore, failed: failedBefore }),
    days,
  };
}

const byUrgency = (one: UsageOfTool, other: UsageOfTool): number =>
  Number(other.failingMore !== null) - Number(one.failingMore !== null) ||
  other.calls - one.calls ||
  one.tool.name.localeCompare(other.tool.name, 'en');
