import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { eventFamilies, productTypes } from './event.types.js';
import { eventNamePattern, lengthMax } from './event-member.rules.js';
import { receiptSchema, text } from './receipt.schema.js';

/**
 * The canonical tracking event as JSON Schema 2020-12: validator, OpenAPI component and published contract at once (spec §2.1).
 * What a schema cannot express (calendar, placeholders, domains, families, credentials) is in `event.rules.ts`. A dry run turns a missing
 * product or key into a warning.
 */
export const eventSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: '/contracts/tracking-event-v1.json',
  title: 'Tracking event',
  description: 'One usage or adoption event of a product, in canonical form; a raw CDP envelope is not accepted.',
  type: 'object',
  additionalProperties: false,
  required: ['event_name', 'developer_id', 'product'],
  anyOf: [{ required: ['idempotencyKey'] }, { required: ['event_id'] }],
  properties: {
    event_name: {
      ...text(lengthMax.eventName, 'A named event of the catalog, or a custom name with event_family.'),
      pattern: eventNamePattern,
      examples: ['FIRST_API_CALL'],
    },
    event_family: {
      enum: [...eventFamilies],
      description: 'Required for custom event names; the family of a named event is the catalog’s.',
    },
    developer_id: {
      type: 'string',
      minLength: 1,
      maxLength: lengthMax.developerId,
      description: 'One stable identifier of the developer; placeholders such as "anonymous", and blanks, are refused.',
    },
    account_domain: text(lengthMax.key, 'Domain of the actual customer account, not of the vendor that sends.'),
    product: {
      type: 'object',
      description: 'The product of the tracking key.',
      additionalProperties: false,
      required: ['id', 'name', 'type'],
      properties: {
        id: text(lengthMax.productId, 'The company’s own id of the product, or one of its declared aliases.'),
        name: text(lengthMax.label, 'Name of the product.'),
        type: { enum: [...productTypes], description: 'Kind of product.' },
      },
    },
    context: {
      type: 'object',
      description: 'Where the event came from.',
      additionalProperties: false,
      properties: {
        attribution: {
          type: 'object',
          description: 'The campaign that led to the event.',
          additionalProperties: false,
          properties: {
            campaignId: text(lengthMax.label, 'Identifier of the campaign.'),
            source: text(lengthMax.label, 'Label of the source.'),
          },
        },
      },
    },
    occurredAt: {
      ...text(
        64,
        'Time of the real event: ISO 8601 with offset, at most 5 minutes ahead, not before 2000. Left out when unknown.',
      ),
      format: 'date-time',
    },
    projectId: text(lengthMax.projectId, 'A published project that lists this product; left out when there is none.'),
    idempotencyKey: text(
      lengthMax.key,
      'Stable id of the event at its source, reused only for retries of that same event.',
    ),
    event_id: text(lengthMax.key, 'The same as idempotencyKey; when both are given they must be equal.'),
    metadata: {
      type: 'object',
      description:
        'Free-form context: at most 16 KiB of canonical JSON, at most 8 levels. No prompts, secrets, private notes or private code.',
      properties: { usageReceipt: { $ref: receiptSchema.$id } },
    },
  },
} as const;

/** Compiled when the first event comes: a command that reads none need not wait for it. */
let compiled: ValidateFunction | undefined;
function compile(): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, validateFormats: false });
  ajv.addSchema(receiptSchema);
  return ajv.compile(eventSchema);
}

/** Everything in which a value differs from the schema; empty when it fits. */
export function schemaErrors(value: unknown): readonly ErrorObject[] {
  compiled ??= compile();
  const validate = compiled;
  return validate(value) ? [] : (validate.errors ?? []);
}
