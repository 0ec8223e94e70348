import { byteLength, canonicalText, EVENT_BYTES_MAX, TooLarge } from './canonical.js';
import type { DropReason, Product } from './event.types.js';

/** An event in its final form, or the reason why it has none. */
export type Prepared =
  | { readonly ok: true; readonly key: string; readonly text: string; readonly bytes: number }
  | { readonly ok: false; readonly key: string; readonly reason: DropReason };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Gives an event its key and its time, and writes its bytes: once, so that each attempt sends the same. It never throws. */
export function prepareEvent(event: unknown, product: Product | undefined, now: number): Prepared {
  let key = '';
  try {
    if (!isRecord(event)) return { ok: false, key, reason: 'not_json' };
    const { occurredAt, ...rest } = event;
    const given = rest.idempotencyKey ?? rest.event_id ?? null;
    key = given === null ? crypto.randomUUID() : String(given);
    const members = {
      ...rest,
      ...(rest.product === undefined && product !== undefined ? { product } : {}),
      ...(occurredAt === null ? {} : { occurredAt: occurredAt ?? new Date(now) }),
      ...(given === null ? { idempotencyKey: key } : {}),
    };
    const text = canonicalText(members);
    const bytes = byteLength(text);
    return bytes > EVENT_BYTES_MAX ? { ok: false, key, reason: 'too_large' } : { ok: true, key, text, bytes };
  } catch (error) {
    return { ok: false, key, reason: error instanceof TooLarge ? 'too_large' : 'not_json' };
  }
}
