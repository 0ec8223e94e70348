import { Field, ObjectType } from 'type-graphql';
import { AgentSkillSummary } from './skill.entity.js';

@ObjectType()
export class AgentSkillList {
  @Field(() => [AgentSkillSummary])
  items: AgentSkillSummary[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}
