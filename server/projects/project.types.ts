import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsOneOf } from '../platform/graphql/choices.js';
import { ProjectStatus } from './content.rules.js';
import { selectionStates } from './selection.rules.js';

registerEnumType(ProjectStatus, {
  name: 'ProjectStatus',
  description: 'DRAFT → APPROVED → PUBLISHED → ARCHIVED; an edit voids the approval.',
});

@ObjectType({ description: 'A tool that the project says it uses.' })
export class ProjectTool {
  @Field(() => ID)
  toolId: string;
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  role: string | null;
  @Field(() => Date, { description: 'Since when the project lists it.' })
  selectedAt: Date;
}

@ObjectType()
abstract class ProjectText {
  @Field(() => String)
  title: string;
  @Field(() => String)
  summary: string;
  @Field(() => String, { nullable: true })
  description: string | null;
  @Field(() => String, { nullable: true })
  url: string | null;
  @Field(() => String, { nullable: true })
  repositoryUrl: string | null;
}

@ObjectType({ description: 'Who wrote the present revision: a person in a session, or an agent with a token.' })
export class ProjectAuthor {
  @Field(() => String, { description: 'session or workflow_token' })
  @IsOneOf(['session', 'workflow_token'])
  kind: string;
  @Field(() => String, { description: 'The person’s name, or the token’s.' })
  name: string;
}

@ObjectType({ description: 'What of the project is public now.' })
export class PublishedContent extends ProjectText {
  @Field(() => Int)
  revision: number;
  @Field(() => String)
  contentHash: string;
  @Field(() => Date)
  publishedAt: Date;
  @Field(() => String, { description: 'Where everyone can read it.' })
  publicUrl: string;
  @Field(() => [ProjectTool])
  tools: ProjectTool[];
}

@ObjectType({ description: 'How far the use of a tool is proven: self-reported, activated or retained.' })
export class SelectionProof {
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { description: 'self-reported, activated or retained' })
  @IsOneOf(selectionStates)
  state: string;
  @Field(() => Date)
  selectedAt: Date;
  @Field(() => Date, { nullable: true })
  activatedAt: Date | null;
  @Field(() => Date, { nullable: true, description: 'At least seven days after the activation.' })
  retainedAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description: 'Whose evidence it is, such as first-party; null while self-reported.',
  })
  label: string | null;
}

@ObjectType({ description: 'A selection with what proves it, for the eyes of the project’s owner.' })
export class CitedSelection extends SelectionProof {
  @Field(() => Int, { nullable: true, description: 'Whole days from the activation to the return.' })
  gapDays: number | null;
  @Field(() => [ID], { description: 'The events that prove it, the activation first; never public.' })
  eventIds: string[];
}

@ObjectType()
export class PublicProjectTool extends SelectionProof {
  @Field(() => String, { nullable: true })
  role: string | null;
}

@ObjectType({ description: 'When the states of the tools were made public.' })
export class PublicProofDate {
  @Field(() => Date)
  madeAt: Date;
}

@ObjectType({ description: 'A published project as everyone may read it; no field of it is private.' })
export class PublicProject extends ProjectText {
  @Field(() => String)
  slug: string;
  @Field(() => Date)
  publishedAt: Date;
  @Field(() => [PublicProjectTool])
  tools: PublicProjectTool[];
  @Field(() => PublicProofDate, { nullable: true, description: 'Null while every selection is self-reported.' })
  proof: PublicProofDate | null;
  @Field(() => [String])
  notices: string[];
}
