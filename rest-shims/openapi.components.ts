import { problemCatalog } from '../server/platform/problem.catalog.js';
import type { Json } from './openapi.answer.js';

const text = (description: string): Json => ({ description, required: true, schema: { type: 'string' } });

/** Headers that answers carry, by their component names; those that are not required depend on the caller. */
export const headers: Record<string, Json> = {
  'X-Request-Id': text('The id of this answer, also in the log and in a problem; a well-formed incoming one is kept.'),
  RateLimit: text('What is left of the budget and when it is whole again (IETF draft 8): `"track"; r=5999; t=60`.'),
  'RateLimit-Policy': text('The budget itself: `"track"; q=6000; w=60`.'),
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': text('Always `Bearer`.'),
  'Workflow-Token-Expiration': {
    description: 'When the workflow token ends that the request was sent with; absent for other callers.',
    schema: { type: 'string', format: 'date-time' },
  },
  'Idempotent-Replayed': {
    description: 'Present when this is the first answer under the same Idempotency-Key again.',
    schema: { type: 'string', const: 'true' },
  },
};

const headersNamed = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Only deprecated paths have these headers, so they are no components. */
const DEPRECATED: Json = {
  Deprecation: text('Since when the path is deprecated (RFC 9745): `@` and seconds since 1970.'),
  Sunset: text('When it stops (RFC 8594), as an HTTP date.'),
};

/**
 * The headers of an answer with a status; `byToken` says that workflow tokens are admitted,
 * `replayed` that the path takes an Idempotency-Key, `isDeprecated` that it is served until a day.
 */
export function headersOf(status: number, { byToken = false, replayed = false, isDeprecated = false } = {}): Json {
  return {
    ...headersNamed('X-Request-Id'),
    ...(isDeprecated ? DEPRECATED : {}),
    ...(status < 400 || status === 429 ? headersNamed('RateLimit', 'RateLimit-Policy') : {}),
    ...(status === 401 ? headersNamed('WWW-Authenticate') : {}),
    ...(byToken && status !== 401 ? headersNamed('Workflow-Token-Expiration') : {}),
    ...(replayed && status < 300 ? headersNamed('Idempotent-Replayed') : {}),
    ...(status === 429 || status === 503 ? headersNamed('Retry-After') : {}),
  };
}

const PROBLEM: Json = {
  type: 'object',
  description: 'A refusal or failure (RFC 9457). `code` is stable; `type` is a page that says what to do.',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId', 'retryable'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: { type: 'string', enum: Object.keys(problemCatalog) },
    detail: { type: 'string', description: 'A sentence that is safe to show an agent.' },
    requestId: { type: 'string' },
    retryable: { type: 'boolean', description: 'True when the same request may succeed later without a change.' },
    errors: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } },
  },
};

const FIELD_PROBLEM: Json = {
  type: 'object',
  description: 'One wrong field; never its value.',
  required: ['pointer', 'code', 'detail'],
  additionalProperties: false,
  properties: {
    pointer: {
      type: 'string',
      description: 'RFC 6901 pointer into the body or to the parameter; empty for the whole.',
    },
    code: { type: 'string' },
    detail: { type: 'string' },
    hint: { type: 'string', description: 'What to do about it.' },
  },
};

const pointers = (description: string): Json => ({ type: 'array', items: { type: 'string' }, description });
const extended = (description: string, required: string[], properties: Json): Json => ({
  description,
  allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', required, properties }],
});

/** Members that the refusal of an event may have beside those of every problem. */
const ADVICE: Json = {
  suggestedPayload: {
    type: 'object',
    description: 'For a raw CDP envelope: the canonical event that it would map to.',
  },
  missing: pointers('Pointers of what only the caller can add to suggestedPayload.'),
};

/** Schemas of refusals; answers and published contracts are added where the document is built. */
export const problemSchemas: Json = {
  Problem: PROBLEM,
  FieldProblem: FIELD_PROBLEM,
  EventProblem: extended('The refusal of an event.', [], ADVICE),
  UnsavedPlanProblem: extended('The plan was read and not saved.', ['saveUrl'], {
    saveUrl: { type: 'string', format: 'uri', description: 'Where a signed-in person saves it.' },
  }),
  ApprovalProblem: extended('Approval required, or the credential may not publish.', [], {
    approvalUrl: { type: 'string', format: 'uri', description: 'Where the owner looks at it and approves it.' },
  }),
  EntryLimitProblem: extended('Month limit reached.', ['oldestMonth'], {
    oldestMonth: { type: 'string', description: 'The oldest of the months that are there, YYYY-MM.' },
  }),
  ConflictProblem: extended('Idempotency key reused with another payload.', ['changed'], {
    changed: pointers('Where the stored event and this one differ; never values.'),
  }),
};

/** The refusal of an event as an item of a batch has it, and of a whole batch: `results` and `summary` are those of a batch's answer. */
export const batchProblems = (answer: Json): Json => ({
  ItemProblem: extended('The refusal of one item; pointers begin with /events/N/.', [], {
    ...ADVICE,
    changed: pointers('Where the stored event and this one differ; never values.'),
  }),
  BatchProblem: extended(
    'The envelope is wrong, or every item was refused: then there are results.',
    [],
    propertiesOf(answer),
  ),
});

/** The refusal of a dry-run, with what could be understood all the same. */
export const dryRunProblem = (answer: Json): Json => {
  const { accepted, mapping, stripped, warnings } = propertiesOf(answer);
  return {
    DryRunProblem: extended('The payload is not valid; the rest is what could be understood.', [], {
      ...ADVICE,
      accepted: { ...(accepted as Json), const: false },
      stored: { type: 'boolean', const: false },
      mapping,
      stripped,
      warnings,
    }),
  };
};

const propertiesOf = ({ properties }: Json): Json => properties as Json;
