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

const NAME_MAX = 80;
const DAYS_MAX = 400;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a view sets; whatever is absent is as the page has it by itself. */
@InputType('ViewParametersInput')
@ObjectType('ViewParameters')
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

  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(DAY)
  to?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsProductId()
  productId?: string | null;

  @Field(() => EventFamilyName, { nullable: true })
  @IsOptional()
  @IsEnum(EventFamilyName)
  family?: EventFamilyName | null;

  @Field(() => String, { nullable: true, description: 'As the page’s address has it.' })
  @IsOptional()
  @Matches(/^-?[A-Za-z]{1,40}$/)
  sort?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsPlainText(200)
  q?: string | null;
}

@ArgsType()
export class SavedViewsArgs {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;
}

@InputType()
export class SaveViewInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => AdoptionPage)
  @IsEnum(AdoptionPage)
  page: AdoptionPage;

  @Field(() => String, { description: 'A view of this page with the same name is replaced.' })
  @IsName(NAME_MAX)
  name: string;

  @Field(() => ViewParameters)
  @ValidateNested()
  parameters: ViewParameters;

  @Field(() => Boolean, { defaultValue: false, description: 'For every member; needs an admin.' })
  @IsBoolean()
  shared: boolean;
}

@InputType()
export class DeleteViewInput {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => ID)
  @IdOf('viw')
  viewId: string;
}
