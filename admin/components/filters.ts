import type { ComponentType } from 'react';
import { valuesOf } from '../providers/records.js';

/** One filter of a list: its name in the address and in the resource's question, and what it can be. */
export interface ListFilter {
  readonly source: string;
  readonly label: string;
  /** Absent, it is any text, which is typed. An empty value among them is what nothing chosen means, in its place. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** Chosen by this field of the menu in place of a select: for more values than a select holds. `choices` name what is chosen. */
  readonly picker?: ComponentType<FilterPickerProps>;
  /** The label where nothing is chosen, such as "Every state". */
  readonly every?: string;
  /** In the menu, however few its values are. */
  readonly folded?: boolean;
  /** True where nothing chosen narrows too, such as the last 30 days: a list that is empty then keeps it. */
  readonly narrows?: true;
  /** True where several of the choices can stand together, with commas between them. */
  readonly several?: boolean;
  /** The filter's name in the service's arguments, where it differs: an error under that name is about this filter's value. */
  readonly argument?: string;
  /** Whether a value can be read, where the choices don't say it; undefined while that isn't known yet. */
  readonly readable?: (value: string, others: Readonly<Record<string, string>>) => boolean | undefined;
}

/** A value that a list was asked for and can't be narrowed by: it is named, and taken out. */
export interface UnreadFilter {
  readonly source: string;
  readonly label: string;
  readonly value: string;
  /** The service's reason, where the service could not read the value. */
  readonly reason?: string;
}

export interface FilterPickerProps {
  /** The chosen value; empty is nothing. */
  readonly value: string;
  readonly every?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Up to so many values stand beside each other as buttons; more are chosen from a menu. */
export const CHIPS_MAX = 5;

/** True for a filter that stands open above the list. */
export const isOpen = ({ choices, folded = false }: ListFilter): boolean =>
  choices !== undefined && !folded && choices.length <= CHIPS_MAX;

/** Whether a filter can have this value; undefined while that isn't known yet. */
export function isReadable(filter: ListFilter, value: string, others: Readonly<Record<string, string>>) {
  const { choices, several = false, readable } = filter;
  if (readable) return readable(value, others);
  const values = several ? (valuesOf(value) ?? []) : [value];
  return choices === undefined || values.every((one) => choices.some(([choice]) => choice === one));
}

/** The label of a filter's value. */
export function labelOfChoice({ choices, several = false }: ListFilter, value: string): string {
  const labels = (several ? (valuesOf(value) ?? []) : [value]).map(
    (one) => choices?.find(([choice]) => choice === one)?.[1] ?? one,
  );
  return labels.join(', ');
}

/** The filters in an address: texts as they stand there. */
export type AddressFilters = Readonly<Record<string, string>>;

/** A filter's value; several, as older addresses repeat them, stand with commas between them. */
const valueIn = (address: URLSearchParams, name: string): string => address.getAll(name).filter(Boolean).join(',');

/** The values of an address that can be read, those that can't, and whether all of that is certain. */
export function readFilters(address: URLSearchParams, known: readonly ListFilter[]) {
  const held = known.flatMap((filter) => {
    const value = valueIn(address, filter.source);
    return value ? [{ filter, value }] : [];
  });
  const values = Object.fromEntries(held.map(({ filter, value }) => [filter.source, value]));
  const read = held.map((one) => ({ ...one, isReadable: isReadable(one.filter, one.value, values) }));
  return {
    filters: Object.fromEntries(
      read.flatMap((one) => (one.isReadable === false ? [] : [[one.filter.source, one.value]])),
    ) satisfies AddressFilters,
    unread: read.filter((one) => one.isReadable === false).map(({ filter, value }) => unreadOf(filter, value)),
    isCertain: read.every((one) => one.isReadable !== undefined),
  };
}

export const unreadOf = ({ source, label }: ListFilter, value: string): UnreadFilter => ({ source, label, value });
