import { failedToolCall, IN_WINDOW, succeededToolCall } from '../../tracking/index.js';
import { bitOf, bucketText, chunkOf, RETAINED_AFTER_HOURS } from '../rollup.rules.js';

/** Condition of an event `e` whose numbers count: sent by the company's own server about a customer, not about itself (decisions §4 and §5). */
const COUNTS = "(e.source = 'api' and not e.vendor_own_domain)";
/** `mayActivate` of tracking, as a condition of an event `e`. */
const ACTIVATES = `(e.event_family is not distinct from 'activation' and e.event_name <> '${failedToolCall}')`;
/** An event `e` of use, whether its time is known or not: `mayRetain` of tracking, which holds for what may activate too. */
const OF_USE = `(e.event_family is not null and e.event_family in ('activation', 'retention') and e.event_name <> '${failedToolCall}')`;
/** `mayRetain` of tracking, as a condition of an event `e`; an event without `occurredAt` proves no return (decisions §4, Evidence). */
const RETURNS = `(${OF_USE} and e.occurred_at is not null)`;

/** The number of a subject `n` as its index has it: a look-up by name has no use for that index but its organization, so none is read by the wrong one. */
const SIGNED = "(case n.kind when 'account' then -1 - n.number else n.number end)";

/**
 * Who was there in the window: `numbered` gives each new name the next number of the organization (nothing else does meanwhile: the
 * watermark is locked), and a bit that is set already changes nothing. The cost is that of the window. What is stored is looked up by an inner
 * join, which a distributed database takes, where an outer lateral one is refused, and so are an offset, a limit and an aggregate of all rows inside
 * one: grouping by the key keeps a look-up a loop as well, and a `distinct on` of what is equal reads one row.
 */
const PRESENT = `named as materialized (
  select distinct organization_id, 'developer' as kind, developer_id as name from fresh where counts
  union all select distinct organization_id, 'account', account_domain from fresh where counts and account_domain is not null),
known_subjects as materialized (
  select s.*, n.number from named s cross join lateral (
    select number from adoption_subject n where n.organization_id = s.organization_id and n.kind = s.kind and n.name = s.name
    group by n.organization_id, n.kind, n.name) n),
subjects as materialized (select organization_id, kind, name, k.number from named full join known_subjects k using (organization_id, kind, name)),
growing as materialized (select distinct organization_id, kind from subjects where number is null),
last_numbers as materialized (
  select g.organization_id, g.kind, n.signed as number from growing g cross join lateral (
    select distinct on (n.organization_id) n.organization_id, ${SIGNED} as signed from adoption_subject n
    where n.organization_id = g.organization_id and ${SIGNED} >= 0 order by n.organization_id, ${SIGNED} desc) n
  where g.kind <> 'account'
  union all
  select g.organization_id, g.kind, -1 - n.signed from growing g cross join lateral (
    select distinct on (n.organization_id) n.organization_id, ${SIGNED} as signed from adoption_subject n
    where n.organization_id = g.organization_id and ${SIGNED} < 0 order by n.organization_id, ${SIGNED}) n
  where g.kind = 'account'),
numbered as materialized (
  select organization_id, kind, name, number, false as is_new from subjects where number is not null
  union all
  select organization_id, kind, s.name, coalesce(l.number, -1) + (row_number() over (partition by organization_id, kind order by s.name))::int, true
  from subjects s full join last_numbers l using (organization_id, kind) where s.number is null),
added as (
  insert into adoption_subject (organization_id, kind, name, number) select organization_id, kind, name, number from numbered where is_new),
presence as (
  insert into adoption_presence as c (organization_id, product_uuid, data_label, day, kind, event_family, chunk, bits)
  select f.organization_id, f.product_uuid, f.data_label, f.day, 'developer', f.event_family, ${chunkOf('n.number')}, bit_or(${bitOf('n.number')})
  from fresh f full join (select * from numbered where kind = 'developer') n on n.organization_id = f.organization_id and n.name = f.developer_id
  where coalesce(f.counts, false) group by 1, 2, 3, 4, 6, 7
  union all
  select f.organization_id, f.product_uuid, f.data_label, f.day, 'use', '', ${chunkOf('n.number')}, bit_or(${bitOf('n.number')})
  from fresh f full join (select * from numbered where kind = 'developer') n on n.organization_id = f.organization_id and n.name = f.developer_id
  where coalesce(f.counts and (f.activates or f.returns), false) group by 1, 2, 3, 4, 7
  union all
  select f.organization_id, f.product_uuid, f.data_label, f.day, 'account', f.event_family, ${chunkOf('n.number')}, bit_or(${bitOf('n.number')})
  from fresh f full join (select * from numbered where kind = 'account') n on n.organization_id = f.organization_id and n.name = f.account_domain
  where coalesce(f.counts and f.account_domain is not null, false) group by 1, 2, 3, 4, 6, 7
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (organization_id, product_uuid, data_label, day, kind, event_family, chunk)
  do update set bits = c.bits | excluded.bits where c.bits | excluded.bits <> c.bits)`;

/** The key of one person's evidence of a table, by the table's short name. */
const KEY_OF = (short: string): string =>
  ['organization_id', 'product_uuid', 'data_label', 'developer_id'].map((column) => `${short}.${column}`).join(', ');

const AT = 'coalesce(e.occurred_at, e.received_at)';
/** The key of `adoption_developer`: one person's evidence for one product. */
const PERSON = 'organization_id, product_uuid, data_label, developer_id';

/**
 * The events of the window, read once. A time is that of the real event, or by when it had happened; an account is a registered domain,
 * and free mail is none.
 */
const FRESH = `fresh as materialized (
  select e.organization_id, e.id, e.product_uuid, e.data_label, e.source, e.vendor_own_domain, e.event_name, coalesce(e.event_family, 'none') as event_family,
    e.developer_id, case when not e.free_mail then coalesce(e.registered_domain, e.account_domain) end as account_domain, e.campaign_id, e.received_at, ${AT} as at, (${AT} at time zone 'utc')::date as day,
    ${COUNTS} as counts, ${OF_USE} as of_use, e.occurred_at is null as without_time, ${ACTIVATES} as activates, ${RETURNS} as returns,
    case when e.campaign_id is not null then e.payload #>> '{context,attribution,source}' end as campaign_source,
    e.event_name in ('${succeededToolCall}', '${failedToolCall}') as is_call, e.event_name = '${failedToolCall}' as is_failed,
    case when ${COUNTS} then e.payload #> '{metadata,usageReceipt}' end as receipt
  from tracking_event e where ${IN_WINDOW})`;

/** Stands for both texts of a campaign in a key. */
const CAMPAIGN_KEY = `case when campaign_id is null then '00000000-0000-0000-0000-000000000000'
      else md5(length(campaign_id) || ':' || campaign_id || coalesce(campaign_source, ''))::uuid end`;

/** Relayed events come from developers and not from the company, so they make no account of the company known (decisions §7). */
const SEEN = `campaigns as (
  insert into campaign (organization_id, campaign_id, first_event_at)
  select organization_id, campaign_id, min(received_at) from fresh
  where campaign_id is not null and source <> 'relay' group by 1, 2 order by 1, 2 on conflict do nothing),
customers as (
  insert into customer_account as a (organization_id, domain, first_event_at)
  select organization_id, account_domain, min(received_at) from fresh
  where account_domain is not null and not vendor_own_domain and source <> 'relay' group by 1, 2 order by 1, 2
  on conflict (organization_id, domain) do update set first_event_at = excluded.first_event_at where a.first_event_at is null
  returning a.organization_id, a.domain, a.first_event_at)`;

const COUNTED = `counts as (
  insert into adoption_count as c (organization_id, product_uuid, day, source, data_label, vendor_own_domain, event_family, events,
    events_with_account, events_of_use, events_of_use_without_time)
  select organization_id, product_uuid, day, source, data_label, vendor_own_domain, event_family, count(*),
    count(account_domain), count(*) filter (where of_use), count(*) filter (where of_use and without_time) from fresh
  group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (organization_id, product_uuid, day, source, data_label, vendor_own_domain, event_family)
  do update set events = c.events + excluded.events, events_with_account = c.events_with_account + excluded.events_with_account,
    events_of_use = c.events_of_use + excluded.events_of_use,
    events_of_use_without_time = c.events_of_use_without_time + excluded.events_of_use_without_time),
newcomers as (
  insert into adoption_first_seen as c (${PERSON}, at, event_id, campaign_id, campaign_source)
  select distinct on (${PERSON}) ${PERSON}, at, id, campaign_id, campaign_source from fresh where counts order by ${PERSON}, at, id
  on conflict (${PERSON})
  do update set at = excluded.at, event_id = excluded.event_id, campaign_id = excluded.campaign_id, campaign_source = excluded.campaign_source
  where (excluded.at, excluded.event_id) < (c.at, c.event_id)),
received as (
  insert into adoption_received as c (organization_id, product_uuid, day, source, event_name, event_family, events, last_at)
  select organization_id, product_uuid, (received_at at time zone 'utc')::date, source, event_name, event_family, count(*), max(received_at)
  from fresh group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, product_uuid, day, source, event_name, event_family)
  do update set events = c.events + excluded.events, last_at = greatest(c.last_at, excluded.last_at)),
activity as (
  insert into adoption_activity as c (organization_id, product_uuid, data_label, day, developer_id, account_domain, event_family, campaign_key,
    campaign_id, campaign_source, events, uses, calls, failed_calls, first_at, last_at)
  select organization_id, product_uuid, data_label, day, developer_id, coalesce(account_domain, ''), event_family, ${CAMPAIGN_KEY},
    campaign_id, campaign_source, count(*), count(*) filter (where activates or returns), count(*) filter (where is_call),
    count(*) filter (where is_failed), min(at), max(at)
  from fresh where counts group by 1, 2, 3, 4, 5, 6, 7, campaign_id, campaign_source order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (organization_id, product_uuid, data_label, day, developer_id, account_domain, event_family, campaign_key)
  do update set events = c.events + excluded.events, uses = c.uses + excluded.uses, calls = c.calls + excluded.calls,
    failed_calls = c.failed_calls + excluded.failed_calls,
    first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at)),
named_activity as (
  insert into adoption_named_activity as c (organization_id, product_uuid, data_label, event_name, day, developer_id, account_domain, campaign_key,
    campaign_id, campaign_source, first_at, last_at)
  select organization_id, product_uuid, data_label, event_name, day, developer_id, coalesce(account_domain, ''), ${CAMPAIGN_KEY},
    campaign_id, campaign_source, min(at), max(at)
  from fresh where counts group by 1, 2, 3, 4, 5, 6, 7, campaign_id, campaign_source order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (organization_id, product_uuid, data_label, event_name, day, developer_id, account_domain, campaign_key)
  do update set first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at)
  where excluded.first_at < c.first_at or excluded.last_at > c.last_at),
calls as (
  insert into adoption_tool_call as c (organization_id, product_uuid, data_label, day, mcp_server, mcp_tool, calls, failed)
  select organization_id, product_uuid, data_label, day, coalesce(receipt ->> 'mcpServer', ''), coalesce(receipt ->> 'mcpTool', ''),
    count(*), count(*) filter (where is_failed)
  from fresh where is_call and counts group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, product_uuid, data_label, day, mcp_server, mcp_tool)
  do update set calls = c.calls + excluded.calls, failed = c.failed + excluded.failed),
receipted as (
  insert into adoption_receipt as c (organization_id, product_uuid, data_label, day, receipt_type, latency_bucket, receipts, succeeded, failed,
    costed, cost_cents)
  select organization_id, product_uuid, data_label, day, receipt_type, ${bucketText('latency')}, count(*), count(*) filter (where success),
    count(*) filter (where not success), count(cost), coalesce(sum(cost), 0)
  from (
    select organization_id, product_uuid, data_label, day, coalesce(receipt ->> 'receiptType', 'mcp_tool_call') as receipt_type,
      case when is_call then not is_failed when jsonb_typeof(receipt -> 'success') = 'boolean' then (receipt ->> 'success')::boolean end as success,
      case when jsonb_typeof(receipt -> 'costCents') = 'number' then (receipt ->> 'costCents')::numeric end as cost,
      case when jsonb_typeof(receipt -> 'latencyMs') = 'number' then (receipt ->> 'latencyMs')::float8 end as latency
    from fresh where counts and jsonb_typeof(receipt) = 'object') r
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, product_uuid, data_label, day, receipt_type, latency_bucket)
  do update set receipts = c.receipts + excluded.receipts, succeeded = c.succeeded + excluded.succeeded, failed = c.failed + excluded.failed,
    costed = c.costed + excluded.costed, cost_cents = c.cost_cents + excluded.cost_cents),
accounts as (
  insert into adoption_account as c (organization_id, product_uuid, data_label, account_domain, activated_at, activation_event_id)
  select distinct on (organization_id, product_uuid, data_label, account_domain)
    organization_id, product_uuid, data_label, account_domain, at, id
  from fresh where activates and counts and account_domain is not null
  order by organization_id, product_uuid, data_label, account_domain, at, id
  on conflict (organization_id, product_uuid, data_label, account_domain)
  do update set activated_at = excluded.activated_at, activation_event_id = excluded.activation_event_id
  where (excluded.activated_at, excluded.activation_event_id) < (c.activated_at, c.activation_event_id))`;

/**
 * The evidence of the developers in the window: what it was, and since when they count as activated now. An activation only becomes
 * earlier, so a return that once counted still does, and a use before it may become an earlier one: `adoption_early_use` has those. What is
 * stored is looked up by its key, developer by developer, and all else is joined fully: the cost is that of the window, whatever the planner
 * expects of it. A condition is never strict (`coalesce`), since the planner would make an inner join of a full one, and a loop of that.
 */
const PEOPLE = `activations as (
  select distinct on (${PERSON}) ${PERSON}, at, id from fresh where activates and counts order by ${PERSON}, at, id),
uses as (
  select distinct on (${PERSON}, at) ${PERSON}, at, id from fresh where returns and counts order by ${PERSON}, at, id),
people as materialized (
  select ${PERSON}, a.at as new_at, a.id as new_id from activations a full join (select distinct ${PERSON} from uses) u using (${PERSON})),
stored as materialized (
  select s.* from people p cross join lateral (
    select * from adoption_developer s where s.organization_id = p.organization_id and s.product_uuid = p.product_uuid
      and s.data_label = p.data_label and s.developer_id = p.developer_id group by ${KEY_OF('s')}) s),
judged as materialized (
  select ${PERSON}, p.new_at, p.new_id, s.activated_at, s.activation_event_id, s.returned_at, s.return_event_id, moved,
    case when moved then new_at else s.activated_at end as since, case when moved then new_id else s.activation_event_id end as since_id,
    case when moved then new_at else s.activated_at end + interval '${RETAINED_AFTER_HOURS} hours' as returns_from
  from people p full join stored s using (${PERSON})
    cross join lateral (
      select new_at is not null and (s.activated_at is null or (new_at, new_id) < (s.activated_at, s.activation_event_id)) as moved) m),
known as materialized (
  select j.organization_id, j.product_uuid, j.data_label, j.developer_id, c.at, c.event_id as id
  from judged j cross join lateral (
    select c.at, c.event_id from adoption_early_use c where c.organization_id = j.organization_id and c.product_uuid = j.product_uuid
      and c.data_label = j.data_label and c.developer_id = j.developer_id and c.at >= j.returns_from
    group by ${KEY_OF('c')}, c.at) c
  where j.moved),
early as (
  insert into adoption_early_use as c (${PERSON}, at, event_id)
  select ${PERSON}, u.at, u.id from uses u full join judged j using (${PERSON})
  where coalesce(u.id is not null and (j.since is null or u.at < j.returns_from), false) order by ${PERSON}, u.at
  on conflict (${PERSON}, at) do update set event_id = excluded.event_id where excluded.event_id < c.event_id),
settled as (
  delete from adoption_early_use c using known k where c.organization_id = k.organization_id and c.product_uuid = k.product_uuid
    and c.data_label = k.data_label and c.developer_id = k.developer_id and c.at = k.at),
returns as (
  select distinct on (${PERSON}) ${PERSON}, at, id from (
    select ${PERSON}, u.at, u.id from uses u full join judged j using (${PERSON}) where coalesce(u.at >= j.returns_from, false)
    union all select ${PERSON}, at, id from known
    union all select ${PERSON}, returned_at, return_event_id from judged where returned_at is not null) found
  order by ${PERSON}, at, id),
developers as (
  insert into adoption_developer as c (${PERSON}, activated_at, activation_event_id, returned_at, return_event_id)
  select ${PERSON}, j.since, j.since_id, r.at, r.id from judged j full join returns r using (${PERSON})
  where coalesce(j.since is not null and (j.moved or r.id is distinct from j.return_event_id), false) order by ${PERSON}
  on conflict (${PERSON}) do update set activated_at = excluded.activated_at, activation_event_id = excluded.activation_event_id,
    returned_at = excluded.returned_at, return_event_id = excluded.return_event_id)`;

const COUNTING = `with ${[FRESH, SEEN, COUNTED, PRESENT, PEOPLE].join(',\n')}`;

/** Counts a window in one statement; its values are `since` and `until`. */
export const FOLD = `${COUNTING}
select count(*) as events from fresh`;

/**
 * The same, and the accounts of some organizations whose first event it counted, with that event's product: a row for each, or one without an
 * account. A third value lists the organizations as JSON. An account that a file brought is no news: it had its events before.
 */
export const FOLD_WITH_NEW_ACCOUNTS = `${COUNTING}
select counted.events, a.* from (select count(*) as events from fresh) counted left join (
  select distinct on (c.organization_id, c.domain) c.organization_id, f.product_uuid, c.domain, c.first_event_at
  from (select * from customers where organization_id in (select value::uuid from json_array_elements_text(?::json))) c
    full join fresh f on f.organization_id = c.organization_id and f.account_domain = c.domain
  where coalesce(c.domain is not null and f.source = 'api' and not f.vendor_own_domain, false)
  order by c.organization_id, c.domain, f.received_at, f.id) a on true`;
