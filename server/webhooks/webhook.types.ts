import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsId, IsText, StaysUnlessGiven } from '../platform/constraints.js';
import { PageArgs } from '../platform/paging/page.args.js';
import { WebhookEndpoint, WebhookMessage } from './webhook.entity.js';

const URL_LENGTH_MAX = 2_000;
const PERCENT_DESCRIPTION = '1 to 100; null sends no events.refused_share.';

@ArgsType()
export class WebhooksArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;
}

@InputType()
export class CreateWebhookInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String, { description: 'A public https address without a user name or a port.' })
  @IsText(URL_LENGTH_MAX)
  url: string;

  @Field(() => Boolean, { defaultValue: false })
  @IsBoolean()
  accountFirstEvent: boolean;

  @Field(() => Boolean, { defaultValue: false })
  @IsBoolean()
  trackingKeyUnused: boolean;

  @Field(() => Int, { nullable: true, description: PERCENT_DESCRIPTION })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  refusedPercent?: number | null;
}

@InputType()
export class UpdateWebhookInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('whk')
  webhookId: string;

  @Field(() => String, { nullable: true })
  @StaysUnlessGiven()
  @IsText(URL_LENGTH_MAX)
  url?: string | null;

  @Field(() => Boolean, { nullable: true })
  @StaysUnlessGiven()
  @IsBoolean()
  accountFirstEvent?: boolean | null;

  @Field(() => Boolean, { nullable: true })
  @StaysUnlessGiven()
  @IsBoolean()
  trackingKeyUnused?: boolean | null;

  @Field(() => Int, { nullable: true, description: `${PERCENT_DESCRIPTION} Absent leaves it as it is.` })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  refusedPercent?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'False stops all messages, those that wait too.' })
  @StaysUnlessGiven()
  @IsBoolean()
  enabled?: boolean | null;
}

/** An endpoint of an organization. */
@InputType()
export class WebhookInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('whk')
  webhookId: string;
}

@InputType()
export class RedeliverWebhookInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('msg')
  messageId: string;
}

@ArgsType()
export class WebhookMessagesArgs extends PageArgs {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('whk')
  webhookId: string;
}

@ObjectType()
export class WebhookMessageList {
  @Field(() => [WebhookMessage])
  items: WebhookMessage[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;
}

@ObjectType({ description: 'The secret is shown in this answer alone.' })
export class WebhookSecret {
  @Field(() => String, { description: 'whsec_ and base64, as the libraries of Standard Webhooks take it.' })
  secret: string;

  @Field(() => WebhookEndpoint)
  webhook: WebhookEndpoint;
}
