import { eventSchema, receiptSchema } from '../catalog/index.js';

const key = 'send it as idempotencyKey';
const time = 'send the time of the real event as occurredAt';
const campaign = 'send it as context.attribution.campaignId';
const personal = 'leave it out: it describes a person, not an event';

/** What each name of a CDP call, and other near misses, would be in the canonical event (decisions §2). */
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

/** What to do about an unknown member `name` of the object at `parent`; undefined when nothing better than "leave it out" is known. */
export function hintFor(parent: string, name: string): string | undefined {
  const spelling = spellings[parent]?.get(folded(name));
  if (spelling !== undefined) return `this member is spelled ${spelling}`;
  const known = parent === '' || parent.startsWith('/context') ? folded(name) : '';
  return Object.hasOwn(hints, known) ? hints[known] : undefined;
}
