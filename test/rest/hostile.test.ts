import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isProblemCode, problemCatalog } from '../../server/platform/problem.catalog.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import { freshDatabase } from '../setup/database.js';
import { heapUsed } from '../setup/heap.js';
import { corpus } from '../setup/hostile.corpus.js';
import type { HostileRequest, HostileTarget } from '../setup/hostile.request.js';
import { type HostileAnswer, sendHostile, statusOf, verdictOf } from '../setup/hostile.send.js';
import { countRows } from '../setup/rows.js';
import { openStatementCount, type StatementCount } from '../setup/statements.js';

/**
 * Refused events and the last use of a credential show in the company's own view, and needs that found no tool are counted for reviewers without
 * their questions; everything else stays as it was.
 */
const VIEW = [
  'public.tracking_verdict',
  'public.tracking_refusal',
  'public.tracking_refusal_code',
  'public.credential_use',
  'public.gap_count',
];
const HEAP_GROWTH_MAX = 24 * 1024 * 1024;
const SIDE_BY_SIDE = 8;
/** Asked and written once in some seconds, whichever request comes then: whether the catalog or the newest snapshot has changed, and when credentials were used. */
const SHARED = /\b(catalog_head|adoption_snapshot|credential_use)\b/;
/** Statements that come beside requests at any time: the verdicts and counts of refused events, and of gaps. */
const BESIDE = /^insert into (tracking_(verdict|refusal|refusal_code)|gap_count)\b/;

let app: TestApp;
let statements: StatementCount;
let drop: () => Promise<void>;
let target: HostileTarget;
beforeAll(async () => {
  const database = await freshDatabase('template_demo');
  statements = await openStatementCount(database.url);
  app = await startApp({ databaseUrl: statements.url });
  drop = database.drop;
  const sessionCookie = await signIn(app, app.credentials.users.owner);
  const reviewerCookie = await signIn(app, app.credentials.users.reviewer);
  target = { ...app.credentials, sessionCookie, reviewerCookie, host: new URL(app.url).host };
  await app.app.parts.catalog.read();
});
afterAll(async () => {
  await app.close();
  await statements.close();
  await drop();
});

/** Without what other work has sent meanwhile, whose transactions end in a commit of their own. */
function ownStatements(sent: readonly string[]): string[] {
  const own = sent.filter((text) => !SHARED.test(text) && !BESIDE.test(text.trim()));
  return sent.length === own.length ? own : own.filter((text) => !/^(begin|commit)\b/.test(text.trim()));
}

const send = (one: HostileRequest): Promise<HostileAnswer> =>
  sendHostile({ port: Number(new URL(app.url).port), bytes: one.bytes(target), hangUp: one.hangUp });

describe.each(Object.entries(corpus))('hostile %s', (_name, requests) => {
  let before: unknown;
  beforeAll(async () => {
    before = await countRows(app, VIEW);
  });

  it('have names of their own', () => {
    expect(new Set(requests.map(({ name }) => name)).size).toBe(requests.length);
  });

  it.each(requests)('$name', async (one) => {
    statements.take();
    const answer = await send(one);
    const requested = ownStatements(statements.take());
    const shown = answer.bytes.toString('utf8', 0, 600);
    const verdict = verdictOf(answer);
    expect(answer.unended, shown).toBe(false);
    expect(one.verdicts, shown).toContain(verdict);
    const status = statusOf(answer);
    expect(status, shown).toBeLessThan(500);
    if (isProblemCode(verdict) && status >= 400) expect(status, shown).toBe(problemCatalog[verdict].status);
    expect(answer.bytes.length).toBeLessThanOrEqual(one.answerBytesMax);
    expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(one.statementsMax);
  });

  it('have stored nothing', async () => {
    expect(await countRows(app, VIEW)).toEqual(before);
  });
});

describe('the whole corpus side by side', () => {
  it('leaves the process as it was: ready, and no larger', async () => {
    const all = Object.values(corpus).flat();
    const before = heapUsed();
    for (let at = 0; at < all.length; at += SIDE_BY_SIDE) await Promise.all(all.slice(at, at + SIDE_BY_SIDE).map(send));
    expect(heapUsed() - before).toBeLessThan(HEAP_GROWTH_MAX);
    expect((await ask(`${app.url}/readyz`)).status).toBe(200);
  }, 180_000);
});
