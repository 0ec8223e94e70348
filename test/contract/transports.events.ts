/** A product id that both companies of the transports test have. */
export const PRODUCT_ID = 'twin-api';

let made = 0;
/** A valid event of the twins' product with a key of its own; members that are given as undefined are left out. */
export function twinEvent(given: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  const event = {
    event_name: 'FIRST_API_CALL',
    developer_id: 'dev_1',
    product: { id: PRODUCT_ID, name: 'An API', type: 'api' },
    idempotencyKey: `twin-${made}`,
    ...given,
  };
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined));
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
const receipt = (given: Record<string, unknown>) => twinEvent({ metadata: { usageReceipt: given } });
const parsed = (text: string): unknown => JSON.parse(text) as unknown;

/** The events to send one after another under each name; the last answers of both transports are compared. */
export function sequences(): Record<string, unknown[]> {
  const repeated = twinEvent({ metadata: { a: 1 } });
  const keyed = twinEvent();
  const { idempotencyKey, ...rest } = keyed;
  return {
    'a valid event': [twinEvent()],
    'an event with everything': [
      twinEvent({
        account_domain: 'Customer.Example',
        context: { attribution: { campaignId: 'c1', source: 'mail' } },
        occurredAt: '2026-01-02T03:04:05.5+02:00',
        projectId: 'prj_unknown',
        metadata: { plan: 'pro', list: [1, 'two', null, { three: 3 }], empty: {}, ratio: 0.5, off: false },
      }),
    ],
    'a duplicate': [repeated, repeated],
    'a duplicate in another order': [repeated, Object.fromEntries(Object.entries(repeated).reverse())],
    'a duplicate by event_id': [keyed, { ...rest, event_id: idempotencyKey }],
    'a conflict': [repeated, { ...repeated, developer_id: 'dev_2', metadata: { a: 2, b: 3 } }],
    'a conflict by an added null': [
      twinEvent({ idempotencyKey: 'nulled' }),
      twinEvent({ idempotencyKey: 'nulled', metadata: { a: null } }),
    ],
    'stripped members': [
      twinEvent({ metadata: { importBatch: 1, keep: { repo_proof: 'x', importance: 2 }, source: 'IMPORT' } }),
    ],
    'another name and type': [twinEvent({ product: { id: PRODUCT_ID, name: 'Renamed', type: 'sdk' } })],
    'a custom name with its family': [twinEvent({ event_name: 'SOMETHING_ELSE', event_family: 'expansion' })],
    'a receipt': [receipt({ receiptType: 'model_call', costCents: 0.25, inputTokens: 10, success: true })],
    'a custom name without a family': [twinEvent({ event_name: 'SOMETHING_ELSE' })],
    'a contradicting family': [twinEvent({ event_family: 'intent' })],
    'an unknown family': [twinEvent({ event_family: 'fame' })],
    'no developer': [twinEvent({ developer_id: undefined })],
    'a placeholder developer': [twinEvent({ developer_id: 'anonymous' })],
    'no product': [twinEvent({ product: undefined })],
    'a product without a type': [twinEvent({ product: { id: PRODUCT_ID, name: 'x' } })],
    'an unknown type': [twinEvent({ product: { id: PRODUCT_ID, name: 'x', type: 'thing' } })],
    'another product': [twinEvent({ product: { id: 'other', name: 'x', type: 'api' } })],
    'no key': [twinEvent({ idempotencyKey: undefined })],
    'two unequal keys': [twinEvent({ event_id: 'another' })],
    'a reserved key': [twinEvent({ idempotencyKey: 'relay:1' })],
    'unknown members': [twinEvent({ surprise: 1, campaignId: 'c', 'x/y~z': 2 })],
    'a CDP envelope': [
      {
        type: 'track',
        event: 'Signed Up',
        userId: 'u',
        messageId: 'm',
        timestamp: '2026-01-01T00:00:00Z',
        properties: { plan: 'pro' },
      },
    ],
    'an identify call': [{ type: 'identify', userId: 'u', traits: {} }],
    'wrong types everywhere': [
      { event_name: 5, developer_id: [], product: 'x', context: 3, metadata: 'm', occurredAt: 7, idempotencyKey: {} },
    ],
    'nulls everywhere': [
      {
        event_name: null,
        developer_id: null,
        product: null,
        context: null,
        metadata: null,
        occurredAt: null,
        idempotencyKey: null,
      },
    ],
    'a null in an optional member': [twinEvent({ account_domain: null, metadata: null })],
    'a bad time': [twinEvent({ occurredAt: '2026-02-30T00:00:00Z' })],
    'a time ahead': [twinEvent({ occurredAt: '2199-01-01T00:00:00Z' })],
    'a bad domain': [twinEvent({ account_domain: 'https://customer.example/x' })],
    'a secret by name': [twinEvent({ metadata: { nested: [{ apiKey: 'x' }] } })],
    'a secret by form': [twinEvent({ metadata: { note: `ghp_${'a1B2'.repeat(9)}` } })],
    'a raw prompt': [twinEvent({ metadata: { prompt: 'tell me' } })],
    'NUL and lone surrogates': [twinEvent({ developer_id: 'a\u0000b', metadata: { text: '\ud800' } })],
    'a prototype': [{ ...twinEvent(), ...(parsed('{"metadata":{"__proto__":{"a":1},"constructor":2}}') as object) }],
    'metadata too deep': [twinEvent({ metadata: deep(12) })],
    'metadata too large': [twinEvent({ metadata: { text: 'x'.repeat(17_000) } })],
    'numbers that JSON bends': [twinEvent({ metadata: parsed('{"a":12345678901234567890,"b":1e400}') })],
    'an array for metadata': [twinEvent({ metadata: [1] })],
    'a receipt that disagrees': [receipt({ receiptType: 'build', user: { id: 'somebody' }, surprise: 1 })],
    'an empty object': [{}],
    'an array': [[twinEvent()]],
    'a string': ['event'],
    'a number': [5],
    null: [null],
  };
}
