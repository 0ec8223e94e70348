import { IsBoolean, IsInt, IsOptional, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { RecordSource } from '../directory/index.js';
import { IsText } from '../platform/constraints.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { PageArgs } from '../platform/paging/page.args.js';

const SLUG_MAX = 100;
const REASON_MAX = 500;

@ObjectType('HackathonSelection', {
  description: 'A sponsor’s tool that a project uses, in the state that its owner made public.',
})
export class HackathonSelectionAnswer {
  @Field(() => String)
  slug: string;

  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'self-reported, activated or retained' })
  state: string;

  @Field(() => String, { nullable: true, description: 'Whose evidence it is; null while self-reported.' })
  label: string | null;
}

@ObjectType('HackathonProject', { description: 'A published project that its owner entered.' })
export class HackathonProjectAnswer {
  @Field(() => String)
  slug: string;

  @Field(() => String)
  title: string;

  @Field(() => Date)
  enteredAt: Date;

  @Field(() => [HackathonSelectionAnswer], { description: 'The sponsors’ tools that it uses.' })
  selections: HackathonSelectionAnswer[];
}

@ObjectType('HackathonTool', { description: 'A tool that a sponsor brings, as the directory lists it.' })
export class HackathonToolAnswer {
  @Field(() => String)
  slug: string;

  @Field(() => String)
  name: string;
}

@ObjectType('HackathonSponsor', { description: 'A sponsor, in the order of the submission.' })
export class HackathonSponsorAnswer {
  @Field(() => String)
  name: string;

  @Field(() => String)
  domain: string;

  @Field(() => [HackathonToolAnswer])
  tools: HackathonToolAnswer[];
}

@ObjectType('Hackathon', { description: 'The passport of a hackathon: what a reviewer approved.' })
export class HackathonAnswer {
  @Field(() => ID)
  @IdOf('hck')
  id: string;

  @Field(() => String)
  slug: string;

  @Field(() => String)
  name: string;

  @Field(() => String)
  website: string;

  @Field(() => Date)
  startsAt: Date;

  @Field(() => Date)
  endsAt: Date;

  @Field(() => String, { description: 'IANA time zone.' })
  timezone: string;

  @Field(() => String, { nullable: true, description: 'Null when online.' })
  location: string | null;

  @Field(() => String)
  rulesUrl: string;

  @Field(() => Date)
  submissionsDueAt: Date;

  @Field(() => String)
  organizerName: string;

  @Field(() => String)
  organizerDomain: string;

  @Field(() => [HackathonSponsorAnswer])
  sponsors: HackathonSponsorAnswer[];

  @Field(() => Date)
  publishedAt: Date;

  @Field(() => RecordSource, { nullable: true, description: 'The organizer stated it, and a reviewer approved that.' })
  source: RecordSource | null;

  @Field(() => [HackathonProjectAnswer], {
    description: 'Those that are published now, newest entries first, at most 200.',
  })
  projects: HackathonProjectAnswer[];
}

@ObjectType('HackathonSummary', { description: 'A hackathon in a list.' })
export class HackathonSummaryAnswer {
  @Field(() => ID)
  @IdOf('hck')
  id: string;

  @Field(() => String)
  slug: string;

  @Field(() => String)
  name: string;

  @Field(() => Date)
  startsAt: Date;

  @Field(() => Date)
  endsAt: Date;

  @Field(() => Date, { description: 'Until when projects can be entered.' })
  submissionsDueAt: Date;

  @Field(() => Date)
  publishedAt: Date;
}

@ObjectType()
export class HackathonList {
  @Field(() => [HackathonSummaryAnswer])
  items: HackathonSummaryAnswer[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ArgsType()
export class HackathonsArgs extends PageArgs {
  @Field(() => Boolean, { nullable: true, description: 'Only those that projects can be entered into now.' })
  @IsOptional()
  @IsBoolean()
  open?: boolean | null;
}

@ObjectType({ description: 'A hackathon that a project is entered into.' })
export class HackathonEntryAnswer {
  @Field(() => HackathonSummaryAnswer)
  hackathon: HackathonSummaryAnswer;

  @Field(() => Date)
  enteredAt: Date;
}

@ObjectType({ description: 'Into what a project is entered now.' })
export class HackathonEntries {
  @Field(() => ID)
  @IdOf('prj')
  projectId: string;

  @Field(() => Int)
  total: number;

  @Field(() => [HackathonEntryAnswer])
  entries: HackathonEntryAnswer[];
}

@ArgsType()
export class ProjectHackathonsArgs {
  @Field(() => ID)
  @IdOf('prj')
  projectId: string;
}

@ArgsType()
export class HackathonEntryArgs extends ProjectHackathonsArgs {
  @Field(() => String, { description: 'The slug of the hackathon.' })
  @IsText(SLUG_MAX)
  slug: string;
}

@ArgsType()
export class HackathonArgs {
  @Field(() => String)
  @IsText(SLUG_MAX)
  slug: string;
}

@ObjectType({ description: 'Whether a passport is public, for reviewers.' })
export class ListedPassport {
  @Field(() => String)
  slug: string;

  @Field(() => String)
  name: string;

  @Field(() => Boolean, { description: 'false: a reviewer took it down.' })
  listed: boolean;

  @Field(() => GraphQLSafeInt, { description: 'Name it in a decision: another one by then is refused as stale.' })
  revision: number;
}

@InputType()
export class SetHackathonListedInput {
  @Field(() => String, { description: 'The slug of the hackathon.' })
  @IsText(SLUG_MAX)
  slug: string;

  @Field(() => GraphQLSafeInt, { description: 'The revision that was read; another one is refused as stale.' })
  @IsInt()
  @Min(1)
  revision: number;

  @Field(() => Boolean)
  listed: boolean;

  @Field(() => String, { description: 'The reason; the audit log stores it.' })
  @IsText(REASON_MAX)
  reason: string;
}
