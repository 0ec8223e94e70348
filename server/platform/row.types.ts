import type { Collection, Opt, Ref } from '@mikro-orm/core';

/** A property as it is stored, without what marks it as optional for `em.create`; a relation is the id that it holds. */
export type Stored<V> =
  | (NonNullable<V> extends Ref<object> ? string : Exclude<V, null> extends infer T ? Unmarked<T> : never)
  | Extract<V, null>;
type Unmarked<T> = T extends Opt<infer U> ? U : T;

declare const JOINED: unique symbol;
/** A relation over columns that members of their own hold (`joinedOn`): rows and tables have those members, and nothing for the relation. */
export type Joined<E extends object> = Ref<E> & Opt & JoinedMark;
export interface JoinedMark {
  readonly [JOINED]: true;
}

/**
 * A row of an entity's table: columns by the names of the members, a relation as the id of the row that it names, ids as bare UUIDs. A row
 * is plain data: nothing tracks it, and nothing that is changed on it is written.
 */
export type Row<E> = {
  readonly [K in Extract<keyof E, string> as NonNullable<E[K]> extends Collection<object> | JoinedMark
    ? never
    : NonNullable<E[K]> extends Ref<object>
      ? `${K}Id`
      : K]: Stored<E[K]>;
};
