import type { ComponentType } from 'react';

/** One filter of a list: its name in the address and in the resource's question, and what it can be. */
export interface ListFilter {
  readonly source: string;
  readonly label: string;
  /** Absent, it is any text, which is typed. An empty value among them is what nothing chosen means, in its place. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** Chosen by this field of the menu in place of a select: for more values than a select holds. `choices` name what is chosen. */
  readonly picker?: ComponentType<FilterPickerProps>;
  /** What is said where nothing is chosen, such as "Every state". */
  readonly every?: string;
  /** In the menu, however few its values are. */
  readonly folded?: boolean;
  /** True where nothing chosen narrows too, such as the last 30 days: a list that is empty then keeps it. */
  readonly narrows?: true;
}

export interface FilterPickerProps {
  /** What is chosen; empty is nothing. */
  readonly value: string;
  readonly every?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Up to so many values stand beside each other as buttons; more are chosen from a menu. */
export const CHIPS_MAX = 5;

/** True for a filter that stands open above the list. */
export const isOpen = ({ choices, folded = false }: ListFilter): boolean =>
  choices !== undefined && !folded && choices.length <= CHIPS_MAX;

/** What a filter's value is called. */
export const labelOfChoice = ({ choices }: ListFilter, value: string): string =>
  choices?.find(([one]) => one === value)?.[1] ?? value;
