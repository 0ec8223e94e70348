import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// One copy of graphql: Vite would take its .mjs while type-graphql loads the CommonJS one.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };
const shared = {
  setupFiles: ['reflect-metadata'], // a test may load one file of a domain before any that loads it
  pool: 'forks' as const,
  isolate: false, // every file has an application and a database of its own; loading the code again for each would be half the time
  // No test is tried again, in CI neither: one that passes only then depends on how fast the machine is, and the run has to say so.
  retry: 0,
  // Each of these only ends what hangs. No promise is measured by it: whoever waits does so for a state, and a busy machine is slow.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
};

const BROWSER = ['test/setup/browser.unpack.ts'];
/** Tests that start processes and browsers take long: two starts of the whole service were three minutes on a machine with twelve other processes. */
const processes = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

const FAST = 'test/{rules,rest,graphql,contract,regressions,mcp,clients}/**/*.test.ts';
/**
 * These put thousands of inputs, every list or every credential, or whole installations of the clients, to code that a test of the fast project
 * has too; or they are about what few installations have: single sign-on, second factors, contracts of enterprises, a cluster, standbys.
 */
const WIDE = [
  'test/{rules,rest,regressions}/**/*{hostile,.fuzz}*.test.ts',
  'test/{graphql,rest}/bad-input.test.ts',
  'test/graphql/lists.*.test.ts',
  'test/contract/{token.matrix,distributed-statements}.test.ts',
  'test/graphql/{enterprise-*,erasure,intake.background,project-evidence,relay}.test.ts',
  'test/rest/auth.{commands,enforcement,factor-reset,passkeys,provider-factor,second-factor,single-sign-on}.test.ts',
  'test/rest/{catalog.verify,csv-import.work,directory-replicas,intake-contract,measures.refresh,places,providers.faults,secret-rotation,spending.rates}.test.ts',
  'test/rules/publication.{attack,attacker,flips}.test.ts',
  'test/rules/{search.judged,stack.quality}.test.ts',
  'test/rest/adoption-twins.test.ts',
  'test/mcp/{size,enterprise-size,refusal-size}.test.ts',
  'test/clients/**/*.test.ts',
];
const LONG = ['test/{admin,faults}/**/*.test.ts', 'test/mcp/**/*.process.test.ts'];
/** A company's, a builder's and a newcomer's page, a fault for each kind of loss, and MCP as a process. */
const STORIES = [
  'test/admin/{company-home,entrance,workbench}.test.ts',
  'test/faults/{drain,event-store,gateway.kill,race}.test.ts',
  'test/mcp/{stdio,usage-receipts}.process.test.ts',
];
const ADOPTION_WORLD = 'test/graphql/adoption-world.test.ts';
/** These are run by themselves, or have a project of their own. */
const APART = ['test/mcp/inspector.process.test.ts', 'test/faults/release.test.ts'];
const SOAK = 'test/faults/clients.soak.test.ts';

/**
 * `fast` is what `npm run check` runs; `npm test` adds `slow`, and stays within eight minutes on two processors. `npm run test:full` is
 * everything else: `full` has the other pages and faults and what tries many inputs, `large` adoption over a large world, the inspector's
 * command line, and the release, which is built for it once more unless RELEASE_FILE names one. `.ci/run` runs both commands.
 * `screenshots` is `npm run screenshots`: a picture of every page at 1280 and 390 pixels in both themes.
 */
export default defineConfig({
  resolve,
  test: {
    globalSetup: ['test/setup/template-database.ts'], // one server for the run, whichever projects it has
    maxWorkers: Math.max(3, availableParallelism() - 1), // a file waits for its browser, database or a deadline for two fifths of its time
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'fast',
          include: [FAST],
          exclude: [...LONG, ...WIDE],
          provide: { worldEvents: 5_000 },
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'slow',
          include: STORIES,
          globalSetup: BROWSER,
          provide: { views: 'four' },
          ...processes,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'full',
          include: [...LONG, ...WIDE],
          exclude: [...STORIES, ...APART, SOAK],
          globalSetup: BROWSER,
          provide: { views: 'four', worldEvents: 5_000 },
          ...processes,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'large',
          include: [ADOPTION_WORLD, ...APART],
          provide: { worldEvents: 100_000 },
          ...processes,
        },
      },
      {
        resolve,
        test: { ...shared, name: 'soak', include: [SOAK], provide: { worldEvents: 5_000 }, ...processes },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'screenshots',
          include: ['test/admin/**/*.test.ts'],
          env: { SCREENSHOT_DIR: process.env.SCREENSHOT_DIR ?? 'screenshots' },
          globalSetup: BROWSER,
          provide: { views: 'screenshots' },
          ...processes,
        },
      },
    ],
  },
});
