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
  @Field(() => ID, { description: 'The tool in the directory, tol_….' })
  toolId: string;
  @Field(() => String, { description: "The tool's short name in addresses." })
  slug: string;
  @Field(() => String, { description: "The tool's name." })
  name: string;
  @Field(() => String, { nullable: true, description: 'Purpose of the tool in the project.' })
  role: string | null;
  @Field(() => Date, { description: 'Since when the project lists it.' })
  selectedAt: Date;
}

@ObjectType({ description: 'Texts and addresses of a project.' })
abstract class ProjectText {
  @Field(() => String, { description: "Heading of the project's page." })
  title: string;
  @Field(() => String, { description: 'One or two sentences for lists.' })
  summary: string;
  @Field(() => String, { nullable: true, description: 'Longer text of the page.' })
  description: string | null;
  @Field(() => String, { nullable: true, description: 'Where the project runs.' })
  url: string | null;
  @Field(() => String, { nullable: true, description: 'Where its source is.' })
  repositoryUrl: string | null;
}

export enum ProjectAuthorKind {
  session = 'session',
  workflow_token = 'workflow_token',
}
registerEnumType(ProjectAuthorKind, { name: 'ProjectAuthorKind', description: 'Which credential wrote a revision.' });

@ObjectType({ description: 'Who wrote the present revision: a person in a session, or an agent with a token.' })
export class ProjectAuthor {
  @Field(() => ProjectAuthorKind, { description: 'A person or a token.' })
  kind: ProjectAuthorKind;
  @Field(() => String, { description: 'The person’s name, or the token’s.' })
  name: string;
}

@ObjectType({ description: 'What of the project is public now.' })
export class PublishedContent extends ProjectText {
  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;
  @Field(() => String, { description: 'Hash of exactly what is public.' })
  contentHash: string;
  @Field(() => Date, { description: 'Moment at which the public could first see it.' })
  publishedAt: Date;
  @Field(() => String, { description: 'Where everyone can read it.' })
  publicUrl: string;
  @Field(() => [ProjectTool], { description: 'Tools that the public page names.' })
  tools: ProjectTool[];
  @Field(() => String, {
    nullable: true,
    description: 'Signed receipt of the approval by which it became public; null where it was not signed.',
  })
  approvalReceipt: string | null;
}

@ObjectType({ description: 'How far the use of a tool is proven: self-reported, activated or retained.' })
export class SelectionProof {
  @Field(() => String, { description: "The tool's short name in addresses." })
  slug: string;
  @Field(() => String, { description: "The tool's name." })
  name: string;
  @Field(() => String, { description: 'self-reported, activated or retained' })
  @IsOneOf(selectionStates)
  state: string;
  @Field(() => Date, { description: 'Moment of the event that shows the choice.' })
  selectedAt: Date;
  @Field(() => Date, { nullable: true, description: 'Moment of the event that shows the first use; null without one.' })
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
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('prf')
  id: string;
  @Field(() => Int, { description: 'The published revision that it is about.' })
  revision: number;
  @Field(() => Date, { description: 'Moment at which the proof was composed.' })
  madeAt: Date;
  @Field(() => [CitedSelection], { description: 'Choices that the proof cites.' })
  tools: CitedSelection[];
}

@ObjectType('Project', {
  description: 'A project of the caller: its draft, what was approved of it, and what of it is public.',
})
export class ProjectAnswer extends ProjectText {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('prj')
  id: string;
  @Field(() => String, { description: 'Its public address; given once.' })
  slug: string;
  @Field(() => ProjectStatus, { description: 'Draft, approved, published or archived.' })
  status: ProjectStatus;
  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;
  @Field(() => String, {
    description:
      'SHA-256 of the canonical form (RFC 8785) of slug, title, summary, description, url, repositoryUrl and tools with slug and role.',
  })
  contentHash: string;
  @Field(() => [ProjectTool], { description: 'Tools of the newest revision.' })
  tools: ProjectTool[];
  @Field(() => Boolean, { description: 'True while the newest revision differs from the public one.' })
  hasUnpublishedChanges: boolean;
  @Field(() => ID, { nullable: true, description: 'The saved plan that the draft began with.' })
  @IdOf('pln')
  planId: string | null;
  @Field(() => String, { nullable: true, description: 'Words of the agent to the person who reviews; never public.' })
  note: string | null;
  @Field(() => ProjectAuthor, { description: 'Author of the newest revision.' })
  changedBy: ProjectAuthor;
  @Field(() => ProjectApproval, {
    nullable: true,
    description: 'Null when there is none for the present revision, or it has expired.',
  })
  approval: Approval | null;
  @Field(() => PublishedContent, { nullable: true, description: 'What the public sees; null before publication.' })
  published: PublishedContent | null;
  @Field(() => Boolean, {
    description: 'Whether the owner agreed that its public page may be listed: in the sitemap, and by search engines.',
  })
  listed: boolean;
  @Field(() => PublicProof, { nullable: true, description: 'Evidence that the public page shows; null without any.' })
  proof: PublicProof | null;
  @Field(() => String, { description: 'Where its owner looks at it, approves and publishes it.' })
  reviewUrl: string;
  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;
  @Field(() => Date, { description: 'Moment of its last change.' })
  updatedAt: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class ProjectList {
  @Field(() => [ProjectAnswer], { description: 'Records of this page.' })
  items: ProjectAnswer[];
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@ObjectType({ description: 'A draft as it was stored.' })
export class ProjectDraftReply {
  @Field(() => ProjectAnswer, { description: 'The stored draft.' })
  draft: ProjectAnswer;
  @Field(() => String, { description: 'Page on which its person reviews it.' })
  reviewUrl: string;
}

@ObjectType({ description: 'A project as it was published.' })
export class PublishReply {
  @Field(() => ProjectAnswer, { description: 'The published project.' })
  project: ProjectAnswer;
  @Field(() => Boolean, { description: 'False when this very content was public already.' })
  published: boolean;
  @Field(() => String, { description: 'Its public page.' })
  publicUrl: string;
}

@ObjectType({ description: "A tool on a project's public page." })
export class PublicProjectTool extends SelectionProof {
  @Field(() => String, { nullable: true, description: 'Purpose of the tool in the project.' })
  role: string | null;
}

@ObjectType({ description: 'When the states of the tools were made public.' })
export class PublicProofDate {
  @Field(() => Date, { description: 'Moment at which the proof was composed.' })
  madeAt: Date;
}

@ObjectType({ description: 'A published project as everyone may read it; no field of it is private.' })
export class PublicProject extends ProjectText {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;
  @Field(() => Date, { description: 'Moment at which the public could first see it.' })
  publishedAt: Date;
  @Field(() => [PublicProjectTool], { description: 'Tools that the project uses.' })
  tools: PublicProjectTool[];
  @Field(() => PublicProofDate, { nullable: true, description: 'Null while every selection is self-reported.' })
  proof: PublicProofDate | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Compact JWS that a person approved exactly this content, by its hash, revision and day; null where the operator signs none.',
  })
  approvalReceipt: string | null;
  @Field(() => [String], { description: 'What a reader has to know of the evidence.' })
  notices: string[];
  @Field(() => Boolean, {
    description: 'Whether the owner agreed that its public page may be listed: in the sitemap, and by search engines.',
  })
  listed: boolean;
}
