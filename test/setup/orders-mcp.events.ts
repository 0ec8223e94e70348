import { startApp } from './app.js';
import { ask, askGraphql, signIn } from './ask.js';

export interface StoredEvent {
  readonly event_name: string;
  readonly idempotencyKey: string;
  readonly metadata: unknown;
}

/** The example's own product in our service, with a key, and what is known of it there. */
export interface OrdersProduct {
  readonly url: string;
  readonly trackingKey: string;
  /** Hands an event on as it came and answers what the service said. */
  track(body: string): Promise<{ status: number; text: string }>;
  events(): Promise<readonly StoredEvent[]>;
  /** How each event was judged. */
  verdicts(): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** Starts the application and registers the product that the example reports for. */
export async function ordersProduct(): Promise<OrdersProduct> {
  const app = await startApp();
  const cookie = await signIn(app, app.credentials.users.owner);
  const product = { organizationId: app.credentials.organizationId, productId: 'orders-mcp' };
  const made = await askGraphql<{ createTrackingKey: { token: string } }>(
    app,
    `mutation ($product: CreateProductInput!, $key: CreateTrackingKeyInput!) {
       createProduct(input: $product) { id }
       createTrackingKey(input: $key) { token }
     }`,
    { product: { ...product, name: 'Orders MCP', type: 'mcp_server' }, key: { ...product, name: 'example' } },
    { cookie },
  );
  const trackingKey = made.data?.createTrackingKey.token ?? '';
  const list = async <T>(name: string, members: string): Promise<readonly T[]> => {
    const document = `query ($organizationId: ID!, $productId: String!) {
      reply: ${name}(organizationId: $organizationId, productId: $productId) { items { ${members} } } }`;
    const { data, errors } = await askGraphql<{ reply: { items: T[] } }>(app, document, product, { cookie });
    if (!data) throw new Error(`${name} answered ${JSON.stringify(errors)}`);
    return data.reply.items;
  };
  return {
    url: app.url,
    trackingKey,
    track: (body) => ask(`${app.url}/api/usage/track`, { token: trackingKey, body }),
    events: () => list('events', 'event_name idempotencyKey metadata'),
    verdicts: async () => {
      await app.app.parts.verdicts.flush();
      return list('verdicts', 'status errors { pointer code } warnings { pointer code }');
    },
    close: () => app.close(),
  };
}
