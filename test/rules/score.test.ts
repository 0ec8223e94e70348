import { describe, expect, it } from 'vitest';
import { componentsOf, gradeOf, ranksOf, scoreOf } from '../../server/adoption/publishing/agent-rank.rules.js';

const none = { url: null, llmsTxt: null, openapi: null };
const cohorts = { '7d': 'insufficient', '30d': 'insufficient', '90d': 'insufficient' } as const;
const sources = { developers: null, activated: null, retained: null, toolSuccess: null, docs: none, cohorts };
const shareOf = (id: string, given: object) =>
  componentsOf({ ...sources, ...given }).find((component) => component.id === id)?.value;

describe('a component of the score', () => {
  it.each([
    [19, 10, null],
    [20, 10, 50],
    [21, 10, 48],
    [20, 0, 0],
    [20, 25, 100],
    [40, 1, 3],
  ])('is the share of %i developers of whom %i are activated: %s', (developers, activated, value) => {
    expect(shareOf('activation', { developers, activated })).toBe(value);
  });

  it.each([
    [19, 19, null],
    [20, 5, 25],
    [null, 5, null],
  ])('is the share of %s activated of whom %i came back: %s', (activated, retained, value) => {
    expect(shareOf('retention', { activated, retained })).toBe(value);
  });

  it.each([
    [{ '7d': 'reported', '30d': 'reported', '90d': 'reported' }, 100],
    [{ '7d': 'suppressed', '30d': 'reported', '90d': 'reported' }, 60],
    [{ '7d': 'missing', '30d': 'insufficient', '90d': 'reported' }, 30],
    [cohorts, null],
  ])('is the freshness of the shortest window that is published: %j', (given, value) => {
    expect(shareOf('evidence_freshness', { cohorts: given })).toBe(value);
  });

  it.each([
    [none, null],
    [{ ...none, url: 'https://x.example' }, 40],
    [{ ...none, llmsTxt: 'https://x.example' }, 30],
    [{ url: 'https://x.example', llmsTxt: 'https://x.example', openapi: 'https://x.example' }, 100],
  ])('is the documentation that the directory knows: %j', (docs, value) => {
    expect(shareOf('docs_readiness', { docs })).toBe(value);
  });
});

describe('a score', () => {
  const part = (value: number | null, weight: number) => ({ id: 'part', value, weight });

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

  it('shares its rank with an equal one, and the next counts them all', () => {
    expect(ranksOf([70, 90, 70, 50])).toEqual([2, 1, 2, 4]);
  });
});
