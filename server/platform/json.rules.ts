/** A member name longer than this is not repeated in an answer: its parent is pointed at instead. */
const nameLengthMax = 128;
const unprintable = /[\p{Cc}\p{Cs}]/u;

/**
 * The RFC 6901 pointer of a member. A name that is very long, or that PostgreSQL could not store in a verdict (control characters,
 * half a surrogate pair), is not repeated: the pointer then stops at the parent.
 */
export function pointerTo(parent: string, name: string | number): string {
  if (typeof name === 'number') return `${parent}/${name}`;
  if (name.length > nameLengthMax || unprintable.test(name)) return parent;
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The pointer of a path of names and indexes, from the root. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(pointerTo, '');
}

/** Cuts a pointer before the first of `names` (member names that themselves hold a credential), so that no answer repeats one. */
export function pointerWithout(pointer: string, names: ReadonlySet<string>): string {
  const segments = pointer.split('/');
  const cut = segments.findIndex((segment) => names.has(segment.replaceAll('~1', '/').replaceAll('~0', '~')));
  return cut === -1 ? pointer : segments.slice(0, cut).join('/');
}

/** True for an object that JSON can express: not an array, not null, not an instance of a class. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An object with these members of another alone. */
export const membersNamed = <T extends object, N extends keyof T>(from: T, names: readonly N[]): Pick<T, N> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, N>;
