import type { EventFamily } from './event.types.js';

export interface CatalogEntry {
  name: string;
  family: EventFamily | null;
  meaning: string;
  area: CoverageArea;
}

const entry = (name: string, family: EventFamily | null, area: CoverageArea, meaning: string): CatalogEntry => ({
  name,
  family,
  meaning,
  area,
});

/** A receipt of failure: its family is null unless given, and it never counts toward activation (decisions §4, Rules of an event). */
export const failedToolCall = 'MCP_TOOL_CALL_FAILED';

/** The receipt of a successful call. */
export const succeededToolCall = 'MCP_TOOL_CALL_SUCCEEDED';

/** The named events of the specification, §6, in its order: the only names that need no event_family. */
export const eventCatalog: readonly CatalogEntry[] = [
  entry(
    'DOCS_MCP_CONNECTED',
    'evaluation',
    'docs_usage',
    'The provider observed a docs MCP connection; a copied configuration alone is intent.',
  ),
  entry('WEB_MCP_CONNECTED', 'evaluation', 'product_usage', 'The builder connected the partner’s web MCP server.'),
  entry('API_KEY_CREATED', 'evaluation', 'product_usage', 'The builder created partner API credentials.'),
  entry(succeededToolCall, 'activation', 'product_usage', 'An agent successfully used a partner MCP tool.'),
  entry(failedToolCall, null, 'product_usage', 'A failed MCP tool call: toward failure rates, never activation.'),
  entry(
    'FIRST_UNLOCKER_REQUEST_SUCCEEDED',
    'activation',
    'product_usage',
    'The first successful web access or API request.',
  ),
  entry('SCRAPER_JOB_COMPLETED', 'activation', 'product_usage', 'The builder completed a scraping or data workflow.'),
  entry(
    'ZONE_USAGE_REPORTED',
    'retention',
    'product_usage',
    'The partner reconciled account, zone, cost or bandwidth usage.',
  ),
  entry('RETURNED_AFTER_7_DAYS', 'retention', 'retention_checks', 'The builder returned after the first activation.'),
  entry(
    'ENTERPRISE_USAGE_THRESHOLD_REACHED',
    'commercial',
    'account_intent_updates',
    'Usage crossed an account or pipeline threshold.',
  ),
  entry('FIRST_API_CALL', 'activation', 'product_usage', 'The first API call.'),
];

const byName = new Map(eventCatalog.map((event) => [event.name, event]));

/** The catalog's entry of an event name, exactly as written; a custom name has none. */
export const catalogEntry = (eventName: string): CatalogEntry | undefined => byName.get(eventName);

/** False for what may never be activation evidence, whatever family its sender gave it (decisions §4, Rules of an event). */
export const mayActivate = (eventName: string, family: EventFamily | null): boolean =>
  family === 'activation' && eventName !== failedToolCall;

/**
 * Whether an event shows a product in use again, some time after its activation: that of the family retention, and another successful
 * use, which the catalog files under activation however often it comes. Reading, comparing, paying and a failed call are no use.
 */
export const mayRetain = (eventName: string, family: EventFamily | null): boolean =>
  (family === 'retention' || family === 'activation') && eventName !== failedToolCall;

/** The seven areas of event coverage (spec §6), with what to instrument while an area is silent. */
export const coverageAreas = [
  {
    area: 'product_usage',
    title: 'Product usage',
    next: 'Send FIRST_API_CALL from the server that answers a developer’s first request, then an event per completed workflow.',
  },
  {
    area: 'docs_usage',
    title: 'Docs usage',
    next: 'Send DOCS_MCP_CONNECTED when a developer connects your docs MCP server, or an intent event such as DOCS_OPENED.',
  },
  {
    area: 'credit_perk_claims',
    title: 'Credit and perk claims',
    next: 'Send a commercial event such as CREDIT_CLAIMED when a credit is granted, with the campaign in context.attribution.',
  },
  {
    area: 'repo_build_signals',
    title: 'Repository and build signals',
    next: 'Send a custom event such as BUILD_SUCCEEDED when a project that uses the product builds.',
  },
  {
    area: 'submission_milestones',
    title: 'Submission milestones',
    next: 'Send a custom event such as PROJECT_SUBMITTED when a hackathon or partner submission reaches a milestone.',
  },
  {
    area: 'retention_checks',
    title: 'Retention checks',
    next: 'Send RETURNED_AFTER_7_DAYS with the occurredAt of the return, at least seven days after the activation.',
  },
  {
    area: 'account_intent_updates',
    title: 'Account-intent updates',
    next: 'Send ENTERPRISE_USAGE_THRESHOLD_REACHED with account_domain when a customer account crosses a threshold.',
  },
] as const;
export type CoverageArea = (typeof coverageAreas)[number]['area'];

/** Words of a custom name that decide which area it belongs to; the first word of the name that is listed decides. */
const wordsOfArea: readonly (readonly [CoverageArea, string])[] = [
  ['docs_usage', 'DOC DOCS DOCUMENTATION GUIDE TUTORIAL'],
  ['credit_perk_claims', 'CREDIT CREDITS PERK PERKS COUPON CLAIMED REDEEMED'],
  ['repo_build_signals', 'REPO REPOSITORY BUILD COMMIT DEPLOY DEPLOYED DEPLOYMENT'],
  ['submission_milestones', 'SUBMISSION SUBMITTED HACKATHON MILESTONE'],
  ['retention_checks', 'RETURNED RETAINED'],
  ['account_intent_updates', 'ACCOUNT OPPORTUNITY PIPELINE'],
];
const areaOfWord = new Map(
  wordsOfArea.flatMap(([area, words]) => words.split(' ').map((word) => [word, area] as const)),
);

const areaOfFamily: Record<EventFamily, CoverageArea> = {
  intent: 'account_intent_updates',
  evaluation: 'product_usage',
  activation: 'product_usage',
  retention: 'retention_checks',
  expansion: 'account_intent_updates',
  commercial: 'credit_perk_claims',
};

/** The coverage area of any event: the catalog's, else by a word of the custom name, else by its family (decisions §4, event coverage). */
export function areaOf(eventName: string, family: EventFamily | null): CoverageArea {
  const named = catalogEntry(eventName);
  if (named) return named.area;
  for (const word of eventName.toUpperCase().split(/[_.:-]+/)) {
    const area = areaOfWord.get(word);
    if (area) return area;
  }
  return family === null ? 'product_usage' : areaOfFamily[family];
}
