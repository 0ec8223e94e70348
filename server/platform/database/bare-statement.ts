import type { EntityClass } from '@mikro-orm/core';
import type { Stored } from '../row.types.js';

/**
 * The types of values that a statement computes, or reads from a table without an entity: PostgreSQL's name, and the type that its clients answer.
 */
interface Computed {
  readonly boolean: boolean;
  readonly integer: number;
  readonly bigint: string;
  readonly numeric: string;
  readonly text: string;
  readonly uuid: string;
  readonly 'timestamp with time zone': Date;
  readonly 'double precision': number;
  readonly 'double precision[]': readonly number[];
  readonly 'text[]': readonly string[];
  readonly jsonb: unknown;
}

/** A column that a statement answers: a member of an entity, or what it computes, with `?` where that may be null. */
type Column = readonly [entity: EntityClass<object>, member: string] | keyof Computed | `${keyof Computed}?`;

/** The columns that a statement answers, by name. */
export type Columns = Readonly<Record<string, Column>>;

type ValueOf<A> = A extends readonly [EntityClass<infer E>, infer K]
  ? K extends keyof E
    ? Stored<E[K]>
    : never
  : A extends keyof Computed
    ? Computed[A]
    : A extends `${infer Known extends keyof Computed}?`
      ? Computed[Known] | null
      : never;

/** A statement that stays bare SQL, and what its rows are: a test has PostgreSQL describe it and compares them with the entities. */
export class BareStatement<const C extends Columns> {
  constructor(
    readonly columns: C,
    readonly text: string,
  ) {}
}

const NAME = /(?<!:):([a-z]+)\b/g;

/** A value of a statement by name; a number or null becomes part of its text. */
export type NamedValues = Readonly<Record<string, string | number | null>>;

/** A bare statement whose values have names: `:label` stands for one wherever it is written. */
export class NamedStatement<const C extends Columns> extends BareStatement<C> {
  readonly #names: readonly string[];

  constructor(columns: C, text: string) {
    super(columns, text.replaceAll(NAME, '?'));
    this.#names = [...text.matchAll(NAME)].flatMap(([, name]) => name ?? []);
  }

  /** The values in the order of their places; throws when one is missing. */
  valuesOf(named: NamedValues): (string | number | null)[] {
    return this.#names.map((name) => {
      const value = named[name];
      if (value === undefined) throw new Error(`a statement has no value for :${name}`);
      return value;
    });
  }
}

/** A row of the statement: ids are bare UUIDs, 64-bit numbers and decimals texts. */
export type RowOf<S> = S extends BareStatement<infer C> ? { readonly [Name in keyof C]: ValueOf<C[Name]> } : never;

/** Members of one entity, each under its own name. */
export function membersOf<E extends object, const K extends Extract<keyof E, string>>(
  entity: EntityClass<E>,
  ...members: readonly K[]
): { readonly [Name in K]: readonly [EntityClass<E>, Name] };
export function membersOf(entity: EntityClass<object>, ...members: readonly string[]): object {
  return Object.fromEntries(members.map((member) => [member, [entity, member]]));
}
