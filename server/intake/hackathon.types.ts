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
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: "The tool's name." })
  name: string;

  @Field(() => String, { description: 'self-reported, activated or retained' })
  state: string;

  @Field(() => String, { nullable: true, description: 'Whose evidence it is; null while self-reported.' })
  label: string | null;
}

@ObjectType('HackathonProject', { description: 'A published project that its owner entered.' })
export class HackathonProjectAnswer {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: 'Heading of the project.' })
  title: string;

  @Field(() => Date, { description: 'Moment at which it was entered.' })
  enteredAt: Date;

  @Field(() => [HackathonSelectionAnswer], { description: 'The sponsors’ tools that it uses.' })
  selections: HackathonSelectionAnswer[];
}

@ObjectType('HackathonTool', { description: 'A tool that a sponsor brings, as the directory lists it.' })
export class HackathonToolAnswer {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: "The tool's name." })
  name: string;
}

@ObjectType('HackathonSponsor', { description: 'A sponsor, in the order of the submission.' })
export class HackathonSponsorAnswer {
  @Field(() => String, { description: 'Name of the sponsor.' })
  name: string;

  @Field(() => String, { description: "The sponsor's own domain." })
  domain: string;

  @Field(() => [HackathonToolAnswer], { description: 'Tools of the sponsor in the directory.' })
  tools: HackathonToolAnswer[];
}

@ObjectType('Hackathon', { description: 'The passport of a hackathon: what a reviewer approved.' })
export class HackathonAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('hck')
  id: string;

  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: 'Name of the event.' })
  name: string;

  @Field(() => String, { description: "The event's own site." })
  website: string;

  @Field(() => Date, { description: 'Beginning of the event.' })
  startsAt: Date;

  @Field(() => Date, { description: 'End of the event.' })
  endsAt: Date;

  @Field(() => String, { description: 'IANA time zone.' })
  timezone: string;

  @Field(() => String, { nullable: true, description: 'Null when online.' })
  location: string | null;

  @Field(() => String, { description: 'Page with the rules.' })
  rulesUrl: string;

  @Field(() => Date, { description: 'Last moment to enter a project.' })
  submissionsDueAt: Date;

  @Field(() => String, { description: 'Organization that holds it.' })
  organizerName: string;

  @Field(() => String, { description: "The organizer's own domain." })
  organizerDomain: string;

  @Field(() => [HackathonSponsorAnswer], { description: 'Sponsors with their tools.' })
  sponsors: HackathonSponsorAnswer[];

  @Field(() => Date, { description: 'Moment at which the public could first see it.' })
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
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('hck')
  id: string;

  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: 'Name of the event.' })
  name: string;

  @Field(() => Date, { description: 'Beginning of the event.' })
  startsAt: Date;

  @Field(() => Date, { description: 'End of the event.' })
  endsAt: Date;

  @Field(() => String, { description: 'Time zone of the place, by its IANA name.' })
  timezone: string;

  @Field(() => String, { nullable: true, description: 'Where it is held; null where it is online.' })
  location: string | null;

  @Field(() => String, { description: 'Organization that holds it.' })
  organizerName: string;

  @Field(() => Date, { description: 'Until when projects can be entered.' })
  submissionsDueAt: Date;

  @Field(() => Date, { description: 'Moment at which the public could first see it.' })
  publishedAt: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class HackathonList {
  @Field(() => [HackathonSummaryAnswer], { description: 'Records of this page.' })
  items: HackathonSummaryAnswer[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
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
  @Field(() => HackathonSummaryAnswer, { description: 'The event that was entered.' })
  hackathon: HackathonSummaryAnswer;

  @Field(() => Date, { description: 'Moment at which the project was entered.' })
  enteredAt: Date;
}

@ObjectType({ description: 'Into what a project is entered now.' })
export class HackathonEntries {
  @Field(() => ID, { description: 'The project that was entered.' })
  @IdOf('prj')
  projectId: string;

  @Field(() => Int, { description: 'How many events it was entered in.' })
  total: number;

  @Field(() => [HackathonEntryAnswer], { description: 'The events, newest entry first.' })
  entries: HackathonEntryAnswer[];
}

@ArgsType()
export class ProjectHackathonsArgs {
  @Field(() => ID, { description: 'The project whose entries are read.' })
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
  @Field(() => String, { description: 'Short name of the event in addresses.' })
  @IsText(SLUG_MAX)
  slug: string;
}

@ObjectType({ description: 'Whether a passport is public, for reviewers.' })
export class ListedPassport {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;

  @Field(() => String, { description: 'Name of the event.' })
  name: string;

  @Field(() => Boolean, { description: 'false: a reviewer took it down.' })
  listed: boolean;

  @Field(() => GraphQLSafeInt, { description: 'Name it in a decision: another one by then is refused as stale.' })
  revision: number;
}

@InputType({ description: 'Shows an event to the public or hides it.' })
export class SetHackathonListedInput {
  @Field(() => String, { description: 'The slug of the hackathon.' })
  @IsText(SLUG_MAX)
  slug: string;

  @Field(() => GraphQLSafeInt, { description: 'The revision that was read; another one is refused as stale.' })
  @IsInt()
  @Min(1)
  revision: number;

  @Field(() => Boolean, { description: 'True to show it.' })
  listed: boolean;

  @Field(() => String, { description: 'The reason; the audit log stores it.' })
  @IsText(REASON_MAX)
  reason: string;
}
