import { invalid } from '../../platform/fault.js';

/** Filters without order and repetition, so that the same question has one receipt and one ETag; empty ones are left out. */
export function normalizedFilters(filters: object): Record<string, string[]> {
  const given = Object.entries(filters).filter(
    (entry): entry is [string, string[]] => Array.isArray(entry[1]) && entry[1].length > 0,
  );
  const sorted = given.map(([name, values]): [string, string[]] => [name, [...new Set(values)].toSorted()]);
  return Object.fromEntries(sorted.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Refuses categories that no tool has, with a pointer below `at` and the known ones as hint. */
export function refuseUnknownCategories(
  { categories }: { readonly categories: ReadonlySet<string> },
  filters: Readonly<Record<string, readonly string[]>>,
  at = '',
): void {
  const unknown = (filters.category ?? []).filter((category) => !categories.has(category));
  if (unknown.length)
    throw invalid(
      unknown.map(() => ({
        pointer: `${at}/category`,
        code: 'not_allowed',
        detail: 'no tool has this category',
        hint: `one of ${[...categories].toSorted().join(', ')}`,
      })),
    );
}
