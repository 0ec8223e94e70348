/** A member that differs between two contents, by its JSON pointer; an absent one is null. */
export interface ContentChange {
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The members that differ, in the order of the newer content, then those that are gone; objects and lists are compared member by member. */
export function changesOf(before: unknown, after: unknown, pointer = ''): ContentChange[] {
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].flatMap((name) =>
      changesOf(memberOf(before, name), memberOf(after, name), `${pointer}/${escaped(name)}`),
    );
  }
  const [old, now] = [before ?? null, after ?? null];
  return !isBranch(old) && !isBranch(now) && old === now ? [] : [{ pointer, before: old, after: now }];
}

const memberOf = (value: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;
