import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MemberRole, personOf, requireMember } from '../accounts/index.js';
import { organizationChain, recordAudit } from '../platform/audit/audit.js';
import type { RequestContext } from '../platform/context.js';
import { Fault, invalid } from '../platform/fault.js';
import { refusalOfAddress } from '../platform/outbound/guarded.fetch.js';
import { WebhookEndpoint, WebhookMessage, WebhookMessageState } from './webhook.entity.js';

/** An endpoint by its public ids. */
export interface EndpointKey {
  readonly organizationId: string;
  readonly webhookId: string;
}

/** The endpoint, for an admin of its organization; locked until the transaction of `em` ends. */
export async function lockEndpoint(
  ctx: RequestContext,
  em: EntityManager,
  { organizationId, webhookId }: EndpointKey,
): Promise<WebhookEndpoint> {
  await requireMember(ctx, organizationId, MemberRole.admin, em);
  const found = await em.findOne(
    WebhookEndpoint,
    { organizationId, id: webhookId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!found) throw noSuchEndpoint();
  return found;
}

export const noSuchEndpoint = (): Fault =>
  new Fault('NOT_FOUND', { say: 'There is no such webhook in this organization.' });

/** Refuses an address to which nothing could ever be sent; what it resolves to is checked with every attempt. */
export function refuseAddress(ctx: RequestContext, url: string): void {
  const reason = refusalOfAddress(url, { allow: ctx.platform.config.outboundAllow });
  if (reason !== null)
    throw invalid([
      {
        pointer: '/url',
        code: reason,
        detail: 'must be a public https address without a user name or a port',
      },
    ]);
}

/** What of an address the audit log and members see: the rest may be a secret of the receiver's. */
export const originOf = (url: string): string => new URL(url).origin;

/** Gives up what waits for an endpoint, in the transaction that disables it. */
export const giveUpWaiting = (em: EntityManager, organizationId: string, endpointId: string): Promise<number> =>
  em.nativeUpdate(
    WebhookMessage,
    { organizationId, endpointId, state: WebhookMessageState.waiting },
    { state: WebhookMessageState.failed, nextAttemptAt: null, lastOutcome: 'endpoint_disabled' },
  );

/** Writes an act on an endpoint into the organization's audit log, in the transaction of the act. */
export const auditEndpoint = (
  ctx: RequestContext,
  em: EntityManager,
  { organizationId, id }: Pick<WebhookEndpoint, 'organizationId' | 'id'>,
  { action, changes }: { readonly action: string; readonly changes: Record<string, [unknown, unknown]> },
): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: organizationChain(organizationId),
    actor: personOf(ctx),
    action: `webhook.${action}`,
    resource: 'webhook',
    resourceId: id,
    changes,
    requestId: ctx.requestId,
  });
