import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MemberRole, personOf, requireMember } from '../accounts/index.js';
import { organizationChain, recordAudit } from '../platform/audit/audit.js';
import type { RequestContext } from '../platform/context.js';
import type { TableOf } from '../platform/database/table.types.js';
import { Fault, invalid } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import { refusalOfAddress } from '../platform/outbound/guarded.fetch.js';
import type { Row } from '../platform/row.types.js';
import type { Sealer } from '../platform/secrets/secret.seal.js';
import { WebhookEndpoint, WebhookMessage, WebhookMessageState } from './webhook.entity.js';
import { type WebhookAnswer, WebhookState } from './webhook.types.js';

/** The domain's tables for Kysely. */
export interface WebhookTables {
  readonly webhook_endpoint: TableOf<WebhookEndpoint>;
  readonly webhook_message: TableOf<WebhookMessage>;
}

/** An endpoint by its ids. */
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

/** An endpoint as its organization sees it; never a secret. */
export const webhookAnswer = (endpoint: Row<WebhookEndpoint>): WebhookAnswer => ({
  organizationId: endpoint.organizationId,
  id: endpoint.id,
  url: endpoint.url,
  accountFirstEvent: endpoint.accountFirstEvent,
  trackingKeyUnused: endpoint.trackingKeyUnused,
  refusedPercent: endpoint.refusedPercent,
  previousSecretUntil: endpoint.previousSecretUntil,
  failingSince: endpoint.failingSince,
  disabledAt: endpoint.disabledAt,
  disabledReason: endpoint.disabledReason,
  createdBy: endpoint.createdBy,
  createdAt: endpoint.createdAt,
  state: stateOf(endpoint),
});

function stateOf({ disabledAt, failingSince }: Row<WebhookEndpoint>): WebhookState {
  if (disabledAt) return WebhookState.disabled;
  return failingSince ? WebhookState.failing : WebhookState.active;
}

/** Refuses an address to which nothing could ever be sent; the addresses that it resolves to are checked with every attempt. */
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

/** The part of an address that the audit log and members see: the rest may be a secret of the receiver's. */
export const originOf = (url: string): string => new URL(url).origin;

/** Encrypts a secret for its endpoint, by the public id as all stored ones are. */
export const sealSecret = (sealer: Sealer, secret: string, endpointId: string): string =>
  sealer.seal(secret, publicId('whk', endpointId));

/** Decrypts a secret of this endpoint; null when no key that we know sealed it. */
export const openSecret = (sealer: Sealer, sealed: string, endpointId: string) =>
  sealer.open(sealed, publicId('whk', endpointId));

/** Gives up the messages that wait for an endpoint, in the transaction that disables it. Answers how many. */
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
    resourceId: publicId('whk', id),
    changes,
    requestId: ctx.requestId,
  });
