import type { Opt } from '@mikro-orm/core';
import { Check, Entity, Enum, Formula, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IdOf } from '../../platform/graphql/id.edge.js';
import {
  RiskCounts,
  SkillFacts,
  type SkillHeading,
  SkillReading,
  SkillRisk,
  SkillStatus,
  SkillValidation,
} from './skill.types.js';
import { riskOf, type StoredFacts, type StoredReading, validationOf } from './stored-reading.rules.js';

@ObjectType({ implements: SkillFacts, description: 'An imported skill of the caller, without its text.' })
export abstract class AgentSkillSummary implements SkillFacts {
  @Field(() => ID)
  @IdOf('skl')
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Field(() => SkillStatus)
  @Enum({ items: () => SkillStatus, type: 'text' })
  status: SkillStatus;

  @Field(() => Int)
  @Property({ type: 'int', default: 1 })
  revision: number & Opt;

  @Field(() => String)
  @Property({ type: 'text' })
  name: string;

  @Field(() => String)
  @Property({ type: 'text' })
  description: string;

  @Property({ type: 'text' })
  sourceUrl: string;

  @Property({ type: 'text' })
  finalUrl: string;

  @Property({ type: 'text' })
  digest: string;

  @Field(() => Date, { nullable: true, description: 'When the source was fetched again and had the same digest.' })
  @Property({ type: 'datetime', nullable: true })
  verifiedAt: (Date & Opt) | null;

  @Field(() => ID, { nullable: true })
  @IdOf('usr')
  @Property({ type: 'uuid', nullable: true })
  verifiedBy: (string & Opt) | null;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  publishedAt: (Date & Opt) | null;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'datetime', nullable: true })
  suspendedAt: (Date & Opt) | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  suspendedReason: (string & Opt) | null;

  @Field(() => Date, { nullable: true, description: 'When the source was last asked for.' })
  @Property({ type: 'datetime', nullable: true })
  checkedAt: (Date & Opt) | null;

  @Field(() => String, { nullable: true, description: 'Why the source could not be read then; null when it could.' })
  @Property({ type: 'text', nullable: true })
  checkFailure: (string & Opt) | null;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  createdAt: Date;

  @Field(() => Date)
  @Property({ type: 'datetime' })
  updatedAt: Date;

  /** What a list shows of the reading: the parts that can be large stay in the database. */
  @Formula((_, { alias }) => `${alias}.reading - array['metadata', 'headings', 'validation', 'findings']`, {
    type: 'json',
  })
  facts: StoredFacts & Opt;

  get license(): (string & Opt) | null {
    return this.facts.license;
  }

  get compatibility(): (string & Opt) | null {
    return this.facts.compatibility;
  }

  get allowedTools(): (string[] & Opt) | null {
    return this.facts.allowedTools && [...this.facts.allowedTools];
  }

  get bytes(): number & Opt {
    return this.facts.bytes;
  }

  get lines(): number & Opt {
    return this.facts.lines;
  }

  @Field(() => RiskCounts)
  get riskCounts(): RiskCounts & Opt {
    return this.facts.riskCounts;
  }
}

/** A SKILL.md that a person imported, what was read off it, and what people decided about it. */
@ObjectType({
  implements: SkillReading,
  description: 'An imported skill of the caller. Its text is data: shown as text, never run.',
})
@Entity({ tableName: 'agent_skill' })
@Check({
  name: 'agent_skill_check',
  expression: `status not in ('VERIFIED', 'PUBLISHED') or (verified_at is not null and verified_by is not null)`,
})
@Check({
  name: 'agent_skill_check1',
  expression: `status <> 'PUBLISHED' or (published_at is not null and published_by is not null)`,
})
@Index({ name: 'agent_skill_user', columns: [{ name: 'user_id' }, { name: 'id', sort: 'desc' }] })
@Index({ name: 'agent_skill_user_updated', properties: ['userId', 'updatedAt', 'id'] })
@Index({ name: 'agent_skill_user_status', properties: ['userId', 'status', 'id'] })
@Index({
  name: 'agent_skill_user_name',
  expression: 'create index agent_skill_user_name on agent_skill (user_id, lower(name), id)',
})
@Index({
  name: 'agent_skill_user_risk',
  expression: `create index agent_skill_user_risk on agent_skill (user_id, (case when (reading #>> '{riskCounts,high}')::int > 0 then 3
    when (reading #>> '{riskCounts,medium}')::int > 0 then 2 when (reading #>> '{riskCounts,low}')::int > 0 then 1 else 0 end), id)`,
})
@Index({
  name: 'agent_skill_suspended',
  expression: 'create index agent_skill_suspended on agent_skill (digest) where suspended_by is not null',
})
@Index({
  name: 'agent_skill_published',
  expression: `create index agent_skill_published on agent_skill (id desc) where status = 'PUBLISHED'`,
})
export class AgentSkill extends AgentSkillSummary implements SkillReading {
  @Property({ type: 'uuid' })
  userId: string;

  @Property({ type: 'uuid', nullable: true })
  publishedBy: (string & Opt) | null;

  /** The reviewer or owner who did it; null when the source had changed. */
  @Property({ type: 'uuid', nullable: true })
  suspendedBy: (string & Opt) | null;

  /** All that was read off the file; lists go without. */
  @Property({ type: 'json', lazy: true })
  reading: StoredReading;

  @Field(() => String, { description: 'The whole file.' })
  @Property({ type: 'text', lazy: true })
  content: string;

  get metadata(): (Record<string, unknown> & Opt) | null {
    return this.reading.metadata;
  }

  get headings(): SkillHeading[] & Opt {
    return [...this.reading.headings];
  }

  @Field(() => SkillValidation)
  get validation(): SkillValidation & Opt {
    return validationOf(this.reading);
  }

  @Field(() => SkillRisk)
  get risk(): SkillRisk & Opt {
    return riskOf(this.reading);
  }
}
