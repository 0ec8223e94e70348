import { z } from 'zod';
import type { FieldProblem } from './fault.js';
import { isRecord } from './json.rules.js';

/** Values of a form as they are held: what was read is not changed. */
export type Held<T> = T extends readonly (infer Item)[]
  ? readonly Held<Item>[]
  : T extends object
    ? { readonly [name in keyof T]: Held<T[name]> }
    : T;

/** A member of a record's form, for everything that is made of the form: the input of a correction, the columns of a table, the unknown members. */
export interface FormMember {
  readonly name: string;
  /** A text, a number, a yes or no, a list of texts, a group of members, a list of groups, or what only the form itself can tell. */
  readonly kind: 'text' | 'number' | 'integer' | 'longInteger' | 'flag' | 'list' | 'group' | 'groups' | 'other';
  /** The description for clients, if the form has one. */
  readonly description: string | undefined;
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

/** Beyond this a number needs more than GraphQL's Int. */
const INT_MAX = 2_147_483_647;

function memberOf(name: string, schema: z.core.$ZodType, nullable: boolean): FormMember {
  const description = schema instanceof z.ZodType ? schema.description : undefined;
  const inner = (one: z.core.$ZodType, isNullable: boolean): FormMember => {
    const member = memberOf(name, one, isNullable);
    return { ...member, description: description ?? member.description };
  };
  if (schema instanceof z.ZodNullable) return inner(schema.unwrap(), true);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return inner(schema.unwrap(), nullable);
  if (schema instanceof z.ZodArray) {
    const item = memberOf(name, schema.element, false);
    return { ...item, kind: item.kind === 'group' ? 'groups' : 'list', nullable, description };
  }
  const one = { name, nullable, description, choices: [], members: [] };
  if (schema instanceof z.ZodObject) return { ...one, kind: 'group', members: membersOf(schema) };
  if (schema instanceof z.ZodEnum) return { ...one, kind: 'text', choices: schema.options.map(String) };
  if (schema instanceof z.ZodString) return { ...one, kind: 'text' };
  if (schema instanceof z.ZodBoolean) return { ...one, kind: 'flag' };
  if (schema instanceof z.ZodNumberFormat)
    return { ...one, kind: (schema.maxValue ?? Infinity) > INT_MAX ? 'longInteger' : 'integer' };
  if (schema instanceof z.ZodNumber) return { ...one, kind: 'number' };
  if (schema instanceof z.ZodUnion) return { ...one, kind: 'other' };
  throw new Error(`it is not known what the member ${name} of a form is`);
}

/** The value of a member of which nothing is known. */
function unknownOf({ kind, nullable, choices, members }: FormMember): unknown {
  if (nullable) return null;
  if (kind === 'group') return unknownIn(members);
  if (kind === 'flag') return false;
  if (kind === 'list' || kind === 'groups') return [];
  return choices.includes('unknown') ? 'unknown' : undefined;
}

/** A record of which nothing is known; what has to be known is left out. */
export const unknownIn = (members: readonly FormMember[]): Record<string, unknown> =>
  Object.fromEntries(members.map((member) => [member.name, unknownOf(member)]));

/** A record as its form takes it: of what was left out, nothing is known. */
export const completeIn = (
  members: readonly FormMember[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(members.map((member) => [member.name, completeOf(member, given[member.name])]));

function completeOf(member: FormMember, given: unknown): unknown {
  if (member.kind === 'other') return given;
  if (given === undefined || given === null) return unknownOf(member);
  const complete = (one: unknown) => completeIn(member.members, Object.fromEntries(Object.entries(one ?? {})));
  if (member.kind === 'group') return complete(given);
  return member.kind === 'groups' && Array.isArray(given) ? given.map(complete) : given;
}

/** The members of a change that are null though each of them always has a value: left out they stay, and null can't clear them. */
export const nullsIn = (members: readonly FormMember[], given: unknown, at = ''): FieldProblem[] =>
  members.flatMap(({ name, nullable, members: inner }) => {
    const value = isRecord(given) ? given[name] : undefined;
    const pointer = `${at}/${name}`;
    if (value !== null) return nullsIn(inner, value, pointer);
    if (nullable) return [];
    return [{ pointer, code: 'required', detail: `${name} can be left out, but it cannot be null` }];
  });

/**
 * The facts of a form by the names that sources and audit entries use: a group that is always there states each of its members
 * (`pricing.model`), one that may be missing is a single fact (`vendor`).
 */
export const factNamesOf = (members: readonly FormMember[]): string[] =>
  members.flatMap(({ name, kind, nullable, members: inner }) =>
    kind === 'group' && !nullable ? inner.map((one) => `${name}.${one.name}`) : [name],
  );
