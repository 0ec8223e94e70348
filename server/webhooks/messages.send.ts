import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Platform } from '../platform/context.js';
import { updateRows } from '../platform/database/rows.update.js';
import { FetchRefused, guardedPost } from '../platform/outbound/guarded.fetch.js';
import { retryAt } from '../platform/retry.rules.js';
import type { Sealer } from '../platform/secrets/secret.seal.js';
import { giveUpWaiting } from './endpoint.query.js';
import { signedHeaders } from './signature.rules.js';
import { WebhookEndpoint, WebhookMessage, WebhookMessageState, WebhookStop } from './webhook.entity.js';

/** Messages of one round; a round ends with the first that fails. */
const ROUND_MAX = 5;
/** Longer than a round can take: when a worker is killed another one goes on after it. */
const LEASE_MS = 90_000;
/** How long after a failed attempt no other message is tried, so that an address that hangs holds no worker. */
const PAUSE_MS = 60_000;
/** A last attempt whose worker was killed is made again after so long. */
const LOST_AFTER_MS = 600_000;
/** An endpoint that took nothing for so long is sent nothing more. */
const FAILING_MAX_MS = 5 * 24 * 3_600_000;
const GONE = 410;

/** An endpoint by its public ids. */
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

const dueOf = ({ organizationId, endpointId }: Target, now: Date) => ({
  organizationId,
  endpointId,
  state: WebhookMessageState.waiting,
  nextAttemptAt: { $lte: now },
});

/** Asked after the round: what came while it ended finds the endpoint taken and relies on this. */
const isAnyDue = async (em: EntityManager, target: Target, now: Date): Promise<boolean> =>
  (await em.count(WebhookMessage, {
    ...dueOf(target, now),
    endpoint: { disabledAt: null, $or: [{ pausedUntil: null }, { pausedUntil: { $lte: now } }] },
  })) > 0;

/** Makes one attempt with the oldest message that is due; false when there was none or it was not taken. */
async function sendNext(parts: AttemptParts, target: Target): Promise<boolean> {
  const now = parts.clock.now();
  const em = parts.em();
  const message = await em.findOne(WebhookMessage, dueOf(target, now), { orderBy: { id: 'asc' } });
  const endpoint = await em.findOne(WebhookEndpoint, {
    organizationId: target.organizationId,
    id: target.endpointId,
    disabledAt: null,
  });
  if (!message || !endpoint) return false;
  const attempts = message.attempts + 1;
  const next = retryAt(attempts, now);
  const noted = await parts
    .em()
    .nativeUpdate(
      WebhookMessage,
      { ...dueOf(target, now), id: message.id },
      { attempts, lastAttemptAt: now, nextAttemptAt: next ?? new Date(now.getTime() + LOST_AFTER_MS) },
    );
  if (noted === 0) return true; // given up meanwhile
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

/** How one attempt ended: the status of the answer, or why there was none. */
export interface AttemptEnd {
  readonly lastStatus: number | null;
  readonly lastOutcome: string;
}

/** Whether a receiver took the message. */
export const isTaken = ({ lastStatus }: AttemptEnd): boolean =>
  lastStatus !== null && lastStatus >= 200 && lastStatus < 300;

/** Signs a message and posts it once; nothing is read or written beside. Rejects for nothing that the other side can do. */
export async function makeAttempt(
  { config, clock, webhookSecrets }: AttemptParts,
  endpoint: Pick<WebhookEndpoint, 'id' | 'url' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'>,
  { id, body }: Pick<WebhookMessage, 'id' | 'body'>,
): Promise<AttemptEnd> {
  const now = clock.now();
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = endpoint;
  const secret = webhookSecrets.open(sealedSecret, endpoint.id)?.text;
  if (secret === undefined) return { lastStatus: null, lastOutcome: 'secret_unreadable' };
  const both = sealedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  const previous = both ? webhookSecrets.open(sealedPreviousSecret, endpoint.id)?.text : undefined;
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(previous === undefined ? [secret] : [secret, previous], { messageId: id, at: now, body }),
  };
  try {
    const bounds = { timeoutMs: TIMEOUT_MS, allow: config.outboundAllow };
    const { status } = await guardedPost(endpoint.url, { headers, body }, bounds);
    return { lastStatus: status, lastOutcome: 'answered' };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { lastStatus: null, lastOutcome: error.reason };
  }
}
