import { MemberRole, requireMember } from '../../accounts/index.js';
import { operation } from '../../platform/operation.js';
import { productUuidOf } from '../../tracking/index.js';
import type { ProductViewArgs } from '../product-view.types.js';
import type { EventCoverage } from './coverage.types.js';
import { readCoverage } from './product-activity.read.js';

/** Which coverage areas a product's events of the last 30 days belong to. */
export const readEventCoverage = operation(
  { name: 'eventCoverage', who: ['session'], limit: 'workflow' },
  async function eventCoverage(ctx, { organizationId, productId }: ProductViewArgs): Promise<EventCoverage> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const product = await productUuidOf(ctx.em, organizationId, productId);
    const asOf = ctx.platform.clock.now();
    const today = asOf.toISOString().slice(0, 10);
    return { areas: await readCoverage(ctx.em, organizationId, [product], today), asOf };
  },
);
