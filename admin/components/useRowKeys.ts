import { useKeys } from './keys.js';

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-record]')];

/** The link of a row, in a table as on cards. */
const linkOf = (row: HTMLElement): HTMLElement | null => row.querySelector('a');
/** The element that the keys focus in a row: its link, else the first act that can be done with it. */
const stopOf = (row: HTMLElement): HTMLElement | null => linkOf(row) ?? row.querySelector('button:not(:disabled)');

/** The row that has the focus, by its link. */
export const focusedRow = (): HTMLElement | undefined =>
  rows()
    .flatMap((row) => linkOf(row) ?? [])
    .find((link) => link === document.activeElement);

/** Moves the focus between the rows, to the first one from anywhere else. */
function focusRow(step: 1 | -1): void {
  const walked = rows().filter(stopOf);
  const focused = walked.findIndex((row) => row.contains(document.activeElement));
  const next = walked[focused < 0 ? 0 : focused + step];
  (next && stopOf(next))?.focus();
}

function openRow(): void {
  const [first] = rows();
  (focusedRow() ?? (first && linkOf(first)))?.click();
}

/** The keys of a list. */
const ROW_KEYS = [
  { key: 'j', label: 'Next row', run: () => focusRow(1) },
  { key: 'k', label: 'Previous row', run: () => focusRow(-1) },
  { key: 'o', label: 'Open the row', run: openRow },
];

/** Lets a list be walked by single keys. */
export const useRowKeys = (): void => useKeys(ROW_KEYS);
