import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PrefixedId } from '../platform/database/id.type.js';
import { type ProjectContent, ProjectStatus } from './content.rules.js';
import { CitedSelection, ProjectAuthor, ProjectTool } from './project.types.js';
import { citedSelectionOf, type StoredSelection, toolOf } from './selection.rules.js';

/** What a person agreed to: this revision with this content, for 24 hours. A voided one stays as a record. */
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

  @Field(() => Int)
  @Property({ type: 'int' })
  revision: number;

  @Field(() => String)
  @Property({ type: 'text' })
  contentHash: string;

  @Field(() => ID)
  @Property({ type: new PrefixedId('usr') })
  approvedBy: string;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  approvedAt: Date;

  @Field(() => Date, { description: '24 hours later; until then it can be published.' })
  @Property({ type: 'datetime' })
  expiresAt: Date;

  @Property({ type: 'datetime', nullable: true })
  voidedAt: (Date & Opt) | null;
}

/** The state of each tool as its owner made it public; the newest of a project counts. */
@ObjectType('PublicProof', { description: 'The state of each tool as its owner made it public.' })
@Entity({ tableName: 'project_proof' })
@Index({ name: 'project_proof_latest', columns: [{ name: 'project_id' }, { name: 'id', sort: 'desc' }] })
export class ProjectProof {
  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('prf') })
  id: string;

  @ManyToOne(() => Project, { ref: true, deleteRule: 'cascade' })
  project: Ref<Project>;

  @Field(() => Int, { description: 'The published revision that it is about.' })
  @Property({ type: 'int' })
  revision: number;

  @Property({ type: 'json', fieldName: 'tools' })
  selections: StoredSelection[];

  @Property({ type: new PrefixedId('usr') })
  madeBy: string;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  madeAt: Date;

  @Field(() => [CitedSelection])
  get tools(): CitedSelection[] & Opt {
    return this.selections.map(citedSelectionOf);
  }
}

/** A project of a person: its draft, and what of it was published. Its approval and its proof are in tables of their own. */
@ObjectType({ description: 'A project of the caller: its draft, what was approved of it, and what of it is public.' })
@Entity({ tableName: 'project' })
@Check({
  expression: `status <> 'PUBLISHED' or (published_revision is not null and published_content is not null
    and published_hash is not null and published_at is not null)`,
})
@Index({ name: 'project_user', columns: [{ name: 'user_id' }, { name: 'id', sort: 'desc' }] })
@Index({ name: 'project_user_updated', properties: ['userId', 'updatedAt', 'id'] })
@Index({ name: 'project_user_status', properties: ['userId', 'status', 'id'] })
@Index({
  name: 'project_user_title',
  expression: `create index project_user_title on project (user_id, lower(content ->> 'title'), id)`,
})
export class Project {
  @Field(() => ID)
  @PrimaryKey({ type: new PrefixedId('prj') })
  id: string;

  @Property({ type: new PrefixedId('usr') })
  userId: string;

  @Field(() => String, { description: 'Its public address; given once.' })
  @Property({ type: 'text', unique: true })
  slug: string;

  /** As it was stored: an approval that has expired since is none (`statusOf`). */
  @Enum({ items: () => ProjectStatus, type: 'text' })
  status: ProjectStatus;

  @Field(() => Int)
  @Property({ type: 'int', default: 1 })
  revision: number & Opt;

  @Property({ type: 'json' })
  content: ProjectContent;

  @Field(() => String, {
    description:
      'SHA-256 of the canonical form (RFC 8785) of slug, title, summary, description, url, repositoryUrl and tools with slug and role.',
  })
  @Property({ type: 'text' })
  contentHash: string;

  @Field(() => ID, { nullable: true })
  @Property({ type: new PrefixedId('pln'), nullable: true })
  planId: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  note: string | null;

  @Field(() => ProjectAuthor)
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

  @Property({ type: 'datetime', nullable: true })
  archivedAt: (Date & Opt) | null;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  updatedAt: Date;

  /** The approval that was not voided, expired or not: a unique index lets a project have one. Read with the project. */
  approval: (ProjectApproval & Opt) | null;

  /** The newest, read with the project. */
  proof: (ProjectProof & Opt) | null;

  @Field(() => String)
  get title(): string & Opt {
    return this.content.title;
  }

  @Field(() => String)
  get summary(): string & Opt {
    return this.content.summary;
  }

  @Field(() => String, { nullable: true })
  get description(): (string & Opt) | null {
    return this.content.description;
  }

  @Field(() => String, { nullable: true })
  get url(): (string & Opt) | null {
    return this.content.url;
  }

  @Field(() => String, { nullable: true })
  get repositoryUrl(): (string & Opt) | null {
    return this.content.repositoryUrl;
  }

  @Field(() => [ProjectTool])
  get tools(): ProjectTool[] & Opt {
    return this.content.tools.map(toolOf);
  }

  @Field(() => Boolean)
  get hasUnpublishedChanges(): boolean & Opt {
    return this.status !== ProjectStatus.ARCHIVED && this.contentHash !== this.publishedHash;
  }
}
