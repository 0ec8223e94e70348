import { MemberRole, personOf, requireMember } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { SavedView } from './saved-view.entity.js';
import type { DeleteViewInput } from './saved-view.types.js';

/** Deletes a view of the caller's own, or as an admin one that all members see. Answers true. */
export const deleteView = operation(
  { name: 'deleteView', who: ['session'], writes: true, limit: 'workflow' },
  async function deleteView(ctx, { organizationId, viewId }: DeleteViewInput): Promise<boolean> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const visible = { id: viewId, organization: organizationId, $or: [{ userId: personOf(ctx) }, { userId: null }] };
    const view = await ctx.em.findOne(SavedView, visible);
    if (!view) throw new Fault('NOT_FOUND', { say: 'There is no such view.' });
    if (view.shared) await requireMember(ctx, organizationId, MemberRole.admin);
    await ctx.em.remove(view).flush();
    return true;
  },
);
