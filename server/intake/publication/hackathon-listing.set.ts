import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PLATFORM_CHAIN, recordAudit } from '../../platform/audit/audit.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { ListedPassport, SetHackathonListedInput } from '../hackathon.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { HackathonEvent } from '../passport.entity.js';
import { reviewerFor } from '../reviewer.require.js';
import { noSuchHackathon } from './hackathon.read.js';

/**
 * Takes the passport of a hackathon down or puts it back: it is then in no list, page or sitemap and no project can be entered. Nothing is
 * deleted: its entries stay, and its slug is not given to another one.
 */
export const setHackathonListed = operation(
  { name: 'setHackathonListed', who: ['session'], writes: true, limit: 'workflow' },
  async function setHackathonListed(
    ctx: IntakeContext,
    { slug, revision, listed, reason }: SetHackathonListedInput,
  ): Promise<ListedPassport> {
    const actor = reviewerFor(ctx);
    const at = ctx.platform.clock.now();
    return ctx.em.fork().transactional(async (em) => {
      const event = await em.findOne(HackathonEvent, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      if (!event) throw noSuchHackathon();
      if (event.revision !== revision)
        throw new Fault('STALE_REVISION', {
          say: `The passport has revision ${event.revision} by now.`,
          members: { revision: event.revision },
        });
      const { listed: before } = event;
      if (before === listed) return passportOf(event);
      Object.assign(event, { listed, revision: revision + 1 });
      await em.flush();
      await recordAudit(em, at, {
        chain: PLATFORM_CHAIN,
        actor,
        action: 'hackathon.list',
        resource: 'hackathon',
        resourceId: event.id,
        revision: event.revision,
        changes: { listed: [before, listed] },
        reason,
        requestId: ctx.requestId,
      });
      return passportOf(event);
    });
  },
);

const passportOf = ({ slug, name, listed, revision }: HackathonEvent): ListedPassport => ({
  slug,
  name,
  listed,
  revision,
});

/** The passport that the approval of a submission published, listed or not; null where it published none. */
export async function findPassport(em: EntityManager, submissionId: string): Promise<ListedPassport | null> {
  const event = await em.findOne(HackathonEvent, { submission: submissionId }, { disableIdentityMap: true });
  return event && passportOf(event);
}
