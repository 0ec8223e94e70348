/** The environment variable of a tracking key (specification §5). */
export const TRACKING_KEY_VARIABLE = 'SERVICE_ADOPTION_KEY';

/** Addresses for events. */
export interface TrackingEndpoints {
  readonly endpoint: string;
  readonly dryRunEndpoint: string;
  readonly lookUpEndpoint: string;
}

/** The tracking paths of the specification's §4 below the API's public address. */
export const trackingEndpoints = (baseUrl: string): TrackingEndpoints => ({
  endpoint: `${baseUrl}/api/usage/track`,
  dryRunEndpoint: `${baseUrl}/api/usage/track/dry-run`,
  lookUpEndpoint: `${baseUrl}/api/usage/events`,
});

/** A first event that the dry-run accepts once `product` is the registered one; it holds no secret. */
export const firstEvent = (): Record<string, unknown> => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'your-stable-id-of-the-developer',
  product: { id: 'your-product-id', name: 'Your product', type: 'api' },
  idempotencyKey: 'your-id-of-this-event',
});

/** Rules of every event (specification §2.1, §6, §7). */
export const TRACKING_RULES: readonly string[] = [
  'Send events from the server alone: the key is never in a browser, a prompt or a public file.',
  'A 2xx is no proof of storage: an event is stored when the answer says tracked: true and has an eventId.',
  'Use one idempotencyKey for each real event and repeat it only in retries of that event, with the same payload.',
  'Leave out what is not known; occurredAt is the time of the real event and is never made up.',
  'No raw prompts, private notes, secrets or private code in metadata.',
  'A custom event_name needs an event_family: intent, evaluation, activation, retention, expansion or commercial.',
];
