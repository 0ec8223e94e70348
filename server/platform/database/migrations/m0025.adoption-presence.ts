import { Migration } from '@mikro-orm/migrations';

/**
 * Who was there on a day, as bits by a number that each developer and account has in its organization: distinct counts of any window are
 * exact and cost what its days cost, not what its events do. What was folded before is counted from the activity.
 */
export class M0025AdoptionPresence extends Migration {
  override up(): void {
    this.addSql(`create table adoption_subject (
      organization_id uuid not null, kind text not null, name text not null, number integer not null,
      primary key (organization_id, kind, name),
      constraint adoption_subject_number_unique unique (organization_id, kind, number))`);
    this.addSql(`create table adoption_presence (
      organization_id uuid not null, product_uuid uuid not null, data_label text not null, day date not null,
      kind text not null, event_family text not null, chunk integer not null, bits bit(1024) not null,
      primary key (organization_id, product_uuid, data_label, day, kind, event_family, chunk))`);
    this.addSql(`insert into adoption_subject (organization_id, kind, name, number)
      select organization_id, kind, name, row_number() over (partition by organization_id, kind order by name) - 1
      from (
        select distinct organization_id, 'developer' as kind, developer_id as name from adoption_activity
        union all select distinct organization_id, 'account', account_domain from adoption_activity where account_domain <> '') named`);
    this.addSql(`insert into adoption_presence (organization_id, product_uuid, data_label, day, kind, event_family, chunk, bits)
      select a.organization_id, product_uuid, data_label, day, mark, family, n.number / 1024, bit_or(set_bit(0::bit(1024), n.number % 1024, 1))
      from adoption_activity a
        cross join lateral (values ('developer', event_family, 'developer', developer_id), ('account', event_family, 'account', account_domain),
          ('use', '', 'developer', case when uses > 0 then developer_id end)) m (mark, family, kind, name)
        join adoption_subject n on n.organization_id = a.organization_id and n.kind = m.kind and n.name = m.name
      group by 1, 2, 3, 4, 5, 6, 7`);
    // One developer has few accounts and campaigns: without this the planner expects a group for nearly every row, and reads with one process.
    this.addSql(`create statistics adoption_activity_people (ndistinct)
      on developer_id, account_domain, campaign_id, campaign_source from adoption_activity`);
  }
}
