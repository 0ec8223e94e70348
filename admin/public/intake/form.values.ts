/** The values of a form by the pointers that name its fields; blank fields are left out. */
export type FormValues = Readonly<Record<string, string>>;

export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields of the contract, in their order; what a browser sends beside them has another name. */
export const controlsOf = (form: HTMLFormElement): FormControl[] => [
  ...form.querySelectorAll<FormControl>(':is(input, textarea, select)[name^="/"]'),
];

export const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    controlsOf(form).flatMap(({ name, value }) => (value.trim() === '' ? [] : [[name, value] as const])),
  );

/** Fills the fields of these names and answers the names that the form does not have. */
export function fill(form: HTMLFormElement, values: FormValues): string[] {
  const controls = new Map(controlsOf(form).map((control) => [control.name, control]));
  return Object.entries(values).flatMap(([name, value]) => {
    const control = controls.get(name);
    if (!control) return [name];
    control.value = value;
    return control.value === '' && value !== '' ? [name] : [];
  });
}

const LEVELS_MAX = 8;

/** A submission as the fields of its form; a list of texts is one field with a line each. */
export function flatten(value: unknown, pointer = '', level = 0): FormValues {
  if (typeof value === 'string' || typeof value === 'number') return { [pointer]: String(value) };
  if (typeof value !== 'object' || value === null || level > LEVELS_MAX) return {};
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return { [pointer]: value.join('\n') };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => flatten(inner, `${pointer}/${name}`, level + 1)),
  );
}

/** The values that the fragment of a form's address fills in; null for any other fragment. */
export function filledBy(fragment: string): FormValues | null {
  const [, packed] = /^#filled=([\w-]+)$/.exec(fragment) ?? [];
  if (packed === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    return flatten(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}
