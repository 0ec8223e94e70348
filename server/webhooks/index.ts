import 'reflect-metadata';
import { WebhookEndpoint, WebhookMessage } from './webhook.entity.js';

export { announceNewAccounts } from './news.announce.js';
export { webhookJobs } from './webhook.job.js';
export { openWebhooks, type WebhookParts } from './webhooks.open.js';
export { WebhookResolver } from './webhooks.resolver.js';

/** The domain's tables, for the composition root. */
export const webhookEntities = [WebhookEndpoint, WebhookMessage];
