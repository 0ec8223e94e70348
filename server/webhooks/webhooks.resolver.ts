import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './endpoint.operations.js';
import { listWebhookMessages, redeliverWebhook, sendTestWebhook } from './message.operations.js';
import { WebhookEndpoint, WebhookMessage } from './webhook.entity.js';
import {
  CreateWebhookInput,
  RedeliverWebhookInput,
  UpdateWebhookInput,
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
  @Query(() => [WebhookEndpoint])
  webhooks(@Args(() => WebhooksArgs) args: WebhooksArgs, @Ctx() ctx: WebhookContext): Promise<WebhookEndpoint[]> {
    return listWebhooks(ctx, args);
  }

  @Query(() => WebhookMessageList)
  webhookMessages(
    @Args(() => WebhookMessagesArgs) args: WebhookMessagesArgs,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookMessageList> {
    return listWebhookMessages(ctx, args);
  }

  @Mutation(() => WebhookSecret, { nullable: true })
  createWebhook(
    @Arg('input', () => CreateWebhookInput) input: CreateWebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookSecret> {
    return createWebhook(ctx, input);
  }

  @Mutation(() => WebhookEndpoint, { nullable: true })
  updateWebhook(
    @Arg('input', () => UpdateWebhookInput) input: UpdateWebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookEndpoint> {
    return updateWebhook(ctx, input);
  }

  @Mutation(() => WebhookSecret, { nullable: true })
  rotateWebhookSecret(
    @Arg('input', () => WebhookInput) input: WebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookSecret> {
    return rotateWebhookSecret(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true })
  deleteWebhook(@Arg('input', () => WebhookInput) input: WebhookInput, @Ctx() ctx: WebhookContext): Promise<boolean> {
    return deleteWebhook(ctx, input);
  }

  @Mutation(() => WebhookMessage, { nullable: true })
  sendTestWebhook(
    @Arg('input', () => WebhookInput) input: WebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookMessage> {
    return sendTestWebhook(ctx, input);
  }

  @Mutation(() => WebhookMessage, { nullable: true })
  redeliverWebhook(
    @Arg('input', () => RedeliverWebhookInput) input: RedeliverWebhookInput,
    @Ctx() ctx: WebhookContext,
  ): Promise<WebhookMessage> {
    return redeliverWebhook(ctx, input);
  }
}
