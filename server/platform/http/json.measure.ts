/** How many names, lists and objects one body may hold: 1,000 in each of 50 events. They cost the parser most; numbers in a list cost it next to nothing. */
export const JSON_MEMBERS_MAX = 50_000;

const [QUOTE, BACKSLASH, COLON, BRACKET, BRACE] = [0x22, 0x5c, 0x3a, 0x5b, 0x7b];

/** Counts names, lists and objects in a text of JSON before it is parsed, strings skipped, and no further than one beyond `membersMax`. */
export function measureJson(bytes: Buffer, membersMax = JSON_MEMBERS_MAX): number {
  if (bytes.length <= membersMax) return bytes.length; // each takes a byte
  let members = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === COLON || byte === BRACKET || byte === BRACE) {
      members += 1;
      if (members > membersMax) return members;
    }
  }
  return members;
}

/** Bytes of a string that are looked at one by one, before its end is searched natively: most strings end sooner. */
const SHORT = 64;

/** Where the string that begins there has its closing quote; the text's length where it has none. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const near = Math.min(at + SHORT, bytes.length);
    for (; at < near; at += 1) {
      if (bytes[at] === QUOTE) return at;
      if (bytes[at] === BACKSLASH) at += 1;
    }
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let slashes = 0;
    while (quote - slashes > at && bytes[quote - slashes - 1] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
}
