import type { AcceptedEvent, CheckMode, KeyBinding, RefusedEvent } from '../../server/tracking/catalog/event.types.js';
import { checkEvent } from '../../server/tracking/check/event.rules.js';

export const now = new Date('2026-11-20T12:00:00.000Z');

export const binding: KeyBinding = {
  productId: 'unlocker-api',
  aliases: ['unlocker'],
  productName: 'Unlocker API',
  productType: 'api',
  vendorDomain: 'vendor.example',
};

/** A valid event; the test says only what it cares about. */
export const eventWith = (members: Record<string, unknown> = {}): Record<string, unknown> => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'dev_42',
  product: { id: 'unlocker-api', name: 'Unlocker API', type: 'api' },
  idempotencyKey: 'k-1',
  ...members,
});

export const without = (event: Record<string, unknown>, ...names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name)));

export const check = (raw: unknown, mode: CheckMode = 'store') => checkEvent(raw, binding, now, mode);

export function accepted(raw: unknown, mode: CheckMode = 'store'): AcceptedEvent {
  const checked = check(raw, mode);
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.problems)}`);
  return checked;
}

export function refused(raw: unknown, mode: CheckMode = 'store'): RefusedEvent {
  const checked = check(raw, mode);
  if (checked.ok) throw new Error('accepted what should be refused');
  return checked;
}

/** `pointer code` of every problem, sorted: what a caller's program would look at. */
export const codesOf = (raw: unknown, mode: CheckMode = 'store'): string[] =>
  refused(raw, mode)
    .problems.map(({ pointer, code }) => `${pointer} ${code}`)
    .sort();

/** A seeded generator of numbers from 0 to 1 (mulberry32): a failing run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: () => number, items: readonly [T, ...T[]]): T =>
  items[Math.floor(random() * items.length)] ?? items[0];
