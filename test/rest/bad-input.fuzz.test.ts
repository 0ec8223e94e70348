import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { track as trackShim } from '../../rest-shims/api/usage/track.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { unique } from '../setup/cast.js';
import { mutated, seeded } from '../setup/hostile.js';
import { makeEvent } from '../setup/make.js';
import { expectProblemBody, expectRefusal } from '../setup/refusal.js';
import { countRows } from '../setup/rows.js';

const SEED = 20_261_120;
const ROUNDS = 150;
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Tracked {
  tracked?: boolean;
  duplicate?: boolean;
}
const events = (seed: number): unknown[] => {
  const random = seeded(seed);
  return Array.from({ length: ROUNDS }, (_one, index) => {
    const valid = makeEvent(app, {
      idempotencyKey: `fuzz-${seed}-${index}-${unique()}`,
      account_domain: 'customer.example',
      context: { attribution: { campaignId: 'c', source: 's' } },
      occurredAt: '2026-01-02T03:04:05Z',
      projectId: 'prj_x',
      metadata: {
        list: [1, { deep: 'x' }],
        usageReceipt: { receiptType: 'model_call', inputTokens: 3, costCents: 0.5 },
      },
    });
    let event: unknown = valid;
    for (let changes = 0; changes <= index % 3; changes += 1) event = mutated(event, random);
    return event;
  });
};
const storedEvents = async () => (await countRows(app))['public.tracking_event'] ?? 0;
/** The answers that say an event was stored now; a refusal is checked, anything else fails. */
function countStored(answers: Awaited<ReturnType<typeof ask<Tracked>>>[], what: string): number {
  for (const [index, answer] of answers.entries())
    if (answer.status >= 300) expectRefusal(answer, `${what} ${SEED}/${index}`);
  return answers.filter(({ status, body }) => status === 200 && body.tracked && !body.duplicate).length;
}
const send = <T>(path: string, body: unknown) =>
  ask<T>(`${app.url}/api/usage/${path}`, { token: app.credentials.trackingKey, body: JSON.stringify(body) });

describe(`events changed at random (seed ${SEED})`, () => {
  it('are stored or refused by track, never both and never a failure', async () => {
    const before = await storedEvents();
    const answers = await Promise.all(events(SEED).map((event) => send<Tracked>('track', event)));
    const stored = countStored(answers, 'track');
    expect(stored).toBeGreaterThan(5);
    expect(stored).toBeLessThan(ROUNDS - 20);
    expect(await storedEvents()).toBe(before + stored);
  });

  it('are judged by a dry-run as track judges them, and stored by neither a second time', async () => {
    const all = events(SEED + 1);
    const dry = await Promise.all(all.map((event) => send<{ wouldBe?: string }>('track/dry-run', event)));
    const real = await Promise.all(all.map((event) => send<Tracked>('track', event)));
    countStored(real, 'dry-run');
    for (const [index, { status, body }] of dry.entries()) {
      if (status !== 202)
        expectRefusal(dry[index] ?? { status: 0, headers: {}, text: '' }, `dry-run ${SEED + 1}/${index}`);
      if (real[index]?.status === 200)
        expect([status, body.wouldBe], JSON.stringify(all[index])).toEqual([202, 'tracked']);
    }
  });

  it('in batches have each their own verdict', async () => {
    const all = events(SEED + 2);
    const before = await storedEvents();
    let stored = 0;
    for (let at = 0; at < all.length; at += 50) {
      const part = all.slice(at, at + 50);
      const reply = await send<{ results: Tracked[]; summary: { tracked: number; received: number } }>('track/batch', {
        events: part,
      });
      expect([200, 207, 400], reply.text.slice(0, 300)).toContain(reply.status);
      expect(reply.body.results).toHaveLength(part.length);
      stored += reply.body.summary.tracked;
    }
    expect(await storedEvents()).toBe(before + stored);
  });

  it('are stored or refused through GraphQL too', async () => {
    const before = await storedEvents();
    const answers = await Promise.all(
      events(SEED + 3).map((event) =>
        ask<{ data?: { reply?: Tracked | null }; errors?: unknown }>(`${app.url}/graphql`, {
          token: app.credentials.trackingKey,
          body: JSON.stringify({ query: trackShim.document, variables: { event } }),
        }),
      ),
    );
    for (const [index, answer] of answers.entries())
      if (answer.body.errors) expectProblemBody(answer, `graphql ${SEED + 3}/${index}`);
    const stored = answers.filter(({ body: { data } }) => data?.reply?.tracked && !data.reply.duplicate).length;
    expect(stored).toBeGreaterThan(5);
    expect(await storedEvents()).toBe(before + stored);
  });
});
