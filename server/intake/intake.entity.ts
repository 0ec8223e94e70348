import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Row } from '../platform/row.types.js';
import type { CheckResult, DraftInputs, Triage } from './draft.types.js';
import type { DraftRecord } from './draft-record.types.js';
import { type IntakeKindName, type IntakeStateName, intakeKinds, intakeStates } from './intake-state.rules.js';
import type { LetterSubject } from './letter.rules.js';

const OPEN_STATES =
  "('received', 'needs_evidence', 'triaged', 'draft_prepared', 'in_review', 'changes_requested', 'approved')";

/** A submission by someone without an account, and its state. Its drafts, history, comments and decisions are in tables of their own. */
@Entity({ tableName: 'intake_submission' })
@Index({
  name: 'intake_submission_queue',
  columns: [{ name: 'state' }, { name: 'score', sort: 'desc' }, { name: 'id' }],
})
@Index({ name: 'intake_submission_fingerprint', properties: ['fingerprint'] })
@Index({ name: 'intake_submission_domain', properties: ['organizationDomain'] })
@Index({ name: 'intake_submission_contact', properties: ['contactEmail'] })
@Index({
  name: 'intake_submission_related',
  expression: 'create index intake_submission_related on intake_submission (related_id) where related_id is not null',
})
@Index({
  name: 'intake_submission_expiring',
  expression: `create index intake_submission_expiring on intake_submission (expires_at) where state in ${OPEN_STATES}`,
})
export class IntakeSubmission {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Enum({ items: [...intakeKinds], type: 'text' })
  kind: IntakeKindName;

  @Enum({ items: [...intakeStates], type: 'text' })
  state: IntakeStateName;

  /** The revision of the content and its draft: a decision names it, and is stale if there is another one by then. */
  @Property({ type: 'int', default: 1 })
  revision: number & Opt;

  /** SHA-256 of the receipt's secret part, the only form in which it is stored. */
  @Property({ type: 'blob' })
  secretHash: Buffer;

  @Property({ type: 'text' })
  contactName: string;

  @Property({ type: 'text' })
  contactEmail: string;

  @Property({ type: 'datetime', nullable: true })
  contactVerifiedAt: (Date & Opt) | null;

  /** SHA-256 of what the letter's link ends with; gone once it was used. */
  @Property({ type: 'blob', nullable: true, unique: true })
  contactTokenHash: (Buffer & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  contactTokenExpiresAt: (Date & Opt) | null;

  /** The signed-in person who submitted it, who may then not decide on it. */
  @Property({ type: 'uuid', nullable: true })
  submittedBy: (string & Opt) | null;

  @Property({ type: 'text' })
  organizationName: string;

  /** In lower-case ASCII. */
  @Property({ type: 'text' })
  organizationDomain: string;

  @Property({ type: 'text', nullable: true })
  note: string | null;

  @Property({ type: 'json' })
  fields: Record<string, unknown>;

  /** The same for what says the same in other letters, cases and separators. */
  @Property({ type: 'text' })
  fingerprint: string;

  /** The workspace submission that a tracking set-up waits for. */
  @ManyToOne(() => IntakeSubmission, { ref: true, nullable: true, fieldName: 'related_id', deleteRule: 'no action' })
  related: (Ref<IntakeSubmission> & Opt) | null;

  /** The text that the domain publishes to show that it belongs to the submitter. */
  @Property({ type: 'text' })
  domainChallenge: string;

  @Enum({ items: ['high', 'normal', 'low'], type: 'text', nullable: true })
  priority: (Triage['priority'] & Opt) | null;

  @Property({ type: 'int', nullable: true })
  score: (number & Opt) | null;

  @Property({ type: 'text', nullable: true })
  route: (string & Opt) | null;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  missing: string[] & Opt;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  risks: string[] & Opt;

  @Property({ type: 'int', default: 0 })
  checksFailed: number & Opt;

  @Property({ type: 'int', default: 0 })
  checksUnknown: number & Opt;

  @Property({ type: 'uuid', nullable: true })
  assignee: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  assignedAt: (Date & Opt) | null;

  /** A reviewer's text to the submitter: what is to be changed, or why it was not accepted. */
  @Property({ type: 'text', nullable: true })
  message: (string & Opt) | null;

  /** The records that approval created, by public ids. */
  @Property({ type: 'json', nullable: true })
  outcome: (Record<string, string> & Opt) | null;

  /** The signed receipt of the newest approval; null where it was not signed. */
  @Property({ type: 'text', nullable: true })
  approvalReceipt: (string & Opt) | null;

  @Property({ type: 'datetime' })
  submittedAt: Date;

  @Property({ type: 'datetime', nullable: true })
  draftedAt: (Date & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  decidedAt: (Date & Opt) | null;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;

  @Property({ type: 'datetime' })
  expiresAt: Date;
}

/** The members that a submission has both as a plain row and as an entity that is going to be changed. */
export type SubmissionRow = Omit<Row<IntakeSubmission>, 'relatedId'>;

/** One revision as automation prepared it, with everything that decided it, so that it can be prepared again byte for byte. */
@Entity({ tableName: 'intake_draft' })
@Unique({ properties: ['submission', 'revision'] })
export class IntakeDraft {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => IntakeSubmission, { ref: true, deleteRule: 'cascade', fieldName: 'submission_id' })
  submission: Ref<IntakeSubmission>;

  @Property({ type: 'int' })
  revision: number;

  @Property({ type: 'text' })
  ruleSet: string;

  @Property({ type: 'json' })
  inputs: DraftInputs;

  @Property({ type: 'text' })
  inputsDigest: string;

  @Property({ type: 'json' })
  checks: CheckResult[];

  @Property({ type: 'json' })
  triage: Triage;

  @Property({ type: 'json' })
  records: DraftRecord[];

  @Property({ type: 'datetime' })
  createdAt: Date;
}

/** One step of a submission: of automation, its submitter or a reviewer. */
@Entity({ tableName: 'intake_history' })
@Index({ name: 'intake_history_submission', properties: ['submission', 'id'] })
export class IntakeHistory {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => IntakeSubmission, { ref: true, deleteRule: 'cascade', fieldName: 'submission_id' })
  submission: Ref<IntakeSubmission>;

  @Property({ type: 'datetime' })
  at: Date;

  /** `automation`, `submitter` or `usr_…`. */
  @Property({ type: 'text' })
  actor: string;

  @Property({ type: 'text' })
  action: string;

  @Property({ type: 'text', nullable: true })
  fromState: string | null;

  @Property({ type: 'text' })
  toState: string;

  @Property({ type: 'int' })
  revision: number;

  @Property({ type: 'text', nullable: true })
  detail: string | null;
}

/** A letter that intake wants sent: to whom and about what. The worker writes its words and puts it into the outbox. */
@Entity({ tableName: 'intake_letter' })
@Index({
  name: 'intake_letter_waiting',
  expression: 'create index intake_letter_waiting on intake_letter (id) where forwarded_at is null',
})
export class IntakeLetter {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => IntakeSubmission, { ref: true, deleteRule: 'cascade', fieldName: 'submission_id' })
  submission: Ref<IntakeSubmission>;

  @Enum({ items: ['contact', 'reviewers', 'assignee'], type: 'text' })
  audience: 'contact' | 'reviewers' | 'assignee';

  /** The key of its words (`letter.rules.ts`). */
  @Property({ type: 'text' })
  subjectOf: LetterSubject;

  /** The reviewer who caused it and needs no letter. */
  @Property({ type: 'uuid', nullable: true })
  exceptUser: (string & Opt) | null;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime', nullable: true })
  forwardedAt: (Date & Opt) | null;
}

/** A reviewer's comment for other reviewers; no submitter sees it. */
@Entity({ tableName: 'intake_comment' })
@Index({ name: 'intake_comment_submission', properties: ['submission', 'id'] })
export class IntakeComment {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => IntakeSubmission, { ref: true, deleteRule: 'cascade', fieldName: 'submission_id' })
  submission: Ref<IntakeSubmission>;

  @Property({ type: 'uuid' })
  author: string;

  @Property({ type: 'datetime' })
  at: Date;

  @Property({ type: 'text' })
  text: string;
}

/** A person's decision about one revision. Automation may not write here, so no approval is its own. */
@Entity({ tableName: 'intake_decision' })
@Index({ name: 'intake_decision_submission', properties: ['submission', 'id'] })
@Index({ name: 'intake_decision_recent', properties: ['decidedAt'] })
export class IntakeDecision {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => IntakeSubmission, { ref: true, fieldName: 'submission_id' })
  submission: Ref<IntakeSubmission>;

  @Property({ type: 'int' })
  revision: number;

  @Enum({ items: ['approve', 'provision', 'reject', 'request_changes'], type: 'text' })
  step: 'approve' | 'provision' | 'reject' | 'request_changes';

  @Property({ type: 'uuid' })
  decidedBy: string;

  @Property({ type: 'datetime' })
  decidedAt: Date;

  @Property({ type: 'text', nullable: true })
  reason: (string & Opt) | null;

  /** The digest of the inputs of the draft that was approved. */
  @Property({ type: 'text', nullable: true })
  inputsDigest: (string & Opt) | null;

  /** The mailbox of the person who decided, so that an alias of theirs does not count as another person (`party.query.ts`). */
  @Property({ type: 'text', nullable: true })
  mailbox: (string & Opt) | null;
}

/**
 * Who has a part in a revision: its author, signed in, or the contact whose address was confirmed. None of them decides on any revision of
 * the submission.
 */
@Entity({ tableName: 'intake_party' })
@Index({ name: 'intake_party_submission', properties: ['submission', 'id'] })
@Index({
  name: 'intake_party_contact',
  expression: `create index intake_party_contact on intake_party (mailbox) where part = 'contact'`,
})
export class IntakeParty {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => IntakeSubmission, { ref: true, deleteRule: 'cascade', fieldName: 'submission_id' })
  submission: Ref<IntakeSubmission>;

  @Property({ type: 'int' })
  revision: number;

  @Enum({ items: ['author', 'contact'], type: 'text' })
  part: 'author' | 'contact';

  @Property({ type: 'uuid', nullable: true })
  person: (string & Opt) | null;

  /** SHA-256 of the address without its plus part: enough to know a person again, and no address. */
  @Property({ type: 'text', nullable: true })
  mailbox: (string & Opt) | null;

  @Property({ type: 'datetime' })
  at: Date;
}

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
