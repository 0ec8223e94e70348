import { invalid } from '../../platform/fault.js';
import { type PublishingContext, rowOf } from './adoption.read.js';
import { type AdoptionDay, HISTORY_DAYS } from './adoption.types.js';
import { dayAfter, newestDueDay } from './days.rules.js';
import { periodIds } from './snapshot.types.js';

/** What was published of a tool over the last days, oldest first, as it was published; part of the query that found the tool. */
export async function readAdoptionHistory(
  ctx: PublishingContext,
  toolId: string,
  days: number,
): Promise<AdoptionDay[]> {
  const { min, max } = HISTORY_DAYS;
  if (!Number.isInteger(days) || days < min || days > max)
    throw invalid([{ pointer: '/days', code: 'out_of_range', detail: `must be a whole number from ${min} to ${max}` }]);
  const after = dayAfter(newestDueDay(ctx.platform.clock.now()), -days);
  const history = await ctx.parts.publishedAdoption.history(toolId, after);
  return history.map(({ day, rows }) => ({
    day,
    periods: periodIds.map((period) => ({ period, ...rowOf(rows[period]) })),
  }));
}
