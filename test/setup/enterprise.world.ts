import { randomUUID } from 'node:crypto';
import { foldEvents } from '../../server/adoption/index.js';
import { storeWorld, type WorldEvent } from './adoption-world.js';
import type { TestApp } from './app.js';
import { query } from './database.js';
import type { Company } from './people.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Ten o’clock so many UTC days before today. */
export const daysAgo = (days: number): string =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS + 10 * HOUR_MS).toISOString();

type ProductOf = Pick<Company, 'organizationId' | 'productId'>;

/** Stores events of a company’s product and counts them; each has what `given` leaves open. */
export const storeEvents = (app: TestApp, of: ProductOf, given: readonly Partial<WorldEvent>[]): Promise<void> =>
  storeEventsOf(app, [[of, given]]);

/** The same of several products at once: what is stored after a count, and was recorded before it, is not counted. */
export async function storeEventsOf(
  app: TestApp,
  companies: readonly (readonly [of: ProductOf, given: readonly Partial<WorldEvent>[]])[],
): Promise<void> {
  const recordedAt = new Date(Date.now() - HOUR_MS).toISOString();
  for (const [{ organizationId, productId }, given] of companies) {
    const organization = organizationId.slice(4);
    const [product] = await query<{ id: string }>(
      app.databaseUrl,
      'select id from product where organization_id = $1 and product_id = $2',
      [organization, productId],
    );
    const events = given.map((event): WorldEvent => {
      const receivedAt = event.receivedAt ?? daysAgo(1);
      return {
        organization,
        product: product?.id ?? '',
        id: randomUUID(),
        key: randomUUID(),
        name: 'FIRST_API_CALL',
        family: 'activation',
        developer: 'dev',
        account: 'lively.example',
        own: false,
        campaign: null,
        campaignSource: null,
        occurredAt: receivedAt,
        receivedAt,
        recordedAt,
        source: 'api',
        label: 'first-party',
        receipt: null,
        ...event,
      };
    });
    await storeWorld(app.databaseUrl, events);
  }
  while ((await foldEvents(app.app.platform.em())).more);
}

/**
 * Two months of a company in which activation fell from one half to one fifth, quiet.example has had no event for forty days, the tool
 * export fails most often, and calls of tools do not say when they happened.
 */
export function declineOf(): Partial<WorldEvent>[] {
  const newcomers = (window: string, firstDay: number, activated: number, accountOf: (at: number) => string) =>
    Array.from({ length: 40 }, (_one, at): Partial<WorldEvent>[] => {
      const of = { developer: `${window}_${at}`, account: accountOf(at), receivedAt: daysAgo(firstDay + (at % 20)) };
      const first = { ...of, name: 'API_KEY_CREATED', family: 'evaluation' };
      return at < activated ? [first, of] : [first];
    }).flat();
  const calls = (mcpTool: string, count: number, failed: number) =>
    Array.from(
      { length: count },
      (_one, at): Partial<WorldEvent> => ({
        developer: 'before_19',
        receivedAt: daysAgo(1 + (at % 25)),
        occurredAt: null,
        ...(at < failed
          ? { name: 'MCP_TOOL_CALL_FAILED', family: null }
          : { name: 'MCP_TOOL_CALL_SUCCEEDED', family: 'activation' }),
        receipt: {
          receiptType: 'mcp_tool_call',
          mcpServer: 'acme',
          mcpTool,
          success: at >= failed,
          latencyMs: 40 + at,
        },
      }),
    );
  return [
    ...newcomers('before', 40, 20, (at) => (at < 10 ? 'quiet.example' : 'lively.example')),
    ...newcomers('since', 5, 8, () => 'lively.example'),
    ...calls('export', 30, 12),
    ...calls('search', 60, 3),
  ];
}
