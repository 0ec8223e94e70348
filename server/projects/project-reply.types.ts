import { Field, ObjectType } from 'type-graphql';
import { Project } from './project.entity.js';

@ObjectType()
export class ProjectList {
  @Field(() => [Project])
  items: Project[];
  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType()
export class ProjectDraftReply {
  @Field(() => Project)
  draft: Project;
  @Field(() => String)
  reviewUrl: string;
}

@ObjectType()
export class PublishReply {
  @Field(() => Project)
  project: Project;
  @Field(() => Boolean, { description: 'False when this very content was public already.' })
  published: boolean;
  @Field(() => String)
  publicUrl: string;
}
