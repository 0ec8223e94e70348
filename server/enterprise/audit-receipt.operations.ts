import type { EntityManager } from '@mikro-orm/postgresql';
import { findKeyNames, findMemberNames, MemberRole, requireMember } from '../accounts/index.js';
import { daysOf } from '../adoption/index.js';
import { selectRows } from '../platform/database/kysely.js';
import { operation } from '../platform/operation.js';
import { idBefore, pageOf } from '../platform/paging/page.js';
import type { Row } from '../platform/row.types.js';
import { AuditReceipt } from './audit-receipt.entity.js';
import type {
  EnterpriseAuditReceipt,
  EnterpriseAuditReceiptList,
  EnterpriseAuditReceiptsArgs,
} from './audit-receipt.types.js';

/** The columns that receipts are filtered by. */
const COLUMNS = ['tool', 'outcome', 'product_id', 'credential_id'] as const;

/** The receipts of an organization's enterprise reads, the newest first, for its owners and admins: they answer for its keys. */
export const listEnterpriseAuditReceipts = operation(
  { name: 'enterpriseAuditReceipts', who: ['session'], limit: 'workflow' },
  async function enterpriseAuditReceipts(ctx, args: EnterpriseAuditReceiptsArgs): Promise<EnterpriseAuditReceiptList> {
    const { organizationId, tool, outcome, productId, keyId, limit, cursor } = args;
    await requireMember(ctx, organizationId, MemberRole.admin);
    const filters = { tool, outcome, product_id: productId, credential_id: keyId };
    const rows = await selectRows(ctx.em, AuditReceipt)
      .where('t.organization_id', '=', organizationId)
      .where('t.id', '<', idBefore(cursor))
      .where(({ and, eb }) =>
        and(COLUMNS.flatMap((name) => (filters[name] ? [eb(`t.${name}`, '=', filters[name])] : []))),
      )
      .orderBy('t.id', 'desc')
      .limit(limit + 1)
      .execute();
    const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
    return { items: await receiptsOf(ctx.em, organizationId, items), nextCursor };
  },
);

async function receiptsOf(
  em: EntityManager,
  organizationId: string,
  rows: readonly Row<AuditReceipt>[],
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
      keyName: credentialId === null ? null : (keys.get(credentialId) ?? null),
      userId,
      userName: userId === null ? null : (people.get(userId) ?? null),
      productId,
      window: window && { ...window, days: daysOf(window) },
      outcome,
      requestId,
      at,
    };
  });
}
