import { MemberRole, personOf, requireMember } from '../../accounts/index.js';
import { operation } from '../../platform/operation.js';
import { SavedView } from './saved-view.entity.js';
import type { SavedViewsArgs } from './saved-view.types.js';

/** The caller's views of an organization's adoption pages and those that all its members see, by name (their number is bounded). */
export const listSavedViews = operation(
  { name: 'savedViews', who: ['session'], limit: 'workflow' },
  async function savedViews(ctx, { organizationId }: SavedViewsArgs): Promise<SavedView[]> {
    await requireMember(ctx, organizationId, MemberRole.member);
    return ctx.em.find(
      SavedView,
      { organization: organizationId, $or: [{ userId: personOf(ctx) }, { userId: null }] },
      { orderBy: { page: 'asc', name: 'asc', id: 'asc' }, disableIdentityMap: true },
    );
  },
);
