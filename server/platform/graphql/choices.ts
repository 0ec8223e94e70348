import { IsIn } from 'class-validator';
import { type GraphQLSchema, isEnumType } from 'graphql';
import { Extensions, registerEnumType } from 'type-graphql';

/** Marks a text, or a list of texts, whose values are a closed set: the REST description shows them as an enum. */
export const IsOneOf = (choices: readonly string[]): PropertyDecorator => Extensions({ choices });

/** Declares the closed set of an argument and refuses every other value: arguments stay texts, so that clients may go on declaring `String`. */
export const TakesOneOf =
  (choices: readonly string[]): PropertyDecorator =>
  (target, name) => {
    IsOneOf(choices)(target, name);
    IsIn(choices, { message: `must be one of ${choices.join(', ')}` })(target, name);
  };

type Members<V extends string = string> = Readonly<Record<string, V>>;

/** The enums of the schema that `enumOf` declared, by their names. */
const declared = new Map<string, Members>();

/**
 * Declares a closed set of texts as an enum of the schema, for fields of answers and members of inputs. In code its values stay the texts that
 * they are, and the rule of a member refuses a wrong one. GraphQL has no name with a hyphen in it, so a set with one is marked with `IsOneOf`.
 */
export function enumOf<const V extends string>(name: string, values: readonly V[], description: string): Members<V> {
  const members = Object.fromEntries(values.map((value) => [value, value]));
  registerEnumType(members, { name, description });
  declared.set(name, members);
  return members;
}

/** The enum that has these values. Throws where none was declared. */
export function enumWith(values: readonly string[]): Members {
  const found = [...declared.values()].find((members) => Object.keys(members).join() === values.join());
  if (!found) throw new Error(`no enum of the schema has the values ${values.join(', ')}`);
  return found;
}

/**
 * Lets variables hold any text for an enum of `enumOf`. The member's rule then refuses a wrong one with the pointer and code that it always had,
 * beside all other problems of the input; what is written in a document is checked by GraphQL itself.
 */
export function takeTexts(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()))
    if (isEnumType(type) && declared.has(type.name)) {
      type.parseValue = asText;
      type.extensions = { ...type.extensions, checkedByRule: true };
    }
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a value of an enum is a text');
  return value;
}

/** The closed set that a field or an argument was marked with, or null. */
export function choicesOf({ extensions }: { readonly extensions: object }): readonly string[] | null {
  const choices = 'choices' in extensions ? extensions.choices : null;
  return Array.isArray(choices) ? choices.map(String) : null;
}
