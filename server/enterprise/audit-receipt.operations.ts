import type { EntityManager } from '@mikro-orm/postgresql';
import { findKeyNames, findMemberNames, MemberRole, requireMember } from '../accounts/index.js';
import { daysOf } from '../adoption/index.js';
import { bareId, uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { idBefore, pageOf } from '../platform/paging/page.js';
import { AuditReceipt } from './audit-receipt.entity.js';
import type {
  EnterpriseAuditReceipt,
  EnterpriseAuditReceiptList,
  EnterpriseAuditReceiptsArgs,
} from './audit-receipt.types.js';

/** The receipts of an organization's enterprise reads, the newest first, for its owners and admins: they answer for its keys. */
export const listEnterpriseAuditReceipts = operation(
  { name: 'enterpriseAuditReceipts', who: ['session'], limit: 'workflow' },
  async function enterpriseAuditReceipts(ctx, args: EnterpriseAuditReceiptsArgs): Promise<EnterpriseAuditReceiptList> {
    const { organizationId, tool, outcome, productId, keyId, limit, cursor } = args;
    await requireMember(ctx, organizationId, MemberRole.admin);
    const rows = await ctx.em.find(
      AuditReceipt,
      {
        organizationId,
        id: { $lt: idBefore(cursor) },
        ...(tool ? { tool } : {}),
        ...(outcome ? { outcome } : {}),
        ...(productId ? { productId } : {}),
        ...(keyId ? { credentialId: keyId } : {}),
      },
      { orderBy: { id: 'desc' }, limit: limit + 1, disableIdentityMap: true },
    );
    const { items, nextCursor } = pageOf(rows, limit, ({ id }) => uuidOf('ear', id) ?? '');
    return { items: await receiptsOf(ctx.em, organizationId, items), nextCursor };
  },
);

async function receiptsOf(
  em: EntityManager,
  organizationId: string,
  rows: readonly AuditReceipt[],
): Promise<EnterpriseAuditReceipt[]> {
  const present = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null);
  const keys = await findKeyNames(em, present(rows.map(({ credentialId }) => credentialId)));
  const people = await findMemberNames(em, organizationId, present(rows.map(({ userId }) => userId)));
  return rows.map(({ id, tool, credentialId, userId, productId, periodFrom, periodTo, outcome, requestId, at }) => {
    const window = periodFrom === null || periodTo === null ? null : { from: periodFrom, to: periodTo };
    return {
      id,
      tool,
      keyId: credentialId,
      keyName: credentialId === null ? null : (keys.get(bareId('key', credentialId)) ?? null),
      userId,
      userName: userId === null ? null : (people.get(bareId('usr', userId)) ?? null),
      productId,
      window: window && { ...window, days: daysOf(window) },
      outcome,
      requestId,
      at,
    };
  });
}
