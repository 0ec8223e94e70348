import type { GraphQLSchema } from 'graphql';
import type { PrincipalKind } from '../server/platform/context.js';
import { ANY_KIND } from '../server/platform/context.js';
import { deprecationReason } from '../server/platform/deprecation.rules.js';
import { operations } from '../server/platform/operation.js';
import { VERSION } from '../server/platform/version.js';
import { withFilters } from './filters.js';
import { downloads, shims, uploads } from './index.js';
import { answerSchema, type Json } from './openapi.answer.js';
import { choiceSchemas } from './openapi.choice.js';
import { batchProblems, dryRunProblem, headers, headersOf, problemSchemas } from './openapi.components.js';
import { describeDownload } from './openapi.download.js';
import { inputSchemas } from './openapi.input.js';
import { describeUpload, sessionScheme, uploadSchemas } from './openapi.upload.js';
import type { Shim } from './shim.js';

const SCHEME_OF_KIND: Record<string, string | null> = {
  anonymous: null,
  session: 'session',
  tracking_key: 'trackingKey',
  workflow_token: 'workflowToken',
  enterprise_key: 'enterpriseKey',
};
const TAGS: Record<string, string> = {
  Tracking: 'Server-side usage events of a company’s product',
  Directory: 'Tools with evidence, offers and tracked links; readable without an account',
  Adoption: 'Published adoption of tools, and how its score is counted; readable without an account',
  Planning: 'Stacks and plans for what a user wants to build; readable without an account',
  Workflow: 'Private reads and writes of a developer’s own agents, by workflow token',
  'Private usage': 'A developer’s own usage, balances and spending, by account-level workflow token',
  Projects: 'Published projects and how far the use of their tools is proven; readable without an account',
  'MCP registry': 'A read-only subregistry of MCP servers, in the registry’s own format',
  Imports: 'Files of events, for signed-in people of a company',
  Exports: 'Reports as files, for signed-in people of a company',
};
/** Refusals that any path may answer; others are the shim's own. */
const USUAL: Record<number, string> = {
  400: 'A field is wrong, or the body is not JSON',
  401: 'No credential, or one that is malformed, unknown, expired or revoked',
  403: 'A valid credential of another kind',
  414: 'The address is over 16 KiB',
  429: 'A budget is spent',
  431: 'The headers are over 16 KiB',
  503: 'Service unavailable',
};

/** The OpenAPI 3.1 description, derived from the shims, the schema behind them and the published JSON Schemas. */
export function openApi(schema: GraphQLSchema, baseUrl: string, published: Record<string, object>): Json {
  const paths: Record<string, Json> = {};
  for (const shim of shims)
    paths[shim.path] = { ...paths[shim.path], [shim.method]: describe(withFilters(shim, schema)) };
  for (const upload of uploads) paths[upload.path] = { post: describeUpload(upload) };
  for (const download of downloads) paths[download.path] = { get: describeDownload(download) };
  const answers = Object.fromEntries(
    shims.filter(hasAnswerBody).map((shim) => [answerName(shim), answerSchema(shim, schema)]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'DAI API',
      version: VERSION,
      summary: 'Adoption tracking, tool directory and private workflow',
      description: `REST endpoints of one GraphQL schema (${baseUrl}/graphql). Errors are problem details (RFC 9457); each code is explained at ${baseUrl}/problems/{code}.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set([...shims, ...uploads, ...downloads].map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? name,
    })),
    paths,
    components: {
      securitySchemes: {
        session: sessionScheme,
        trackingKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A tracking key, dtk_…: server-side only, bound to one product.',
        },
        workflowToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A workflow token, dai_…: a coding agent of one person; scopes and, where it has one, its project bound it.',
        },
        enterpriseKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An enterprise agent key, dae_…: read only, one organization and one product.',
        },
      },
      headers,
      schemas: {
        ...asComponents(published),
        TrackingBatch: BATCH,
        EventMetadata: METADATA,
        TrackingEventDraft: draftOf(asComponents(published).TrackingEvent),
        ...inputSchemas(shims, schema),
        ...choiceSchemas(shims, schema),
        ...answers,
        ...Object.assign({}, ...uploads.map(uploadSchemas)),
        ...problemSchemas,
        ...batchProblems(answers.TrackBatchAnswer ?? {}),
        ...dryRunProblem(answers.DryRunEventAnswer ?? {}),
      },
    },
  };
}

const BATCH: Json = {
  type: 'object',
  description: 'Up to 50 events.',
  required: ['events'],
  additionalProperties: false,
  properties: {
    events: { type: 'array', minItems: 1, maxItems: 50, items: { $ref: '#/components/schemas/TrackingEvent' } },
  },
};

/** The metadata of a stored event, whose GraphQL type is JSON. */
const METADATA: Json = { type: ['object', 'null'], description: 'What the sender sent, without what was stripped.' };

/** The body of a dry run, which needs fewer members: it warns where only a stored event needs one. */
function draftOf(event: unknown): Json {
  const { anyOf: _key, required, ...rest } = event as Json;
  const needed = (required as string[]).filter((name) => name !== 'product');
  return { ...rest, title: 'Tracking event of a dry run', required: needed };
}

const answerName = ({ operation, called = operation, only }: Shim): string =>
  `${called.charAt(0).toUpperCase()}${called.slice(1)}${only ? 'Item' : 'Answer'}`;
/** False for a path whose only success is 204. */
const hasAnswerBody = ({ answers }: Shim): boolean => !Object.hasOwn(answers, '204');
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Published schemas as components: `$id` and `$schema` belong to the files under /contracts, references to those become references here. */
function asComponents(published: Record<string, object>): Json {
  const names = new Map(Object.entries(published).map(([name, one]) => ['$id' in one ? String(one.$id) : name, name]));
  const inlined = (key: string, value: unknown): unknown => {
    if (key === '$id' || key === '$schema') return undefined;
    return key === '$ref' && typeof value === 'string' && names.has(value) ? ref(names.get(value) ?? '').$ref : value;
  };
  return JSON.parse(JSON.stringify(published, inlined)) as Json;
}

function describe(shim: Shim): Json {
  const who = whoOf(shim);
  const schemes = who.flatMap((kind) => (SCHEME_OF_KIND[kind] ? [{ [SCHEME_OF_KIND[kind]]: [] }] : []));
  const security = who.includes('anonymous') ? [{}, ...schemes] : schemes;
  const ofBody: Record<number, string> = shim.body ? { 415: 'The body is not JSON' } : {};
  const described: Record<number, string> = { ...USUAL, ...ofBody, ...shim.answers };
  const admitsEveryone = ANY_KIND.every((kind) => who.includes(kind));
  const possible = Object.entries(described).filter(([status]) => status !== '403' || !admitsEveryone);
  const responses = possible.map(([status, description]) => [status, answer(shim, Number(status), description)]);
  return {
    operationId: (shim.called ?? shim.operation) + (shim.path.endsWith('}') ? (shim.only ? 'Item' : 'ById') : ''),
    tags: [shim.tag],
    summary: shim.summary,
    ...describedBy(shim),
    security,
    ...(parameters(shim).length ? { parameters: parameters(shim) } : {}),
    ...(shim.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: ref(shim.body.schema), examples: shim.body.examples } },
          },
        }
      : {}),
    responses: Object.fromEntries(responses),
  };
}

/** The description of the path beside its summary, and until when it stays where it is deprecated. */
function describedBy({ description, deprecated }: Shim): Json {
  const reason = deprecated && `${deprecationReason(deprecated.instead, deprecated.until)}.`;
  const text = [description, reason].filter(Boolean).join('\n\n');
  return { ...(text ? { description: text } : {}), ...(deprecated ? { deprecated: true } : {}) };
}

const whoOf = ({ who, operation }: Shim): readonly PrincipalKind[] =>
  who ?? operations.get(operation)?.declaration.who ?? [];

function answer(shim: Shim, status: number, description: string): Json {
  const headers = headersOf(status, {
    byToken: whoOf(shim).includes('workflow_token'),
    replayed: shim.idempotencyKey ?? false,
    isDeprecated: shim.deprecated !== undefined,
  });
  if (status === 204 || status === 304) return { description, headers };
  const content =
    status < 400
      ? {
          'application/json': { schema: ref(answerName(shim)) },
          ...(shim.table ? { 'text/csv': { schema: { type: 'string' } } } : {}),
        }
      : { 'application/problem+json': { schema: ref(shim.problems?.[status] ?? 'Problem') } };
  return { description, headers, content };
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Kept for 24 hours: the same body gets the first answer again, with `Idempotent-Replayed: true`; another body is 409. 1 to 255 visible ASCII characters; in quotes it is a string of RFC 8941, so that `"k"` and `k` are one key.',
  schema: { type: 'string', minLength: 1, maxLength: 512, pattern: '^[ -~]+$' },
  example: 'draft-2026-11-20-1',
};

/** An example as a value of its schema: in an address it is written as text. */
const exampleOf = ({ type }: Readonly<Record<string, unknown>>, example: string): unknown =>
  type === 'integer' ? Number(example) : type === 'boolean' ? example === 'true' : example;

function parameters(shim: Shim): Json[] {
  const inPath = Object.entries(shim.inPath ?? {}).map(([name, { description, example }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  }));
  const inQuery = Object.entries(shim.query ?? {}).map(([name, parameter]) => {
    const { description, required = false, repeatable, example, schema = { type: 'string' } } = parameter;
    const base = { name, in: 'query', required, description };
    return repeatable
      ? { ...base, schema: { type: 'array', items: schema }, style: 'form', explode: true, example: [example] }
      : { ...base, schema, example: exampleOf(schema, example) };
  });
  return [...inPath, ...inQuery, ...(shim.idempotencyKey ? [IDEMPOTENCY_KEY] : [])];
}
