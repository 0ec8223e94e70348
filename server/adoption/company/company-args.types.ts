import { IsEnum, IsOptional, Matches, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { IsId } from '../../platform/constraints.js';
import type { FieldProblem } from '../../platform/fault.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { EventFamilyName } from '../../tracking/index.js';
import { daysOf } from '../evidence/index.js';
import { AdoptionOfAccount, AdoptionOfDeveloper } from './company-adoption.types.js';

/** At most so many UTC days in one window (decisions §5, Company view). */
export const WINDOW_DAYS_MAX = 400;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

@ArgsType()
export class CompanyAdoptionArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'As events carry it; all products when absent.' })
  @IsOptional()
  @Matches(/^[A-Za-z0-9._:-]{1,128}$/)
  productId?: string | null;

  @Field(() => EventFamilyName, {
    nullable: true,
    description:
      'Counts events of this family, and who was behind them; activations and returns are those of its developers. All when absent.',
  })
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

export enum AdoptionOrder {
  events = 'events',
  firstSeen = 'firstSeen',
  lastSeen = 'lastSeen',
  name = 'name',
}
registerEnumType(AdoptionOrder, {
  name: 'AdoptionOrder',
  description: 'Most events, the newest first or last event, or the name; ties by name.',
});

@ArgsType()
export class CompanyPageArgs extends PageArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String, { nullable: true, description: 'As events carry it; all products when absent.' })
  @IsOptional()
  @Matches(/^[A-Za-z0-9._:-]{1,128}$/)
  productId?: string | null;

  @Field(() => EventFamilyName, {
    nullable: true,
    description:
      'Counts events of this family, and who was behind them; activations and returns are those of its developers. All when absent.',
  })
  @IsOptional()
  @IsEnum(EventFamilyName)
  family?: EventFamilyName | null;

  @Field(() => String, { description: 'The first UTC day, YYYY-MM-DD.' })
  @Matches(DAY)
  from: string;

  @Field(() => String, { description: `The last UTC day; at most ${WINDOW_DAYS_MAX} days with the first.` })
  @Matches(DAY)
  to: string;

  @Field(() => String, { nullable: true, description: 'Part of the name.' })
  @IsOptional()
  @MaxLength(200)
  q?: string | null;

  @Field(() => AdoptionOrder, { defaultValue: AdoptionOrder.events })
  @IsEnum(AdoptionOrder)
  sort: AdoptionOrder;
}

@ObjectType()
export class CompanyAccountList {
  @Field(() => [AdoptionOfAccount])
  items: AdoptionOfAccount[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType()
export class CompanyDeveloperList {
  @Field(() => [AdoptionOfDeveloper])
  items: AdoptionOfDeveloper[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

/** What is wrong with a window whose days have the right form. */
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
