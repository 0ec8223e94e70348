import { expect, it } from 'vitest';
import { flawOf, mutants } from '../setup/mutants.js';

it('every mutant can be put into the code as it stands, and names tests that exist', () => {
  expect(mutants.length).toBeGreaterThan(200);
  const flaws = mutants.map((mutant) => ({ file: mutant.file, what: mutant.what, flaw: flawOf(mutant) }));
  expect(flaws.filter(({ flaw }) => flaw !== null)).toEqual([]);
});
