import type { CoverageArea } from './areas.rules.js';
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
