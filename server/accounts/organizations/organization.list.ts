import { sql } from 'kysely';
import { readRows } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { reviewerOf } from '../members/index.js';
import { Organization } from '../organization.entity.js';
import { type OrganizationList, organizationSorts, type ReviewerOrganizationsArgs } from '../organization.types.js';

const LIST: SortedListOf<typeof organizationSorts> = {
  name: 'reviewerOrganizations',
  sorts: organizationSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: { name: { by: sql`lower(t.name)`, type: 'text' }, created: { by: sql`t.created_at`, type: 'time' } },
  naming: [sql`t.name`, sql`t.domain`],
};

/** Organizations by name or domain, for reviewers, who choose the one that decides about claims on an offer. */
export const listReviewerOrganizations = operation(
  { name: 'reviewerOrganizations', who: ['session'], limit: 'workflow' },
  async function reviewerOrganizations(ctx, args: ReviewerOrganizationsArgs): Promise<OrganizationList> {
    reviewerOf(ctx);
    const { organizationId } = args;
    const page = sortedPage(LIST, args);
    const rows = await readRows(ctx.em, Organization, (of) =>
      page.narrow(organizationId ? of.where('t.id', '=', uuidOf('org', organizationId) ?? '') : of),
    );
    return page.cut(rows);
  },
);
