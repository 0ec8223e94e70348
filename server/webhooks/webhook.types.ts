import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsText, StaysUnlessGiven } from '../platform/constraints.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { PageArgs } from '../platform/paging/page.args.js';
import type { Row } from '../platform/row.types.js';
import { WebhookMessage, WebhookStop } from './webhook.entity.js';

const URL_LENGTH_MAX = 2_000;
const PERCENT_DESCRIPTION = '1 to 100; null sends no events.refused_share.';

@ArgsType()
export class WebhooksArgs {
  @Field(() => ID, { description: 'The organization that owns it.' })
  @IdOf('org')
  organizationId: string;
}

@InputType({ description: 'An address and at least one kind of message.' })
export class CreateWebhookInput {
  @Field(() => ID, { description: 'The organization that owns it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'A public https address without a user name or a port.' })
  @IsText(URL_LENGTH_MAX)
  url: string;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether to send account.first_event.' })
  @IsBoolean()
  accountFirstEvent: boolean;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether to send tracking_key.unused.' })
  @IsBoolean()
  trackingKeyUnused: boolean;

  @Field(() => Int, { nullable: true, description: PERCENT_DESCRIPTION })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  refusedPercent?: number | null;
}

@InputType({ description: 'Members that are absent stay as they are.' })
export class UpdateWebhookInput {
  @Field(() => ID, { description: 'The organization that owns it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The endpoint.' })
  @IdOf('whk')
  webhookId: string;

  @Field(() => String, { nullable: true, description: 'A public https address without a user name or a port.' })
  @StaysUnlessGiven()
  @IsText(URL_LENGTH_MAX)
  url?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether to send account.first_event.' })
  @StaysUnlessGiven()
  @IsBoolean()
  accountFirstEvent?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether to send tracking_key.unused.' })
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

@InputType({ description: 'Names an endpoint of an organization.' })
export class WebhookInput {
  @Field(() => ID, { description: 'The organization that owns it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The endpoint.' })
  @IdOf('whk')
  webhookId: string;
}

@InputType({ description: 'Names a message of an organization.' })
export class RedeliverWebhookInput {
  @Field(() => ID, { description: 'The organization that owns it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The message to send again.' })
  @IdOf('msg')
  messageId: string;
}

@ArgsType()
export class WebhookMessagesArgs extends PageArgs {
  @Field(() => ID, { description: 'The organization that owns it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'The endpoint.' })
  @IdOf('whk')
  webhookId: string;
}

export enum WebhookState {
  active = 'active',
  failing = 'failing',
  disabled = 'disabled',
}
registerEnumType(WebhookState, {
  name: 'WebhookState',
  description: 'A failing endpoint did not take the last message; a disabled one is sent nothing.',
});

@ObjectType('WebhookEndpoint', {
  description: 'An address to which an organization wants messages sent, and of what kinds.',
})
export class WebhookAnswer {
  @Field(() => ID, { description: 'The organization that owns it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, { description: 'Stays the same when address or secret change.' })
  @IdOf('whk')
  id: string;

  @Field(() => String, { description: 'Members who are no admins see its origin alone.' })
  url: string;

  @Field(() => Boolean, { description: 'Sends account.first_event.' })
  accountFirstEvent: boolean;

  @Field(() => Boolean, { description: 'Sends tracking_key.unused.' })
  trackingKeyUnused: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Sends events.refused_share when more than so many percent of a product’s events of the day were refused.',
  })
  refusedPercent: number | null;

  @Field(() => Date, { nullable: true, description: 'Until when messages are signed with the previous secret too.' })
  previousSecretUntil: Date | null;

  @Field(() => Date, { nullable: true, description: 'Since when it took no message.' })
  failingSince: Date | null;

  @Field(() => Date, { nullable: true, description: 'Since when it is sent nothing.' })
  disabledAt: Date | null;

  @Field(() => WebhookStop, { nullable: true, description: 'Why it is sent nothing; null while it is enabled.' })
  disabledReason: WebhookStop | null;

  @Field(() => ID, { description: 'The person who made it.' })
  @IdOf('usr')
  createdBy: string;

  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;

  @Field(() => WebhookState, { description: 'Whether messages reach it.' })
  state: WebhookState;
}

@ObjectType({ description: 'A page of messages, the newest first.' })
export class WebhookMessageList {
  @Field(() => [WebhookMessage], { description: 'Messages of the last 90 days.' })
  items: Row<WebhookMessage>[];

  @Field(() => String, { nullable: true, description: 'Asks for the next page; null on the last one.' })
  nextCursor: string | null;
}

@ObjectType({ description: 'The secret is shown in this answer alone.' })
export class WebhookSecret {
  @Field(() => String, { description: 'whsec_ and base64, as the libraries of Standard Webhooks take it.' })
  secret: string;

  @Field(() => WebhookAnswer, { description: 'The endpoint whose messages it signs.' })
  webhook: WebhookAnswer;
}
