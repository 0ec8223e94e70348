import type { FieldProblem } from '../catalog/index.js';
import { checkEvent } from './event.rules.js';

/** The product of a tracking key, as its events must name it. */
export interface ProductOfKey {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Lists the problems for which the tracking paths would refuse each mapped event; the list is empty for an event that they would take. */
export function checkMapped(events: readonly unknown[], product: ProductOfKey, now: Date): FieldProblem[][] {
  const binding = {
    productId: product.id,
    aliases: [],
    productName: product.name,
    productType: product.type,
    vendorDomain: null,
  };
  const fingerprints = new Map<string, Buffer>();
  return events.map((raw) => {
    const checked = checkEvent(raw, binding, now, 'store');
    if (!checked.ok) return checked.problems;
    const { idempotencyKey, fingerprint } = checked.event;
    const first = fingerprints.get(idempotencyKey) ?? fingerprint;
    fingerprints.set(idempotencyKey, first);
    if (first.equals(fingerprint)) return [];
    return [{ pointer: '/idempotencyKey', code: 'conflict', detail: 'an event before it has this key and differs' }];
  });
}
