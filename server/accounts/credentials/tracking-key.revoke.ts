import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { updateRows } from '../../platform/database/rows.update.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { AccountsContext } from '../accounts.open.js';
import { Credential } from '../credential.entity.js';
import { MemberRole } from '../member.entity.js';
import { personOf, requireMember } from '../members/index.js';
import type { RevokeTrackingKeyInput, TrackingKey } from '../products/index.js';
import { findTrackingKeys } from './tracking-key.list.js';

/** Revokes a key at once, on every replica: each flush asks in its own transaction whether its keys still live. Repeating it changes nothing. */
export const revokeTrackingKey = operation(
  { name: 'revokeTrackingKey', who: ['session'], writes: true, limit: 'workflow' },
  async function revokeTrackingKey(
    ctx: AccountsContext,
    { organizationId, trackingKeyId }: RevokeTrackingKeyInput,
  ): Promise<TrackingKey> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const id = uuidOf('key', trackingKeyId) ?? '';
    return ctx.em.transactional(async (em) => {
      const now = ctx.platform.clock.now();
      const live = { id, organizationId, kind: 'tracking_key', revokedAt: null } as const;
      const [revoked] = await updateRows(em, Credential, live, { revokedAt: now }, ['productUuid']);
      if (revoked) {
        await recordAudit(em, now, {
          chain: organizationChain(organizationId),
          actor: personOf(ctx),
          action: 'tracking_key.revoke',
          resource: 'tracking_key',
          resourceId: trackingKeyId,
          changes: { revokedAt: [null, now.toISOString()] },
          requestId: ctx.requestId,
        });
        ctx.parts.principals.forget(uuidOf('prd', revoked.productUuid ?? '') ?? '');
      }
      const [key] = await findTrackingKeys(em, organizationId, id);
      if (!key) throw new Fault('NOT_FOUND', { say: 'There is no such key in this organization.' });
      return key;
    });
  },
);
