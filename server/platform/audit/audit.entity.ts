import { BigIntType } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Act } from './audit.js';

/** Old and new value of each field that changed. */
export type Changes = Record<string, [unknown, unknown]>;

/** The head of a chain: its last entry's number and hash. Its row is the lock of the chain. */
@Entity({ tableName: 'audit_head' })
export class AuditHead {
  /** The bare id of an organization or a person, zeros for the platform. */
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @Property({ type: new BigIntType('string') })
  sequence: string;

  @Property({ type: 'text' })
  hash: string;

  @Property({ type: 'text' })
  chain: string;
}

/** One act, as its hash covers it. Its values stand apart, so that they can be erased. Only `recordAudit` writes it. */
@Entity({ tableName: 'audit_entry' })
@Unique({ properties: ['organizationId', 'sequence'] })
@Index({ name: 'audit_entry_at', properties: ['organizationId', 'at'] })
@Index({ name: 'audit_entry_action', properties: ['organizationId', 'action', 'sequence'] })
export class AuditEntry {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: new BigIntType('string') })
  sequence: string;

  @Property({ type: 'datetime' })
  at: Date;

  @Property({ type: 'text' })
  actor: string;

  @Property({ type: 'text' })
  action: string;

  @Property({ type: 'text' })
  resource: string;

  @Property({ type: 'text' })
  resourceId: string;

  @Property({ type: 'int', nullable: true })
  revision: number | null;

  @Property({ type: 'text' })
  valuesDigest: string;

  @Property({ type: 'text', nullable: true })
  requestId: string | null;

  @Property({ type: 'text' })
  prevHash: string;

  @Property({ type: 'text' })
  hash: string;

  /** Null of entries from before chains were named. */
  @Property({ type: 'text', nullable: true })
  chain: string | null;
}

/** The changes and the reason of an entry; the row is gone when they were erased. */
@Entity({ tableName: 'audit_value' })
export class AuditValue {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  entryId: string;

  @Property({ type: 'text' })
  salt: string;

  @Property({ type: 'json', nullable: true })
  changes: Changes | null;

  @Property({ type: 'text', nullable: true })
  reason: string | null;
}

/** An entry that has no place in its chain yet: the node that holds the chain was away. It lies on the coordinator until a worker appends it. */
@Entity({ tableName: 'audit_waiting' })
export class AuditWaiting {
  @PrimaryKey({ type: 'uuid' })
  chainId: string;

  /** The order of the acts; a 64-bit number, as text. */
  @PrimaryKey({ type: new BigIntType('string') })
  position: string;

  @Property({ type: 'text' })
  chain: string;

  /** All that the entry's hash will cover, but for its place. */
  @Property({ type: 'json' })
  act: Act;

  @Property({ type: 'text' })
  salt: string;

  @Property({ type: 'json' })
  changes: Changes;

  @Property({ type: 'text', nullable: true })
  reason: string | null;
}
