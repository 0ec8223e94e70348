// Runs the mutants of test/mutants: each is one changed line of the server, and the tests that have to notice it. A mutant is put into the code as
// vitest loads it: no file is changed, and there is nothing to restore. Ends with 1 when one survives, or can't be put in any more. A test that
// only ran out of time notices nothing: on a busy machine it may do so without the mutant, too.
// usage: npm run mutants [-- WORDS of its list, its file or what it breaks …]
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { mutants as all, flawOf } from '../test/setup/mutants.ts';
import config from '../vitest.config.ts';

const say = (line) => process.stdout.write(`${line}\n`);

const words = process.argv.slice(2);
const mutants = all.filter(({ list, file, what }) => words.every((word) => `${list} ${file} ${what}`.includes(word)));

const broken = mutants.flatMap((mutant) => {
  const flaw = flawOf(mutant);
  return flaw === null ? [] : [{ ...mutant, flaw }];
});
for (const { file, what, find, flaw } of broken) say(`${file}: ${what}: ${flaw}\n  ${find}`);
if (broken.length > 0 || mutants.length === 0) process.exit(1);

/** The mutant that is in the code at the moment. */
let current = null;
const isIn = (mutant, id) => mutant !== null && id === path.resolve(mutant.file);
const plugin = {
  name: 'mutant',
  enforce: 'pre',
  // Vitest caches a file on the disk by its content: with a mutant in it, it is another one.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (isIn(current, id) ? `${current.find} > ${current.replace}` : '')),
  transform: (code, id) =>
    isIn(current, id) ? { code: code.replace(current.find, () => current.replace), map: null } : undefined,
};

/** Test files and tests that failed since the run began; what vitest answers at its end holds those of earlier runs too. */
let failed = { modules: [], tests: [] };
const reporter = {
  onTestModuleEnd: (module) => {
    if (module.state() === 'failed') failed.modules.push(module);
  },
  onTestCaseResult: (test) => {
    const { state, errors = [] } = test.result();
    if (state === 'failed') failed.tests.push({ name: test.fullName, message: errors[0]?.message ?? '' });
  },
};

const { test: fast, resolve } = config.test.projects.find(({ test }) => test.name === 'fast');
const { test: full } = config.test.projects.find(({ test }) => test.name === 'full');
const vitest = await createVitest(
  'test',
  {
    ...fast,
    // Faults run in this process too, but for those that a process of its own has: it loads the code as it was built.
    include: [...fast.include, 'test/faults/**/*.test.ts'],
    exclude: ['test/**/*.process.test.ts', 'test/faults/{release,clients.soak}.test.ts'],
    testTimeout: full.testTimeout,
    hookTimeout: full.hookTimeout,
    config: false,
    watch: false,
    bail: 1,
    reporters: [reporter],
    globalSetup: config.test.globalSetup,
    maxWorkers: config.test.maxWorkers,
  },
  { resolve, plugins: [plugin] },
);
await vitest.standalone();

const TIMED_OUT = /^(?:Test|Hook) timed out in \d+ms/;
const FIRST_MAX = 160;

/** Runs test files as the code stands now: what failed first and with which words, and whether a file could not be loaded or was only late. */
async function run(files) {
  const specifications = await vitest.globTestSpecifications(files);
  const unknown = files.filter((file) => !specifications.some(({ moduleId }) => moduleId.includes(file)));
  if (unknown.length > 0) throw new Error(`no such test: ${unknown.join(', ')}`);
  failed = { modules: [], tests: [] };
  await vitest.runTestSpecifications(specifications);
  const unloaded = failed.modules.some(({ children }) => [...children.allTests()].length === 0);
  const [module] = failed.modules;
  const outside = module && { name: module.relativeModuleId, message: module.errors()[0]?.message ?? '' };
  const first = failed.tests[0] ?? outside;
  const late = first !== undefined && TIMED_OUT.test(first.message);
  const by = first && `${first.name}\n  ${first.message.split('\n')[0].slice(0, FIRST_MAX)}`;
  return { unloaded, late, by };
}

/** Puts a mutant in and the one before it out: what was transformed of either file is forgotten. */
function put(mutant) {
  for (const one of [current, mutant]) if (one) vitest.invalidateFile(path.resolve(one.file));
  current = mutant;
}

const took = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;
let start = Date.now();
const { by: failing } = await run([...new Set(mutants.flatMap(({ tests }) => tests))]);
if (failing) {
  say(`this fails without a mutant: ${failing}`);
  await vitest.close();
  process.exit(1);
}
say(`no mutant: all tests pass (${took(start)})`);

let survivors = 0;
for (const mutant of mutants) {
  start = Date.now();
  put(mutant);
  const { unloaded, late, by } = await run(mutant.tests);
  const killed = by !== undefined && !unloaded && !late;
  if (!killed) survivors += 1;
  const state = killed ? 'killed' : unloaded ? 'NOT LOADED' : late ? 'TIMED OUT' : 'SURVIVED';
  say(`${state}: ${mutant.what} (${mutant.file}, ${took(start)})${by === undefined ? '' : `\n  by ${by}`}`);
}
await vitest.close();
say(`${mutants.length - survivors} of ${mutants.length} killed`);
process.exit(survivors > 0 ? 1 : 0);
