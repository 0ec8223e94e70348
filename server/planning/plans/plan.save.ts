import { ownerOf } from '../../accounts/index.js';
import type { CatalogSnapshot } from '../../directory/index.js';
import { type FieldProblem, invalid } from '../../platform/fault.js';
import { once } from '../../platform/idempotency/idempotency.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { refuseBeyond } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import { type Constraints, checkedConstraints, composeBrief, sceneOf } from '../briefs/index.js';
import type { PlanningContext } from '../planning.open.js';
import { digestOf, normalizedIntent, readIntent } from '../stacks/index.js';
import { SavedPlan } from './plan.entity.js';
import { noSuchPlan, readPlan, receiptDigestOf } from './plan.query.js';
import { auditPlan } from './plan.rename.js';
import type { SavePlanInput } from './plan.types.js';

const TITLE_MAX = 120;

export interface SavePlanCall extends SavePlanInput {
  idempotencyKey?: string | null;
}

/** What is to be saved: a question, and the receipt of its answer if it was read before. */
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
  async function savePlan(ctx: PlanningContext, { idempotencyKey, ...input }: SavePlanCall): Promise<SavedPlan> {
    const snapshot = await ctx.parts.catalog.read();
    const question = questionOf(ctx, input, snapshot);
    const content = composeBrief(
      question.intent,
      readIntent(question.intent, snapshot),
      question.constraints,
      sceneOf(ctx, snapshot, ctx.platform.clock.now()),
    );
    const body = { ...input, constraints: question.constraints };
    const userId = publicId('usr', ownerOf(ctx));
    const id = await once(ctx, 'savePlan', idempotencyKey, body, async (em) => {
      const now = ctx.platform.clock.now();
      const digest = digestOf(content);
      const { receipt } = question;
      const title = (input.title ?? '').trim() || cut(question.intent);
      const mine = newUuid();
      // Two saves of one receipt meet in the unique index: the second gets the row of the first.
      const [row] = await em
        .qb(SavedPlan)
        .insert({
          id: mine,
          userId,
          title,
          goal: question.intent,
          constraints: question.constraints,
          brief: content,
          digest,
          receiptId: receipt?.id ?? null,
          receiptDigest: receipt ? receiptDigestOf(receipt.id) : null,
          changedSinceReceipt: receipt !== null && receipt.resultDigest !== digest,
          catalogVersion: snapshot.version,
          createdAt: now,
          updatedAt: now,
        })
        .onConflict(['userId', 'receiptDigest'])
        .merge(['receiptId'])
        .returning('id')
        .execute<Pick<SavedPlan, 'id'>[]>('all', { mapResults: false });
      if (!row) throw new Error('a saved plan has no row');
      if (row.id === mine) {
        await auditPlan(
          ctx,
          em,
          'plan.save',
          { id: publicId('pln', mine), revision: 1 },
          { title: [null, title], digest: [null, digest] },
        );
        refuseBeyond('plans', await em.count(SavedPlan, { userId }));
      }
      return row.id;
    });
    const saved = await readPlan(ctx.em, userId, publicId('pln', id));
    if (!saved) throw noSuchPlan(); // a replay of a save whose plan was deleted since
    return saved;
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
