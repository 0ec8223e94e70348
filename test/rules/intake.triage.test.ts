import { describe, expect, it } from 'vitest';
import { triageChecks } from '../../server/intake/checks/triage.rules.js';
import type { CheckResult, Triage } from '../../server/intake/draft.types.js';
import { inputsOf } from '../setup/intake-inputs.js';

const check = (ruleId: string, result: CheckResult['result']): CheckResult => ({
  ruleId,
  result,
  pointer: `/${ruleId}`,
  reason: '',
  evidence: null,
});
/** The triage of tracked links for which these rules failed, and so many could not say anything. */
const triageOf = (failed: readonly string[], unknowns = 0): Triage =>
  triageChecks(
    [
      ...failed.map((ruleId) => check(ruleId, 'fail')),
      ...Array.from({ length: unknowns }, () => check('links.reachable', 'unknown')),
    ],
    inputsOf('tracked_links'),
  );

describe('the triage of a submission', () => {
  it.each([
    [0, 100, 'high'],
    [4, 80, 'high'],
    [5, 75, 'normal'],
    [10, 50, 'normal'],
    [11, 45, 'low'],
    [20, 0, 'low'],
    [21, 0, 'low'],
  ])('with %i rules that could not say anything has the score %i and the priority %s', (unknowns, score, priority) => {
    expect(triageOf([], unknowns)).toMatchObject({ score, priority });
  });

  it('has no score below nothing', () => {
    expect(triageOf(['domain.lookalike', 'links.public', 'text.hidden'])).toMatchObject({ score: 0, priority: 'low' });
  });

  it('has no high priority while evidence is missing, whatever the score', () => {
    expect(triageOf(['evidence.given'])).toMatchObject({
      score: 85,
      priority: 'normal',
      route: 'evidence',
      missing: ['/evidence.given'],
    });
  });

  it.each([
    [['duplicates.submission'], 'duplicate'],
    [['event.new'], 'duplicate'],
    [['duplicates.submission', 'text.hidden'], 'security'],
    [['duplicates.submission', 'evidence.given'], 'evidence'],
    [['offer.dates'], 'standard'],
    [[], 'standard'],
  ])('where %j failed goes the route %s', (failed, route) => {
    expect(triageOf(failed).route).toBe(route);
  });
});
