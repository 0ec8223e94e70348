import { type Shim, textOf } from '../../shim.js';

const FIELDS = `eventId idempotencyKey event_name event_family developer_id account_domain product { id name type }
  attribution { campaignId source } occurredAt receivedAt projectId metadata source label vendorOwnDomain
  countsToward { figure window counted rule }`;

const lookUp = {
  method: 'get',
  tag: 'Tracking',
  operation: 'trackedEvent',
  answers: { 200: 'The stored event', 404: 'Nothing is stored under that' },
  components: { metadata: 'EventMetadata' },
} as const;

export const eventByKey: Shim = {
  ...lookUp,
  path: '/api/usage/events',
  summary: 'What persisted under an idempotency key',
  description:
    'For an uncertain answer: look here before you retry. `countsToward` names the figures that the event bears on, and the rule that decides.',
  document: `query ($idempotencyKey: String!) { reply: trackedEvent(idempotencyKey: $idempotencyKey) { ${FIELDS} } }`,
  query: {
    idempotencyKey: {
      description: 'The key that the event was sent with',
      required: true,
      schema: textOf(255, 1),
      example: 'build-7-first-call',
    },
  },
  arguments: ({ query }) => ({ idempotencyKey: query.idempotencyKey }),
};

export const eventById: Shim = {
  ...lookUp,
  path: '/api/usage/events/{eventId}',
  summary: 'What persisted under an event id',
  document: `query ($eventId: ID!) { reply: trackedEvent(eventId: $eventId) { ${FIELDS} } }`,
  inPath: {
    eventId: { description: 'The id of the answer', example: 'evt_01980a4e-7c1f-7b60-9d3c-5d1f2a6b8c90' },
  },
  arguments: ({ params }) => ({ eventId: params.eventId }),
};
