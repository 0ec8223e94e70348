import { Migration } from '@mikro-orm/migrations';

/**
 * Chains of the audit log get names, which the hashes of entries from here on cover; entries that stand have none, and their hashes hold as
 * they are. Values that were erased before erasures named what they erased are named now, by one entry at the end of each such chain.
 */
export class M0014AuditChains extends Migration {
  override up(): void {
    this.addSql('alter table audit_entry add column chain text');
    this.addSql('alter table audit_head add column chain text');
    this.addSql(`update audit_head set chain =
      case when organization_id = '00000000-0000-0000-0000-000000000000' then 'platform' else 'org_' || organization_id end`);
    this.addSql('alter table audit_head alter column chain set not null');
    // The texts that are hashed are the canonical JSON (RFC 8785) that the application writes: members sorted, no white space.
    this.addSql(`with missing as (
        select e.organization_id, '[' || string_agg('"aud_' || e.id || '"', ',' order by e.sequence) || ']' as ids
        from audit_entry e left join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
        where v.entry_id is null group by e.organization_id),
      drafted as (
        select h.organization_id, h.chain, h.sequence + 1 as sequence, h.hash as prev_hash, gen_random_uuid() as id,
          replace(gen_random_uuid()::text, '-', '') as salt, date_trunc('milliseconds', now()) as at,
          '{"entries":[' || m.ids || ',null]}' as changes, 'erased before erasures named their entries' as reason
        from missing m join audit_head h on h.organization_id = m.organization_id),
      digested as (
        select d.*, encode(sha256(convert_to(salt || '{"changes":' || changes || ',"reason":"' || reason || '"}', 'UTF8')), 'hex') as values_digest
        from drafted d),
      hashed as (
        select d.*, encode(sha256(convert_to('{"action":"audit.erase","actor":"system","at":"'
          || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","chain":"' || chain || '","id":"' || id
          || '","prevHash":"' || prev_hash || '","requestId":null,"resource":"audit","resourceId":"' || chain
          || '","revision":null,"sequence":' || sequence || ',"valuesDigest":"' || values_digest || '"}', 'UTF8')), 'hex') as hash
        from digested d),
      entered as (
        insert into audit_entry (organization_id, chain, id, sequence, at, actor, action, resource, resource_id, values_digest, prev_hash, hash)
        select organization_id, chain, id, sequence, at, 'system', 'audit.erase', 'audit', chain, values_digest, prev_hash, hash from hashed),
      valued as (
        insert into audit_value (organization_id, entry_id, salt, changes, reason)
        select organization_id, id, salt, changes::jsonb, reason from hashed)
      update audit_head h set sequence = n.sequence, hash = n.hash from hashed n where n.organization_id = h.organization_id`);
  }
}
