import type { Opt } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { StoredReading } from './reading.types.js';
import { SkillStatus } from './skill.types.js';

/** A SKILL.md that a person imported, with what was read off it and what people decided about it. */
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
export class AgentSkill {
  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'uuid' })
  userId: string;

  @Enum({ items: () => SkillStatus, type: 'text' })
  status: SkillStatus;

  @Property({ type: 'int', default: 1 })
  revision: number & Opt;

  @Property({ type: 'text' })
  name: string;

  @Property({ type: 'text' })
  description: string;

  @Property({ type: 'text' })
  sourceUrl: string;

  /** The address where redirects ended, without a query, which may be a credential. */
  @Property({ type: 'text' })
  finalUrl: string;

  @Property({ type: 'text' })
  digest: string;

  /** Lists leave it in the database but for its small parts (`selectSkills`). */
  @Property({ type: 'json' })
  reading: StoredReading;

  /** The whole file, which lists leave in the database. */
  @Property({ type: 'text' })
  content: string;

  @Property({ type: 'datetime', nullable: true })
  verifiedAt: (Date & Opt) | null;

  @Property({ type: 'uuid', nullable: true })
  verifiedBy: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  publishedAt: (Date & Opt) | null;

  @Property({ type: 'uuid', nullable: true })
  publishedBy: (string & Opt) | null;

  @Property({ type: 'datetime', nullable: true })
  suspendedAt: (Date & Opt) | null;

  /** The reviewer or owner who did it; null when the source had changed. */
  @Property({ type: 'uuid', nullable: true })
  suspendedBy: (string & Opt) | null;

  @Property({ type: 'text', nullable: true })
  suspendedReason: (string & Opt) | null;

  /** The last time that the source was asked for; the job takes the oldest first. */
  @Property({ type: 'datetime', nullable: true })
  checkedAt: (Date & Opt) | null;

  @Property({ type: 'text', nullable: true })
  checkFailure: (string & Opt) | null;

  @Property({ type: 'datetime' })
  createdAt: Date;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}
