import {
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { Shim } from './shim.js';

export type Json = Record<string, unknown>;

/** The JSON Schema of each scalar; JSON itself may be anything. */
export const SCALARS: Record<string, Json> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  SafeInt: { type: 'integer' },
  DateTimeISO: { type: 'string', format: 'date-time' },
  JSONObject: { type: 'object' },
};

/** The JSON Schema of what a shim's document selects: types, nullability and descriptions are the GraphQL schema's. */
export function answerSchema(shim: Shim, schema: GraphQLSchema): Json {
  if (!shim.byType) return answerOf(shim, schema);
  const each = Object.values(shim.byType).map(({ document }) => answerOf({ ...shim, document }, schema));
  const unlike = [...new Map(each.map((one) => [JSON.stringify(one), one])).values()];
  return unlike.length === 1 && unlike[0] ? unlike[0] : { anyOf: unlike };
}

function answerOf(shim: Shim, schema: GraphQLSchema): Json {
  const operation = parse(shim.document).definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  const root = operation && schema.getRootType(operation.operation);
  const field = operation?.selectionSet.selections.find((one) => one.kind === Kind.FIELD);
  const type = field?.kind === Kind.FIELD ? root?.getFields()[field.name.value]?.type : undefined;
  if (!type || field?.kind !== Kind.FIELD) throw new Error(`${shim.path} selects nothing`);
  const whole = schemaOf(type, field.selectionSet, false, shim.components ?? {});
  return shim.only ? onlyMember(whole, shim.only) : whole;
}

function onlyMember(schema: Json, name: string): Json {
  const member = ((schema.properties ?? {}) as Record<string, Json>)[name] ?? {};
  return ((member.items as Json | undefined) ?? member) as Json;
}

/** `components` names the components that members of type JSON hold. */
function schemaOf(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  nullable: boolean,
  components: Readonly<Record<string, string>>,
): Json {
  if (isNonNullType(type)) return schemaOf(type.ofType, selection, false, components);
  if (isListType(type)) {
    const items = schemaOf(type.ofType, selection, true, components);
    return orNull({ type: 'array', items }, nullable);
  }
  if (isEnumType(type)) {
    const values: (string | null)[] = type.getValues().map(({ name }) => name);
    return nullable ? { type: ['string', 'null'], enum: [...values, null] } : { type: 'string', enum: values };
  }
  if (!isObjectType(type)) return orNull({ ...(SCALARS[type.name] ?? {}) }, nullable);
  const properties: Json = {};
  const required: string[] = [];
  for (const one of selection?.selections ?? []) {
    const field = one.kind === Kind.FIELD ? type.getFields()[one.name.value] : undefined;
    if (one.kind !== Kind.FIELD || !field) continue;
    const name = one.alias?.value ?? one.name.value;
    const component = components[name];
    const shape = component
      ? { $ref: `#/components/schemas/${component}` }
      : schemaOf(field.type, one.selectionSet, true, components);
    properties[name] = { ...shape, ...(field.description ? { description: field.description } : {}) };
    if (isNonNullType(field.type)) required.push(name);
  }
  const described = type.description ? { description: type.description } : {};
  return orNull({ type: 'object', ...described, required, properties }, nullable);
}

function orNull(schema: Json, nullable: boolean): Json {
  return nullable && schema.type !== undefined ? { ...schema, type: [schema.type, 'null'] } : schema;
}
