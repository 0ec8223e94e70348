import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One changed line of the server, and the tests that have to notice it. */
export interface Mutant {
  readonly list: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The rule or guard that it breaks. */
  readonly what: string;
  readonly tests: readonly string[];
}

const FOLDER = path.resolve('test/mutants');

export const mutants: readonly Mutant[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .flatMap((list) =>
    (JSON.parse(readFileSync(path.join(FOLDER, list), 'utf8')) as Omit<Mutant, 'list'>[]).map((one) => ({
      ...one,
      list,
    })),
  );

const testFiles = globSync('test/**/*.test.ts');

/** The reason why a mutant can't be put into the code, or why no test could notice it; null when there is none. */
export function flawOf({ file, find, replace, tests }: Mutant): string | null {
  if (readFileSync(file, 'utf8').split(find).length !== 2) return 'its text does not stand exactly once in its file';
  if (find === replace) return 'it changes nothing';
  const unknown = tests.filter((part) => !testFiles.some((name) => name.includes(part)));
  if (unknown.length > 0) return `there is no such test: ${unknown.join(', ')}`;
  return tests.length === 0 ? 'it names no test' : null;
}
