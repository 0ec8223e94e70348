import { describe, expect, it } from 'vitest';
import { judge } from '../../bench/judge.run.js';

const { queries, intents } = await judge();
const allQueries = queries.find(({ part }) => part === 'all')?.kinds.find(({ kind }) => kind === 'all');
const allIntents = intents.find(({ part }) => part === 'all');
const heldOut = intents.find(({ part }) => part === 'held out');

/** A little below what is reached, so that a change for the worse shows. */
const FLOORS = { mrr: 0.9, recallAt5: 0.82, f1: 0.9, heldOutF1: 0.82, forbiddenMax: 10 };

describe('the judged sets', () => {
  it('find what was expected', () => {
    expect(allQueries?.mrr).toBeGreaterThanOrEqual(FLOORS.mrr);
    expect(allQueries?.recallAt5).toBeGreaterThanOrEqual(FLOORS.recallAt5);
  });

  it('understand what was asked for', () => {
    expect(allIntents?.f1).toBeGreaterThanOrEqual(FLOORS.f1);
    expect(heldOut?.f1).toBeGreaterThanOrEqual(FLOORS.heldOutF1);
    expect(allIntents?.forbidden).toBeLessThanOrEqual(FLOORS.forbiddenMax);
  });
});
