import {
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEnum,
  IsInt,
  IsOptional,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { recordForms } from '../directory/index.js';
import { IsId, IsText } from '../platform/constraints.js';
import { HasItemsAtMost } from '../platform/graphql/items.js';
import { sortsOf, TimedPageArgs } from '../platform/paging/sorted.args.js';
import { ProjectStatus } from './content.rules.js';

const TITLE_MAX = 120;
const SUMMARY_MAX = 300;
const DESCRIPTION_MAX = 10_000;
const NOTE_MAX = 5_000;
const ROLE_MAX = 120;
const SLUG_MAX = 80;
const TOOLS_MAX = 50;
const HASH_FORM = /^sha256:[0-9a-f]{64}$/;

const IsLink = (): PropertyDecorator =>
  ValidateBy({
    name: 'link',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && recordForms.publicAddress.safeParse(value).success,
      defaultMessage: () => 'must be an https address without user name, password or port',
    },
  });
const IsContentHash = (): PropertyDecorator =>
  ValidateBy({
    name: 'content_hash',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && HASH_FORM.test(value),
      defaultMessage: () => 'must be the contentHash of the project: sha256: and 64 hexadecimal digits',
    },
  });

@InputType()
export class ProjectToolInput {
  @Field(() => String, { description: 'The slug of a tool in the directory.' })
  @IsText(SLUG_MAX)
  slug: string;

  @Field(() => String, { nullable: true, description: 'What the tool does in the project.' })
  @IsOptional()
  @IsText(ROLE_MAX)
  role?: string | null;
}

/** The members of a project that a caller writes; absent ones are unchanged in an edit and empty in a new draft. */
@InputType()
abstract class ProjectFields {
  @Field(() => String, { nullable: true, description: 'Shown as text, never as markup.' })
  @IsOptional()
  @IsText(DESCRIPTION_MAX)
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the project can be seen: https.' })
  @IsOptional()
  @IsLink()
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'Where its code can be read: https.' })
  @IsOptional()
  @IsLink()
  repositoryUrl?: string | null;

  @Field(() => [ProjectToolInput], {
    nullable: true,
    description:
      'Tools of the directory that the project uses; a new draft with a planId and without tools takes those of the plan.',
  })
  @IsOptional()
  @IsArray()
  @HasItemsAtMost(TOOLS_MAX)
  @ArrayUnique((tool: ProjectToolInput) => tool.slug, { message: 'must list each tool once' })
  @ValidateNested()
  tools?: ProjectToolInput[] | null;

  @Field(() => ID, { nullable: true, description: 'A saved plan of the owner that the project follows; never public.' })
  @IsOptional()
  @IsId('pln')
  planId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For the owner’s eyes when they review the draft; never public.',
  })
  @IsOptional()
  @IsText(NOTE_MAX)
  note?: string | null;
}

@InputType()
export class ProjectDraftInput extends ProjectFields {
  @Field(() => String)
  @IsText(TITLE_MAX)
  title: string;

  @Field(() => String, { description: 'What it is, in a sentence or two.' })
  @IsText(SUMMARY_MAX)
  summary: string;
}

@InputType({ description: 'A member that is absent stays as it is; null empties it.' })
export class UpdateProjectDraftInput extends ProjectFields {
  @Field(() => ID)
  @IsId('prj')
  draftId: string;

  @Field(() => Int, { description: 'The revision that was read; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsText(TITLE_MAX)
  title?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsText(SUMMARY_MAX)
  summary?: string | null;
}

@InputType()
export class ApproveProjectInput {
  @Field(() => ID)
  @IsId('prj')
  projectId: string;

  @Field(() => Int, { description: 'The revision that was looked at; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;

  @Field(() => String, { description: 'The contentHash of what was looked at.' })
  @IsContentHash()
  contentHash: string;
}

@InputType()
export class PublishProjectInput {
  @Field(() => ID)
  @IsId('prj')
  draftId: string;

  @Field(() => String, { description: 'The contentHash that a person approved.' })
  @IsContentHash()
  contentHash: string;
}

@InputType()
export class ArchiveProjectInput {
  @Field(() => ID)
  @IsId('prj')
  projectId: string;

  @Field(() => Int, { description: 'The revision that was read; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  revision: number;
}

@InputType()
export class OwnProjectInput {
  @Field(() => ID)
  @IsId('prj')
  projectId: string;
}

@ArgsType()
export class ProjectArgs {
  @Field(() => ID)
  @IsId('prj')
  projectId: string;
}

@ArgsType()
export class PublicProjectArgs {
  @Field(() => String)
  @IsText(SLUG_MAX)
  slug: string;
}

export const projectSorts = sortsOf(['created', 'updated', 'title', 'status'], '-created');

@ArgsType()
export class ProjectsArgs extends TimedPageArgs(projectSorts, 'title, summary or the name of a tool', 'Updated') {
  @Field(() => [ProjectStatus], { nullable: true })
  @IsOptional()
  @IsEnum(ProjectStatus, { each: true })
  status?: ProjectStatus[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Only projects with content that is not public yet.' })
  @IsOptional()
  @IsBoolean()
  unpublished?: boolean | null;
}
