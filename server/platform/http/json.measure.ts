/** How many names, lists and objects one body may hold: 1,000 in each of 50 events. They cost the parser most; numbers in a list cost it next to nothing. */
export const JSON_MEMBERS_MAX = 50_000;

const [QUOTE, BACKSLASH, COLON, BRACKET, BRACE] = [0x22, 0x5c, 0x3a, 0x5b, 0x7b];

/** Counts names, lists and objects in a text of JSON before it is parsed, strings skipped, and no further than one beyond `membersMax`. */
export function measureJson(bytes: Buffer, membersMax = JSON_MEMBERS_MAX): number {
  if (bytes.length <= membersMax) return bytes.length; // each takes a byte
  let members = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte === COLON || byte === BRACKET || byte === BRACE) {
      members += 1;
      if (members > membersMax) return members;
    }
  }
  return members;
}
