import { existsSync } from 'node:fs';
import path from 'node:path';

export interface SampleSet {
  readonly set: 'in the repository' | 'beside the repository';
  readonly folder: string;
}

const ROOTS = [
  { set: 'in the repository', root: path.resolve(import.meta.dirname, '../samples') },
  {
    set: 'beside the repository',
    root: path.resolve(process.env.SAMPLE_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data')),
  },
] as const;

/** Every set of samples at a place: the repository's own, and the larger one beside the checkout or where SAMPLE_DATA says, if it is there. */
export function sampleSets(...place: string[]): SampleSet[] {
  const sets = ROOTS.map(({ set, root }) => ({ set, folder: path.join(root, ...place) }));
  return sets.filter(({ set, folder }) => set === 'in the repository' || existsSync(folder));
}
