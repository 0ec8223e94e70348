import { Field, InputType } from 'type-graphql';
import { ReviewOfTool } from './tool-review.types.js';

@InputType({ description: 'Where a correction was read, so that anyone can look it up.' })
export class CorrectionSource {
  @Field(() => String)
  url: string;

  @Field(() => String, { description: 'A day, YYYY-MM-DD.' })
  readAt: string;
}

@InputType()
export class VendorInput {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  domain?: string | null;
}

@InputType({ description: 'Members that are left out stay as they are.' })
export class PricingInput {
  @Field(() => String, { nullable: true })
  model?: string | null;

  @Field(() => String, { nullable: true })
  freeTier?: string | null;

  @Field(() => String, { nullable: true })
  url?: string | null;
}

@InputType()
export class InstallInput {
  @Field(() => String)
  kind: string;

  @Field(() => String)
  command: string;
}

@InputType({ description: 'Members that are left out stay as they are.' })
export class DocsInput {
  @Field(() => String, { nullable: true })
  url?: string | null;

  @Field(() => String, { nullable: true })
  llmsTxt?: string | null;

  @Field(() => String, { nullable: true })
  openapi?: string | null;
}

@InputType({ description: 'A correction. What is left out stays; null takes away what may be unknown.' })
export class EditToolInput extends ReviewOfTool {
  @Field(() => CorrectionSource)
  source: CorrectionSource;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => [String], { nullable: true })
  aliases?: string[] | null;

  @Field(() => String, { nullable: true })
  summary?: string | null;

  @Field(() => VendorInput, { nullable: true })
  vendor?: VendorInput | null;

  @Field(() => String, { nullable: true })
  website?: string | null;

  @Field(() => [String], { nullable: true })
  categories?: string[] | null;

  @Field(() => [String], { nullable: true })
  capabilities?: string[] | null;

  @Field(() => PricingInput, { nullable: true })
  pricing?: PricingInput | null;

  @Field(() => String, { nullable: true })
  signupUrl?: string | null;

  @Field(() => String, { nullable: true })
  maturity?: string | null;

  @Field(() => [String], { nullable: true })
  interfaces?: string[] | null;

  @Field(() => InstallInput, { nullable: true })
  install?: InstallInput | null;

  @Field(() => [String], { nullable: true })
  environment?: string[] | null;

  @Field(() => DocsInput, { nullable: true })
  docs?: DocsInput | null;
}
