import { Extensions } from 'type-graphql';

/** Marks a text, or a list of texts, whose values are a closed set: the REST description shows them as an enum. */
export const IsOneOf = (choices: readonly string[]): PropertyDecorator => Extensions({ choices });

/** The closed set that a field or an argument was marked with, or null. */
export function choicesOf({ extensions }: { readonly extensions: object }): readonly string[] | null {
  const choices = 'choices' in extensions ? extensions.choices : null;
  return Array.isArray(choices) ? choices.map(String) : null;
}
