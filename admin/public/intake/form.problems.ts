import { type FieldError, idOf, sentenceOf } from '../components/field.labels.js';
import { controlsOf, type FormControl } from './form.values.js';

/** Shows below each field what is wrong with it, and takes away what no longer is. */
export function showProblems(form: HTMLFormElement, problems: readonly FieldError[]): void {
  for (const wrong of form.querySelectorAll('.wrong[data-checked]')) wrong.remove();
  for (const control of controlsOf(form)) mark(control, '');
  const byPlace = new Map<ReturnType<typeof nearest>, string[]>();
  for (const problem of problems) {
    const place = nearest(form, problem.pointer);
    byPlace.set(place, [...(byPlace.get(place) ?? []), sentenceOf(problem)]);
  }
  for (const [place, sentences] of byPlace) {
    const text = [...new Set(sentences)].join(' ');
    if (place instanceof HTMLFieldSetElement) place.querySelector(':scope > legend')?.after(sentence(text));
    else if (place) mark(place, text);
  }
}

/** The field of a pointer, or the group that it is in; a line of a list has the field of its list. */
function nearest(form: HTMLFormElement, pointer: string): FormControl | HTMLFieldSetElement | null {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const control = controlsOf(form).find(({ name }) => name === at);
    const group = form.querySelector<HTMLFieldSetElement>(`fieldset[data-at="${CSS.escape(at)}"]`);
    if (control ?? group) return control ?? group;
  }
  return null;
}

const sentence = (text: string): HTMLParagraphElement => {
  const element = document.createElement('p');
  element.className = 'wrong';
  element.dataset.checked = '';
  element.textContent = text;
  return element;
};

function mark(control: FormControl, text: string): void {
  const id = `${idOf(control.name)}-error`;
  document.getElementById(id)?.remove();
  const described = `${idOf(control.name)}-hint`;
  if (text === '') {
    control.removeAttribute('aria-invalid');
    control.setAttribute('aria-describedby', described);
    return;
  }
  const element = sentence(text);
  element.id = id;
  control.closest('.field')?.append(element);
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', `${described} ${id}`);
}
