import { Chart } from '../components/Chart.js';
import type { UsedTool } from '../providers/generated/operations.js';

/** As many series as are told apart at a look; the rest is one more. */
const NAMED = 5;

interface UsageByDayProps {
  readonly tools: readonly UsedTool[];
  readonly from: string;
  readonly to: string;
}

/** Reported calls by UTC day and tool. */
export function UsageByDay({ tools, from, to }: UsageByDayProps) {
  const used = tools.filter(({ calls }) => calls > 0).toSorted((one, other) => other.calls - one.calls);
  const days = used[0]?.days.map(({ day }) => day) ?? [];
  if (days.length === 0) return null;
  const rest = used.slice(NAMED);
  const callsOf = (one: UsedTool) => one.days.map(({ calls }) => calls);
  const series = used.slice(0, NAMED).map((one) => ({ label: one.tool.name, values: callsOf(one) }));
  return (
    <Chart
      title="How many calls a day?"
      level="h3"
      label="reported"
      window={{ from, to }}
      source="Today has not ended"
      kind="bars"
      axis="Day (UTC)"
      unit="calls"
      places={days}
      series={
        rest.length === 0
          ? series
          : [
              ...series,
              {
                label: `${rest.length} more`,
                values: days.map((_, at) => rest.reduce((sum, one) => sum + (callsOf(one)[at] ?? 0), 0)),
              },
            ]
      }
    />
  );
}
