/** How many values one body may hold: a batch of 50 events with 500 members each. Names that all differ cost the parser most. */
export const JSON_VALUES_MAX = 25_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Counts the values in a text of JSON before it is parsed, strings skipped, and no further than one beyond `valuesMax`; the empty list counts, too. */
export function measureJson(bytes: Buffer, valuesMax = JSON_VALUES_MAX): number {
  if (bytes.length <= valuesMax) return bytes.length; // each value takes a byte
  let values = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte === COMMA || byte === BRACKET || byte === BRACE) {
      values += 1;
      if (values > valuesMax) return values;
    }
  }
  return values;
}
