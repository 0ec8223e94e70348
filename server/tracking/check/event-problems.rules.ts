import type { ErrorObject } from 'ajv/dist/2020.js';
import { pointerTo } from '../../platform/json.rules.js';
import { eventSchema, type FieldProblem, NOT_BLANK, receiptSchema } from '../catalog/index.js';

/** At most this many problems are answered: a hostile body must not become a longer answer. */
export const problemsMax = 50;

const requiredHints: Record<string, string> = {
  '/developer_id': 'a CDP userId maps here',
  '/event_name': 'a CDP event maps here',
  '/product': 'send the id, name and type of the product that the tracking key belongs to',
  '/idempotencyKey': 'send the stable id of the event at its source, or event_id instead',
  '/metadata/usageReceipt/receiptType':
    'one of model_call, api_call, mcp_tool_call, spend, build; only a receipt with mcpServer and mcpTool may leave it out',
};

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1) || 'the event';

function missing(pointer: string): FieldProblem {
  const hint = requiredHints[pointer];
  return { pointer, code: 'required', detail: `${nameOf(pointer)} is required`, ...(hint ? { hint } : {}) };
}

function unknownField(parent: string, name: string, hint: string | null): FieldProblem {
  return {
    pointer: pointerTo(parent, name),
    code: 'unknown_field',
    detail: 'This member is not part of the schema',
    ...(hint === null ? {} : { hint }),
  };
}

const hintOfUnknown = (parent: string, name: string): string =>
  hintFor(parent, name) ?? 'leave it out, or put it into metadata if it belongs to the event';

/** Words the validator's error as a problem; null where another of its errors covers it. Values are never repeated. */
function problemOf(error: ErrorObject, hints: boolean): FieldProblem | null {
  const at = error.instancePath;
  const name = nameOf(at);
  switch (error.keyword) {
    case 'required':
      return error.schemaPath.includes('/anyOf/') ? null : missing(pointerTo(at, String(error.params.missingProperty)));
    case 'anyOf':
      return missing(at === '' ? '/idempotencyKey' : `${at}/receiptType`);
    case 'additionalProperties': {
      const member = String(error.params.additionalProperty);
      return unknownField(at, member, hints ? hintOfUnknown(at, member) : null);
    }
    case 'type':
      return {
        pointer: at,
        code: 'wrong_type',
        detail: `${name} must be of type ${String(error.params.type)}`,
        hint: 'leave the member out when its value is unknown',
      };
    case 'maxLength':
      return {
        pointer: at,
        code: 'too_long',
        detail: `${name} may have at most ${String(error.params.limit)} characters`,
      };
    case 'minLength':
      return {
        pointer: at,
        code: 'too_short',
        detail: `${name} must not be empty`,
        hint: 'leave the member out when its value is unknown',
      };
    case 'pattern':
      if (error.params.pattern === NOT_BLANK)
        return { pointer: at, code: 'required', detail: `${name} must not be blank` };
      return {
        pointer: at,
        code: 'pattern',
        detail: `${name} must begin with a letter and hold only A-Z a-z 0-9 _ . : -`,
      };
    case 'minimum':
    case 'maximum':
      return {
        pointer: at,
        code: 'out_of_range',
        detail: `${name} must be ${error.keyword === 'minimum' ? 'at least' : 'at most'} ${String(error.params.limit)}`,
      };
    case 'enum':
      return {
        pointer: at,
        code: 'not_allowed',
        detail: `${name} must be one of ${allowedOf(error.params.allowedValues)}`,
      };
    case 'const':
      return { pointer: at, code: 'not_allowed', detail: `${name} must be ${String(error.params.allowedValue)}` };
    default:
      return { pointer: at, code: 'invalid', detail: `${name} does not fit the schema` };
  }
}

const allowedOf = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : 'the allowed values');

/**
 * The validator's errors as problems, one per pointer: an empty name is too short, and not of a wrong pattern as well. Unknown members beyond those
 * that are answered are counted alone: an event of thousands would cost thousands of hints.
 */
export function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  let unknown = 0;
  for (const error of errors) {
    if (error.keyword === 'additionalProperties') unknown += 1;
    const problem = problemOf(error, unknown <= problemsMax);
    if (problem && !found.has(problem.pointer)) found.set(problem.pointer, problem);
  }
  return [...found.values()];
}

const key = 'send it as idempotencyKey';
const time = 'send the time of the real event as occurredAt';
const campaign = 'send it as context.attribution.campaignId';
const personal = 'leave it out: it describes a person, not an event';

/** The members of the canonical event that names of CDP calls, and other near misses, stand for (decisions §2). */
const hints: Record<string, string> = {
  userid: 'a CDP userId maps to developer_id',
  distinctid: 'a CDP distinct_id maps to developer_id',
  user: 'send the stable identifier alone, as developer_id',
  anonymousid: 'an anonymous call is no event: developer_id needs a stable identifier',
  event: 'a CDP event maps to event_name',
  eventtype: 'send it as event_name',
  name: 'send it as event_name',
  type: 'a CDP type is left out: only track calls are events, and event_name names the event',
  action: 'a CDP action is left out: only track calls are events, and event_name names the event',
  family: 'send it as event_family',
  messageid: `a CDP messageId maps to idempotencyKey: ${key}`,
  uuid: key,
  id: key,
  insertid: key,
  timestamp: `a CDP timestamp maps to occurredAt: ${time}`,
  originaltimestamp: time,
  time,
  sentat: `leave it out: the time of sending is not the time of the event; ${time}`,
  receivedat: 'leave it out: the server fills it in',
  campaignid: campaign,
  campaign,
  utmcampaign: campaign,
  utmsource: 'send it as context.attribution.source',
  source: 'send it as context.attribution.source',
  attribution: 'send it as context.attribution',
  properties: 'keep what is needed and not personal, and send it as metadata',
  traits: personal,
  email: personal,
  phone: personal,
  ip: personal,
  groupid: 'a group is no part of an event; the domain of the customer account goes to account_domain',
  account: 'send the domain of the customer account as account_domain',
  domain: 'send the domain of the customer account as account_domain',
  company: 'send the domain of the customer account as account_domain',
  productid: 'send it as product.id',
  productname: 'send it as product.name',
  producttype: 'send it as product.type',
  project: 'send the id of a published project as projectId',
  organizationid: 'leave it out: the tracking key identifies the organization',
  usagereceipt: 'send it as metadata.usageReceipt',
  receipt: 'send it as metadata.usageReceipt',
  receipttype: 'send the receipt as metadata.usageReceipt',
  batch: 'send the calls of a batch one by one in canonical form, or up to 50 as events to the batch path',
  events: 'send a list of events to the batch path',
  integrations: 'leave it out: CDP routing is no part of an event',
};

const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const members = (schema: { properties: object }, at: string): [string, string][] =>
  Object.keys(schema.properties).map((name) => [folded(name), `${at}${name}`]);

/** Members by their folded names, so that the hint for `developerId` or `OCCURRED_AT` has the right spelling. */
const spellings: Record<string, Map<string, string>> = {
  '': new Map(members(eventSchema, '')),
  '/product': new Map(members(eventSchema.properties.product, 'product.')),
  '/context': new Map(members(eventSchema.properties.context, 'context.')),
  '/context/attribution': new Map(
    members(eventSchema.properties.context.properties.attribution, 'context.attribution.'),
  ),
  '/metadata/usageReceipt': new Map(members(receiptSchema, 'metadata.usageReceipt.')),
};

/** Advice on an unknown member `name` of the object at `parent`; undefined when nothing better than "leave it out" is known. */
function hintFor(parent: string, name: string): string | undefined {
  const spelling = spellings[parent]?.get(folded(name));
  if (spelling !== undefined) return `this member is spelled ${spelling}`;
  const known = parent === '' || parent.startsWith('/context') ? folded(name) : '';
  return Object.hasOwn(hints, known) ? hints[known] : undefined;
}
