import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Platform } from '../platform/context.js';
import { selectRows } from '../platform/database/kysely.js';
import { updateRows } from '../platform/database/rows.update.js';
import { publicId } from '../platform/ids.js';
import { FetchRefused, guardedPost } from '../platform/outbound/guarded.fetch.js';
import { retryAt } from '../platform/retry.rules.js';
import type { Row } from '../platform/row.types.js';
import type { Sealer } from '../platform/secrets/secret.seal.js';
import { giveUpWaiting, openSecret, type WebhookTables } from './endpoint.query.js';
import { signedHeaders } from './signature.rules.js';
import { WebhookEndpoint, WebhookMessage, WebhookMessageState, WebhookStop } from './webhook.entity.js';

/** Messages of one round; a round ends with the first that fails. */
const ROUND_MAX = 5;
/** Endpoints that one sweep offers to the queue. */
const OFFERED_MAX = 500;
/** Longer than a round can take: when a worker is killed another one goes on after it. */
const LEASE_MS = 90_000;
/** After a failed attempt no other message is tried for so long: an address that hangs holds no worker. */
const PAUSE_MS = 60_000;
/** A last attempt whose worker was killed is made again after so long. */
const LOST_AFTER_MS = 600_000;
/** An endpoint that took nothing for so long is sent nothing more. */
const FAILING_MAX_MS = 5 * 24 * 3_600_000;
const GONE = 410;

/** An endpoint by its ids. */
export interface Target {
  readonly organizationId: string;
  readonly endpointId: string;
}

/**
 * Sends what is due to an endpoint, one message after another; of several workers one does. Each attempt is noted before it begins, so that
 * a message whose worker was killed is neither lost nor sent again at once. Answers whether more is due.
 */
export async function sendMessages(parts: AttemptParts, { organizationId, endpointId }: Target): Promise<boolean> {
  const now = parts.clock.now();
  const key = { organizationId, id: endpointId };
  const [leased] = await updateRows(
    parts.em(),
    WebhookEndpoint,
    {
      ...key,
      disabledAt: null,
      $and: [
        { $or: [{ sendingUntil: null }, { sendingUntil: { $lte: now } }] },
        { $or: [{ pausedUntil: null }, { pausedUntil: { $lte: now } }] },
      ],
    },
    { sendingUntil: new Date(now.getTime() + LEASE_MS) },
    ['id'],
  );
  if (!leased) return false;
  try {
    for (let sent = 0; sent < ROUND_MAX; sent += 1) if (!(await sendNext(parts, { organizationId, endpointId }))) break;
  } finally {
    await parts.em().nativeUpdate(WebhookEndpoint, key, { sendingUntil: null });
  }
  return isAnyDue(parts.em(), { organizationId, endpointId }, parts.clock.now());
}

/** Messages (`m`) that are due to endpoints (`e`) which may be sent to now. */
const selectDue = (em: EntityManager, now: Date) =>
  em
    .getKysely<WebhookTables>()
    .selectFrom('webhook_message as m')
    .innerJoin('webhook_endpoint as e', (join) =>
      join.onRef('e.organization_id', '=', 'm.organization_id').onRef('e.id', '=', 'm.endpoint_id'),
    )
    .where('m.state', '=', WebhookMessageState.waiting)
    .where('m.next_attempt_at', '<=', now)
    .where('e.disabled_at', 'is', null)
    .where((of) => of.or([of('e.paused_until', 'is', null), of('e.paused_until', '<=', now)]));

/** Endpoints with a message that is due and that no worker sends to: retries, and what was lost with a worker or the queue. */
export const findDue = (em: EntityManager, now: Date): Promise<Target[]> =>
  selectDue(em, now)
    .where((of) => of.or([of('e.sending_until', 'is', null), of('e.sending_until', '<=', now)]))
    .select(['m.organization_id as organizationId', 'm.endpoint_id as endpointId'])
    .distinct()
    .limit(OFFERED_MAX)
    .execute();

/** Asked after the round: what came while it ended finds the endpoint taken and relies on this. */
async function isAnyDue(em: EntityManager, { organizationId, endpointId }: Target, now: Date): Promise<boolean> {
  const due = await selectDue(em, now)
    .where('m.organization_id', '=', organizationId)
    .where('m.endpoint_id', '=', endpointId)
    .select('m.id')
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Makes one attempt with the oldest message that is due; false when there was none or it was not taken. */
async function sendNext(parts: AttemptParts, target: Target): Promise<boolean> {
  const now = parts.clock.now();
  const em = parts.em();
  const { organizationId, endpointId } = target;
  const message = await selectRows(em, WebhookMessage)
    .where('t.organization_id', '=', organizationId)
    .where('t.endpoint_id', '=', endpointId)
    .where('t.state', '=', WebhookMessageState.waiting)
    .where('t.next_attempt_at', '<=', now)
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst();
  const endpoint = await selectRows(em, WebhookEndpoint)
    .where('t.organization_id', '=', organizationId)
    .where('t.id', '=', endpointId)
    .where('t.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!message || !endpoint) return false;
  const attempts = message.attempts + 1;
  const next = retryAt(attempts, now);
  const [noted] = await updateRows(
    em,
    WebhookMessage,
    { organizationId, id: message.id, state: WebhookMessageState.waiting, nextAttemptAt: { $lte: now } },
    {
      attempts,
      lastAttemptAt: now,
      lastDurationMs: null,
      nextAttemptAt: next ?? new Date(now.getTime() + LOST_AFTER_MS),
    },
    ['id'],
  );
  if (!noted) return true; // given up meanwhile
  const end = await makeAttempt(parts, endpoint, message);
  await settle(parts, { target, messageId: message.id, end, next });
  return isTaken(end);
}

interface Settled {
  readonly target: Target;
  readonly messageId: string;
  readonly end: AttemptEnd;
  readonly next: Date | null;
}

/** Notes how an attempt ended, with the endpoint locked: it may have been deleted or disabled meanwhile. */
function settle({ em, clock, log }: AttemptParts, { target, messageId, end, next }: Settled): Promise<void> {
  const { organizationId, endpointId } = target;
  return em().transactional(async (tx) => {
    const endpoint = await tx.findOne(
      WebhookEndpoint,
      { organizationId, id: endpointId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!endpoint) return;
    const now = clock.now();
    noteEndpoint(endpoint, end, now);
    const taken = isTaken(end);
    const over = taken || next === null || endpoint.disabledAt !== null;
    const failed = over ? WebhookMessageState.failed : WebhookMessageState.waiting;
    await tx.nativeUpdate(
      WebhookMessage,
      { organizationId, id: messageId },
      { ...end, state: taken ? WebhookMessageState.delivered : failed, nextAttemptAt: over ? null : next },
    );
    await tx.flush();
    if (endpoint.disabledAt) {
      const given = await giveUpWaiting(tx, organizationId, endpointId);
      log.info({ reason: endpoint.disabledReason, given }, 'a webhook was disabled');
    }
  });
}

function noteEndpoint(endpoint: WebhookEndpoint, end: AttemptEnd, now: Date): void {
  if (isTaken(end)) {
    endpoint.failingSince = null;
    endpoint.pausedUntil = null;
    return;
  }
  endpoint.failingSince ??= now;
  endpoint.pausedUntil = new Date(now.getTime() + PAUSE_MS);
  const failing = now.getTime() - endpoint.failingSince.getTime() >= FAILING_MAX_MS;
  if (endpoint.disabledAt || !(end.lastStatus === GONE || failing)) return;
  endpoint.disabledAt = now;
  endpoint.disabledReason = end.lastStatus === GONE ? WebhookStop.gone : WebhookStop.failing;
}

const TIMEOUT_MS = 10_000;

export interface AttemptParts extends Pick<Platform, 'config' | 'clock' | 'log'> {
  em(): EntityManager;
  readonly webhookSecrets: Sealer;
}

/** The end of an attempt: the status of the answer, or the reason why there was none, and how long it took. */
export interface AttemptEnd {
  readonly lastStatus: number | null;
  readonly lastOutcome: string;
  readonly lastDurationMs: number | null;
}

/** True when a receiver took the message. */
export const isTaken = ({ lastStatus }: AttemptEnd): boolean =>
  lastStatus !== null && lastStatus >= 200 && lastStatus < 300;

/** Signs a message and posts it once; nothing is read or written beside. Rejects for nothing that the other side can do. */
export async function makeAttempt(
  { config, clock, webhookSecrets }: AttemptParts,
  endpoint: Pick<Row<WebhookEndpoint>, 'id' | 'url' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'>,
  { id, body }: Pick<Row<WebhookMessage>, 'id' | 'body'>,
): Promise<AttemptEnd> {
  const now = clock.now();
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = endpoint;
  const secret = openSecret(webhookSecrets, sealedSecret, endpoint.id)?.text;
  if (secret === undefined) return { lastStatus: null, lastOutcome: 'secret_unreadable', lastDurationMs: null };
  const both = sealedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  const previous = both ? openSecret(webhookSecrets, sealedPreviousSecret, endpoint.id)?.text : undefined;
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(previous === undefined ? [secret] : [secret, previous], {
      messageId: publicId('msg', id),
      at: now,
      body,
    }),
  };
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const bounds = { timeoutMs: TIMEOUT_MS, allow: config.outboundAllow };
    const { status } = await guardedPost(endpoint.url, { headers, body }, bounds);
    return { lastStatus: status, lastOutcome: 'answered', lastDurationMs: took() };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { lastStatus: null, lastOutcome: error.reason, lastDurationMs: took() };
  }
}
