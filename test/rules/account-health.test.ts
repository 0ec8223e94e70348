import { describe, expect, it } from 'vitest';
import { healthOf } from '../../server/adoption/company/account-health.rules.js';

const TODAY = '2026-11-30';

describe('the health of an account', () => {
  it.each([
    [['2026-11-30'], { lastDay: '2026-11-30', quietDays: 0, activeDays: 1, usualGapDays: null }],
    [
      ['2026-11-27', '2026-11-28', '2026-11-29'],
      { lastDay: '2026-11-29', quietDays: 1, activeDays: 3, usualGapDays: null },
    ],
    [
      ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
      { lastDay: '2026-11-21', quietDays: 9, activeDays: 4, usualGapDays: 1 },
    ],
    // The 28th day before counts, the 29th does not.
    [
      ['2026-10-24', '2026-10-25', '2026-11-03', '2026-11-12', '2026-11-21'],
      { lastDay: '2026-11-21', quietDays: 9, activeDays: 4, usualGapDays: 9 },
    ],
    // An event that a clock ahead of ours dates on tomorrow is no silence of minus one day.
    [['2026-12-01'], { lastDay: '2026-12-01', quietDays: 0, activeDays: 1, usualGapDays: null }],
  ])('of %j', (days, health) => expect(healthOf(days, TODAY)).toEqual(health));
});
