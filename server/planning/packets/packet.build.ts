import { ownerOf } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { saveUrlOf, sceneOf } from '../briefs/index.js';
import type { PlanningContext } from '../planning.open.js';
import { noSuchPlan, readPlan, readPlanOfReceipt, type SavedPlan } from '../plans/index.js';
import { composePacket } from './packet.compose.js';
import type { BuildPacket, BuildPacketArgs } from './packet.types.js';

/**
 * What an agent needs to carry a saved plan out. A brief that was read and not saved by this person is 409 with the address where it
 * can be saved; anything else that is not this person's is 404. Reads only.
 */
export const buildPacket = operation(
  {
    name: 'buildPacket',
    who: ['session', 'workflow_token'],
    scope: 'tools:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function buildPacket(ctx: PlanningContext, { planId }: BuildPacketArgs): Promise<BuildPacket> {
    const now = ctx.platform.clock.now();
    const plan = planId.startsWith('rcp.') ? await planOfReceipt(ctx, planId, now) : await ownPlan(ctx, planId);
    return composePacket(plan, sceneOf(ctx, await ctx.parts.catalog.read(), now));
  },
);

async function ownPlan(ctx: PlanningContext, planId: string): Promise<SavedPlan> {
  const isId = uuidOf('pln', planId) !== null;
  const plan = isId ? await readPlan(ctx.em, publicId('usr', ownerOf(ctx)), planId) : null;
  if (!plan) throw noSuchPlan();
  return plan;
}

async function planOfReceipt(ctx: PlanningContext, receiptId: string, now: Date): Promise<SavedPlan> {
  const plan = await readPlanOfReceipt(ctx.em, publicId('usr', ownerOf(ctx)), receiptId);
  if (plan) return plan;
  const receipt = ctx.parts.receipts.verify(receiptId, now);
  if (receipt?.kind !== 'build_brief') throw noSuchPlan();
  throw new Fault('PLAN_NOT_SAVED', {
    say: 'This plan has not been saved. A signed-in user can save it at saveUrl.',
    members: { saveUrl: saveUrlOf(ctx, receipt.id) },
  });
}
