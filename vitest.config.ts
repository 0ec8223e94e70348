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
const ADOPTION_WORLD = 'test/graphql/adoption-world.test.ts';
const INSPECTOR = 'test/mcp/inspector.process.test.ts';
const RELEASE = 'test/faults/release.test.ts';
const SOAK = 'test/faults/clients.soak.test.ts';

/**
 * `fast` is what `npm run check` runs; `slow` has the browser, the faults and MCP as a process. `npm test` runs both.
 * `views` and `full` are `npm run test:full`: every page in the two views that `npm test` leaves, named by how many pixels it is wide, beside adoption over a
 * large world, the inspector's command line, and the release, which is built for it once more. `.ci/run` looks at all four views in `npm test`
 * (`TEST_VIEWS=four`) and runs `full` alone, with the release that it has built (`RELEASE_FILE`).
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
          include: ['test/{rules,rest,graphql,contract,regressions,mcp,clients}/**/*.test.ts'],
          exclude: ['test/mcp/**/*.process.test.ts'],
          provide: { worldEvents: 5_000 },
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'slow',
          include: ['test/{admin,faults}/**/*.test.ts', 'test/mcp/**/*.process.test.ts'],
          exclude: [INSPECTOR, RELEASE, SOAK],
          globalSetup: BROWSER,
          provide: { views: process.env.TEST_VIEWS === 'four' ? 'four' : 'two' },
          ...processes,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'views',
          include: ['test/admin/**/*.test.ts'],
          globalSetup: BROWSER,
          provide: { views: 'others' },
          ...processes,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'full',
          include: [ADOPTION_WORLD, INSPECTOR, RELEASE],
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
