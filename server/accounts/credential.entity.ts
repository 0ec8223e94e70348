import { type Opt, type Ref, Type } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Scope } from '../platform/context.js';
import { type CredentialKind, credentialPrefixes } from './credential.rules.js';

/** PostgreSQL's time before all others stands for "never": a row that is there from the beginning is updated and not added. */
class LastUse extends Type<Date | null, string> {
  override convertToDatabaseValue(at: Date | null): string {
    return at === null ? '-infinity' : at.toISOString();
  }

  override convertToJSValue(stored: Date | string): Date | null {
    const at = new Date(stored);
    return Number.isNaN(at.getTime()) ? null : at;
  }

  override getColumnType(): string {
    return 'timestamptz';
  }
}

/** A bearer credential: the hash of its token, and the record that it is bound to. */
@Entity({ tableName: 'credential' })
@Index({
  name: 'credential_two_live_keys',
  expression: `create unique index credential_two_live_keys on credential (organization_id, product_uuid, slot)
    where kind = 'tracking_key' and revoked_at is null`,
})
@Index({
  name: 'credential_user',
  expression: 'create index credential_user on credential (user_id) where user_id is not null',
})
@Index({
  name: 'credential_user_name',
  expression: 'create index credential_user_name on credential (user_id, lower(name), id) where user_id is not null',
})
@Index({
  name: 'credential_user_expires',
  expression: 'create index credential_user_expires on credential (user_id, expires_at, id) where user_id is not null',
})
@Index({
  name: 'credential_user_created',
  expression: 'create index credential_user_created on credential (user_id, id) where user_id is not null',
})
@Index({
  name: 'credential_enterprise_expires',
  expression: `create index credential_enterprise_expires on credential (expires_at) where kind = 'enterprise_key' and revoked_at is null`,
})
@Check({
  name: 'credential_check',
  expression: `kind <> 'tracking_key' or (organization_id is not null and product_uuid is not null and slot is not null)`,
})
@Check({
  name: 'credential_check1',
  expression: `kind <> 'workflow_token' or (user_id is not null and expires_at is not null)`,
})
@Check({
  name: 'credential_check2',
  expression: `kind <> 'enterprise_key' or (organization_id is not null and product_uuid is not null and expires_at is not null)`,
})
export class Credential {
  /** Shown as `key_…` or `tok_…`, which depends on the kind. */
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Enum({ items: Object.keys(credentialPrefixes), type: 'text' })
  kind: CredentialKind;

  /** SHA-256 of the token, the only form in which it is stored. */
  @Property({ type: 'blob', unique: true })
  hash: Buffer;

  /** The part of the token that lists show. */
  @Property({ type: 'text' })
  hint: string;

  @Property({ type: 'text' })
  name: string;

  /** The organization of a tracking or an enterprise key, like the product. */
  @Property({ type: 'uuid', nullable: true })
  organizationId: (string & Opt) | null;

  @Property({ type: 'uuid', nullable: true })
  productUuid: (string & Opt) | null;

  /** The owner of a workflow token. */
  @Property({ type: 'uuid', nullable: true })
  userId: (string & Opt) | null;

  /** The one project that a workflow token is bound to. */
  @Property({ type: 'uuid', nullable: true })
  projectId: (string & Opt) | null;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  scopes: Scope[] & Opt;

  /** The place of a tracking key: two are live at a time. */
  @Check({ expression: 'slot in (1, 2)' })
  @Property({ type: 'smallint', nullable: true })
  slot: (number & Opt) | null;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  createdAt: Date & Opt;

  @Property({ type: 'uuid', nullable: true })
  createdBy: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  expiresAt: (Date & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  revokedAt: (Date & Opt) | null;
}

/** The last use of a credential. It has a row of its own, so that a write each minute touches no row that a request locks. */
@Entity({ tableName: 'credential_use' })
export class CredentialUse {
  @OneToOne(() => Credential, { primary: true, ref: true, createForeignKeyConstraint: false })
  credential: Ref<Credential>;

  @Property({ type: new LastUse() })
  lastUsedAt: Date | null;
}

/** A notice that an agent key ends soon; its row keeps it from being sent twice. */
@Entity({ tableName: 'enterprise_key_notice' })
export class EnterpriseKeyNotice {
  @PrimaryKey({ type: 'uuid' })
  credentialId: string;

  /** How many days before the end: 30, 20 or 10. */
  @PrimaryKey({ type: 'smallint' })
  days: number;

  @Property({ type: 'datetime' })
  sentAt: Date;
}
