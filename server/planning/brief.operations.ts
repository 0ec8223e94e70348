import { ANY_KIND } from '../platform/context.js';
import { operation } from '../platform/operation.js';
import { runYielding, yieldToEventLoop } from '../platform/yield.js';
import { checkedConstraints, composeBrief, saveUrlOf, sceneOf } from './brief.compose.js';
import type { BuildBrief, BuildBriefArgs } from './brief.types.js';
import { normalizedIntent } from './intent.rules.js';
import type { PlanningContext } from './planning.open.js';
import { gapsToCount } from './stack.describe.js';

/**
 * An unsaved plan for an intent (specification §1, rule 1): it stores nothing. Its receipt carries intent and constraints, so that a
 * signed-in person can save what was read.
 */
export const buildBrief = operation(
  { name: 'buildBrief', who: ANY_KIND, limit: 'build-search', cost: 3_000 },
  async function buildBrief(ctx: PlanningContext, { intent, constraints }: BuildBriefArgs): Promise<BuildBrief> {
    const { catalog, gaps, receipts } = ctx.parts;
    const now = ctx.platform.clock.now();
    const snapshot = await catalog.read();
    const bounds = checkedConstraints(constraints ?? {}, snapshot);
    const query = normalizedIntent(intent);
    await yieldToEventLoop(ctx);
    const {
      intent: understood,
      content,
      digest,
    } = await runYielding(composeBrief(query, bounds, sceneOf(ctx, snapshot, now)));
    gaps.add(gapsToCount(content.gaps), now);
    const receipt = receipts.sign(
      {
        kind: 'build_brief',
        query,
        constraints: bounds,
        catalogVersion: snapshot.version,
        resultDigest: digest,
      },
      now,
      snapshot.changedAt,
    );
    return {
      ...content,
      notUnderstood: [...understood.notUnderstood],
      saved: false,
      planId: null,
      receiptId: receipt.id,
      saveUrl: saveUrlOf(ctx, receipt.id),
    };
  },
);
