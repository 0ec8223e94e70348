import type { Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { IntakeSubmission } from './intake.entity.js';

/** A link of a letter that opens a submission as its receipt does; it ends with its time, and when the contact's address changes. */
@Entity({ tableName: 'intake_link' })
@Index({ name: 'intake_link_submission', properties: ['submission'] })
@Index({ name: 'intake_link_expiring', properties: ['expiresAt'] })
export class IntakeLink {
  /** SHA-256 of its secret in hexadecimal, the only form in which it is stored. */
  @PrimaryKey({ type: 'text' })
  digest: string;

  @ManyToOne(() => IntakeSubmission, { ref: true, deleteRule: 'cascade', fieldName: 'submission_id' })
  submission: Ref<IntakeSubmission>;

  @Property({ type: 'datetime' })
  expiresAt: Date;
}
