import { z } from 'zod';

/** Values of a form as they are held: what was read is not changed. */
export type Held<T> = T extends readonly (infer Item)[]
  ? readonly Held<Item>[]
  : T extends object
    ? { readonly [name in keyof T]: Held<T[name]> }
    : T;

/** What a member of a record's form is, for what is made of the form: the input of a correction, the columns of a table, what is not known. */
export interface FormMember {
  readonly name: string;
  /** A text, a list of texts, a group of members, or a list of groups. */
  readonly kind: 'text' | 'list' | 'group' | 'groups';
  /** Null is a value: that it is not known, or that there is none. */
  readonly nullable: boolean;
  /** The values of a text that is one of few. */
  readonly choices: readonly string[];
  /** The members of a group. */
  readonly members: readonly FormMember[];
}

/** The members of a form, in its order. */
export const membersOf = (form: z.ZodObject): FormMember[] =>
  Object.entries(form.shape).map(([name, schema]) => memberOf(name, schema, false));

function memberOf(name: string, schema: z.core.$ZodType, nullable: boolean): FormMember {
  if (schema instanceof z.ZodNullable) return memberOf(name, schema.unwrap(), true);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return memberOf(name, schema.unwrap(), nullable);
  if (schema instanceof z.ZodObject) return { name, kind: 'group', nullable, choices: [], members: membersOf(schema) };
  if (schema instanceof z.ZodArray) {
    const item = memberOf(name, schema.element, false);
    return { ...item, kind: item.kind === 'group' ? 'groups' : 'list', nullable };
  }
  if (schema instanceof z.ZodEnum)
    return { name, kind: 'text', nullable, choices: schema.options.map(String), members: [] };
  if (schema instanceof z.ZodString) return { name, kind: 'text', nullable, choices: [], members: [] };
  throw new Error(`it is not known what the member ${name} of a form is`);
}

/** The value of a member of which nothing is known. */
function unknownOf({ kind, nullable, choices, members }: FormMember): unknown {
  if (nullable) return null;
  if (kind === 'group') return unknownIn(members);
  if (kind !== 'text') return [];
  return choices.includes('unknown') ? 'unknown' : undefined;
}

/** A record of which nothing is known; what has to be known is left out. */
export const unknownIn = (members: readonly FormMember[]): Record<string, unknown> =>
  Object.fromEntries(members.map((member) => [member.name, unknownOf(member)]));

/**
 * The facts of a form by the names that sources and audit entries use: a group that is always there states each of its members
 * (`pricing.model`), one that may be missing is a single fact (`vendor`).
 */
export const factNamesOf = (members: readonly FormMember[]): string[] =>
  members.flatMap(({ name, kind, nullable, members: inner }) =>
    kind === 'group' && !nullable ? inner.map((one) => `${name}.${one.name}`) : [name],
  );
