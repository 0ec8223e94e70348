import { lockOrganization, MemberRole, personOf, requireMember } from '../../accounts/index.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import { SavedView } from './saved-view.entity.js';
import type { SaveViewInput } from './saved-view.types.js';

/** Saves the settings of an adoption page under a name, for the caller or for every member; one of that name is replaced. */
export const saveView = operation(
  { name: 'saveView', who: ['session'], writes: true, limit: 'workflow' },
  async function saveView(ctx, { organizationId, page, name, parameters, shared }: SaveViewInput): Promise<SavedView> {
    await requireMember(ctx, organizationId, shared ? MemberRole.admin : MemberRole.member);
    refuseCredentials({ name, q: parameters.q }, 1); // others read what is shared
    const userId = shared ? null : personOf(ctx);
    const key = { organization: organizationId, userId, page, name: name.trim() };
    return ctx.em.transactional(async (em) => {
      // Locked, so that views that are saved at once are counted one after another.
      await lockOrganization(em, organizationId);
      const known = await em.findOne(SavedView, key);
      if (!known) {
        const views = await em.count(SavedView, { organization: organizationId, userId });
        refuseBeyond(shared ? 'sharedViews' : 'ownViews', views + 1);
      }
      const view = known ?? em.create(SavedView, { ...key, id: publicId('viw', newUuid()), parameters, ...stamp() });
      Object.assign(view, { parameters: { ...parameters }, ...stamp() });
      await em.flush();
      return view;
    });

    function stamp() {
      return { createdBy: personOf(ctx), updatedAt: ctx.platform.clock.now() };
    }
  },
);
