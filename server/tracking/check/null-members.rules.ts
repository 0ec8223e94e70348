import { isRecord } from '../../platform/json.rules.js';
import { eventSchema } from '../catalog/index.js';

/** The members of one object of an event, with those of the objects inside it; `metadata` keeps what it holds. */
interface Members {
  readonly [name: string]: Members | null;
}

const membersOf = (schema: object): Members =>
  'properties' in schema && isRecord(schema.properties)
    ? Object.fromEntries(
        Object.entries(schema.properties).map(([name, member]) => [
          name,
          name !== 'metadata' && isRecord(member) && 'properties' in member ? membersOf(member) : null,
        ]),
      )
    : {};
const EVENT = membersOf(eventSchema);

/**
 * The event without the members that are null, which are absent (decisions §2), outside of metadata, where a null is kept. Members that the
 * schema does not know stay, to be refused. An event without a null is answered as it is.
 */
export const withoutNulls = (event: Record<string, unknown>): Record<string, unknown> => withoutNullsOf(event, EVENT);

function withoutNullsOf(value: Record<string, unknown>, known: Members): Record<string, unknown> {
  let copy: Record<string, unknown> | null = null;
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(known, name)) continue;
    const member = value[name];
    const inside = known[name];
    if (member === null) {
      copy ??= { ...value };
      delete copy[name];
    } else if (inside && isRecord(member)) {
      const rest = withoutNullsOf(member, inside);
      if (rest === member) continue;
      copy ??= { ...value };
      copy[name] = rest;
    }
  }
  return copy ?? value;
}

/** The event as its rules look at it: a null in the receipt of its metadata counts as absent, at any depth. */
export function withoutReceiptNulls(event: Record<string, unknown>): Record<string, unknown> {
  const { metadata } = event;
  if (!isRecord(metadata) || metadata.usageReceipt === undefined) return event;
  const receipt = withoutAnyNull(metadata.usageReceipt);
  if (receipt === metadata.usageReceipt && receipt !== null) return event;
  const { usageReceipt: _sent, ...others } = metadata;
  return { ...event, metadata: receipt === null ? others : { ...others, usageReceipt: receipt } };
}

function withoutAnyNull(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const rest = Object.entries(value).map(([name, member]) => [name, withoutAnyNull(member)] as const);
  if (rest.every(([name, member]) => member !== null && member === value[name])) return value;
  return Object.fromEntries(rest.filter(([, member]) => member !== null));
}
