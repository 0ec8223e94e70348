import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayWindow } from '../adoption/index.js';
import type { RequestContext } from '../platform/context.js';
import { newUuid, publicId } from '../platform/ids.js';
import { credentialIn } from '../platform/secrets/secret.rules.js';
import { AuditReceipt } from './audit-receipt.entity.js';
import type { EnterpriseTool } from './enterprise.types.js';

/** The outcome of a read that was answered; a refused one has the code of its refusal. */
export const ANSWERED = 'answered';

/** What a receipt says beside who asked and when; ids are public ones. */
export interface NewReceipt {
  readonly organizationId: string;
  readonly tool: EnterpriseTool;
  readonly productId: string | null;
  readonly window: DayWindow | null;
  readonly outcome: string;
}

/** The public id of a receipt that is going to be written. */
export const newReceiptId = (): string => publicId('ear', newUuid());

/**
 * Writes the receipt of a read in a transaction of its own, so that a refused read leaves one too; answers its public id. A credential that
 * was sent as the product is not stored.
 */
export async function writeReceipt(
  { platform, principal, requestId }: RequestContext,
  { organizationId, tool, productId, window, outcome }: NewReceipt,
  id: string = newReceiptId(),
): Promise<string> {
  const em = platform.em();
  em.create(AuditReceipt, {
    organizationId,
    id,
    tool,
    credentialId: principal.kind === 'enterprise_key' ? publicId('key', principal.credentialId) : null,
    userId: principal.kind === 'session' ? publicId('usr', principal.userId) : null,
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

/** Whether an agent key (a bare UUID) was answered the context since a moment. */
export const wasContextRead = async (
  em: EntityManager,
  organizationId: string,
  credentialUuid: string,
  since: Date,
): Promise<boolean> =>
  (await em.count(AuditReceipt, {
    organizationId,
    credentialId: publicId('key', credentialUuid),
    tool: 'get_enterprise_context',
    outcome: ANSWERED,
    at: { $gte: since },
  })) > 0;
