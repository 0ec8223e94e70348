import { publicId, uuidOf } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import type { HackathonList, HackathonsArgs } from '../hackathon.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { HackathonEvent } from '../passport.entity.js';
import { summaryOf } from './hackathon.read.js';

/** The published hackathons, newest first. */
export const listHackathons = operation(
  { name: 'hackathons', who: ANY_KIND, limit: 'public-read', share: 'public-records' },
  async function hackathons(
    { em, platform }: IntakeContext,
    { limit, cursor, open }: HackathonsArgs,
  ): Promise<HackathonList> {
    const events = await em.find(
      HackathonEvent,
      {
        listed: true,
        id: { $lt: publicId('hck', idBefore(cursor)) },
        ...(open ? { submissionsDueAt: { $gt: platform.clock.now() } } : {}),
      },
      { orderBy: { id: 'desc' }, limit: limit + 1, disableIdentityMap: true },
    );
    const page = pageOf(events, limit, ({ id }) => uuidOf('hck', id) ?? '');
    return { items: page.items.map(summaryOf), nextCursor: page.nextCursor };
  },
);
