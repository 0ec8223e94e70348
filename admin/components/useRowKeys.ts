import { useKeys } from './keys.js';

/** The links of the list's rows, in a table as on cards. */
const rowLinks = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main [data-record] a')].filter(isFirst);
const isFirst = (link: HTMLElement): boolean => link.closest('[data-record]')?.querySelector('a') === link;

/** The row that has the focus, by its link. */
export const focusedRow = (): HTMLElement | undefined => rowLinks().find((link) => link === document.activeElement);

/** Moves the focus between the rows, to the first one from anywhere else. */
function focusRow(step: 1 | -1): void {
  const links = rowLinks();
  const focused = focusedRow();
  (focused ? links[links.indexOf(focused) + step] : links[0])?.focus();
}

/** The keys of a list whose rows lead somewhere. */
const ROW_KEYS = [
  { key: 'j', label: 'Next row', run: () => focusRow(1) },
  { key: 'k', label: 'Previous row', run: () => focusRow(-1) },
  { key: 'o', label: 'Open the row', run: () => (focusedRow() ?? rowLinks()[0])?.click() },
];

/** Lets a list be walked by single keys. */
export const useRowKeys = (): void => useKeys(ROW_KEYS);
