import { bind, type Methods, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { listBy, type Scope } from './records.js';
import { ask } from './request.js';

interface OwnParams extends QueryParams {
  readonly meta?: Scope;
}

/** The webhooks of an organization, and what was sent to each. */
export const webhookRecords: Record<string, Methods> = {
  webhooks: {
    getList: listBy(
      schema.ListWebhooks,
      ({ scope }) => ({ organizationId: scope.organizationId ?? '' }),
      ({ webhooks }) => ({ items: webhooks, nextCursor: null, total: webhooks.length }),
    ),
    getOne: bind(
      schema.ListWebhooks,
      ({ meta }: OwnParams) => ({ organizationId: meta?.organizationId ?? '' }),
      ({ webhooks }, { id }) => ({ data: webhooks.find((one) => one.id === id) ?? { id, missing: true } }),
    ),
  },
  'webhook-messages': {
    getList: listBy(
      schema.ListWebhookMessages,
      ({ scope, limit, cursor }) => ({
        organizationId: scope.organizationId ?? '',
        webhookId: scope.webhookId ?? '',
        limit,
        cursor,
      }),
      ({ webhookMessages }) => webhookMessages,
    ),
  },
};

/** The acts on a webhook; those that answer a secret answer it once. */
export const webhookDecisions = {
  createWebhook: async (input: schema.CreateWebhookInput) =>
    present((await ask(schema.CreateWebhook, { input })).createWebhook),
  updateWebhook: async (input: schema.UpdateWebhookInput) =>
    present((await ask(schema.UpdateWebhook, { input })).updateWebhook),
  rotateWebhookSecret: async (input: schema.WebhookInput) =>
    present((await ask(schema.RotateWebhookSecret, { input })).rotateWebhookSecret),
  deleteWebhook: async (input: schema.WebhookInput) =>
    present((await ask(schema.DeleteWebhook, { input })).deleteWebhook),
  sendTestWebhook: async (input: schema.WebhookInput) =>
    present((await ask(schema.SendTestWebhook, { input })).sendTestWebhook),
  redeliverWebhook: async (input: schema.RedeliverWebhookInput) =>
    present((await ask(schema.RedeliverWebhook, { input })).redeliverWebhook),
};
