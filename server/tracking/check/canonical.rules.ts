import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { isRecord } from '../../platform/json.rules.js';

/** Stands for a value whose names JavaScript would not keep in order. */
const disordered = Symbol('disordered');
const startsWithDigit = (name: string): boolean => name >= '0' && name < ':';

/** A copy with every object's names in the order of RFC 8785. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(ordered);
    return items.includes(disordered) ? disordered : items;
  }
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = ordered(value[name]);
    if (member === disordered || startsWithDigit(name)) return disordered;
    copy[name] = member;
  }
  return copy;
}

/**
 * The RFC 8785 form of a value that `inspectContent` found to be JSON (finite numbers, no lone surrogates, bounded depth, no `__proto__`).
 * JavaScript writes text and numbers as the RFC wants, so an ordered copy is enough, in a third of the time of the package `canonicalize`;
 * that one does the rest: objects put names that are whole numbers first, whatever the order. The tests compare both.
 */
export function canonicalJson(value: unknown): string {
  const copy = ordered(value);
  return (copy === disordered ? canonicalize(value) : JSON.stringify(copy)) ?? 'null';
}

/** SHA-256 of a canonical form: the fingerprint that decides between a duplicate and a conflict under a used key. */
export const digestOf = (canonical: string): Buffer => hash('sha256', canonical, 'buffer');
