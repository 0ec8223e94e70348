import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsOneOf } from '../platform/graphql/choices.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { ProjectApproval } from './project.entity.js';
import { type Approval, ProjectStatus, selectionStates } from './project.rules.js';

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

export enum ProjectAuthorKind {
  session = 'session',
  workflow_token = 'workflow_token',
}
registerEnumType(ProjectAuthorKind, { name: 'ProjectAuthorKind', description: 'Which credential wrote a revision.' });

@ObjectType({ description: 'Who wrote the present revision: a person in a session, or an agent with a token.' })
export class ProjectAuthor {
  @Field(() => ProjectAuthorKind)
  kind: ProjectAuthorKind;
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

@ObjectType({ description: 'The state of each tool as its owner made it public.' })
export class PublicProof {
  @Field(() => ID)
  @IdOf('prf')
  id: string;
  @Field(() => Int, { description: 'The published revision that it is about.' })
  revision: number;
  @Field(() => Date)
  madeAt: Date;
  @Field(() => [CitedSelection])
  tools: CitedSelection[];
}

@ObjectType('Project', {
  description: 'A project of the caller: its draft, what was approved of it, and what of it is public.',
})
export class ProjectAnswer extends ProjectText {
  @Field(() => ID)
  @IdOf('prj')
  id: string;
  @Field(() => String, { description: 'Its public address; given once.' })
  slug: string;
  @Field(() => ProjectStatus)
  status: ProjectStatus;
  @Field(() => Int)
  revision: number;
  @Field(() => String, {
    description:
      'SHA-256 of the canonical form (RFC 8785) of slug, title, summary, description, url, repositoryUrl and tools with slug and role.',
  })
  contentHash: string;
  @Field(() => [ProjectTool])
  tools: ProjectTool[];
  @Field(() => Boolean)
  hasUnpublishedChanges: boolean;
  @Field(() => ID, { nullable: true })
  @IdOf('pln')
  planId: string | null;
  @Field(() => String, { nullable: true })
  note: string | null;
  @Field(() => ProjectAuthor)
  changedBy: ProjectAuthor;
  @Field(() => ProjectApproval, {
    nullable: true,
    description: 'Null when there is none for the present revision, or it has expired.',
  })
  approval: Approval | null;
  @Field(() => PublishedContent, { nullable: true })
  published: PublishedContent | null;
  @Field(() => PublicProof, { nullable: true })
  proof: PublicProof | null;
  @Field(() => String, { description: 'Where its owner looks at it, approves and publishes it.' })
  reviewUrl: string;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType()
export class ProjectList {
  @Field(() => [ProjectAnswer])
  items: ProjectAnswer[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType()
export class ProjectDraftReply {
  @Field(() => ProjectAnswer)
  draft: ProjectAnswer;
  @Field(() => String)
  reviewUrl: string;
}

@ObjectType()
export class PublishReply {
  @Field(() => ProjectAnswer)
  project: ProjectAnswer;
  @Field(() => Boolean, { description: 'False when this very content was public already.' })
  published: boolean;
  @Field(() => String)
  publicUrl: string;
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
