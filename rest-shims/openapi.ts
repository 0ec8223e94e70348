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
import { operations } from '../server/platform/operation.js';
import { problemCatalog } from '../server/platform/problem.catalog.js';
import { shims } from './index.js';
import type { Shim } from './shim.js';

type Json = Record<string, unknown>;

const SCHEME_OF_KIND: Record<string, string | null> = {
  anonymous: null,
  session: null,
  tracking_key: 'trackingKey',
  workflow_token: 'workflowToken',
  enterprise_key: 'enterpriseKey',
};

/** The OpenAPI 3.1 description, derived from the shims, the schema behind them and the published JSON Schemas. */
export function openApi(schema: GraphQLSchema, baseUrl: string, published: Record<string, object>): Json {
  const paths: Record<string, Json> = {};
  for (const shim of shims) paths[shim.path] = { ...paths[shim.path], [shim.method]: describe(shim, schema) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'DAI API',
      version: '0.1.24',
      summary: 'Adoption tracking, tool directory and private workflow',
      description: `REST doors to one GraphQL schema (${baseUrl}/graphql). Errors are problem details (RFC 9457); each code is explained at ${baseUrl}/problems/{code}.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(shims.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        trackingKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A tracking key, dtk_…: server-side only, bound to one product.',
        },
      },
      schemas: { ...asComponents(published), TrackingBatch: BATCH, Problem: PROBLEM, FieldProblem: FIELD_PROBLEM },
      responses: {
        Problem: {
          description: 'A problem',
          headers: { 'X-Request-Id': HEADER_ID },
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

const TAGS: Record<string, string> = { Tracking: 'Server-side usage events of a company’s product' };
const HEADER_ID: Json = {
  description: 'The id of this answer, also in the log and in the problem',
  schema: { type: 'string' },
};

const BATCH: Json = {
  type: 'object',
  description: 'Up to 50 events.',
  required: ['events'],
  additionalProperties: false,
  properties: {
    events: { type: 'array', minItems: 1, maxItems: 50, items: { $ref: '#/components/schemas/TrackingEvent' } },
  },
};

const FIELD_PROBLEM: Json = {
  type: 'object',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: { type: 'string', description: 'RFC 6901 pointer into the body' },
    code: { type: 'string' },
    detail: { type: 'string' },
    hint: { type: 'string' },
  },
};

const PROBLEM: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId', 'retryable'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: { type: 'string', enum: Object.keys(problemCatalog) },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    retryable: { type: 'boolean' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } },
  },
};

/** Published schemas as components: their own `$id` and `$schema` belong to the files under /contracts. */
const asComponents = (published: Record<string, object>): Json =>
  Object.fromEntries(
    Object.entries(published).map(([name, one]) => [
      name,
      Object.fromEntries(Object.entries(one).filter(([key]) => key !== '$id' && key !== '$schema')),
    ]),
  );

function describe(shim: Shim, schema: GraphQLSchema): Json {
  const declared = operations.get(shim.operation)?.declaration;
  const security = (declared?.who ?? []).flatMap((kind) =>
    SCHEME_OF_KIND[kind] ? [{ [SCHEME_OF_KIND[kind]]: [] }] : [],
  );
  const responses: Json = {};
  for (const [status, description] of Object.entries(shim.answers)) {
    const content =
      Number(status) < 400
        ? { 'application/json': { schema: answerSchema(shim, schema) } }
        : { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
    responses[status] = { description, headers: { 'X-Request-Id': HEADER_ID }, content };
  }
  for (const status of ['400', '401', '403', '429', '503', ...(shim.body ? ['415'] : [])])
    responses[status] ??= { $ref: '#/components/responses/Problem' };
  return {
    operationId: shim.operation + (shim.path.endsWith('}') ? 'ById' : ''),
    tags: [shim.tag],
    summary: shim.summary,
    ...(shim.description ? { description: shim.description } : {}),
    security,
    ...(parameters(shim).length ? { parameters: parameters(shim) } : {}),
    ...(shim.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${shim.body.schema}` } } },
          },
        }
      : {}),
    responses,
  };
}

function parameters(shim: Shim): Json[] {
  const inPath = [...shim.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(shim.query ?? {}).map(([name, { description }]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery];
}

/** The JSON Schema of what the shim's document selects. */
function answerSchema(shim: Shim, schema: GraphQLSchema): Json {
  const operation = parse(shim.document).definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  const root = operation && schema.getRootType(operation.operation);
  const field = operation?.selectionSet.selections.find((one) => one.kind === Kind.FIELD);
  if (!root || field?.kind !== Kind.FIELD) throw new Error(`${shim.path} selects nothing`);
  const type = root.getFields()[field.name.value]?.type;
  if (!type) throw new Error(`${shim.path} selects an unknown field`);
  return schemaOf(isNonNullType(type) ? type : type, field.selectionSet, false);
}

function schemaOf(type: GraphQLOutputType, selection: SelectionSetNode | undefined, nullable = true): Json {
  if (isNonNullType(type)) return schemaOf(type.ofType, selection, false);
  if (isListType(type)) return orNull({ type: 'array', items: schemaOf(type.ofType, selection) }, nullable);
  if (isEnumType(type)) {
    const values: (string | null)[] = type.getValues().map(({ name }) => name);
    return nullable ? { type: ['string', 'null'], enum: [...values, null] } : { type: 'string', enum: values };
  }
  if (!isObjectType(type)) return orNull({ ...(SCALARS[type.name] ?? {}) }, nullable);
  const fields = type.getFields();
  const properties: Json = {};
  const required: string[] = [];
  for (const one of selection?.selections ?? []) {
    if (one.kind !== Kind.FIELD) continue;
    const field = fields[one.name.value];
    if (!field) continue;
    const name = one.alias?.value ?? one.name.value;
    const described = field.description ? { description: field.description } : {};
    properties[name] = { ...schemaOf(field.type, one.selectionSet), ...described };
    if (isNonNullType(field.type)) required.push(name);
  }
  return orNull(
    { type: 'object', ...(type.description ? { description: type.description } : {}), required, properties },
    nullable,
  );
}

const SCALARS: Record<string, Json> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  DateTimeISO: { type: 'string', format: 'date-time' },
  JSONObject: { type: 'object' },
};

function orNull(schema: Json, nullable: boolean): Json {
  if (!nullable || schema.type === undefined) return schema;
  return { ...schema, type: [schema.type, 'null'] };
}
