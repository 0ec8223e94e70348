import { MemberRole, requireMember } from '../../accounts/index.js';
import { timeOfUuid } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { placeInTime } from '../id-order.scan.js';
import { productUuidOf } from '../product.query.js';
import { readDropped, scanVerdicts } from './verdict.query.js';
import { VERDICT_SORTS, type VerdictList, type VerdictsArgs } from './verdict.types.js';

/** The last verdicts of the organization's keys, refused ones included, newest first. */
export const listVerdicts = operation(
  { name: 'verdicts', who: ['session'], limit: 'workflow' },
  async function verdicts(ctx, args: VerdictsArgs): Promise<VerdictList> {
    await requireMember(ctx, args.organizationId, MemberRole.reader);
    const { organizationId, productId, trackingKeyId, status, since, until, code, q } = args;
    const { place, cursorAt } = placeInTime('verdicts', VERDICT_SORTS, args);
    const productUuid = productId ? await productUuidOf(ctx.em, organizationId, productId) : null;
    const sender = { organizationId, productUuid, trackingKeyId, since, until };
    const { rows, reached } = await scanVerdicts(ctx.em, { ...sender, code, q }, status ? [status] : [], place);
    const items = rows.slice(0, args.limit);
    const next = rows.length > args.limit ? (items.at(-1)?.id ?? null) : reached;
    const { refused, others } = await readDropped(ctx.em, sender, { ...place, to: next });
    return {
      items,
      nextCursor: next === null ? null : cursorAt(next),
      searchedUntil: reached === null ? null : timeOfUuid(reached),
      dropped: refused + others,
      droppedRefused: refused,
    };
  },
);
