import type pg from 'pg';

/** The organization and product whose rollups are filled: bare UUIDs. */
export interface Filled {
  readonly organization: string;
  readonly product: string;
}

/** How large a company is: each row of its activity stands for so many events. */
export interface CompanySize {
  readonly developers: number;
  readonly accounts: number;
  readonly days: number;
  readonly eventsPerRow: number;
}

/**
 * 90 days of 20,000 developers, a third of them there on a day, and most of those in two families: 900,000 rows, each of eleven events,
 * stand for ten million.
 */
export const LARGE: CompanySize = { developers: 20_000, accounts: 2_000, days: 90, eventsPerRow: 11 };
/** The same company with a few developers: ten thousand events. */
export const SMALL: CompanySize = { developers: 200, accounts: 20, days: 10, eventsPerRow: 10 };

const NO_CAMPAIGN = "'00000000-0000-0000-0000-000000000000'";
const ACTIVITY = `insert into adoption_activity (organization_id, product_uuid, data_label, day, developer_id, account_domain, event_family, campaign_key,
    campaign_id, campaign_source, events, uses, first_at, last_at)
  select $1::uuid, $2::uuid, 'first-party', $3::date - d, 'dev_' || n, 'a' || n % $4::int || '.example', f.family,
    case when n % 4 = 0 then md5(n % 40 || '')::uuid else ${NO_CAMPAIGN} end, case when n % 4 = 0 then 'launch-' || n % 40 end,
    case when n % 4 = 0 then 'newsletter' end, $7::int, case when f.family = 'activation' then $7::int else 0 end,
    ($3::date - d)::timestamp at time zone 'utc' + interval '1 hour', ($3::date - d)::timestamp at time zone 'utc' + interval '9 hours'
  from generate_series(0, $5::int - 1) d, generate_series(0, $6::int - 1) n, (values ('activation', 1), ('evaluation', 2)) f (family, k)
  where (hashint4(n * 1000 + d) & 1073741823) % 3 = 0 and (k = 1 or (n + d) % 2 = 0)`;

/** The rows that folding would have made of the same events beside their activity. */
const DERIVED = [
  `insert into adoption_count (organization_id, product_uuid, day, source, data_label, vendor_own_domain, event_family, events,
     events_with_account, events_of_use)
   select organization_id, product_uuid, day, 'api', data_label, false, event_family, sum(events), sum(events), sum(uses) from adoption_activity group by 1, 2, 3, 5, 7`,
  `insert into adoption_developer (organization_id, product_uuid, data_label, developer_id, activated_at, activation_event_id, returned_at, return_event_id)
   select organization_id, product_uuid, data_label, developer_id, min(first_at), gen_random_uuid(), min(first_at) + interval '8 days', gen_random_uuid()
   from adoption_activity where uses > 0 group by 1, 2, 3, 4`,
  `insert into adoption_first_seen (organization_id, product_uuid, data_label, developer_id, at, event_id, campaign_id, campaign_source)
   select distinct on (organization_id, product_uuid, data_label, developer_id)
     organization_id, product_uuid, data_label, developer_id, first_at, gen_random_uuid(), campaign_id, campaign_source
   from adoption_activity order by 1, 2, 3, 4, first_at`,
  `insert into adoption_account (organization_id, product_uuid, data_label, account_domain, activated_at, activation_event_id)
   select organization_id, product_uuid, data_label, account_domain, min(first_at), gen_random_uuid() from adoption_activity where uses > 0 group by 1, 2, 3, 4`,
  `insert into adoption_subject (organization_id, kind, name, number)
   select organization_id, kind, name, row_number() over (partition by organization_id, kind order by name) - 1 from (
     select distinct organization_id, 'developer' as kind, developer_id as name from adoption_activity
     union all select distinct organization_id, 'account', account_domain from adoption_activity) named`,
  ...[
    ['developer', 'event_family', 'developer', 'developer_id', 'true'],
    ['account', 'event_family', 'account', 'account_domain', 'true'],
    ['use', "''", 'developer', 'developer_id', 'uses > 0'],
  ].map(
    ([mark, family, kind, name, where]) =>
      `insert into adoption_presence (organization_id, product_uuid, data_label, day, kind, event_family, chunk, bits)
       select a.organization_id, product_uuid, data_label, day, '${mark}', ${family}, n.number / 1024, bit_or(set_bit(0::bit(1024), n.number % 1024, 1))
       from adoption_activity a join adoption_subject n on n.organization_id = a.organization_id and n.kind = '${kind}' and n.name = a.${name}
       where ${where} group by 1, 2, 3, 4, 6, 7`,
  ),
  'vacuum analyze adoption_activity, adoption_presence, adoption_subject, adoption_developer, adoption_first_seen, adoption_account, adoption_count',
];

/** As many companies as there are tools to report, each with a product of its own that was linked to one. */
const REPORTING = [
  `insert into organization (id, name, domain, domain_verified_at)
   select md5('organization ' || n)::uuid, 'Vendor ' || n, 'vendor-' || n || '.example', now() from generate_series(1, $1::int) n on conflict do nothing`,
  `insert into product (organization_id, id, product_id, name, type)
   select md5('organization ' || n)::uuid, md5('product ' || n)::uuid, 'reporting', 'An API', 'api' from generate_series(1, $1::int) n on conflict do nothing`,
  `insert into product_tool (organization_id, product_uuid, tool_id, linked_at, linked_by, domain)
   select md5('organization ' || n)::uuid, md5('product ' || n)::uuid, t.id, now(), gen_random_uuid(), 'vendor-' || n || '.example'
   from (select id, row_number() over (order by slug desc) as n from tool) t where n <= $1::int on conflict do nothing`,
];

/** A company's developers each come on every ninth day, from one account for three of them. */
const ACTIVITY_OF_MANY = `insert into adoption_activity (organization_id, product_uuid, data_label, day, developer_id, account_domain, event_family,
    campaign_key, events, uses, first_at, last_at)
  select md5('organization ' || n)::uuid, md5('product ' || n)::uuid, 'first-party', $2::date - d, 'dev_' || p, 'a' || p / 3 || '.example', 'activation',
    ${NO_CAMPAIGN}, 3, 3, ($2::date - d)::timestamp at time zone 'utc' + interval '1 hour', ($2::date - d)::timestamp at time zone 'utc' + interval '9 hours'
  from generate_series(1, $1::int) n, generate_series(0, 95) d, generate_series(0, $3::int - 1) p where (p + n + d) % 9 = 0`;

/** Fills the rollups of so many companies up to a UTC day; each reports for a tool of its own. */
export async function loadReporting(
  client: pg.Client,
  lastDay: string,
  { tools, developers }: { readonly tools: number; readonly developers: number },
): Promise<void> {
  for (const statement of REPORTING) await client.query(statement, [tools]);
  await client.query(ACTIVITY_OF_MANY, [tools, lastDay, developers]);
  for (const statement of DERIVED) await client.query(statement);
}

/** Fills the rollups as if the events of a company had been folded, up to a UTC day; answers how many events they stand for. */
export async function loadAdoption(
  client: pg.Client,
  { organization, product }: Filled,
  lastDay: string,
  { developers, accounts, days, eventsPerRow }: CompanySize,
): Promise<number> {
  const { rowCount } = await client.query(ACTIVITY, [
    organization,
    product,
    lastDay,
    accounts,
    days,
    developers,
    eventsPerRow,
  ]);
  for (const statement of DERIVED) await client.query(statement);
  return (rowCount ?? 0) * eventsPerRow;
}
