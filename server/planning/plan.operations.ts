import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { actorOf, ownerOf } from '../accounts/index.js';
import type { CatalogSnapshot } from '../directory/index.js';
import { personChain, recordAudit } from '../platform/audit/audit.js';
import type { RequestContext } from '../platform/context.js';
import { Fault, type FieldProblem, invalid } from '../platform/fault.js';
import { once } from '../platform/idempotency/idempotency.js';
import { newUuid, publicId } from '../platform/ids.js';
import { refuseBeyond } from '../platform/limits/entry-limits.js';
import { operation } from '../platform/operation.js';
import { type SortedListOf, sortedPage } from '../platform/paging/sorted.page.js';
import { runYielding } from '../platform/yield.js';
import { type Constraints, checkedConstraints, composeBrief, sceneOf } from './brief.compose.js';
import { normalizedIntent } from './intent.rules.js';
import { SavedPlan } from './plan.entity.js';
import {
  insertUnlessSaved,
  noSuchPlan,
  planAnswer,
  planSummary,
  readPlan,
  receiptDigestOf,
  selectPlans,
} from './plan.query.js';
import {
  type DeletePlanInput,
  type PlanList,
  planSorts,
  type RenamePlanInput,
  type SavedPlanAnswer,
  type SavedPlanArgs,
  type SavedPlansArgs,
  type SavePlanInput,
} from './plan.types.js';
import type { PlanningContext } from './planning.open.js';

const LIST: SortedListOf<typeof planSorts> = {
  name: 'savedPlans',
  sorts: planSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: {
    created: null,
    updated: { by: sql`t.updated_at`, type: 'time' },
    title: { by: sql`lower(t.title)`, type: 'text' },
  },
  naming: [
    sql`t.title`,
    sql`t.intent`,
    sql`(select string_agg(one.value #>> '{tool,name}', ' ') from jsonb_array_elements(t.brief -> 'stack') as one(value))`,
  ],
  time: sql`t.updated_at`,
};

/** The caller's saved plans, newest first if no order is asked for. */
export const listSavedPlans = operation(
  {
    name: 'savedPlans',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function savedPlans(ctx, args: SavedPlansArgs): Promise<PlanList> {
    const page = sortedPage(LIST, args);
    const { items, nextCursor } = page.cut(await page.narrow(selectPlans(ctx.em, ownerOf(ctx))).execute());
    return { items: items.map(planSummary), nextCursor };
  },
);

/** One saved plan of the person who is signed in. */
export const readSavedPlan = operation(
  { name: 'savedPlan', who: ['session'], limit: 'workflow' },
  async function savedPlan(ctx, { planId }: SavedPlanArgs): Promise<SavedPlanAnswer> {
    const plan = await readPlan(ctx.em, ownerOf(ctx), planId);
    if (!plan) throw noSuchPlan();
    return planAnswer(plan);
  },
);

const TITLE_MAX = 120;

export interface SavePlanCall extends SavePlanInput {
  idempotencyKey?: string | null;
}

/** The question that is to be saved: an intent, and the receipt of its answer if it was read before. */
interface Question {
  readonly intent: string;
  readonly constraints: Constraints;
  readonly receipt: { readonly id: string; readonly resultDigest: string } | null;
}

/**
 * Saves a plan for the person who is signed in (specification §1, rule 1): what the catalog answers now. Where that is not what the
 * receipt says, the plan reports it. The same receipt makes one plan, however often and by however many requests at once it is saved.
 */
export const savePlan = operation(
  { name: 'savePlan', who: ['session'], writes: true, limit: 'workflow', cost: 3_200 },
  async function savePlan(ctx: PlanningContext, { idempotencyKey, ...input }: SavePlanCall): Promise<SavedPlanAnswer> {
    const snapshot = await ctx.parts.catalog.read();
    const question = questionOf(ctx, input, snapshot);
    const scene = sceneOf(ctx, snapshot, ctx.platform.clock.now());
    const { content, digest } = await runYielding(composeBrief(question.intent, question.constraints, scene));
    const body = { ...input, constraints: question.constraints };
    const userId = ownerOf(ctx);
    const id = await once(ctx, 'savePlan', idempotencyKey, body, async (em) => {
      const now = ctx.platform.clock.now();
      const { receipt } = question;
      const title = (input.title ?? '').trim() || cut(question.intent);
      const mine = newUuid();
      const stored = await insertUnlessSaved(em, {
        id: mine,
        userId,
        title,
        intent: question.intent,
        constraints: question.constraints,
        brief: content,
        digest,
        receiptId: receipt?.id ?? null,
        receiptDigest: receipt ? receiptDigestOf(receipt.id) : null,
        changedSinceReceipt: receipt !== null && receipt.resultDigest !== digest,
        catalogVersion: snapshot.version,
        createdAt: now,
        updatedAt: now,
      });
      if (stored === mine) {
        const changes: AuditChanges = { title: [null, title], digest: [null, digest] };
        await auditPlan(ctx, em, 'plan.save', { id: mine, revision: 1 }, changes);
        refuseBeyond('plans', await em.count(SavedPlan, { userId }));
      }
      return stored;
    });
    const saved = await readPlan(ctx.em, userId, id);
    if (!saved) throw noSuchPlan(); // a replay of a save whose plan was deleted since
    return planAnswer(saved);
  },
);

function questionOf(ctx: PlanningContext, input: SavePlanInput, snapshot: CatalogSnapshot): Question {
  const { receiptId, intent, constraints } = input;
  if (typeof receiptId === 'string') {
    if (intent || constraints)
      throw invalid(
        [...(intent ? ['/intent'] : []), ...(constraints ? ['/constraints'] : [])].map((pointer) => ({
          pointer,
          code: 'contradiction',
          detail: 'the receipt carries intent and constraints: send it alone',
        })),
      );
    return questionOfReceipt(ctx, receiptId);
  }
  if (typeof intent !== 'string')
    throw invalid([{ pointer: '/receiptId', code: 'required', detail: 'receiptId or intent is required' }]);
  return {
    intent: normalizedIntent(intent),
    constraints: checkedConstraints(constraints ?? {}, snapshot),
    receipt: null,
  };
}

function questionOfReceipt({ parts, platform }: PlanningContext, receiptId: string): Question {
  const { receipts } = parts;
  const refusal = (code: string, detail: string, hint: string): FieldProblem[] => [
    { pointer: '/receiptId', code, detail, hint },
  ];
  const receipt = receipts.verify(receiptId, platform.clock.now());
  if (!receipt)
    throw invalid(
      receipts.verify(receiptId, new Date(0))
        ? refusal('expired', 'this receipt has expired', 'ask buildBrief again and save its new receipt')
        : refusal('invalid', 'this receipt was not made here', 'send receiptId of buildBrief as it came'),
    );
  if (receipt.kind !== 'build_brief')
    throw invalid(refusal('invalid', 'this is no receipt of a brief', 'a plan is saved from a receipt of buildBrief'));
  // Signed here, so its constraints have the form that `checkedConstraints` gave them.
  return { intent: receipt.query, constraints: receipt.constraints as Constraints, receipt };
}

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length > TITLE_MAX ? `${characters.slice(0, TITLE_MAX - 1).join('')}…` : text;
};

/** Gives a plan another title; names the revision that was read, so that no one overwrites what they have not seen. */
export const renamePlan = operation(
  { name: 'renamePlan', who: ['session'], writes: true, limit: 'workflow' },
  async function renamePlan(ctx, { planId, title, revision }: RenamePlanInput): Promise<SavedPlanAnswer> {
    return ctx.em.transactional(async (em) => {
      const plan = await lockPlan(ctx, em, planId, revision);
      const before = plan.title;
      const named = title.trim();
      if (named === before) return planAnswer(plan);
      Object.assign(plan, { title: named, revision: revision + 1, updatedAt: ctx.platform.clock.now() });
      await em.flush();
      await auditPlan(ctx, em, 'plan.rename', plan, { title: [before, named] });
      return planAnswer(plan);
    });
  },
);

/** Deletes a plan for good; its packet is gone with it. Answers true. */
export const deletePlan = operation(
  { name: 'deletePlan', who: ['session'], writes: true, limit: 'workflow' },
  async function deletePlan(ctx, { planId, revision }: DeletePlanInput): Promise<boolean> {
    return ctx.em.transactional(async (em) => {
      const plan = await lockPlan(ctx, em, planId, revision);
      em.remove(plan);
      await em.flush();
      await auditPlan(ctx, em, 'plan.delete', plan, { title: [plan.title, null], digest: [plan.digest, null] });
      return true;
    });
  },
);

type AuditChanges = Record<string, [unknown, unknown]>;

/** The caller's plan at this revision, locked until the transaction ends. */
async function lockPlan(ctx: RequestContext, em: EntityManager, planId: string, revision: number): Promise<SavedPlan> {
  const mine = { id: planId, userId: ownerOf(ctx) };
  const plan = await em.findOne(SavedPlan, mine, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!plan) throw noSuchPlan();
  if (plan.revision !== revision)
    throw new Fault('STALE_REVISION', {
      say: `The plan is now at revision ${plan.revision}.`,
      members: { revision: plan.revision },
    });
  return plan;
}

/** Records in the person's audit chain what they did with a plan; must be called in the transaction of the change. */
export const auditPlan = (
  ctx: RequestContext,
  em: EntityManager,
  action: string,
  { id, revision }: Pick<SavedPlan, 'id' | 'revision'>,
  changes: AuditChanges,
): Promise<void> =>
  recordAudit(em, ctx.platform.clock.now(), {
    chain: personChain(ownerOf(ctx)),
    actor: actorOf(ctx),
    action,
    resource: 'plan',
    resourceId: publicId('pln', id),
    revision,
    changes,
    requestId: ctx.requestId,
  });
