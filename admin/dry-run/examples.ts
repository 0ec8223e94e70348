import type { Product } from '../providers/generated/operations.js';

type Named = Pick<Product, 'productId' | 'name' | 'type'>;

const AT = '2026-10-01T09:30:00Z';

const ownEvent = ({ productId, name, type }: Named) => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'dev_123',
  account_domain: 'customer.example',
  product: { id: productId, name, type },
  idempotencyKey: 'call-1',
});

const trackCall = {
  type: 'track',
  event: 'First API Call',
  userId: 'dev_123',
  messageId: 'msg-1',
  timestamp: AT,
  properties: { region: 'eu' },
  context: { campaign: { name: 'spring-launch', source: 'docs' } },
};

/** Payloads to try at once: our own form, and calls as customer data platforms send them. */
export const EXAMPLES: readonly (readonly [label: string, payload: (product: Named) => unknown])[] = [
  ['Event', ownEvent],
  ['Segment', () => trackCall],
  ['RudderStack', () => ({ ...trackCall, channel: 'server', originalTimestamp: AT, sentAt: AT })],
  [
    'mParticle',
    () => ({
      events: [
        { event_type: 'custom_event', data: { event_name: 'First API Call', timestamp_unixtime_ms: Date.parse(AT) } },
      ],
      user_identities: { customer_id: 'dev_123' },
      environment: 'production',
    }),
  ],
];
