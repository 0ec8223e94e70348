import type pg from 'pg';
import { addDays } from '../server/adoption/index.js';
import { loadReporting } from './adoption.load.js';
import { judged, type RatioRow, spreadOf } from './result.ratios.js';
import type { Plan } from './round.plan.js';

/** Tools whose vendors report, and how many developers each has in ninety days. */
const REPORTING = { tools: 1_000, developers: 60 } as const;
const SMOKE = { tools: 12, developers: 60 } as const;
/** The first of them has nothing to compare itself with; the others ask who entered and left since. */
const DAYS = 3;

/** The daily snapshot with a thousand tools that report, on days one after another. */
export async function measureSnapshots(
  client: pg.Client,
  { name }: Plan,
  lastDay: string,
  make: (day: string) => Promise<boolean>,
): Promise<RatioRow[]> {
  const size = name === 'smoke' ? SMOKE : REPORTING;
  await loadReporting(client, addDays(lastDay, DAYS), size);
  const seconds: number[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    const started = performance.now();
    if (!(await make(addDays(lastDay, day)))) throw new Error('the day was published before');
    seconds.push((performance.now() - started) / 1000);
  }
  const { rows } = await client.query<{ tools: number }>(
    `select count(*)::int as tools from adoption_snapshot_tool where day = $1 and rows -> '90d' ->> 'cohort' = 'reported'`,
    [addDays(lastDay, DAYS)],
  );
  const tools = rows[0]?.tools ?? 0;
  if (tools < size.tools / 2) throw new Error(`${tools} tools are reported`);
  return [
    judged({
      name: `daily snapshot of ${size.tools.toLocaleString('en-US')} tools that report`,
      target: 60,
      wants: 'at most',
      unit: 's',
      ratio: spreadOf(seconds),
    }),
  ];
}
