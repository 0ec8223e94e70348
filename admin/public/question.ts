import type { Place } from './page.js';
import { addressAt } from './visit.js';

/** The searched words, without white space around them. */
export const requestedOf = ({ query }: Place): string => query.get('q')?.trim() ?? '';

/** The values of one filter in the address, each once. */
export const valuesOf = ({ query }: Place, name: string): string[] =>
  [...new Set(query.getAll(name))].filter((value) => value !== '').sort();

/** The address with a value of a filter added, or taken out where it is there; it begins at the first page again. */
export function toggled({ path, query }: Place, name: string, value: string): string {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  if (next.has(name, value)) next.delete(name, value);
  else next.append(name, value);
  return addressAt(path, next);
}

/** The address with one value of a filter of which only one is possible, or without it where it is there. */
export function switched({ path, query }: Place, name: string, value: string): string {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  if (next.get(name) === value) next.delete(name);
  else next.set(name, value);
  return addressAt(path, next);
}

/** The address with the question alone. */
export function unfiltered({ path, query }: Place): string {
  const q = query.get('q');
  return addressAt(path, new URLSearchParams(q ? { q } : {}));
}

/** The directory with one question or filter. */
export const directoryAt = (set: Readonly<Record<string, string>> = {}): string =>
  addressAt('/directory', new URLSearchParams(set));

/** The address at which tools are compared: their slugs in one order, whatever order they come in. */
export const compareAt = (slugs: readonly string[]): string =>
  `/compare/${[...slugs].sort().map(encodeURIComponent).join('-vs-')}`;

/** The slugs in the address of a comparison. */
export const comparedIn = ({ params: { tools = '' } }: Pick<Place, 'params'>): string[] => tools.split('-vs-');
