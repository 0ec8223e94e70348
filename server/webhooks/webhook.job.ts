import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../platform/database/rows.read.js';
import { publicId } from '../platform/ids.js';
import type { Job } from '../platform/jobs/queue.js';
import { isRecord } from '../platform/json.rules.js';
import { enqueueSending, SEND_TASK } from './message.write.js';
import { type AttemptParts, sendMessages, type Target } from './messages.send.js';
import { announceIdleKeys, announceRefusedShares } from './news.announce.js';
import { WebhookEndpoint, WebhookMessage, WebhookMessageState } from './webhook.entity.js';
import type { WebhookParts } from './webhooks.open.js';

const STORED_MS = 90 * 86_400_000;
/** Endpoints that one round offers to the queue. */
const OFFERED_MAX = 500;

/** What a worker does for webhooks: it sends, tries again, and looks for what is news by itself. */
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

interface WebhookTables {
  readonly webhook_endpoint: TableOf<WebhookEndpoint>;
  readonly webhook_message: TableOf<Omit<WebhookMessage, 'endpoint'>>;
}

/** Endpoints with a message that is due and that no worker sends to: retries, and what was lost with a worker or the queue. */
async function findDue(em: EntityManager, now: Date): Promise<Target[]> {
  const rows = await em
    .getKysely<WebhookTables>()
    .selectFrom('webhook_message as m')
    .innerJoin('webhook_endpoint as e', (join) =>
      join.onRef('e.organization_id', '=', 'm.organization_id').onRef('e.id', '=', 'm.endpoint_id'),
    )
    .where('m.state', '=', WebhookMessageState.waiting)
    .where('m.next_attempt_at', '<=', now)
    .where('e.disabled_at', 'is', null)
    .where((of) => of.or([of('e.paused_until', 'is', null), of('e.paused_until', '<=', now)]))
    .where((of) => of.or([of('e.sending_until', 'is', null), of('e.sending_until', '<=', now)]))
    .select(['m.organization_id as organization', 'm.endpoint_id as endpoint'])
    .distinct()
    .limit(OFFERED_MAX)
    .execute();
  return rows.map(({ organization, endpoint }) => ({
    organizationId: publicId('org', organization),
    endpointId: publicId('whk', endpoint),
  }));
}

/** What a job carries; anything else was not put there by this service, and is an error. */
function targetOf(payload: unknown): Target {
  if (isRecord(payload) && typeof payload.organizationId === 'string' && typeof payload.endpointId === 'string')
    return { organizationId: payload.organizationId, endpointId: payload.endpointId };
  throw new Error('a job of the webhooks names no endpoint');
}

/** Encrypts again what a previous SESSION_SECRET had encrypted, so that an operator can drop that one after a day. */
export async function resealSecrets({
  em,
  webhookSecrets,
}: Pick<AttemptParts, 'em' | 'webhookSecrets'>): Promise<void> {
  const endpoints = await em().find(WebhookEndpoint, {}, { fields: ['organizationId', 'id', 'sealedSecret'] });
  for (const { organizationId, id, sealedSecret } of endpoints) {
    const opened = webhookSecrets.open(sealedSecret, id);
    if (opened && !opened.current)
      await em().nativeUpdate(
        WebhookEndpoint,
        { organizationId, id, sealedSecret },
        { sealedSecret: webhookSecrets.seal(opened.text, id) },
      );
  }
}
