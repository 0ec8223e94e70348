import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayWindow } from '../adoption/index.js';
import type { RequestContext } from '../platform/context.js';
import { newUuid } from '../platform/ids.js';
import { credentialIn } from '../platform/secrets/secret.rules.js';
import { AuditReceipt } from './audit-receipt.entity.js';
import type { EnterpriseTool } from './enterprise.types.js';

/** The outcome of a read that was answered; a refused one has the code of its refusal. */
export const ANSWERED = 'answered';

/** The content of a receipt; caller and time are added when it is written. */
export interface NewReceipt {
  readonly organizationId: string;
  readonly tool: EnterpriseTool;
  readonly productId: string | null;
  readonly window: DayWindow | null;
  readonly outcome: string;
}

/**
 * Writes the receipt of a read in a transaction of its own, so that a refused read leaves one too; answers its id. A credential that was
 * sent as the product is not stored.
 */
export async function writeReceipt(
  { platform, principal, requestId }: RequestContext,
  { organizationId, tool, productId, window, outcome }: NewReceipt,
  id: string = newUuid(),
): Promise<string> {
  const em = platform.em();
  em.create(AuditReceipt, {
    organizationId,
    id,
    tool,
    credentialId: principal.kind === 'enterprise_key' ? principal.credentialId : null,
    userId: principal.kind === 'session' ? principal.userId : null,
    productId: productId === null || credentialIn(productId) !== null ? null : productId,
    periodFrom: window?.from ?? null,
    periodTo: window?.to ?? null,
    outcome,
    requestId,
    at: platform.clock.now(),
  });
  await em.flush();
  return id;
}

/** True if an agent key was answered the context since a moment. */
export const wasContextRead = async (
  em: EntityManager,
  organizationId: string,
  credentialId: string,
  since: Date,
): Promise<boolean> =>
  (await em.count(AuditReceipt, {
    organizationId,
    credentialId,
    tool: 'get_enterprise_context',
    outcome: ANSWERED,
    at: { $gte: since },
  })) > 0;
