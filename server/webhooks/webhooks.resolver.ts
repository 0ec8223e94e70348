import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Row } from '../platform/row.types.js';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './endpoint.operations.js';
import { listWebhookMessages, redeliverWebhook, sendTestWebhook } from './message.operations.js';
import { WebhookMessage } from './webhook.entity.js';
import {
  CreateWebhookInput,
  RedeliverWebhookInput,
  UpdateWebhookInput,
  WebhookAnswer,
  WebhookInput,
  WebhookMessageList,
  WebhookMessagesArgs,
  WebhookSecret,
  WebhooksArgs,
} from './webhook.types.js';
import type { WebhookContext } from './webhooks.open.js';

/** Binds the webhooks of an organization to the schema. */
@Resolver()
export class WebhookResolver {
  @Query(() => [WebhookAnswer], { description: 'Endpoints of an organization, the newest first; never a secret.' })
  webhooks(@Args(() => WebhooksArgs) args: WebhooksArgs, @Ctx() ctx: WebhookContext): Promise<WebhookAnswer[]> {
    return listWebhooks(ctx, args);
  }

  @Query(() => WebhookMessageList, { description: 'Messages to an endpoint with their outcomes, the newest first.' })
  webhookMessages(
    @Args(() => WebhookMessagesArgs) args: WebhookMessagesArgs,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookMessageList> {
    return listWebhookMessages(ctx, args);
  }

  @Mutation(() => WebhookSecret, {
    nullable: true,
    description: 'Adds an endpoint and shows its signing secret once.',
  })
  createWebhook(
    @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookSecret> {
    return createWebhook(ctx, input);
  }

  @Mutation(() => WebhookAnswer, {
    nullable: true,
    description: 'Changes address and kinds of messages, and switches the endpoint off or on.',
  })
  updateWebhook(
    @Arg('input', () => UpdateWebhookInput) input: UpdateWebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookAnswer> {
    return updateWebhook(ctx, input);
  }

  @Mutation(() => WebhookSecret, {
    nullable: true,
    description: 'Replaces the signing secret; both sign for a day.',
  })
  rotateWebhookSecret(
    @Arg('input', () => WebhookInput) input: WebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookSecret> {
    return rotateWebhookSecret(ctx, input);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Deletes an endpoint with its messages; those that wait are never sent.',
  })
  deleteWebhook(@Arg('input', () => WebhookInput) input: WebhookInput, @Ctx() ctx: WebhookContext): Promise<boolean> {
    return deleteWebhook(ctx, input);
  }

  @Mutation(() => WebhookMessage, {
    nullable: true,
    description: 'Sends a test message at once and answers its outcome; it is not tried again.',
  })
  sendTestWebhook(
    @Arg('input', () => WebhookInput) input: WebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<Row<WebhookMessage>> {
    return sendTestWebhook(ctx, input);
  }

  @Mutation(() => WebhookMessage, {
    nullable: true,
    description: 'Has a message sent again under its id, with all retries.',
  })
  redeliverWebhook(
    @Arg('input', () => RedeliverWebhookInput) input: RedeliverWebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<Row<WebhookMessage>> {
    return redeliverWebhook(ctx, input);
  }
}
