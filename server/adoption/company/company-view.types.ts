import { IsBoolean, IsEnum, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsProductId } from '../../accounts/index.js';
import { IsText } from '../../platform/constraints.js';
import type { FieldProblem } from '../../platform/fault.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { isWindowDay } from '../../platform/instant.rules.js';
import { SortedPageArgs, type Sorts, sortsOf } from '../../platform/paging/sorted.args.js';
import { EventFamilyName } from '../../tracking/index.js';
import { daysOf, mondayOfWeek } from '../day.rules.js';
import { AdoptionOfAccount, AdoptionOfDeveloper } from './company-adoption.types.js';

@ObjectType({ description: 'Events of one family in the window.' })
export class SeenFamily {
  @Field(() => EventFamilyName, { nullable: true, description: 'Null for events without a family.' })
  family: EventFamilyName | null;

  @Field(() => GraphQLSafeInt, { description: 'How many events of it arrived.' })
  events: number;

  @Field(() => Date, { description: 'Moment of the first of them.' })
  firstSeen: Date;

  @Field(() => Date, { description: 'Moment of the last of them.' })
  lastSeen: Date;
}

@ObjectType({ description: 'Events of one product in the window, and the first activation in it, whenever it was.' })
export class SeenProduct {
  @Field(() => String, { description: 'The product, as events carry it.' })
  productId: string;

  @Field(() => GraphQLSafeInt, { description: 'How many events of it arrived.' })
  events: number;

  @Field(() => Date, { nullable: true, description: 'Moment of the first activation; null before one.' })
  activatedAt: Date | null;

  @Field(() => ID, { nullable: true, description: 'The event that proves the activation.' })
  @IdOf('evt')
  activationEventId: string | null;
}

@ObjectType({ description: 'Use of one product by a developer.' })
export class SeenProductOfDeveloper extends SeenProduct {
  @Field(() => Date, { nullable: true, description: 'The earliest return to this product.' })
  retainedAt: Date | null;

  @Field(() => ID, { nullable: true, description: 'The event that proves the return.' })
  @IdOf('evt')
  returnEventId: string | null;
}

@ObjectType({ description: 'One account in a window; companyDevelopers lists its developers.' })
export class CompanyAccount {
  @Field(() => String, { description: 'first-party or sample: of the events that are counted.' })
  label: string;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => AdoptionOfAccount, { description: "The account's figures." })
  account: AdoptionOfAccount;

  @Field(() => [SeenFamily], { description: 'Families with events in the window.' })
  families: SeenFamily[];

  @Field(() => [SeenProduct], { description: 'Products with events in the window or an activation.' })
  products: SeenProduct[];
}

@ObjectType({ description: 'One developer in a window; companyAccounts lists the accounts it worked for.' })
export class CompanyDeveloper {
  @Field(() => String, { description: 'first-party or sample: of the events that are counted.' })
  label: string;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => AdoptionOfDeveloper, { description: "The developer's figures." })
  developer: AdoptionOfDeveloper;

  @Field(() => [SeenFamily], { description: 'Families with events in the window.' })
  families: SeenFamily[];

  @Field(() => [SeenProductOfDeveloper], { description: 'Products with events in the window or an activation.' })
  products: SeenProductOfDeveloper[];
}

/** At most so many UTC days in one window (decisions §5, Company view). */
export const WINDOW_DAYS_MAX = 400;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const DEVELOPER_MAX = 200;
const ACCOUNT_MAX = 253;

/** The window of one or all products of a company. */
@ArgsType()
export class CompanyWindowArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'As events carry it; all products when absent.' })
  @IsOptional()
  @IsProductId()
  productId?: string | null;

  @Field(() => String, { description: 'The first UTC day, YYYY-MM-DD.' })
  @Matches(DAY)
  from: string;

  @Field(() => String, { description: `The last UTC day; at most ${WINDOW_DAYS_MAX} days with the first.` })
  @Matches(DAY)
  to: string;
}

const FAMILY = {
  nullable: true,
  description:
    'Counts events of this family, and who was behind them; activations and returns are those of its developers. All when absent.',
};

@ArgsType()
export class CompanyAdoptionArgs extends CompanyWindowArgs {
  @Field(() => EventFamilyName, FAMILY)
  @IsOptional()
  @IsEnum(EventFamilyName)
  family?: EventFamilyName | null;
}

@ArgsType()
export class CompanyAccountArgs extends CompanyWindowArgs {
  @Field(() => String, { description: 'Registered domain of the customer.' })
  @IsText(ACCOUNT_MAX)
  accountDomain: string;
}

@ArgsType()
export class CompanyDeveloperArgs extends CompanyWindowArgs {
  @Field(() => String, { description: 'The developer, as events carry it.' })
  @IsText(DEVELOPER_MAX)
  developerId: string;
}

export const accountSorts = sortsOf(
  ['name', 'events', 'developers', 'firstSeen', 'lastSeen', 'activatedAt'],
  '-events',
);
export const developerSorts = sortsOf(
  ['name', 'events', 'firstSeen', 'lastSeen', 'activatedAt', 'retainedAt'],
  '-events',
);
export type AccountSort = (typeof accountSorts)['names'][number];
export type DeveloperSort = (typeof developerSorts)['names'][number];
export type SeenSort = AccountSort | DeveloperSort;

/** Figures of developers whose list has as many rows as the figure counts; the names are those of the view's totals. */
export enum DeveloperFigure {
  newDevelopers = 'newDevelopers',
  newActivated = 'newActivated',
  newNotActivated = 'newNotActivated',
  activated = 'activated',
  retained = 'retained',
  matured = 'matured',
  returned = 'returned',
  notReturned = 'notReturned',
}
registerEnumType(DeveloperFigure, {
  name: 'DeveloperFigure',
  description:
    'A figure of developers; each has as many rows as the totals count, the two with not are what is left of a share.',
  valuesConfig: {
    newDevelopers: { description: 'Those whose earliest counted event, of all time, lies in the window.' },
    newActivated: { description: 'Those of them with an activation by the end of the window.' },
    newNotActivated: { description: 'Those of them without one.' },
    activated: { description: 'Those whose earliest activation lies in the window.' },
    retained: { description: 'Those of the activated who returned, whenever it was.' },
    matured: {
      description:
        'Those whose earliest activation lies in the window 14 days earlier; events and times are of that window.',
    },
    returned: { description: 'Those of them who returned before 14 × 24 hours had passed.' },
    notReturned: { description: 'Those of them who did not.' },
  },
});

/** The same of accounts. */
export enum AccountFigure {
  accountsActivated = 'accountsActivated',
  wentQuiet = 'wentQuiet',
  grew = 'grew',
}
registerEnumType(AccountFigure, {
  name: 'AccountFigure',
  description: 'A figure of accounts whose list has as many rows as the figure counts.',
  valuesConfig: {
    accountsActivated: { description: 'Those whose earliest activation lies in the window.' },
    wentQuiet: {
      description: 'Those with events on at least four days of the window and on none of its last seven.',
    },
    grew: {
      description: 'Those with at least two developers more in the second half of the window than in its first.',
    },
  },
});

const CAMPAIGN_MAX = 200;
/** Weeks of a window of the longest length, and the first of them. */
const WEEKS_MAX = 58;

/** The arguments of a list of who was there in a window. */
function SeenPageArgs(sorts: Sorts) {
  @ArgsType()
  abstract class Args extends SortedPageArgs(sorts, 'the name') {
    @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
    @IdOf('org')
    organizationId: string;

    @Field(() => String, { nullable: true, description: 'As events carry it; all products when absent.' })
    @IsOptional()
    @IsProductId()
    productId?: string | null;

    @Field(() => EventFamilyName, FAMILY)
    @IsOptional()
    @IsEnum(EventFamilyName)
    family?: EventFamilyName | null;

    @Field(() => String, { description: 'The first UTC day, YYYY-MM-DD.' })
    @Matches(DAY)
    from: string;

    @Field(() => String, { description: `The last UTC day; at most ${WINDOW_DAYS_MAX} days with the first.` })
    @Matches(DAY)
    to: string;

    @Field(() => String, {
      nullable: true,
      description: 'Only events of this campaign; new developers are those that it brought.',
    })
    @IsOptional()
    @IsText(CAMPAIGN_MAX)
    campaignId?: string | null;

    @Field(() => String, {
      nullable: true,
      description:
        'Where the campaign ran: with campaignId it names one campaign, whose events say no source when absent.',
    })
    @IsOptional()
    @IsText(CAMPAIGN_MAX)
    campaignSource?: string | null;
  }
  return Args;
}

@ArgsType()
export class CompanyAccountsArgs extends SeenPageArgs(accountSorts) {
  @Field(() => String, { nullable: true, description: 'Only accounts of this developer, and its events.' })
  @IsOptional()
  @IsText(DEVELOPER_MAX)
  developerId?: string | null;

  @Field(() => AccountFigure, { nullable: true, description: 'Only accounts that this figure counts.' })
  @IsOptional()
  @IsEnum(AccountFigure)
  figure?: AccountFigure | null;
}

@ArgsType()
export class CompanyDevelopersArgs extends SeenPageArgs(developerSorts) {
  @Field(() => String, { nullable: true, description: 'Only developers of this account, and their events in it.' })
  @IsOptional()
  @IsText(ACCOUNT_MAX)
  accountDomain?: string | null;

  @Field(() => DeveloperFigure, { nullable: true, description: 'Only developers that this figure counts.' })
  @IsOptional()
  @IsEnum(DeveloperFigure)
  figure?: DeveloperFigure | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only developers whose earliest activation lies in this ISO week and in the window, such as 2026-W45.',
  })
  @IsOptional()
  @Matches(/^\d{4}-W\d{2}$/)
  cohort?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Only those of the cohort who used the product in the k-th week after; 0 is all of them.',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(WEEKS_MAX)
  week?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'True: only events that count for no account.' })
  @IsOptional()
  @IsBoolean()
  withoutAccount?: boolean | null;
}

@ObjectType({ description: 'One page of accounts.' })
export class CompanyAccountList {
  @Field(() => [AdoptionOfAccount], { description: 'Records of this page.' })
  items: AdoptionOfAccount[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

@ObjectType({ description: 'One page of developers.' })
export class CompanyDeveloperList {
  @Field(() => [AdoptionOfDeveloper], { description: 'Records of this page.' })
  items: AdoptionOfDeveloper[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}

type CampaignArgs = Partial<Pick<CompanyAccountsArgs, 'campaignId' | 'campaignSource'>>;

/** The source alone names no campaign. */
export const campaignProblems = ({ campaignId, campaignSource }: CampaignArgs): FieldProblem[] =>
  campaignSource && !campaignId
    ? [{ pointer: '/campaignId', code: 'required', detail: 'campaignId is required beside campaignSource' }]
    : [];

type CohortArgs = Pick<CompanyDevelopersArgs, 'cohort' | 'week' | 'figure' | 'withoutAccount' | 'accountDomain'>;

/** A list has one figure: a cohort is one by itself, and a week is one of a cohort. */
export function figureProblems({ cohort, week, figure, withoutAccount, accountDomain }: CohortArgs): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (cohort && mondayOfWeek(cohort) === null)
    problems.push({ pointer: '/cohort', code: 'not_a_week', detail: 'cohort is no week of the calendar' });
  if (cohort && figure)
    problems.push({ pointer: '/figure', code: 'conflict', detail: 'figure and cohort cannot be combined' });
  if (typeof week === 'number' && !cohort)
    problems.push({ pointer: '/cohort', code: 'required', detail: 'cohort is required beside week' });
  if (withoutAccount && accountDomain)
    problems.push({ pointer: '/accountDomain', code: 'conflict', detail: 'an event without an account names none' });
  return problems;
}

/** Lists the problems of a window; its days have the right form already. */
export function windowProblems({ from, to }: { readonly from: string; readonly to: string }): FieldProblem[] {
  const unreal = (['from', 'to'] as const).filter((name) => !isWindowDay({ from, to }[name]));
  if (unreal.length > 0)
    return unreal.map((name) => ({
      pointer: `/${name}`,
      code: 'not_a_day',
      detail: `${name} is no day of the calendar`,
    }));
  if (from > to) return [{ pointer: '/to', code: 'before_from', detail: 'to lies before from' }];
  if (daysOf({ from, to }) > WINDOW_DAYS_MAX)
    return [{ pointer: '/to', code: 'too_long', detail: `the window has over ${WINDOW_DAYS_MAX} days` }];
  return [];
}
