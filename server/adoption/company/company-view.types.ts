import { IsEnum, IsOptional, Matches } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { IsProductId } from '../../accounts/index.js';
import { IsText } from '../../platform/constraints.js';
import type { FieldProblem } from '../../platform/fault.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { SortedPageArgs, type Sorts, sortsOf } from '../../platform/paging/sorted.args.js';
import { EventFamilyName } from '../../tracking/index.js';
import { daysOf } from '../day.rules.js';
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
  }
  return Args;
}

@ArgsType()
export class CompanyAccountsArgs extends SeenPageArgs(accountSorts) {
  @Field(() => String, { nullable: true, description: 'Only accounts of this developer, and its events.' })
  @IsOptional()
  @IsText(DEVELOPER_MAX)
  developerId?: string | null;
}

@ArgsType()
export class CompanyDevelopersArgs extends SeenPageArgs(developerSorts) {
  @Field(() => String, { nullable: true, description: 'Only developers of this account, and their events in it.' })
  @IsOptional()
  @IsText(ACCOUNT_MAX)
  accountDomain?: string | null;
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

/** Lists the problems of a window; its days have the right form already. */
export function windowProblems({ from, to }: { readonly from: string; readonly to: string }): FieldProblem[] {
  const unreal = (['from', 'to'] as const).filter((name) => !isDay({ from, to }[name]));
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

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text && text >= '1000-01-01';
}
