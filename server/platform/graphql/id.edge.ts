import { Extensions, getMetadataStorage } from 'type-graphql';
import { IsId } from '../constraints.js';
import { type IdPrefix, publicId } from '../ids.js';

type Type = abstract new (...given: never[]) => object;

/** The kind of each member that holds an id, by the class that declares it. */
const declared = new Map<unknown, Map<string, IdPrefix>>();

/**
 * Declares the kind of an id beside its `@Field(() => ID)`. Callers see `prj_…`, operations and entities a bare UUID: in an input a malformed
 * id, or one of another kind, is refused with its pointer and the prefix of the others is taken off; in an answer the prefix is added.
 */
export const IdOf =
  (kind: IdPrefix): PropertyDecorator =>
  (target, name) => {
    const known = declared.get(target.constructor) ?? new Map<string, IdPrefix>();
    declared.set(target.constructor, known.set(String(name), kind));
    IsId(kind)(target, name);
    Extensions({ idKind: kind })(target, name);
  };

/** The paths of the ids in an input type, and its members that are inputs themselves. */
interface InputForm {
  readonly ids: ReadonlyMap<string, IdPrefix>;
  readonly nested: readonly string[];
}

const forms = new WeakMap<object, InputForm>();

function formOf(type: Type): InputForm {
  const known = forms.get(type);
  if (known) return known;
  const ids = new Map<string, IdPrefix>();
  const nested = new Set<string>();
  const { fields } = getMetadataStorage();
  for (let owner: unknown = type; typeof owner === 'function'; owner = Object.getPrototypeOf(owner)) {
    for (const [name, kind] of declared.get(owner) ?? []) ids.set(name, kind);
    for (const field of fields) if (field.target === owner && isClass(field.getType())) nested.add(field.name);
  }
  const form = { ids, nested: [...nested] };
  forms.set(type, form);
  return form;
}

/** True for the class of an input type: scalars of JavaScript are functions as well. */
const isClass = (type: unknown): boolean =>
  typeof type === 'function' && getMetadataStorage().inputTypes.some(({ target }) => target === type);

/** A valid input with bare UUIDs for the ids that `IdOf` declares; the given one stays as it is. */
export function withBareIds<T>(input: T): T;
export function withBareIds(input: unknown): unknown {
  if (!isInstance(input)) return input;
  const { ids, nested } = formOf(input.constructor as Type);
  if (ids.size === 0 && nested.length === 0) return input;
  const bare: Record<string, unknown> = Object.assign(Object.create(Object.getPrototypeOf(input)), input);
  for (const name of nested) {
    const value = bare[name];
    bare[name] = Array.isArray(value) ? value.map((one) => withBareIds(one)) : withBareIds(value);
  }
  for (const [name, kind] of ids) {
    const id = bare[name];
    if (typeof id === 'string') bare[name] = id.slice(kind.length + 1);
  }
  return bare;
}

const isInstance = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Object.prototype;

/** An id, or ids, of an answer as callers see them. Throws for one that has a prefix already: it would be shown with two. */
export function withPrefix(kind: IdPrefix, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withPrefix(kind, one));
  return typeof value === 'string' ? publicId(kind, value) : value;
}
