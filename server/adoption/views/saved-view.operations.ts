import { lockOrganization, MemberRole, ownerOf, requireMember } from '../../accounts/index.js';
import { selectRows } from '../../platform/database/kysely.js';
import { Fault } from '../../platform/fault.js';
import { newUuid } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import type { Row } from '../../platform/row.types.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import { SavedView } from './saved-view.entity.js';
import type { DeleteViewInput, SavedViewsArgs, SaveViewInput } from './saved-view.types.js';

/** The caller's views of an organization's adoption pages and those that all its members see, by name (their number is bounded). */
export const listSavedViews = operation(
  { name: 'savedViews', who: ['session'], limit: 'workflow' },
  async function savedViews(ctx, { organizationId }: SavedViewsArgs): Promise<Row<SavedView>[]> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    return selectRows(ctx.em, SavedView)
      .where('t.organization_id', '=', organizationId)
      .where(({ eb, or }) => or([eb('t.user_id', '=', ownerOf(ctx)), eb('t.user_id', 'is', null)]))
      .orderBy('t.page')
      .orderBy('t.name')
      .orderBy('t.id')
      .execute();
  },
);

/** Saves the settings of an adoption page under a name, for the caller or for every member; one of that name is replaced. */
export const saveView = operation(
  { name: 'saveView', who: ['session'], writes: true, limit: 'workflow' },
  async function saveView(ctx, { organizationId, page, name, parameters, shared }: SaveViewInput): Promise<SavedView> {
    await requireMember(ctx, organizationId, shared ? MemberRole.admin : MemberRole.member);
    refuseCredentials({ name, q: parameters.q }, 1); // others read what is shared
    const userId = shared ? null : ownerOf(ctx);
    const key = { organization: organizationId, userId, page, name: name.trim() };
    return ctx.em.transactional(async (em) => {
      // Locked, so that views that are saved at once are counted one after another.
      await lockOrganization(em, organizationId);
      const known = await em.findOne(SavedView, key);
      if (!known) {
        const views = await em.count(SavedView, { organization: organizationId, userId });
        refuseBeyond(shared ? 'sharedViews' : 'ownViews', views + 1);
      }
      const view = known ?? em.create(SavedView, { ...key, id: newUuid(), parameters, ...stamp() });
      Object.assign(view, { parameters: { ...parameters }, ...stamp() });
      await em.flush();
      return view;
    });

    function stamp() {
      return { createdBy: ownerOf(ctx), updatedAt: ctx.platform.clock.now() };
    }
  },
);

/** Deletes a view of the caller's own, or as an admin one that all members see. Answers true. */
export const deleteView = operation(
  { name: 'deleteView', who: ['session'], writes: true, limit: 'workflow' },
  async function deleteView(ctx, { organizationId, viewId }: DeleteViewInput): Promise<boolean> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const visible = { id: viewId, organization: organizationId, $or: [{ userId: ownerOf(ctx) }, { userId: null }] };
    const view = await ctx.em.findOne(SavedView, visible);
    if (!view) throw new Fault('NOT_FOUND', { say: 'There is no such view.' });
    if (view.userId === null) await requireMember(ctx, organizationId, MemberRole.admin);
    await ctx.em.remove(view).flush();
    return true;
  },
);
