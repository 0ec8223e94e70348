import { checkWhileTyping } from './intake/form.check.js';
import { readDraft, removeDraft, storeDraft } from './intake/form.draft.js';
import { addRow, makeRoom } from './intake/form.rows.js';
import { controlsOf, type FormValues, fill, filledBy, valuesOf } from './intake/form.values.js';

/** Removes the draft that was sent: its submission is received. */
function forgetSent(): void {
  const received = document.querySelector<HTMLElement>('[data-received]')?.dataset.received ?? '';
  for (const form of received.split(' ')) if (readDraft(form)?.sent) removeDraft(form);
}

function note(form: HTMLFormElement, text: string, ...acts: { label: string; run: () => void }[]): void {
  const line = form.querySelector<HTMLElement>('[data-form-note]');
  if (!line) return;
  line.hidden = false;
  line.replaceChildren(
    text,
    ...acts.flatMap(({ label, run }) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
      button.className = 'plain-button';
      button.addEventListener('click', run);
      return [' ', button];
    }),
  );
}

const atTime = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

/** Keeps a form until it is sent, fills it from a link, checks it and adds rows. Without this script the form is the same form. */
function enhance(form: HTMLFormElement): void {
  const { form: name = '', kind = '', refused } = form.dataset;
  const seen = new Set<string>(refused === undefined ? [] : Object.keys(valuesOf(form)));
  const checkSoon = checkWhileTyping(form, `/submit/${kind}/check`, seen);
  const asServed = valuesOf(form);
  const put = (values: FormValues): string[] => {
    for (const control of controlsOf(form)) control.value = '';
    makeRoom(form, values);
    const left = fill(form, values);
    for (const field of Object.keys(values)) seen.add(field);
    checkSoon();
    return left;
  };
  const discard = (): void => {
    removeDraft(name);
    seen.clear();
    put(asServed);
    note(form, 'The draft was discarded.');
  };

  const draft = readDraft(name);
  const filled = filledBy(window.location.hash);
  if (filled) {
    window.history.replaceState(null, '', window.location.pathname);
    const left = put(filled);
    note(
      form,
      `An assistant filled in this form by a link. Read every field: nothing is sent before you press the button.${
        left.length ? ` ${left.length} of its values fit no field and were left out.` : ''
      }`,
      ...(draft ? [{ label: 'Use your own draft instead', run: () => void put(draft.values) }] : []),
      { label: 'Clear the form', run: discard },
    );
  } else if (draft && refused === undefined) {
    put(draft.values);
    note(form, `Your draft of ${atTime(draft.at)} is here again.`, { label: 'Discard it', run: discard });
  }
  if (refused !== undefined) checkSoon();

  form.addEventListener('input', () => {
    storeDraft(name, valuesOf(form));
    checkSoon();
  });
  form.addEventListener('focusout', ({ target }) => {
    if (target instanceof Element && 'name' in target) seen.add(String(target.name));
    checkSoon();
  });
  form.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLButtonElement) || target.name !== 'more') return;
    event.preventDefault();
    const group = target.closest<HTMLElement>('fieldset[data-rows]');
    const row = group && addRow(group);
    row?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  });
  form.addEventListener('submit', () => storeDraft(name, valuesOf(form), true));
}

/** Lets the receipt be copied; the button appears with the script that makes it work. */
function copyByButton(button: HTMLButtonElement): void {
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(button.dataset.copy ?? '').then(() => {
      const label = button.querySelector('span');
      if (label) label.textContent = 'Copied';
    });
  });
}

forgetSent();
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) copyByButton(button);
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) enhance(form);
// The first refused field of a form that came back has the focus, or the button whose page came back.
document.querySelector<HTMLElement>('form[data-refused] [aria-invalid="true"], [data-focus]')?.focus();
