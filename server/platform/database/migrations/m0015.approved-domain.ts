import { Migration } from '@mikro-orm/migrations';

/** The verified domain that a person saw when they linked a product to a tool, or an offer to the organization that decides on its claims. */
export class M0015ApprovedDomain extends Migration {
  override up(): void {
    this.addSql('alter table product_tool add column domain text');
    this.addSql(
      'update product_tool x set domain = o.domain from organization o where o.id = x.organization_id and o.domain_verified_at is not null',
    );
    this.addSql('alter table offer add column organization_domain text');
    this.addSql(
      'update offer x set organization_domain = o.domain from organization o where o.id = x.organization_id and o.domain_verified_at is not null',
    );
  }
}
