import { eventNamePattern, lengthMax } from '../catalog/index.js';

/** Longer names are not worth rewriting: they could not become an event name. */
const readMax = 4 * lengthMax.eventName;
const upperSnake = /^[A-Z][A-Z0-9_]*$/;
const eventName = new RegExp(eventNamePattern);

/**
 * A CDP event name in upper snake case (`Order Completed` and `orderCompleted` become `ORDER_COMPLETED`; accents are dropped), or null when
 * it cannot be written as an event name without losing letters: other scripts, a digit first, or over 100 characters.
 */
export function upperSnakeName(name: string): string | null {
  if (name.length > readMax) return null;
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const split = upperSnake.test(plain)
    ? plain
    : plain.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2');
  const upper = split.toUpperCase();
  if (/(?![A-Z0-9])[\p{L}\p{N}]/u.test(upper)) return null;
  const words = upper.replace(/[^A-Z0-9]+/g, '_').replace(/^_|_$/g, '');
  return words.length <= lengthMax.eventName && eventName.test(words) ? words : null;
}
