import {
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { choicesOf } from '../server/platform/graphql/choices.js';
import { closedTo, describedMember, type Json, SCALARS } from './openapi.answer.js';
import type { Shim } from './shim.js';

/** The components of bodies that are input types of the GraphQL schema, with the types inside; published contracts are left out. */
export function inputSchemas(
  shims: readonly (Pick<Shim, 'body'> & Partial<Pick<Shim, 'operation'>>)[],
  schema: GraphQLSchema,
): Record<string, Json> {
  const found: Record<string, Json> = {};
  for (const { body, operation } of shims) {
    const field = body?.ofArguments && operation ? schema.getQueryType()?.getFields()[operation] : undefined;
    if (body && field) found[body.schema] = objectOf(field.args, found);
  }
  for (const name of shims.map(({ body }) => body?.schema ?? '')) {
    const type = schema.getType(name);
    if (isInputObjectType(type)) schemaOf(type, found);
  }
  return found;
}

/** The JSON Schema of an input; input objects become components and references to them. */
function schemaOf(type: GraphQLInputType, found: Record<string, Json>): Json {
  if (isNonNullType(type)) return schemaOf(type.ofType, found);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, found) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return { ...(SCALARS[type.name] ?? {}) };
  const reference = { $ref: `#/components/schemas/${type.name}` };
  if (found[type.name]) return reference;
  found[type.name] = {}; // an input may hold itself
  found[type.name] = objectOf(Object.values(type.getFields()), found, type.description);
  return reference;
}

type Member = Pick<
  GraphQLInputField,
  'name' | 'type' | 'description' | 'defaultValue' | 'extensions' | 'deprecationReason'
>;

const objectOf = (members: readonly Member[], found: Record<string, Json>, description?: string | null): Json => ({
  type: 'object',
  ...(description ? { description } : {}),
  additionalProperties: false,
  required: members.filter((one) => isNonNullType(one.type) && one.defaultValue === undefined).map(({ name }) => name),
  properties: Object.fromEntries(
    members.map((member) => [
      member.name,
      {
        ...orNull(closedTo(choicesOf(member), schemaOf(member.type, found)), !isNonNullType(member.type)),
        ...describedMember(member),
      },
    ]),
  ),
});

function orNull(schema: Json, isNullable: boolean): Json {
  if (!isNullable) return schema;
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (Array.isArray(schema.enum)) return { ...schema, type: [schema.type, 'null'], enum: [...schema.enum, null] };
  return schema.type === undefined ? schema : { ...schema, type: [schema.type, 'null'] };
}
