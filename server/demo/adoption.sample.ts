import { ProductType } from '../accounts/index.js';
import { EventFamilyName, type SampleEvent } from '../tracking/index.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How long ago the first of them came. */
const DAYS = 60;

interface SampleProduct {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly developers: number;
  /** The account of a developer by its number. */
  readonly accountOf: (developer: number) => string;
}

/** One of them is published, one is suppressed because of one large account, and one has too few developers. */
export const sampleProducts: readonly SampleProduct[] = [
  {
    slug: 'sample-queues',
    name: 'Sample Queues',
    summary: 'A made-up queue for background jobs, to show what adoption looks like. It does not exist.',
    developers: 160,
    accountOf: (developer) => `customer-${(developer % 53) + 1}.example`,
  },
  {
    slug: 'sample-mailer',
    name: 'Sample Mailer',
    summary: 'A made-up service that sends letters, most of whose developers work for one account. It does not exist.',
    developers: 300,
    accountOf: (developer) => (developer % 5 > 0 ? 'one-large-account.example' : `account-${developer}.example`),
  },
  {
    slug: 'sample-notes',
    name: 'Sample Notes',
    summary: 'A made-up notebook with too few developers to be published. It does not exist.',
    developers: 6,
    accountOf: (developer) => `account-${developer}.example`,
  },
];

const CAMPAIGNS = ['launch-week', 'docs-tutorial', null] as const;

/** The made-up events before a moment, the same at each call: who tries, activates, comes back and asks through an agent. */
export const sampleEventsAt = (now: Date): SampleEvent[] =>
  sampleProducts.flatMap((product) =>
    Array.from({ length: product.developers }, (_, developer) => eventsOf(product, developer, now)).flat(),
  );

function eventsOf({ slug, name, developers, accountOf }: SampleProduct, developer: number, now: Date): SampleEvent[] {
  // More of them come every week.
  const begun =
    now.getTime() - DAYS * DAY_MS + Math.floor(Math.sqrt((developer + 1) / developers) * (DAYS - 2)) * DAY_MS;
  const at = (days: number): Date => new Date(begun + days * DAY_MS + (developer % 9) * HOUR_MS);
  const event = (
    eventName: string,
    eventFamily: EventFamilyName | null,
    days: number,
    metadata?: SampleEvent['metadata'],
  ): SampleEvent => ({
    product: { id: slug, name, type: ProductType.api },
    eventName,
    eventFamily,
    developerId: `dev_${String(developer + 1).padStart(3, '0')}`,
    accountDomain: accountOf(developer),
    campaignId: CAMPAIGNS[developer % CAMPAIGNS.length] ?? null,
    occurredAt: at(days),
    ...(metadata ? { metadata } : {}),
  });
  const receipt = { usageReceipt: { receiptType: 'mcp_tool_call', mcpServer: slug, mcpTool: 'enqueue' } };
  const isActive = developer % 10 < 7;
  const isBack = developer % 10 < 4;
  return [
    event('API_KEY_CREATED', EventFamilyName.evaluation, 0),
    ...(isActive ? [event('FIRST_API_CALL', EventFamilyName.activation, 1)] : []),
    ...(isActive ? [event('MCP_TOOL_CALL_SUCCEEDED', EventFamilyName.activation, 1.5, receipt)] : []),
    ...(developer % 6 === 0 ? [event('MCP_TOOL_CALL_FAILED', null, 1.6, receipt)] : []),
    ...(isBack ? [8.5, 15.5, 29.5].map((days) => event('RETURNED_AFTER_7_DAYS', EventFamilyName.retention, days)) : []),
    ...(developer % 20 === 0 ? [event('ENTERPRISE_USAGE_THRESHOLD_REACHED', EventFamilyName.commercial, 31)] : []),
  ].filter(({ occurredAt }) => occurredAt < now);
}
