import type { Opt, Ref } from '@mikro-orm/core';
import type { JoinedMark } from '../row.types.js';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** The type of a property without what marks it as optional for `em.create`. */
type Column<Value> = Value extends Opt
  ? Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends Date
        ? Date
        : Value extends string
          ? string
          : Value
  : Value;

/** The table of an entity for Kysely: its columns by the names of the properties. An id is a bare UUID there. */
export type TableOf<E> = {
  [Name in Extract<keyof E, string> as NonNullable<E[Name]> extends JoinedMark
    ? never
    : NonNullable<E[Name]> extends Ref<object>
      ? `${SnakeCase<Name>}_id`
      : SnakeCase<Name>]: NonNullable<E[Name]> extends Ref<object> ? string : Column<E[Name]>;
};
