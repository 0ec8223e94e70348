import { randomUUID } from 'node:crypto';
import { query } from '../setup/database.js';

/** The one organization whose events these are. */
export const organization = randomUUID();
export const EVENTS = 4_000;
/** So long before now the first event was recorded; folding takes it in steps of five minutes. */
const HOURS = 2;

const OVER_THE_HOURS = `now() - interval '${HOURS} hours' + n * (interval '${HOURS} hours' - interval '5 minutes') / $2`;

/** Stores $2 events of organization $1: two products, several families and days, 40 people; `recordedAt` is SQL over the event's number n. */
export const insertion = (
  recordedAt: string,
) => `insert into tracking_event (organization_id, id, idempotency_key, product_uuid, event_name, event_family, developer_id,
    account_domain, vendor_own_domain, campaign_id, occurred_at, received_at, recorded_at, source, data_label, fingerprint_version, fingerprint, payload)
  select $1, gen_random_uuid(), gen_random_uuid()::text, md5((n % 2)::text)::uuid, 'FIRST_API_CALL',
    (array['activation', 'retention', null])[n % 3 + 1], 'dev_' || n % 40, 'a' || n % 7 || '.example', false,
    case when n = $2 / 4 then 'first' when n = $2 * 3 / 4 then 'second' end,
    case when n % 5 > 0 then '2026-03-01T23:59:00Z'::timestamptz + n * interval '1 minute' end, '2026-03-02T00:00:00Z'::timestamptz - n % 2 * interval '1 ms',
    ${recordedAt}, 'api', 'first-party', 1, '', '{}'
  from generate_series(1, $2::int) n`;

/** Stores events that were recorded evenly from two hours to five minutes ago. */
export const insertHistory = (url: string) => query(url, insertion(OVER_THE_HOURS), [organization, EVENTS]);

interface Stored {
  product_uuid: string;
  event_family: string | null;
  developer_id: string;
  at: Date;
}

/** Counts the events up to the watermark for itself and answers the daily counts as they must be. */
export async function recount(url: string): Promise<string[]> {
  const events = await query<Stored>(
    url,
    `select product_uuid, event_family, developer_id, coalesce(occurred_at, received_at) as at from tracking_event
     where recorded_at <= (select recorded_at from fold_watermark where name = 'adoption')`,
  );
  const counts = new Map<string, { events: number; developers: Set<string> }>();
  for (const { product_uuid, event_family, developer_id, at } of events) {
    const key = [product_uuid, at.toISOString().slice(0, 10), event_family ?? 'none'].join(' ');
    const count = counts.get(key) ?? { events: 0, developers: new Set() };
    count.events += 1;
    count.developers.add(developer_id);
    counts.set(key, count);
  }
  return [...counts].map(([key, { events: n, developers }]) => `${key} ${n} ${developers.size}`).sort();
}

/** The daily counts as they stand, in the form of `recount`. */
export const folded = async (url: string): Promise<string[]> =>
  (
    await query<{ line: string }>(
      url,
      "select concat_ws(' ', product_uuid, day, event_family, sum(events), count(distinct developer_id)) as line from adoption_activity group by product_uuid, day, event_family",
    )
  )
    .map(({ line }) => line)
    .sort();
