import type { FormValues } from './form.values.js';

/** The unsent values of a form. They are stored in the browser alone. */
export interface FormDraft {
  readonly at: string;
  /** The form was sent; the page of its receipt then removes the draft. */
  readonly sent: boolean;
  readonly values: FormValues;
}

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const nameOf = (form: string): string => `dai.form.${form}`;

/** The draft of a form, or null where there is none, or the browser stores nothing. */
export function readDraft(form: string): FormDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(form)) ?? 'null') as FormDraft | null; // written below
    if (!draft || Date.now() - Date.parse(draft.at) > KEPT_DAYS * DAY_MS) return null;
    return draft;
  } catch {
    return null;
  }
}

/** Stores what is written; nothing written is no draft. */
export function storeDraft(form: string, values: FormValues, sent = false): void {
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(nameOf(form));
    else localStorage.setItem(nameOf(form), JSON.stringify({ at: new Date().toISOString(), sent, values }));
  } catch {
    // A browser that stores nothing still sends the form.
  }
}

export const removeDraft = (form: string): void => storeDraft(form, {});
