/** Stands in hostile requests where a value is; no answer may repeat it. */
export const MARK = 'mark7Zq9';

/** A small generator of numbers that are the same in every run (mulberry32), so that a finding can be found again. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const nested = (levels: number): unknown => (levels === 0 ? MARK : [nested(levels - 1)]);

/** Strings that have broken something somewhere. */
export const hostileStrings: string[] = [
  '',
  ' ',
  '\u0000',
  `${MARK}\u0000`,
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e\u200b',
  'x'.repeat(300),
  'é'.repeat(5_000),
  '💩'.repeat(100),
  "' or 1=1 --",
  '"; drop table tracking_event; --',
  '%00%s%n%x',
  '${jndi:ldap://a}',
  '{{7*7}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '1e400',
  '-0',
  '2026-02-30T25:61:61Z',
  '0000-00-00T00:00:00Z',
  'org_00000000-0000-7000-8000-000000000000',
  'ORG_00000000-0000-7000-8000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  '\r\nSet-Cookie: a=b',
];

/** Values of every kind that JSON can hold, and some that it can hardly. */
export const hostileValues: unknown[] = [
  ...hostileStrings,
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  Number.MAX_SAFE_INTEGER + 1,
  1e308,
  -Number.MIN_VALUE,
  [],
  [null],
  [[]],
  {},
  { a: null },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"toString":1,"valueOf":2,"constructor":3}'),
  nested(20),
  nested(3_000),
  Array.from({ length: 2_000 }, () => 1),
  Object.fromEntries(Array.from({ length: 500 }, (_one, index) => [`k${index}`, index])),
];

/** A copy of a JSON value with one leaf, member or item somewhere in it replaced, added, renamed or taken out. */
export function mutated(value: unknown, random: () => number): unknown {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  if (typeof value !== 'object' || value === null || random() < 0.15) return pick(hostileValues);
  if (Array.isArray(value)) {
    const at = Math.floor(random() * (value.length + 1));
    return [...value.slice(0, at), mutated(value[at], random), ...value.slice(at + 1)];
  }
  const members = Object.entries(value);
  const way = random();
  const chosen = pick(members)?.[0];
  if (way < 0.15 || chosen === undefined)
    return Object.fromEntries([...members, [pick(hostileStrings), pick(hostileValues)]]);
  if (way < 0.3) return Object.fromEntries(members.filter(([name]) => name !== chosen));
  if (way < 0.4)
    return Object.fromEntries(members.map(([name, member]) => [name === chosen ? pick(hostileStrings) : name, member]));
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === chosen ? mutated(member, random) : member]),
  );
}
