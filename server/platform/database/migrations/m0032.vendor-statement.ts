import { Migration } from '@mikro-orm/migrations';

const dayOf = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD')`;
const startOfDay = (time: string): string => `date_trunc('day', ${time} at time zone 'UTC') at time zone 'UTC'`;
const unlessNull = (column: string, fact: string): string =>
  `case when ${column} is null then '[]'::jsonb else '["${fact}"]'::jsonb end`;
/** The statement that the first source of a record becomes; all facts of one that no one has edited are of the vendor. */
const statementOf = (facts: string): string =>
  `jsonb_build_array(jsonb_build_object('url', r.sources->0->'url', 'approvedOn', r.sources->0->'readAt',
    'facts', case when r.edited_at is null then ${facts} else r.sources->0->'facts' end))`;
const TOOL_FACTS = `'["name", "summary", "vendor", "website", "categories"]'::jsonb || ${unlessNull('r.docs_url', 'docs.url')}
  || ${unlessNull('r.signup_url', 'signupUrl')} || ${unlessNull('r.pricing_url', 'pricing.url')}`;
const OFFER_FACTS = `'["title", "summary", "kind", "vendor", "value", "url", "eligibility"]'::jsonb
  || ${unlessNull('r.terms_url', 'termsUrl')} || ${unlessNull('r.ends_at', 'endsAt')}`;

/**
 * A vendor's statements that a reviewer approved, apart from the pages that were read. Approvals before this one wrote that the vendor's page
 * was read on their day, and that the provider confirmed its offer then; where the record shows that an approval wrote it, it is a statement
 * from now on. A page that a person read later stays read.
 */
export class M0032VendorStatement extends Migration {
  override up(): void {
    this.addSql(`alter table tool add column statements jsonb not null default '[]'`);
    this.addSql(`alter table offer add column statements jsonb not null default '[]'`);
    this.addSql('alter table offer drop constraint offer_label_check');
    this.addSql(
      `alter table offer add constraint offer_label_check check (label in ('first-party', 'public-source', 'sample', 'missing'))`,
    );
    this.addSql(`update catalog_head set version = version + 1, changed_at = now()
      where exists (select 1 from tool where origin = 'intake') or exists (select 1 from offer where origin = 'intake')
        or exists (select 1 from intake_draft where records @> '[{"type": "tool", "action": "update"}]')`);
    // The first source of a tool that an approval made, of its day, at the tool's own website.
    this.addSql(`update tool r set
        statements = ${statementOf(TOOL_FACTS)}, sources = r.sources - 0, version = (select version from catalog_head)
      where r.origin = 'intake' and r.sources->0->>'readAt' = ${dayOf('r.created_at')} and r.sources->0->'via' is null
        and r.sources->0->'facts' <@ '["name", "summary", "vendor", "website", "categories", "docs.url"]'`);
    // Addresses of another tool that an approval changed, are still there, and that no one has read since.
    this.addSql(`with stated as (
        select distinct on (t.id, f.fact) t.id, f.fact, f.after as url, ${dayOf('s.decided_at')} as day
        from intake_submission s
        join intake_draft d on d.submission_id = s.id and d.revision = s.revision
        cross join lateral jsonb_array_elements(d.records) r
        join tool t on t.slug = r->'after'->>'slug'
        cross join lateral (values
          ('docs.url', t.docs_url, r->'before'->>'docsUrl', r->'after'->>'docsUrl'),
          ('signupUrl', t.signup_url, r->'before'->>'signupUrl', r->'after'->>'signupUrl'),
          ('pricing.url', t.pricing_url, r->'before'->>'pricingUrl', r->'after'->>'pricingUrl')) f (fact, present, before, after)
        where s.state = 'published' and r->>'type' = 'tool' and r->>'action' = 'update'
          and f.after = f.present and f.after is distinct from f.before
          and not exists (select 1 from jsonb_array_elements(t.sources) x
            where x->'facts' @> to_jsonb(f.fact) and x->>'readAt' > ${dayOf('s.decided_at')})
        order by t.id, f.fact, s.decided_at desc
      ), named as (
        select id, array_agg(fact) as facts, jsonb_agg(jsonb_build_object('url', url, 'approvedOn', day, 'facts', jsonb_build_array(fact)) order by fact) as statements
        from stated group by id
      )
      update tool t set
        statements = t.statements || n.statements,
        sources = coalesce((
          select jsonb_agg(jsonb_set(x.source, '{facts}', (x.source->'facts') - n.facts) order by x.place)
          from jsonb_array_elements(t.sources) with ordinality x (source, place)
          where (x.source->'facts') - n.facts <> '[]'), '[]'),
        version = (select version from catalog_head)
      from named n where n.id = t.id`);
    // The source of an offer that an approval made, of its day; as long as the offer was not read or confirmed since, its label is missing.
    this.addSql(`update offer r set
        statements = ${statementOf(OFFER_FACTS)}, sources = r.sources - 0,
        last_confirmed_at = nullif(r.last_confirmed_at, ${startOfDay('r.created_at')}),
        label = case when r.label = 'public-source' and r.last_read_at is null and jsonb_array_length(r.sources) = 1
            and r.last_confirmed_at = ${startOfDay('r.created_at')} then 'missing' else r.label end,
        version = (select version from catalog_head)
      where r.origin = 'intake' and r.sources->0->>'readAt' = ${dayOf('r.created_at')}
        and r.sources->0->'facts' = '["title", "value", "url"]'`);
  }
}
