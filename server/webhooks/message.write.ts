import type { EntityManager } from '@mikro-orm/postgresql';
import { newUuid, publicId } from '../platform/ids.js';
import { enqueueJob } from '../platform/jobs/queue.js';
import type { Log } from '../platform/log.js';
import { type messageTypes, WebhookMessage, WebhookMessageState } from './webhook.entity.js';

/** The task of the queue that sends what is due to one endpoint. */
export const SEND_TASK = 'send_webhooks';
const ROWS_MAX = 500;

/** Something that an endpoint hears of once; `data` holds public ids, and nothing but the organization's own. */
export interface News {
  readonly organizationId: string;
  readonly endpointId: string;
  readonly type: (typeof messageTypes)[number];
  readonly subject: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The row of a message that is due at once. */
export const messageOf = ({ organizationId, endpointId, type, subject, at, data }: News) => ({
  organizationId,
  id: newUuid(),
  endpointId,
  type,
  subject,
  body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
  state: WebhookMessageState.waiting,
  nextAttemptAt: at,
  createdAt: at,
});

/**
 * Puts messages into the outbox in the transaction of their cause, those that are there already excepted, and has a worker send them after
 * it. What the queue does not take is found by the sweeper.
 */
export async function writeMessages(em: EntityManager, log: Log, news: readonly News[]): Promise<void> {
  for (let start = 0; start < news.length; start += ROWS_MAX)
    await em
      .qb(WebhookMessage)
      .insert(news.slice(start, start + ROWS_MAX).map(messageOf))
      .onConflict(['organizationId', 'endpointId', 'type', 'subject'])
      .ignore()
      .execute();
  const endpoints = new Map(news.map((one) => [one.endpointId, one.organizationId]));
  for (const [endpointId, organizationId] of endpoints) await enqueueSending(em, log, { organizationId, endpointId });
}

/** Has a worker send what is due to an endpoint. The job names it by public ids, as those do that an older version left in the queue. */
export const enqueueSending = (
  em: EntityManager,
  log: Log,
  { organizationId, endpointId }: { readonly organizationId: string; readonly endpointId: string },
): Promise<boolean> =>
  enqueueJob(em, log, {
    task: SEND_TASK,
    payload: { organizationId: publicId('org', organizationId), endpointId: publicId('whk', endpointId) },
    key: `webhook:${publicId('whk', endpointId)}`,
  });
