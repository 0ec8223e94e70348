import type { UsedTool } from '../providers/generated/operations.js';
import { workbenchAt } from '../workbench/useDraft.js';

/** The finding in words: "fails 3 times more often than in the 7 days before". */
export function describeFailing({ failingMore, failed }: UsedTool, days: number): string {
  const before = `in the ${days === 1 ? 'day' : `${days} days`} before`;
  const times = failingMore?.times ?? null;
  return times === null
    ? `began to fail: ${failed} calls failed, and none ${before}`
    : `fails ${times.toLocaleString('en')} times as often as ${before}`;
}

/** As many capabilities as make a sentence; the first is the tool's purpose. */
const NAMED = 2;

/** The workbench with a plan for what the tool does, without the tool. */
export const alternativesTo = ({ tool, capabilities }: UsedTool): string =>
  workbenchAt(
    capabilities.length > 0
      ? capabilities
          .slice(0, NAMED)
          .map((one) => one.replaceAll('-', ' '))
          .join(' and ')
      : `an alternative to ${tool.name}`,
    { exclude: [tool.slug] },
  );

/** The known cost of the calls, and that it is not all of it where some say none. */
export function describeCost({ knownCostCents, withoutCost }: UsedTool, format: (cents: number) => string): string {
  if (knownCostCents === null) return 'unknown';
  return withoutCost > 0 ? `at least ${format(knownCostCents)}` : format(knownCostCents);
}
