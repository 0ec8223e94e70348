import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IdOf } from '../platform/graphql/id.edge.js';
import { type ProjectContent, ProjectStatus, type StoredSelection } from './project.rules.js';
import type { ProjectAuthor } from './project.types.js';

/** A person's approval of this revision with this content, for 24 hours. A voided one stays as a record. */
@ObjectType({ description: 'A person looked at this revision and agreed that it becomes public.' })
@Entity({ tableName: 'project_approval' })
@Index({
  name: 'project_approval_valid',
  expression: 'create unique index project_approval_valid on project_approval (project_id) where voided_at is null',
})
export class ProjectApproval {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => Project, { ref: true, deleteRule: 'cascade' })
  project: Ref<Project>;

  @Field(() => Int, { description: 'Revision of the draft that was approved.' })
  @Property({ type: 'int' })
  revision: number;

  @Field(() => String, { description: 'Hash of exactly what was approved.' })
  @Property({ type: 'text' })
  contentHash: string;

  @Field(() => ID, { description: 'The person who approved.' })
  @IdOf('usr')
  @Property({ type: 'uuid' })
  approvedBy: string;

  @Field(() => Date, { description: 'Moment of the approval.' })
  @Property({ type: 'datetime' })
  approvedAt: Date;

  @Field(() => Date, { description: '24 hours later; until then it can be published.' })
  @Property({ type: 'datetime' })
  expiresAt: Date;

  @Property({ type: 'datetime', nullable: true })
  voidedAt: (Date & Opt) | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The approval as a compact JWS that anyone verifies with the keys of /.well-known/approval-keys.json; null where the operator signs none.',
  })
  @Property({ type: 'text', nullable: true })
  receipt: (string & Opt) | null;
}

/** The state of each tool as its owner made it public; the newest of a project counts. */
@Entity({ tableName: 'project_proof' })
@Index({ name: 'project_proof_latest', columns: [{ name: 'project_id' }, { name: 'id', sort: 'desc' }] })
export class ProjectProof {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @ManyToOne(() => Project, { ref: true, deleteRule: 'cascade' })
  project: Ref<Project>;

  @Property({ type: 'int' })
  revision: number;

  @Property({ type: 'json' })
  tools: StoredSelection[];

  @Property({ type: 'uuid' })
  madeBy: string;

  @Property({ type: 'datetime' })
  madeAt: Date;
}

/** A project of a person: its draft, and what of it was published. Its approval and its proof are in tables of their own. */
@Entity({ tableName: 'project' })
@Check({
  expression: `status <> 'PUBLISHED' or (published_revision is not null and published_content is not null
    and published_hash is not null and published_at is not null)`,
})
@Index({ name: 'project_user', columns: [{ name: 'user_id' }, { name: 'id', sort: 'desc' }] })
@Index({ name: 'project_user_updated', properties: ['userId', 'updatedAt', 'id'] })
@Index({ name: 'project_user_status', properties: ['userId', 'status', 'id'] })
@Index({
  name: 'project_listed',
  expression: `create index project_listed on project (id) where listed_at is not null and status = 'PUBLISHED'`,
})
@Index({
  name: 'project_user_title',
  expression: `create index project_user_title on project (user_id, lower(content ->> 'title'), id)`,
})
export class Project {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'uuid' })
  userId: string;

  @Property({ type: 'text', unique: true })
  slug: string;

  /** The stored state: it does not count an approval that has expired since (`statusOf`). */
  @Enum({ items: () => ProjectStatus, type: 'text' })
  status: ProjectStatus;

  @Property({ type: 'int', default: 1 })
  revision: number & Opt;

  @Property({ type: 'json' })
  content: ProjectContent;

  @Property({ type: 'text' })
  contentHash: string;

  @Property({ type: 'uuid', nullable: true })
  planId: string | null;

  @Property({ type: 'text', nullable: true })
  note: string | null;

  @Property({ type: 'json' })
  changedBy: ProjectAuthor;

  @Property({ type: 'int', nullable: true })
  publishedRevision: (number & Opt) | null;

  @Property({ type: 'json', nullable: true })
  publishedContent: (ProjectContent & Opt) | null;

  @Property({ type: 'text', nullable: true })
  publishedHash: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  publishedAt: (Date & Opt) | null;

  /** The signed receipt of the approval by which it became public; null where it was not signed. */
  @Property({ type: 'text', nullable: true })
  publishedReceipt: (string & Opt) | null;

  /** When the owner agreed that the public page may be listed; null where not, as at first. */
  @Property({ type: 'datetime', nullable: true })
  listedAt: (Date & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  archivedAt: (Date & Opt) | null;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}
