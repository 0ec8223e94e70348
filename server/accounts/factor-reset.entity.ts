import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Organization } from './organization.entity.js';

export enum ResetOutcome {
  done = 'done',
  objected = 'objected',
  withdrawn = 'withdrawn',
  void = 'void',
}

/** The wish of two admins to take a lost second factor off a colleague's account; it waits for the second of them, then a day for the person. */
@Entity({ tableName: 'factor_reset' })
@Check({ name: 'factor_reset_confirmed', expression: '(confirmed_at is null) = (confirmed_by is null)' })
@Check({ name: 'factor_reset_ended', expression: '(ended_at is null) = (outcome is null)' })
@Index({
  name: 'factor_reset_waiting',
  expression:
    'create unique index factor_reset_waiting on factor_reset (user_id, organization_id) where outcome is null',
})
@Index({
  name: 'factor_reset_organization',
  expression: 'create index factor_reset_organization on factor_reset (organization_id) where outcome is null',
})
export class FactorReset {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => Organization, { ref: true })
  organization: Ref<Organization>;

  @Property({ type: 'uuid' })
  userId: string;

  @Property({ type: 'text', nullable: true })
  reason: string | null;

  /** SHA-256 of the secret in the letters' link, by which the person objects without signing in. */
  @Property({ type: 'blob' })
  secretHash: Buffer;

  /** The same of the second letter: the link of the first still works. */
  @Property({ type: 'blob', nullable: true })
  confirmedSecretHash: (Buffer & Opt) | null = null;

  @Property({ type: 'uuid' })
  requestedBy: string;

  @Property({ type: 'datetime' })
  requestedAt: Date;

  @Property({ type: 'uuid', nullable: true })
  confirmedBy: (string & Opt) | null = null;

  @Property({ type: 'datetime', nullable: true })
  confirmedAt: (Date & Opt) | null = null;

  /** Null while it waits. */
  @Enum({ items: () => ResetOutcome, type: 'text', nullable: true })
  outcome: (ResetOutcome & Opt) | null = null;

  @Property({ type: 'datetime', nullable: true })
  endedAt: (Date & Opt) | null = null;
}
