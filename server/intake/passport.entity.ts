import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { CatalogTool } from '../directory/index.js';
import { IntakeSubmission } from './intake.entity.js';

/** A hackathon with its passport page, where its projects show how far they took its sponsors' tools. */
@Entity({ tableName: 'hackathon_event' })
export class HackathonEvent {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text', unique: true })
  slug: string;

  @Property({ type: 'text' })
  name: string;

  @Property({ type: 'text' })
  website: string;

  @Property({ type: 'datetime' })
  startsAt: Date;

  @Property({ type: 'datetime' })
  endsAt: Date;

  @Property({ type: 'text' })
  timezone: string;

  @Property({ type: 'text', nullable: true })
  location: string | null;

  @Property({ type: 'text' })
  rulesUrl: string;

  @Property({ type: 'datetime' })
  submissionsDueAt: Date;

  @Property({ type: 'text' })
  organizerName: string;

  @Property({ type: 'text' })
  organizerDomain: string;

  @ManyToOne(() => IntakeSubmission, { ref: true, nullable: true, fieldName: 'submission_id', deleteRule: 'no action' })
  submission: Ref<IntakeSubmission> | null;

  @Property({ type: 'datetime' })
  publishedAt: Date;

  /** A reviewer takes a passport down and restores it; it keeps its row and slug. */
  @Property({ type: 'boolean', default: true })
  listed: boolean & Opt;

  @Property({ type: 'int', default: 1 })
  revision: number & Opt;
}

/** A sponsor, in the order of the submission. */
@Entity({ tableName: 'hackathon_sponsor' })
export class HackathonSponsor {
  @ManyToOne(() => HackathonEvent, { primary: true, ref: true, deleteRule: 'cascade' })
  event: Ref<HackathonEvent>;

  @PrimaryKey({ type: 'int' })
  position: number;

  @Property({ type: 'text' })
  name: string;

  @Property({ type: 'text' })
  domain: string;
}

/** A tool that a sponsor brings. */
@Entity({ tableName: 'hackathon_sponsor_tool' })
export class HackathonSponsorTool {
  @ManyToOne(() => HackathonEvent, { primary: true, ref: true, deleteRule: 'cascade' })
  event: Ref<HackathonEvent>;

  @PrimaryKey({ type: 'int' })
  position: number;

  @ManyToOne(() => CatalogTool, { primary: true, ref: true })
  tool: Ref<CatalogTool>;
}

/** A project that its owner entered. The projects domain owns what it shows. */
@Entity({ tableName: 'hackathon_entry' })
@Index({ name: 'hackathon_entry_project', properties: ['projectId'] })
export class HackathonEntry {
  @ManyToOne(() => HackathonEvent, { primary: true, ref: true, deleteRule: 'cascade' })
  event: Ref<HackathonEvent>;

  @PrimaryKey({ type: 'uuid' })
  projectId: string;

  @Property({ type: 'uuid' })
  enteredBy: string;

  @Property({ type: 'datetime' })
  enteredAt: Date;
}
