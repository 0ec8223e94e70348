import { type Problem, textOfNote } from '../providers/problem.js';

/** The facts that stand in one field each, by the names that errors use: members of an input, and those of the groups in it. */
export type FactOf<Input> = {
  [Name in keyof Input & string]: NonNullable<Input[Name]> extends readonly unknown[]
    ? Name
    : NonNullable<Input[Name]> extends object
      ? `${Name}.${keyof NonNullable<Input[Name]> & string}`
      : Name;
}[keyof Input & string];

/** One field of a long form; whatever it holds is text while it is edited. */
export interface FieldForm<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly as: 'line' | 'text' | 'words' | 'lines' | 'day' | 'choice' | 'flag';
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  readonly required?: boolean;
}

/** The fields of a form that stand together under one heading. */
export interface FieldGroup<Name extends string> {
  readonly title: string;
  readonly fields: readonly FieldForm<Name>[];
}

const FLAG_WORDS: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

/** The value of a field, in the words that its form shows; null is nothing. */
export function describeField({ as, choices }: Pick<FieldForm<string>, 'as' | 'choices'>, text: string): string | null {
  const held = text.trim();
  if (held === '') return null;
  return (as === 'flag' ? FLAG_WORDS[held] : choices?.find(([value]) => value === held)?.[1]) ?? held;
}

/** Words with commas or lines between them, as a list without gaps. */
export const splitList = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((label) => label.trim())
    .filter(Boolean);

/** A text with one thing to a line, as a list without gaps. */
export const linesOfText = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The service's message about one field; `pricing.url` is refused as `/pricing/url`, a word of a list as `/tools/0`. */
export function problemOfField(problem: Problem | null, name: string): string | null {
  const pointer = `/${name.replaceAll('.', '/')}`;
  const found = problem?.errors.find((error) => {
    const at = error.pointer.replace(/^\/input(?=\/)/, '');
    return at === pointer || at.startsWith(`${pointer}/`);
  });
  return found ? textOfNote(found) : null;
}
