import { readId } from '../platform/ids.js';
import type { Job } from '../platform/jobs/queue.js';
import { isRecord } from '../platform/json.rules.js';
import { openSecret, sealSecret, type WebhookTables } from './endpoint.query.js';
import { enqueueSending, SEND_TASK } from './message.write.js';
import { type AttemptParts, findDue, sendMessages, type Target } from './messages.send.js';
import { announceIdleKeys, announceRefusedShares } from './news.announce.js';
import { WebhookEndpoint, WebhookMessage } from './webhook.entity.js';
import type { WebhookParts } from './webhooks.open.js';

const STORED_MS = 90 * 86_400_000;

/** The work of a worker for webhooks: it sends, tries again, and looks for what is news by itself. */
export const webhookJobs = ({ webhookSecrets }: WebhookParts): readonly Job[] => [
  {
    name: SEND_TASK,
    run: (work, payload) => sendMessages({ ...work, webhookSecrets }, targetOf(payload)),
  },
  {
    name: 'sweep_webhooks',
    cron: '* * * * *',
    async run({ em, log, clock }) {
      for (const target of await findDue(em(), clock.now())) if (!(await enqueueSending(em(), log, target))) break;
      return false;
    },
  },
  {
    name: 'watch_refused_share',
    cron: '*/5 * * * *',
    async run(work) {
      await announceRefusedShares(work);
      return false;
    },
  },
  {
    name: 'watch_unused_keys',
    cron: '41 5 * * *',
    async run(work) {
      await announceIdleKeys(work);
      return false;
    },
  },
  {
    name: 'reseal_webhook_secrets',
    cron: '43 5 * * *',
    async run(work) {
      await resealSecrets({ ...work, webhookSecrets });
      return false;
    },
  },
  {
    name: 'delete_old_webhook_messages',
    cron: '47 * * * *',
    async run({ em, clock }) {
      await em().nativeDelete(WebhookMessage, { createdAt: { $lt: new Date(clock.now().getTime() - STORED_MS) } });
      return false;
    },
  },
];

/** The endpoint of a job; anything else was not put there by this service, and is an error. */
function targetOf(payload: unknown): Target {
  if (isRecord(payload) && typeof payload.organizationId === 'string' && typeof payload.endpointId === 'string') {
    const organizationId = readId('org', payload.organizationId);
    const endpointId = readId('whk', payload.endpointId);
    if (organizationId !== null && endpointId !== null) return { organizationId, endpointId };
  }
  throw new Error('a job of the webhooks names no endpoint');
}

/** Encrypts again what a previous SESSION_SECRET had encrypted, so that an operator can drop that one after a day. */
export async function resealSecrets({
  em,
  webhookSecrets,
}: Pick<AttemptParts, 'em' | 'webhookSecrets'>): Promise<void> {
  const endpoints = await em()
    .getKysely<WebhookTables>()
    .selectFrom('webhook_endpoint')
    .select(['organization_id as organizationId', 'id', 'sealed_secret as sealedSecret'])
    .execute();
  for (const { organizationId, id, sealedSecret } of endpoints) {
    const opened = openSecret(webhookSecrets, sealedSecret, id);
    if (opened && !opened.current)
      // By the text that was read: a secret that was replaced meanwhile stays.
      await em().nativeUpdate(
        WebhookEndpoint,
        { organizationId, id, sealedSecret },
        { sealedSecret: sealSecret(webhookSecrets, opened.text, id) },
      );
  }
}
