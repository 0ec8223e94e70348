import type { RetentionStep } from '../../platform/retention/retention.job.js';
import { IntentEvent } from '../link.entity.js';

/** Takes away the oldest opens of tracked links. */
export const linkOpensStep: RetentionStep = {
  kind: 'link-opens',
  async erase(em, before, limit) {
    const old = await em.fork().find(IntentEvent, { receivedAt: { $lt: before } }, { orderBy: { id: 'asc' }, limit });
    return old.length === 0 ? 0 : em.nativeDelete(IntentEvent, { id: { $in: old.map(({ id }) => id) } });
  },
};
