import { IsBoolean, IsEnum, IsInt, IsOptional, Matches, Max, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsProductId } from '../../accounts/index.js';
import { IsName, IsPlainText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { EventFamilyName } from '../../tracking/index.js';

export enum AdoptionPage {
  overview = 'overview',
  accounts = 'accounts',
  developers = 'developers',
}
registerEnumType(AdoptionPage, { name: 'AdoptionPage', description: 'A page of the company’s adoption.' });

export enum ComparisonUnit {
  day = 'day',
  week = 'week',
}
registerEnumType(ComparisonUnit, {
  name: 'ComparisonUnit',
  description: 'A point of a comparison: a day, or seven days (week).',
});

export enum ComparisonMeasure {
  developers = 'developers',
  events = 'events',
}
registerEnumType(ComparisonMeasure, { name: 'ComparisonMeasure', description: 'The numbers that a comparison draws.' });

const NAME_MAX = 80;
const DAYS_MAX = 400;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Filters that a view sets; the page keeps its own value for each absent one. */
@InputType('ViewParametersInput', { description: 'Filters of a view.' })
@ObjectType('ViewParameters', { description: 'Filters of a view.' })
export class ViewParameters {
  @Field(() => Int, { nullable: true, description: `The last 1 to ${DAYS_MAX} days, instead of from and to.` })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(DAYS_MAX)
  days?: number | null;

  @Field(() => String, { nullable: true, description: 'The first UTC day, YYYY-MM-DD.' })
  @IsOptional()
  @Matches(DAY)
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'Last UTC day.' })
  @IsOptional()
  @Matches(DAY)
  to?: string | null;

  @Field(() => String, { nullable: true, description: 'The first UTC day of a window that it is compared with.' })
  @IsOptional()
  @Matches(DAY)
  against?: string | null;

  @Field(() => ComparisonUnit, { nullable: true, description: 'Points of the comparison; days when absent.' })
  @IsOptional()
  @IsEnum(ComparisonUnit)
  by?: ComparisonUnit | null;

  @Field(() => ComparisonMeasure, {
    nullable: true,
    description: 'Numbers of the comparison; developers when absent.',
  })
  @IsOptional()
  @IsEnum(ComparisonMeasure)
  measure?: ComparisonMeasure | null;

  @Field(() => String, { nullable: true, description: 'The product, as events carry it.' })
  @IsOptional()
  @IsProductId()
  productId?: string | null;

  @Field(() => EventFamilyName, { nullable: true, description: 'The family of events.' })
  @IsOptional()
  @IsEnum(EventFamilyName)
  family?: EventFamilyName | null;

  @Field(() => String, { nullable: true, description: 'As the page’s address has it.' })
  @IsOptional()
  @Matches(/^-?[A-Za-z]{1,40}$/)
  sort?: string | null;

  @Field(() => String, { nullable: true, description: 'Words that are looked for.' })
  @IsOptional()
  @IsPlainText(200)
  q?: string | null;
}

@ArgsType()
export class SavedViewsArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;
}

@InputType({ description: 'A view to save; one of the same name is replaced.' })
export class SaveViewInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => AdoptionPage, { description: 'Page that it is of.' })
  @IsEnum(AdoptionPage)
  page: AdoptionPage;

  @Field(() => String, { description: 'A view of this page with the same name is replaced.' })
  @IsName(NAME_MAX)
  name: string;

  @Field(() => ViewParameters, { description: 'Filters of the view.' })
  @ValidateNested()
  parameters: ViewParameters;

  @Field(() => Boolean, { defaultValue: false, description: 'For every member; needs an admin.' })
  @IsBoolean()
  shared: boolean;
}

@InputType({ description: 'Names the view to delete.' })
export class DeleteViewInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The view to delete.' })
  @IdOf('viw')
  viewId: string;
}
