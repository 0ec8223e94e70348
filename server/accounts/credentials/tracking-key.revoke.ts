import { organizationChain, recordAudit } from '../../platform/audit.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { AccountsContext } from '../accounts.open.js';
import { MemberRole } from '../member.entity.js';
import { personOf, requireMember } from '../members/index.js';
import type { RevokeTrackingKeyInput, TrackingKey } from '../products/index.js';
import { findTrackingKeys } from './tracking-key.list.js';

/** Revokes a key at once, on every replica: each flush asks in its own transaction whether its keys still live. Repeating it changes nothing. */
export const revokeTrackingKey = operation(
  { name: 'revokeTrackingKey', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx: AccountsContext, { organizationId, trackingKeyId }: RevokeTrackingKeyInput): Promise<TrackingKey> => {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const organizationUuid = uuidOf('org', organizationId) ?? '';
    return ctx.em.transactional(async (em) => {
      const now = ctx.platform.clock.now();
      const revoked = await em.execute<{ product_uuid: string }[]>(
        "update credential set revoked_at = ? where id = ? and organization_id = ? and kind = 'tracking_key' and revoked_at is null returning product_uuid",
        [now, uuidOf('key', trackingKeyId), organizationUuid],
      );
      const row = revoked[0];
      if (row) {
        await recordAudit(em, now, {
          chain: organizationChain(organizationUuid),
          actor: personOf(ctx),
          action: 'tracking_key.revoke',
          resource: 'tracking_key',
          resourceId: trackingKeyId,
          changes: { revokedAt: [null, now.toISOString()] },
          requestId: ctx.requestId,
        });
        ctx.parts.principals.forget(row.product_uuid);
      }
      const key = (await findTrackingKeys(em, organizationUuid)).find(({ id }) => id === trackingKeyId);
      if (!key) throw new Fault('NOT_FOUND', { say: 'There is no such key in this organization.' });
      return key;
    });
  },
);
