import {
  type FieldNode,
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
import { choicesOf } from '../server/platform/graphql/choices.js';
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
  const { definitions } = parse(shim.document);
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [])),
  );
  const operation = definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  const field = operation?.selectionSet.selections.find((one) => one.kind === Kind.FIELD);
  const type = field?.kind === Kind.FIELD ? root?.getFields()[field.name.value]?.type : undefined;
  if (!type || field?.kind !== Kind.FIELD) throw new Error(`${shim.path} selects nothing`);
  const { components = {} } = shim;
  const sets = field.selectionSet ? [field.selectionSet] : [];
  const whole = schemaOf(type, sets, false, { fragments, components });
  return shim.only ? onlyMember(whole, shim.only) : whole;
}

function onlyMember(schema: Json, name: string): Json {
  const member = ((schema.properties ?? {}) as Record<string, Json>)[name] ?? {};
  return ((member.items as Json | undefined) ?? member) as Json;
}

interface Walk {
  /** The fragments of the document, by name. */
  readonly fragments: ReadonlyMap<string, SelectionSetNode>;
  /** The components that members of type JSON hold, by member. */
  readonly components: Readonly<Record<string, string>>;
}

function schemaOf(type: GraphQLOutputType, sets: readonly SelectionSetNode[], nullable: boolean, walk: Walk): Json {
  if (isNonNullType(type)) return schemaOf(type.ofType, sets, false, walk);
  if (isListType(type)) return orNull({ type: 'array', items: schemaOf(type.ofType, sets, true, walk) }, nullable);
  if (isEnumType(type)) {
    const values: (string | null)[] = type.getValues().map(({ name }) => name);
    return nullable ? { type: ['string', 'null'], enum: [...values, null] } : { type: 'string', enum: values };
  }
  if (!isObjectType(type)) return orNull({ ...(SCALARS[type.name] ?? {}) }, nullable);
  const properties: Json = {};
  const required: string[] = [];
  for (const [name, nodes] of fieldsIn(sets, walk.fragments)) {
    const field = nodes[0] && type.getFields()[nodes[0].name.value];
    if (!field) continue;
    const component = walk.components[name];
    const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const shape = component
      ? { $ref: `#/components/schemas/${component}` }
      : closedTo(choicesOf(field), schemaOf(field.type, inner, true, walk));
    properties[name] = { ...shape, ...describedMember(field) };
    if (isNonNullType(field.type)) required.push(name);
  }
  const described = type.description ? { description: type.description } : {};
  return orNull({ type: 'object', ...described, required, properties }, nullable);
}

/** The description of a member, and the day until which it stays where it is deprecated. */
export function describedMember(member: {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}): Json {
  const { description, deprecationReason: reason } = member;
  const text = [description, reason && `${reason}.`].filter(Boolean).join(' ');
  return { ...(text ? { description: text } : {}), ...(reason ? { deprecated: true } : {}) };
}

/** The schema of a text, or of a list of texts, with the closed set of its values where it has one. */
export function closedTo(choices: readonly string[] | null, schema: Json): Json {
  if (!choices) return schema;
  if (schema.items) return { ...schema, items: closedTo(choices, schema.items as Json) };
  return { ...schema, enum: Array.isArray(schema.type) ? [...choices, null] : choices };
}

/** The fields that selections ask for, by their names in the answer; a field that fragments ask for several times is one. */
function fieldsIn(
  sets: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, SelectionSetNode>,
  found = new Map<string, FieldNode[]>(),
): ReadonlyMap<string, readonly FieldNode[]> {
  for (const one of sets.flatMap(({ selections }) => selections)) {
    if (one.kind === Kind.FIELD) {
      const name = (one.alias ?? one.name).value;
      found.set(name, [...(found.get(name) ?? []), one]);
    } else if (one.kind === Kind.FRAGMENT_SPREAD) {
      const spread = fragments.get(one.name.value);
      fieldsIn(spread ? [spread] : [], fragments, found);
    }
  }
  return found;
}

function orNull(schema: Json, nullable: boolean): Json {
  return nullable && schema.type !== undefined ? { ...schema, type: [schema.type, 'null'] } : schema;
}
