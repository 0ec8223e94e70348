import { Field, ID, ObjectType } from 'type-graphql';
import { IdOf } from '../platform/graphql/id.edge.js';
import { SkillStatus } from '../skills/index.js';
import { ProjectStatus } from './project.rules.js';

@ObjectType({ description: 'The person whose work this is.' })
export class WorkflowProfile {
  @Field(() => ID)
  @IdOf('usr')
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true, description: 'Null for a project-scoped token.' })
  email: string | null;
  @Field(() => Boolean)
  emailVerified: boolean;
}

@ObjectType({ description: 'The token that asks.' })
export class WorkflowContextToken {
  @Field(() => ID)
  @IdOf('tok')
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  hint: string;
  @Field(() => [String])
  scopes: string[];
  @Field(() => ID, { nullable: true })
  @IdOf('prj')
  projectId: string | null;
  @Field(() => Date)
  expiresAt: Date;
}

@ObjectType()
export class WorkflowContextProject {
  @Field(() => ID)
  @IdOf('prj')
  id: string;
  @Field(() => String)
  slug: string;
  @Field(() => String)
  title: string;
  @Field(() => ProjectStatus)
  status: ProjectStatus;
  @Field(() => String)
  contentHash: string;
  @Field(() => Boolean)
  hasUnpublishedChanges: boolean;
  @Field(() => [String], { description: 'Slugs of its tools.' })
  tools: string[];
  @Field(() => String)
  reviewUrl: string;
  @Field(() => String, { nullable: true, description: 'Null as long as nothing of it is public.' })
  publicUrl: string | null;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType()
export class WorkflowContextPlan {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => String)
  goal: string;
  @Field(() => [String], { description: 'Slugs of its tools.' })
  tools: string[];
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType()
export class WorkflowContextSkill {
  @Field(() => ID)
  @IdOf('skl')
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => SkillStatus)
  status: SkillStatus;
  @Field(() => String)
  digest: string;
  @Field(() => String)
  agentHref: string;
  @Field(() => String, { nullable: true })
  publicHref: string | null;
}

@ObjectType({ description: 'What a coding agent works in: compact, private, the newest of each kind.' })
export class WorkflowContext {
  @Field(() => WorkflowProfile)
  profile: WorkflowProfile;
  @Field(() => WorkflowContextToken, { nullable: true, description: 'Null in a session.' })
  token: WorkflowContextToken | null;
  @Field(() => [WorkflowContextProject], { description: 'A project-scoped token sees its project alone.' })
  projects: WorkflowContextProject[];
  @Field(() => [WorkflowContextPlan], { description: 'Empty for a project-scoped token.' })
  plans: WorkflowContextPlan[];
  @Field(() => [WorkflowContextSkill], { description: 'Empty for a project-scoped token.' })
  skills: WorkflowContextSkill[];
  @Field(() => [String], { description: 'Which of the lists were cut, and where the rest is.' })
  notices: string[];
}
