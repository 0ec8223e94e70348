import { ownerOf } from '../accounts/index.js';
import type { CatalogSnapshot } from '../directory/index.js';
import { Fault } from '../platform/fault.js';
import { publicId, readId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import type { Row } from '../platform/row.types.js';
import { runYielding } from '../platform/yield.js';
import { saveUrlOf, sceneOf } from './brief.compose.js';
import { toolsOf } from './brief.rules.js';
import { authorizationsFor, checksFor } from './packet.rules.js';
import type { BuildPacket, BuildPacketArgs } from './packet.types.js';
import type { SavedPlan } from './plan.entity.js';
import { noSuchPlan, readPlan, readPlanOfReceipt } from './plan.query.js';
import type { PlanningContext } from './planning.open.js';
import { digestOf } from './stack.describe.js';
import { firstEvent, TRACKING_KEY_VARIABLE, TRACKING_RULES, trackingEndpoints } from './tracking-set-up.rules.js';

/**
 * Everything that an agent needs to carry a saved plan out. A brief that was read and not saved by this person is 409 with the address where it
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
    return runYielding(composePacket(plan, sceneOf(ctx, await ctx.parts.catalog.read(), now)));
  },
);

async function ownPlan(ctx: PlanningContext, planId: string): Promise<Row<SavedPlan>> {
  const id = readId('pln', planId);
  const plan = id === null ? null : await readPlan(ctx.em, ownerOf(ctx), id);
  if (!plan) throw noSuchPlan();
  return plan;
}

async function planOfReceipt(ctx: PlanningContext, receiptId: string, now: Date): Promise<Row<SavedPlan>> {
  const plan = await readPlanOfReceipt(ctx.em, ownerOf(ctx), receiptId);
  if (plan) return plan;
  const receipt = ctx.parts.receipts.verify(receiptId, now);
  if (receipt?.kind !== 'build_brief') throw noSuchPlan();
  throw new Fault('PLAN_NOT_SAVED', {
    say: 'This plan has not been saved. A signed-in user can save it at saveUrl.',
    members: { saveUrl: saveUrlOf(ctx, receipt.id) },
  });
}

const HOUR_MS = 3_600_000;
const LIVES_HOURS = 24;

/**
 * The packet of a saved plan: what was saved, without perks that are not live any more. Nothing in it depends on the moment within an
 * UTC hour, so that an agent that asks again gets the same packet.
 */
function* composePacket(
  { id, brief }: Pick<Row<SavedPlan>, 'id' | 'brief'>,
  { snapshot, now, baseUrl }: { snapshot: CatalogSnapshot; now: Date; baseUrl: string },
): Generator<void, BuildPacket> {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const endpoints = trackingEndpoints(baseUrl);
  const perks = brief.perks.filter(({ id: offerId }) => isLive(offerId, snapshot, hour));
  const gone = brief.perks.filter((perk) => !perks.includes(perk));
  const content = {
    planId: publicId('pln', id), // the digest is of the packet as it is served
    goal: brief.goal,
    tools: brief.stack.map(({ capability, tool: { slug, name, install, docs, interfaces, licence } }) => ({
      slug,
      name,
      capability,
      install,
      docs,
      interfaces,
      licence: licence ?? null, // a plan that was saved before tools had one says nothing of it
    })),
    perks: perks.map(({ id: offerId, title, claim, rules }) => ({ id: offerId, title, claim, rules })),
    environment: [
      ...toolsOf(brief.stack).flatMap(({ tool }) => tool.environment.map((name) => ({ name, tool: tool.slug }))),
      { name: TRACKING_KEY_VARIABLE, tool: null },
    ],
    tracking: {
      endpoint: endpoints.endpoint,
      dryRunEndpoint: endpoints.dryRunEndpoint,
      keyVariable: TRACKING_KEY_VARIABLE,
      firstEvent: firstEvent(),
      rules: [...TRACKING_RULES],
    },
    steps: brief.steps,
    checks: checksFor(brief.stack, endpoints),
    needsAuthorization: authorizationsFor(brief.stack),
    notices: [
      'Commands and addresses come from the catalog’s sources: look at them before you run or open them.',
      ...gone.map(({ title }) => `The offer "${title}" was in the plan and is not live any more.`),
      ...brief.gaps.map(({ capability }) => `The plan has no tool for ${capability}.`),
    ],
  };
  const digest = yield* digestOf(content);
  return {
    packetId: `pkt.${digest.slice('sha256:'.length, 'sha256:'.length + 32)}`,
    digest,
    ...content,
    planId: id,
    expiresAt: new Date(hour.getTime() + LIVES_HOURS * HOUR_MS),
  };
}

function isLive(offerId: string, { offers }: CatalogSnapshot, at: Date): boolean {
  const offer = offers.get(offerId);
  return offer !== undefined && (offer.endsAt === null || offer.endsAt > at);
}
