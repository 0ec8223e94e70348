import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isWrappingType,
  TypeMetaFieldDef,
} from 'graphql';

/** How many items a field of the introspection types answers on average, by the names of type and field. */
type Sizes = ReadonlyMap<string, number>;

/** A type that is asked for by name counts as the largest one. */
const LARGEST = '__type';

const sizes = new WeakMap<GraphQLSchema, Sizes>();

/** How many items a field answers: of the introspection types what this schema holds, of every other 1. */
export function itemsOf(
  schema: GraphQLSchema,
  parent: GraphQLNamedType | undefined,
  field: GraphQLField<unknown, unknown>,
): number {
  const isType = field === TypeMetaFieldDef;
  if (!isType && !parent?.name.startsWith('__')) return 1;
  const known = sizes.get(schema) ?? sizesOf(schema);
  sizes.set(schema, known);
  return known.get(isType ? LARGEST : `${parent?.name}.${field.name}`) ?? 1;
}

function sizesOf(schema: GraphQLSchema): Sizes {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  );
  const widest = Math.max(...types.map((type) => ('getFields' in type ? Object.keys(type.getFields()).length : 0)));
  const largest = (widest * types.length) / fields.length;
  const inputs = types.flatMap((type) => (isInputObjectType(type) ? Object.values(type.getFields()) : []));
  const args = fields.flatMap((field) => field.args);
  const values = types.flatMap((type) => (isEnumType(type) ? type.getValues() : []));
  const interfaces = types.flatMap((type) => (isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : []));
  const references = [...fields, ...args, ...inputs].map(({ type }) => type);
  const wrappers = references.reduce((sum, type) => sum + wrappersOf(type), 0);
  return new Map([
    [LARGEST, largest],
    ['__Schema.queryType', largest],
    ['__Schema.mutationType', largest],
    ['__Schema.types', types.length],
    ['__Schema.directives', directives.length],
    ['__Type.fields', fields.length / types.length],
    ['__Type.inputFields', inputs.length / types.length],
    ['__Type.enumValues', values.length / types.length],
    ['__Type.interfaces', interfaces.length / types.length],
    ['__Type.possibleTypes', interfaces.length / types.length],
    ['__Type.ofType', wrappers / (wrappers + references.length)],
    ['__Field.args', args.length / fields.length],
    ['__Directive.args', directives.flatMap((one) => one.args).length / directives.length],
  ]);
}

const wrappersOf = (type: GraphQLType): number => (isWrappingType(type) ? 1 + wrappersOf(type.ofType) : 0);
