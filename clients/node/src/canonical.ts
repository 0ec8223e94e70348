/** The most bytes that the service takes for one event. */
export const EVENT_BYTES_MAX = 32 * 1024;
const DEPTH_MAX = 64;

export class NotJson extends Error {}
export class TooLarge extends Error {}

/**
 * Writes a value in the canonical form of RFC 8785. Stops as soon as the text is longer than an event may be, so that a large value costs
 * no more than a small one.
 */
export function canonicalText(value: unknown): string {
  const parts: string[] = [];
  let length = 0;
  const put = (text: string): void => {
    length += text.length;
    if (length > EVENT_BYTES_MAX) throw new TooLarge();
    parts.push(text);
  };
  const write = (one: unknown, depth: number): void => {
    const plain = plainOf(one);
    if (depth > DEPTH_MAX) throw new NotJson();
    if (typeof plain === 'string') {
      if (plain.length > EVENT_BYTES_MAX) throw new TooLarge();
      put(JSON.stringify(plain));
    } else if (plain === null || plain === undefined) put('null');
    else if (typeof plain === 'number') {
      if (!Number.isFinite(plain)) throw new NotJson();
      put(JSON.stringify(plain));
    } else if (typeof plain === 'boolean') put(String(plain));
    else if (Array.isArray(plain)) {
      put('[');
      for (let at = 0; at < plain.length; at += 1) {
        if (at > 0) put(',');
        write(plain[at], depth + 1);
      }
      put(']');
    } else if (typeof plain === 'object') {
      put('{');
      let first = true;
      for (const name of Object.keys(plain).sort()) {
        const member: unknown = (plain as Record<string, unknown>)[name];
        if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
        if (!first) put(',');
        first = false;
        if (name.length > EVENT_BYTES_MAX) throw new TooLarge();
        put(JSON.stringify(name));
        put(':');
        write(member, depth + 1);
      }
      put('}');
    } else throw new NotJson();
  };
  write(value, 0);
  return parts.join('');
}

function plainOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) throw new NotJson(); // bytes have no form in JSON, and listing their indexes would take long
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === 'function' ? toJSON.call(value) : value;
}

const encoder = new TextEncoder();

export const byteLength = (text: string): number => encoder.encode(text).length;
