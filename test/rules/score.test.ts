import { describe, expect, it } from 'vitest';
import { componentsOf, gradeOf, scoreOf } from '../../server/adoption/publishing/agent-rank.rules.js';

const none = { url: null, llmsTxt: null, openapi: null };
const cohorts = { '7d': 'insufficient', '30d': 'insufficient', '90d': 'insufficient' } as const;
const shares = { activation: null, return: null, steadyUse: null, toolSuccess: null };
const componentOf = (id: string, given: object) =>
  componentsOf({ shares, docs: none, cohorts, ...given }).find((component) => component.id === id);
const shownIn = (id: string, given: object) => componentOf(id, given)?.value;

describe('a component of the score', () => {
  it.each([
    ['activation', 'activation'],
    ['retention', 'return'],
    ['steady_use', 'steadyUse'],
    ['agent_tool_success', 'toolSuccess'],
  ])('%s is the published share %s', (id, share) => {
    for (const value of [0, 65, 100, null]) expect(shownIn(id, { shares: { ...shares, [share]: value } })).toBe(value);
  });

  it.each([
    [{ '7d': 'reported', '30d': 'reported', '90d': 'reported' }, 100],
    [{ '7d': 'suppressed', '30d': 'reported', '90d': 'reported' }, 60],
    [{ '7d': 'missing', '30d': 'insufficient', '90d': 'reported' }, 30],
    [cohorts, null],
  ])('is the freshness of the shortest window that is published: %j', (given, value) => {
    expect(shownIn('evidence_freshness', { cohorts: given })).toBe(value);
  });

  it.each([
    [none, null, []],
    [{ ...none, url: 'https://x.example' }, 40, ['url']],
    [{ ...none, llmsTxt: 'https://x.example' }, 30, ['llmsTxt']],
    [
      { url: 'https://x.example', llmsTxt: 'https://x.example', openapi: 'https://x.example' },
      100,
      ['url', 'llmsTxt', 'openapi'],
    ],
  ])('is the documentation that the directory knows, with its facts: %j', (docs, value, facts) => {
    expect(componentOf('docs_readiness', { docs })).toMatchObject({ value, facts });
  });

  it('weighs 25, 25, 15, 10, 10 and 15', () => {
    expect(componentsOf({ shares, docs: none, cohorts }).map(({ id, weight }) => [id, weight])).toEqual([
      ['activation', 25],
      ['retention', 25],
      ['steady_use', 15],
      ['agent_tool_success', 10],
      ['docs_readiness', 10],
      ['evidence_freshness', 15],
    ]);
  });
});

describe('a score', () => {
  const part = (value: number | null, weight: number) => ({ id: 'part', value, weight, facts: [] });

  it.each([
    [[part(80, 59), part(null, 41)], null],
    [[part(80, 60), part(null, 40)], 80],
    [[part(80, 30), part(50, 30), part(null, 40)], 65],
    [[part(null, 100)], null],
    [[], null],
  ])('needs six tenths of the weight: %j', (components, score) => {
    expect(scoreOf(components).score).toBe(score);
  });

  it.each([
    [100, 'A'],
    [80, 'A'],
    [79, 'B'],
    [65, 'B'],
    [64, 'C'],
    [50, 'C'],
    [49, 'D'],
    [35, 'D'],
    [34, 'E'],
    [0, 'E'],
    [null, null],
  ])('of %s has the grade %s', (score, grade) => expect(gradeOf(score)).toBe(grade));
});
