import { createHash } from 'node:crypto';
import { query } from './database.js';

/** An event as it is stored, in the members on which adoption is counted. */
export interface WorldEvent {
  readonly organization: string;
  readonly id: string;
  readonly key: string;
  readonly product: string;
  readonly name: string;
  readonly family: string | null;
  readonly developer: string;
  readonly account: string | null;
  readonly own: boolean;
  readonly campaign: string | null;
  readonly campaignSource: string | null;
  readonly occurredAt: string | null;
  readonly receivedAt: string;
  readonly recordedAt: string;
  readonly source: 'api' | 'csv_import' | 'relay';
  readonly label: 'first-party' | 'sample';
  readonly receipt: WorldReceipt | null;
}

/** The receipt of an event; a member that it lacks is unknown. */
export interface WorldReceipt {
  readonly receiptType?: string;
  readonly mcpServer?: string;
  readonly mcpTool?: string;
  readonly success?: boolean;
  readonly costCents?: number;
  readonly latencyMs?: number;
}

/** The organization and product whose events a world has: bare UUIDs. */
export interface WorldProduct {
  readonly organization: string;
  readonly product: string;
  readonly labels: readonly WorldEvent['label'][];
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES: readonly (readonly [name: string, family: string | null])[] = [
  ['FIRST_API_CALL', 'activation'],
  ['SCRAPER_JOB_COMPLETED', 'activation'],
  ['MCP_TOOL_CALL_SUCCEEDED', 'activation'],
  ['MCP_TOOL_CALL_FAILED', null],
  ['MCP_TOOL_CALL_FAILED', 'activation'],
  ['MCP_TOOL_CALL_FAILED', 'retention'],
  ['RETURNED_AFTER_7_DAYS', 'retention'],
  ['ZONE_USAGE_REPORTED', 'retention'],
  ['API_KEY_CREATED', 'evaluation'],
  ['docs_opened', 'intent'],
  ['team_added', 'expansion'],
  ['ENTERPRISE_USAGE_THRESHOLD_REACHED', 'commercial'],
];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const uuidFrom = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Events of 200 days before `end`, recorded in another order than they happened and some of them at the same instant, or exactly 7 × 24
 * hours apart: by developers of several products and accounts, in steps of an hour so that equal times are common.
 */
export function makeWorld(seed: number, count: number, products: readonly WorldProduct[], end: Date): WorldEvent[] {
  const random = randomOf(seed);
  const below = (max: number): number => Math.floor(random() * max);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const developers = Math.max(5, Math.round(count / 12));
  const accounts = Math.max(4, Math.round(count / 60));
  return Array.from({ length: count }, (_none, n): WorldEvent => {
    const { organization, product, labels } = oneOf(products);
    const [name, family] = oneOf(NAMES);
    const developer = Math.floor(random() ** 2 * developers);
    const receivedMs = end.getTime() - below(200 * 24) * HOUR_MS - (random() < 0.2 ? 1 : 0);
    const lateMs = random() < 0.5 ? 0 : below(30 * 24) * HOUR_MS;
    const withCampaign = random() < 0.4;
    return {
      organization,
      id: uuidFrom(`${seed} event ${n}`),
      key: `world-${seed}-${n}`,
      product,
      name,
      family,
      developer: `dev_${developer}`,
      account: random() < 0.2 ? null : `a${(developer + (random() < 0.1 ? 1 : 0)) % accounts}.example`,
      own: random() < 0.04,
      campaign: withCampaign ? oneOf(['spring', 'launch', '=cmd()']) : null,
      campaignSource: withCampaign && random() < 0.7 ? oneOf(['newsletter', 'talk']) : null,
      occurredAt: random() < 0.1 ? null : new Date(receivedMs - lateMs).toISOString(),
      receivedAt: new Date(receivedMs).toISOString(),
      recordedAt: new Date(end.getTime() - HOUR_MS - below(180) * 60_000).toISOString(),
      source: random() < 0.85 ? 'api' : oneOf(['csv_import', 'relay']),
      label: oneOf(labels),
      receipt:
        name.startsWith('MCP_TOOL') && random() < 0.9
          ? { mcpServer: oneOf(['files', 'web']), mcpTool: oneOf(['read', 'write', 'search']), ...measuresOf(n) }
          : n % 7 === 0
            ? {
                receiptType: n % 2 === 0 ? 'model_call' : 'spend',
                ...(n % 4 === 0 ? { success: n % 3 > 0 } : {}),
                ...measuresOf(n),
              }
            : null,
    };
  });
}

/** Cost and latency of a receipt, from less than a microsecond to a day; each of them is unknown of some. */
const measuresOf = (n: number): WorldReceipt => ({
  ...(n % 5 === 0 ? {} : { costCents: (n % 1_000) / 1_000_000 + (n % 11) }),
  ...(n % 6 === 0 ? {} : { latencyMs: n % 13 === 0 ? 0 : Math.min(86_400_000, 1.7 ** (n % 37) / 4_000) }),
});

const CHUNK = 2_000;

/** Stores events as a gateway does, some of them twice: a retry under the same key changes nothing. */
export async function storeWorld(url: string, events: readonly WorldEvent[]): Promise<void> {
  const sent = [...events, ...events.filter((_event, n) => n % 25 === 0)];
  for (let start = 0; start < sent.length; start += CHUNK) {
    await query(
      url,
      `insert into tracking_event (organization_id, id, idempotency_key, product_uuid, event_name, event_family, developer_id, account_domain,
         vendor_own_domain, campaign_id, occurred_at, received_at, recorded_at, source, data_label, fingerprint_version, fingerprint, payload)
       select organization, id, key, product, name, family, developer, account, own, campaign, "occurredAt", "receivedAt", "recordedAt", source, label, 1, '',
         jsonb_build_object('context', jsonb_build_object('attribution', jsonb_build_object('campaignId', campaign, 'source', "campaignSource")),
           'metadata', jsonb_build_object('usageReceipt', receipt))
       from json_to_recordset($1::json) as e (organization uuid, id uuid, key text, product uuid, name text, family text, developer text, account text,
         own boolean, campaign text, "campaignSource" text, "occurredAt" timestamptz, "receivedAt" timestamptz, "recordedAt" timestamptz, source text,
         label text, receipt jsonb)
       on conflict (organization_id, idempotency_key) do nothing`,
      [JSON.stringify(sent.slice(start, start + CHUNK))],
    );
  }
}

/** The day of an event, by its own time, else by its arrival. */
export const dayOf = ({ occurredAt, receivedAt }: WorldEvent): string => (occurredAt ?? receivedAt).slice(0, 10);
const atOf = ({ occurredAt, receivedAt }: WorldEvent): number => Date.parse(occurredAt ?? receivedAt);

export interface DeveloperTruth {
  readonly activatedAt: number;
  readonly returnedAt: number | null;
}

/** True for an event of use, whether its time is known or not. */
export const isUse = ({ name, family }: WorldEvent): boolean =>
  name !== 'MCP_TOOL_CALL_FAILED' && (family === 'activation' || family === 'retention');
export const mayCountAsUse = (event: WorldEvent): boolean =>
  isUse(event) && (event.family === 'activation' || event.occurredAt !== null);

/** The events that count at all: sent by the company about a customer. */
export const countable = (events: readonly WorldEvent[]): WorldEvent[] =>
  events.filter(({ source, own }) => source === 'api' && !own);

export const within = (events: readonly WorldEvent[], from: string, to: string): WorldEvent[] =>
  events.filter((event) => dayOf(event) >= from && dayOf(event) <= to);

/** First-party where there are such events, else sample. */
export const labelOf = (events: readonly WorldEvent[]): WorldEvent['label'] | null =>
  events.some(({ label }) => label === 'first-party') ? 'first-party' : events.length > 0 ? 'sample' : null;

export const personOf = ({ organization, developer }: WorldEvent): string => `${organization} ${developer}`;

const evidenceOfLists = new WeakMap<readonly WorldEvent[], Map<string, DeveloperTruth>>();

/** The evidence of every developer who has an activation among the events, read off the rule (specification §1, rule 5); counted once of a list. */
export function evidenceOfWorld(events: readonly WorldEvent[]): ReadonlyMap<string, DeveloperTruth> {
  const truth = evidenceOfLists.get(events) ?? evidenceOf(events);
  evidenceOfLists.set(events, truth);
  return truth;
}

function evidenceOf(events: readonly WorldEvent[]): Map<string, DeveloperTruth> {
  const truth = new Map<string, DeveloperTruth>();
  for (const [person, own] of Map.groupBy(events, personOf)) {
    const activations = own.filter((event) => isUse(event) && event.family === 'activation').map(atOf);
    if (activations.length === 0) continue;
    const activatedAt = Math.min(...activations);
    const returns = own
      .filter((event) => isUse(event) && event.occurredAt !== null && atOf(event) >= activatedAt + 7 * DAY_MS)
      .map(atOf);
    truth.set(person, { activatedAt, returnedAt: returns.length > 0 ? Math.min(...returns) : null });
  }
  return truth;
}

/** The evidence of those whose activation lies in the days. */
export const evidenceInDays = (events: readonly WorldEvent[], from: string, to: string): Map<string, DeveloperTruth> =>
  new Map(
    [...evidenceOfWorld(events)].filter(([, { activatedAt }]) => {
      const day = new Date(activatedAt).toISOString().slice(0, 10);
      return day >= from && day <= to;
    }),
  );
