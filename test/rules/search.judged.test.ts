import { describe, expect, it } from 'vitest';
import { judge } from '../../bench/judge.run.js';

const { queries, intents } = await judge();
const allQueries = queries.find(({ part }) => part === 'all')?.kinds.find(({ kind }) => kind === 'all');
const allIntents = intents.find(({ part }) => part === 'all');
const heldOut = intents.find(({ part }) => part === 'held out');

/**
 * A little below what is reached, so that a change for the worse shows; the sets were made for a catalog of half the tools. The tuned part is
 * worth less than it was: a need without evidence is left out since decision 0103, and one of few words gives way to the likeliest since 0110,
 * which cost 0.02 and 0.01 here and gain on sentences that no one has tuned by.
 */
const FLOORS = { mrr: 0.89, recallAt5: 0.82, f1: 0.875, heldOutF1: 0.815, forbiddenMax: 8 };

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
