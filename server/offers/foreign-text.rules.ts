/** Invisible marks and marks that turn the reading direction: a foreign text must read as it looks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]+/gu;

/** A foreign text as plain text of 1 to `max` characters in one line, or null for any other value. A longer one is cut and ends in "…". */
export function plainText(value: unknown, max: number): string | null {
  if (typeof value !== 'string') return null;
  const line = value
    .slice(0, max * 4)
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return null;
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .replaceAll('\ufffd', '')
        .trimEnd()}…`;
}

/** An object of a foreign file: its members may have any type. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of an object of a foreign file; empty for any other value. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** The items of a list of a foreign file, at most `max`; empty for any other value. */
export const itemsOf = (value: unknown, max: number): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]).slice(0, max) : [];
