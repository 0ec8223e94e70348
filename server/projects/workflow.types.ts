import { Field, ID, ObjectType } from 'type-graphql';
import { IdOf } from '../platform/graphql/id.edge.js';
import { SkillStatus } from '../skills/index.js';
import { ProjectStatus } from './project.rules.js';

@ObjectType({ description: 'The person whose work this is.' })
export class WorkflowProfile {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('usr')
  id: string;
  @Field(() => String, { description: 'Shown to people of the same organizations.' })
  name: string;
  @Field(() => String, { nullable: true, description: 'Null for a project-scoped token.' })
  email: string | null;
  @Field(() => Boolean, { description: 'True once a link sent to the address was opened.' })
  emailVerified: boolean;
}

@ObjectType({ description: 'The token that asks.' })
export class WorkflowContextToken {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('tok')
  id: string;
  @Field(() => String, { description: 'Label by which people tell tokens apart.' })
  name: string;
  @Field(() => String, { description: 'Last characters of the secret.' })
  hint: string;
  @Field(() => [String], { description: 'Rights of the token.' })
  scopes: string[];
  @Field(() => ID, {
    nullable: true,
    description: "The one project that the token may touch; null for all of the person's.",
  })
  @IdOf('prj')
  projectId: string | null;
  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;
}

@ObjectType({ description: 'A project that the token may touch.' })
export class WorkflowContextProject {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('prj')
  id: string;
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;
  @Field(() => String, { description: "Heading of the project's page." })
  title: string;
  @Field(() => ProjectStatus, { description: 'Draft, approved, published or archived.' })
  status: ProjectStatus;
  @Field(() => String, { description: 'Hash of the newest revision.' })
  contentHash: string;
  @Field(() => Boolean, { description: 'True while the newest revision differs from the public one.' })
  hasUnpublishedChanges: boolean;
  @Field(() => [String], { description: 'Slugs of its tools.' })
  tools: string[];
  @Field(() => String, { description: 'Page on which its person reviews it.' })
  reviewUrl: string;
  @Field(() => String, { nullable: true, description: 'Null as long as nothing of it is public.' })
  publicUrl: string | null;
  @Field(() => Date, { description: 'Moment of its last change.' })
  updatedAt: Date;
}

@ObjectType({ description: 'A saved plan of the person.' })
export class WorkflowContextPlan {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('pln')
  id: string;
  @Field(() => String, { description: 'Name that the person gave it.' })
  title: string;
  @Field(() => String, { description: 'Intent that the plan answers.' })
  goal: string;
  @Field(() => [String], { description: 'Slugs of its tools.' })
  tools: string[];
  @Field(() => Date, { description: 'Moment of its last change.' })
  updatedAt: Date;
}

@ObjectType({ description: 'A skill of the person.' })
export class WorkflowContextSkill {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('skl')
  id: string;
  @Field(() => String, { description: 'Name in its SKILL.md.' })
  name: string;
  @Field(() => SkillStatus, { description: 'Draft or published.' })
  status: SkillStatus;
  @Field(() => String, { description: 'SHA-256 of its source.' })
  digest: string;
  @Field(() => String, { description: 'Address at which an agent reads it with its token.' })
  agentHref: string;
  @Field(() => String, { nullable: true, description: 'Public page; null before publication.' })
  publicHref: string | null;
}

@ObjectType({ description: 'What a coding agent works in: compact, private, the newest of each kind.' })
export class WorkflowContext {
  @Field(() => WorkflowProfile, { description: 'The person whom the token acts for.' })
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
