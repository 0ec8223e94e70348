import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { type Deprecated, lastDayIn } from '../../server/platform/deprecation.rules.js';

/** A member of the schema, or a path, by its name; the day until which it stays is null where its reason names none. */
export interface Served {
  readonly name: string;
  readonly deprecated: { readonly until: string | null } | null;
}

interface Member {
  readonly name: string;
  readonly deprecationReason?: string | null | undefined;
}

const served = (name: string, { deprecationReason: reason }: Member): Served => ({
  name,
  deprecated: reason === null || reason === undefined ? null : { until: lastDayIn(reason) },
});

/** Every field, argument, member of an input and value of an enum. */
export function membersOf(schema: GraphQLSchema): Served[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return [];
    if (isEnumType(type)) return type.getValues().map((value) => served(`${type.name}.${value.name}`, value));
    if (isInputObjectType(type))
      return Object.values(type.getFields()).map((field) => served(`${type.name}.${field.name}`, field));
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => [
      served(`${type.name}.${field.name}`, field),
      ...field.args.map((argument) => served(`${type.name}.${field.name}(${argument.name})`, argument)),
    ]);
  });
}

/** Every method and path. */
export const pathsOf = (
  shims: readonly { readonly method: string; readonly path: string; readonly deprecated?: Deprecated }[],
): Served[] =>
  shims.map(({ method, path, deprecated }) => ({
    name: `${method.toUpperCase()} ${path}`,
    deprecated: deprecated ?? null,
  }));

/** The members that a list promises for longer than `today` and that are not served any more. */
export const goneEarly = (
  list: Readonly<Record<string, { readonly until: string }>>,
  members: readonly Served[],
  today: string,
): string[] => {
  const names = new Set(members.map(({ name }) => name));
  return Object.entries(list).flatMap(([name, { until }]) => (names.has(name) || today >= until ? [] : [name]));
};
