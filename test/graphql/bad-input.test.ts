import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../server/platform/operation.js';
import { ask } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import type { Call } from '../setup/calls.js';
import { type Cast, makeCast } from '../setup/cast.js';
import { expectProblemBody } from '../setup/refusal.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';

let app: SourcedApp;
let cast: Cast;
let calls: Record<string, Call>;
beforeAll(async () => {
  app = await startSourcedApp();
  cast = await makeCast(app);
  calls = callsOf(app, cast);
});
afterAll(() => app.close());

/** Every copy of the variables in which one leaf is another value. */
function withEachLeaf(value: unknown, replacement: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [replacement];
  return Object.entries(value).flatMap(([name, member]) =>
    withEachLeaf(member, replacement).map((changed) =>
      Array.isArray(value)
        ? value.map((item, index) => (String(index) === name ? changed : item))
        : { ...value, [name]: changed },
    ),
  );
}

/** Values that PostgreSQL, its drivers and validators have stumbled over; the rest of the hostile values goes to the events. */
const TRIED = [
  '',
  '\u0000',
  '\ud800',
  'é'.repeat(5_000),
  "' or 1=1 --",
  '__proto__',
  '1e400',
  '0000-00-00T00:00:00Z',
  'ORG_00000000-0000-7000-8000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  null,
  -1,
  1e308,
  [null],
  { a: null },
  JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
];

/** Fuzzed in test/rest, or no GraphQL operation. */
const elsewhere = new Set([
  'trackEvent',
  'dryRunEvent',
  'trackBatch',
  'trackedEvent',
  'exportAdoption',
  'exportAuditLog',
  'exportEvents',
  'uploadCsvImport',
  'uploadCatalogImport',
]);

describe('every operation', () => {
  it.each([...operations.keys()].filter((name) => !elsewhere.has(name)))(
    '%s answers hostile arguments with data or a refusal, never with a failure',
    async (name) => {
      const call = calls[name];
      if (!call) throw new Error(`${name} has no call in calls.catalog.ts`);
      const valid = await call.variables();
      const tried = TRIED.flatMap((value) => withEachLeaf(valid, value).map((variables) => ({ value, variables })));
      // A few at a time: hundreds at once would wait for a connection longer than a request may, on a slow machine.
      for (let at = 0; at < tried.length; at += 8)
        await Promise.all(
          tried.slice(at, at + 8).map(async ({ value, variables }) => {
            const reply = await ask<{ errors?: unknown }>(`${app.url}/graphql`, {
              body: { query: call.document, variables },
              ...cast.callers.owner,
              headers: { origin: app.url },
            });
            const what = `${name} with ${JSON.stringify(value)?.slice(0, 80)}`;
            expect(reply.status, what).toBeLessThan(500);
            if (reply.body.errors) expectProblemBody(reply, what);
          }),
        );
    },
    120_000,
  );
});

/** Texts by which lists are narrowed, which the calls above leave out. */
const NARROWED: readonly (readonly [operation: string, name: string, caller: 'owner' | 'reviewer'])[] = [
  ['events', 'productId', 'owner'],
  ['eventLog', 'productId', 'owner'],
  ['verdicts', 'productId', 'owner'],
  ['csvImports', 'productId', 'owner'],
  ['intakeQueue', 'route', 'reviewer'],
  ['intakeQueue', 'assignee', 'reviewer'],
  ['intakeQueue', 'query', 'reviewer'],
];

describe('a text that PostgreSQL cannot store', () => {
  it.each(NARROWED)('is refused by %s as its %s', async (operation, name, caller) => {
    const own = caller === 'owner' ? 'organizationId: $org, ' : '';
    for (const value of ['\u0000', '\ud800', 'a\u0000b']) {
      const reply = await ask<{ errors?: { extensions: { code: string } }[] }>(`${app.url}/graphql`, {
        body: {
          query: `query (${own ? '$org: ID!, ' : ''}$value: String) { ${operation}(${own}${name}: $value) { __typename } }`,
          variables: { ...(own ? { org: app.credentials.organizationId } : {}), value },
        },
        ...cast.callers[caller],
        headers: { origin: app.url },
      });
      expect(reply.body.errors?.[0]?.extensions.code, JSON.stringify(value)).toBe('VALIDATION_FAILED');
    }
  });
});
