import { idOf, labelOf } from '../components/field.labels.js';
import type { FormValues } from './form.values.js';

const ROWS_OF = 'fieldset[data-rows]';

const rowsIn = (group: Element): HTMLFieldSetElement[] => [
  ...group.querySelectorAll<HTMLFieldSetElement>(':scope > fieldset[data-row]'),
];

/** Adds an empty row to a list of the form and answers it; null where the contract takes no more. */
export function addRow(group: HTMLElement): HTMLFieldSetElement | null {
  const rows = rowsIn(group);
  const last = rows.at(-1);
  const { rows: pointer = '', rowsMax } = group.dataset;
  if (!last || rows.length >= Number(rowsMax)) return null;
  const next = last.cloneNode(true) as HTMLFieldSetElement; // a clone is of the class of its source
  const [from, to] = [`${pointer}/${rows.length - 1}`, `${pointer}/${rows.length}`];
  for (const element of [next, ...next.querySelectorAll('*')]) renumber(element, from, to);
  for (const wrong of next.querySelectorAll('.wrong')) wrong.remove();
  for (const control of next.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    control.value = '';
    control.required = false;
    control.removeAttribute('aria-invalid');
  }
  const legend = next.querySelector('legend');
  if (legend) legend.textContent = `${labelOf(pointer.slice(pointer.lastIndexOf('/') + 1))}, ${rows.length + 1}`;
  last.after(next);
  const button = group.querySelector<HTMLButtonElement>(':scope > p > button[name="more"]');
  if (button) button.hidden = rows.length + 1 >= Number(rowsMax);
  return next;
}

function renumber(element: Element, from: string, to: string): void {
  for (const attribute of [...element.attributes])
    if (['name', 'data-row', 'data-at'].includes(attribute.name)) attribute.value = attribute.value.replace(from, to);
    else if (['id', 'for', 'aria-describedby'].includes(attribute.name))
      attribute.value = attribute.value.replaceAll(`${idOf(from)}-`, `${idOf(to)}-`);
}

/** Adds the rows that the values need. */
export function makeRoom(form: HTMLFormElement, values: FormValues): void {
  for (const group of form.querySelectorAll<HTMLElement>(ROWS_OF)) {
    const start = `${group.dataset.rows}/`;
    const numbers = Object.keys(values).flatMap((name) =>
      name.startsWith(start) ? [Number.parseInt(name.slice(start.length), 10)] : [],
    );
    const needed = Math.max(-1, ...numbers.filter(Number.isInteger)) + 1;
    while (rowsIn(group).length < needed && addRow(group));
  }
}

/** The field that the server's problem is about: the server reads the rows without the blank ones between them. */
export function placeOf(form: HTMLFormElement, values: FormValues, pointer: string): string {
  for (const group of form.querySelectorAll<HTMLElement>(ROWS_OF)) {
    const start = `${group.dataset.rows}/`;
    if (!pointer.startsWith(start)) continue;
    const filled = rowsIn(group).flatMap(({ dataset: { row = '' } }) =>
      Object.keys(values).some((name) => name.startsWith(`${row}/`)) ? [row] : [],
    );
    const [number = '', ...rest] = pointer.slice(start.length).split('/');
    const row = filled[Number(number)];
    return row === undefined ? pointer : [row, ...rest].join('/');
  }
  return pointer;
}
