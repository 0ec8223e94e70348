import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { IsText } from '../platform/constraints.js';

const SLUG_MAX = 100;

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
}

@ArgsType()
export class HackathonArgs {
  @Field(() => String)
  @IsText(SLUG_MAX)
  slug: string;
}
