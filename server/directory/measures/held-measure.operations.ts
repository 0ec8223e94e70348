import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAction, reviewerOf } from '../../accounts/index.js';
import { PLATFORM_CHAIN } from '../../platform/audit/audit.js';
import { selectRows } from '../../platform/database/kysely.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import type { Row } from '../../platform/row.types.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { MeasureDay } from '../measure.entity.js';
import { readHeld, settleHeld } from './measure.query.js';
import type { DecidedMeasure, DecideHeldMeasureInput, HeldMeasureList, HeldMeasuresArgs } from './measure.types.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Public figures that wait for a reviewer, oldest first. */
export const listHeldMeasures = operation(
  { name: 'heldMeasures', who: ['session'], limit: 'workflow' },
  async function heldMeasures(ctx, { limit, cursor }: HeldMeasuresArgs): Promise<HeldMeasureList> {
    reviewerOf(ctx);
    const found = await readHeld(ctx.em, limit + 1, keyOfCursor(cursor, UUID));
    return pageOf(
      found.map(({ reason, ...figure }) => ({ ...figure, reason: reason ?? 'jump' })),
      limit,
      ({ id }) => id,
    );
  },
);

/** Takes a figure that waits, or declines it; one that another reviewer decided meanwhile stays as it is. */
export const decideHeldMeasure = operation(
  { name: 'decideHeldMeasure', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function decideHeldMeasure(
    ctx: DirectoryRequestContext,
    { id, decision, reason }: DecideHeldMeasureInput,
  ): Promise<DecidedMeasure> {
    const by = reviewerOf(ctx);
    const at = ctx.platform.clock.now();
    const decided = await ctx.em.transactional(async (em): Promise<DecidedMeasure> => {
      const { settled } = await settleHeld(em, at, { ids: [id], accept: decision === 'accept', by });
      for (const figure of settled) await recordAction(ctx, em, auditOfDecision(figure, decision, reason));
      const { state } = await findFigure(em, id);
      return { id, state, changed: settled.length > 0 };
    });
    ctx.parts.catalog.changed();
    return decided;
  },
);

async function findFigure(em: EntityManager, id: string): Promise<Row<MeasureDay>> {
  const found = await selectRows(em, MeasureDay).where('t.id', '=', id).executeTakeFirst();
  if (!found) throw new Fault('NOT_FOUND', { say: 'There is no such figure.' });
  return found;
}

/** The audit entry of a decision on a figure that waited. */
export const auditOfDecision = (
  { id, kind, subject, day, value }: Row<MeasureDay>,
  decision: 'accept' | 'decline',
  reason: string,
) => ({
  chain: PLATFORM_CHAIN,
  action: `measure.${decision}`,
  resource: 'measure',
  resourceId: publicId('msr', id),
  revision: 1, // a figure is decided once
  reason,
  changes: { [`${kind} of ${subject}, ${day}`]: ['held', decision === 'accept' ? value : 'declined'] } as Record<
    string,
    [unknown, unknown]
  >,
});
