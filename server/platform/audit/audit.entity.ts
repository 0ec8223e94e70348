import { BigIntType, type FormulaColumns, type Opt } from '@mikro-orm/core';
import { Entity, Formula, Index, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PrefixedId } from '../database/id.type.js';

/** Field by field, what was and what is. */
type Changes = Record<string, [unknown, unknown]>;

/** A column of an entry's values, which have no foreign key: its check would lock the entry, for which append-only leaves no right. */
const storedValue = (column: 'changes' | 'reason', own: FormulaColumns<AuditEntry>): string =>
  `(select v.${column} from audit_value v where v.organization_id = ${own.organizationId} and v.entry_id = ${own.id})`;

/** Where a chain stands: its last entry's number and hash. Its row is the lock of the chain. */
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

/** One act, as its hash covers it; what was changed stands apart, so that it can be erased. Written by `recordAudit` alone. */
@ObjectType({ description: "One entry of an organization's append-only, hash-chained audit log." })
@Entity({ tableName: 'audit_entry' })
@Unique({ properties: ['organizationId', 'sequence'] })
@Index({ name: 'audit_entry_at', properties: ['organizationId', 'at'] })
@Index({ name: 'audit_entry_action', properties: ['organizationId', 'action', 'sequence'] })
export class AuditEntry {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('aud') })
  id: string;

  @Property({ type: new BigIntType('string') })
  sequence: string;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  at: Date;

  @Field(() => String)
  @Property({ type: 'text' })
  actor: string;

  @Field(() => String)
  @Property({ type: 'text' })
  action: string;

  @Field(() => String)
  @Property({ type: 'text' })
  resource: string;

  @Field(() => String)
  @Property({ type: 'text' })
  resourceId: string;

  @Field(() => Int, { nullable: true })
  @Property({ type: 'int', nullable: true })
  revision: number | null;

  @Property({ type: 'text' })
  valuesDigest: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  requestId: string | null;

  @Field(() => String)
  @Property({ type: 'text' })
  prevHash: string;

  @Field(() => String)
  @Property({ type: 'text' })
  hash: string;

  /** Null of entries from before chains were named. */
  @Property({ type: 'text', nullable: true })
  chain: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Field by field [old, new]; null after the values were erased.',
  })
  @Formula<AuditEntry>((own) => storedValue('changes', own), { lazy: true, type: 'json' })
  changes: (Changes & Opt) | null;

  @Field(() => String, { nullable: true })
  @Formula<AuditEntry>((own) => storedValue('reason', own), { lazy: true, type: 'text' })
  reason: (string & Opt) | null;
}

/** What an entry says was changed and why; gone when it was erased. */
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
