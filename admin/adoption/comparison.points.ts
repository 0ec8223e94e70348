import type { ReadCompanyAdoptionAnswer, ReadCompanyLifecycleAnswer } from '../providers/generated/operations.js';

type View = Pick<ReadCompanyAdoptionAnswer['companyAdoption'], 'days' | 'window'>;
type RollingDays = ReadCompanyLifecycleAnswer['companyLifecycle']['days'];
export type Unit = 'day' | 'week';

const WEEK_DAYS = 7;

/**
 * The values of a window at each of its days, or at each seven of them from its first day on. Seven days that the window does not have whole
 * are unknown: fewer days would look like a loss.
 */
export function pointsOf(
  { days, window }: View,
  rolling: RollingDays,
  measure: 'developers' | 'events',
  by: Unit,
): (number | null)[] {
  if (by === 'day') return days.map((day) => day[measure]);
  return Array.from({ length: Math.ceil(window.days / WEEK_DAYS) }, (_, week) => {
    const ofWeek = days.slice(week * WEEK_DAYS, (week + 1) * WEEK_DAYS);
    if (ofWeek.length < WEEK_DAYS) return null;
    if (measure === 'events') return ofWeek.reduce((sum, { events }) => sum + events, 0);
    const last = ofWeek.at(-1)?.day;
    return rolling.find(({ day }) => day === last)?.weekly ?? null;
  });
}
