import type { EntityManager } from '@mikro-orm/postgresql';
import { actorOf, lockPerson, ownerOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { SpendBudget } from './budget.entity.js';
import { noticeOf, standingOf } from './budget.rules.js';
import type { BudgetAnswer, RemovedSpendBudget, RemoveSpendBudgetInput, SpendBudgetInput } from './budget.types.js';
import { monthOf } from './month.rules.js';
import type { SpendEntry, SpendProvider } from './spend.entity.js';
import { readSpendOfMonth } from './spend.query.js';

const declaration = { who: ['session'], writes: true, limit: 'workflow' } as const;

/** Sets the amount that a person means to spend a month; another amount replaces it. Only the person sets it: agents read what is left. */
export const setSpendBudget = operation(
  { name: 'setSpendBudget', ...declaration },
  async function setSpendBudget(ctx, input: SpendBudgetInput): Promise<BudgetAnswer> {
    const owner = ownerOf(ctx);
    const now = ctx.platform.clock.now();
    return ctx.em.transactional(async (em) => {
      await lockPerson(em, owner);
      const key = { userId: owner, provider: input.provider, currency: input.currency };
      const before = await em.findOne(SpendBudget, key, { refresh: true });
      const budget = before ?? em.create(SpendBudget, { ...key, amountCents: input.amountCents, updatedAt: now });
      Object.assign(budget, { amountCents: input.amountCents, updatedAt: now });
      await em.flush();
      await audit(ctx, em, { action: 'spend_budget.set', budget: input, was: before !== null, is: true });
      const month = monthOf(now);
      return answerOf(budget, month, await readSpendOfMonth(em, owner, month));
    });
  },
);

/** Takes a budget away; charges stay as they were reported. `removed` is false when there was none. */
export const removeSpendBudget = operation(
  { name: 'removeSpendBudget', ...declaration },
  async function removeSpendBudget(ctx, input: RemoveSpendBudgetInput): Promise<RemovedSpendBudget> {
    const { provider, currency } = input;
    return ctx.em.transactional(async (em) => {
      const removed = (await em.nativeDelete(SpendBudget, { userId: ownerOf(ctx), provider, currency })) > 0;
      if (removed) await audit(ctx, em, { action: 'spend_budget.remove', budget: input, was: true, is: false });
      return { removed };
    });
  },
);

/** The budgets of a person (a bare UUID) beside the charges of a month. */
export async function readBudgets(
  em: EntityManager,
  userUuid: string,
  month: string,
  spent: readonly Spent[],
): Promise<BudgetAnswer[]> {
  const budgets = await selectRows(em, SpendBudget)
    .where('user_id', '=', userUuid)
    .orderBy('provider')
    .orderBy('currency')
    .execute();
  return budgets.map((budget) => answerOf(budget, month, spent));
}

type Spent = Pick<SpendEntry, 'provider' | 'currency' | 'amountCents'>;

function answerOf(
  { provider, currency, amountCents, updatedAt }: Omit<SpendBudget, 'userId'>,
  month: string,
  spent: readonly Spent[],
): BudgetAnswer {
  const charged = spent.find((one) => one.provider === provider && one.currency === currency);
  const standing = standingOf(amountCents, charged?.amountCents ?? null);
  const notice = noticeOf(standing, `${NAMES[provider]} in ${currency}`);
  return { provider, currency, amountCents, month, ...standing, notice, updatedAt };
}

const NAMES: Readonly<Record<SpendProvider, string>> = {
  coding_agent: 'the coding agent',
  search_api: 'the search provider',
  web_data_api: 'the web data provider',
};

interface BudgetAction {
  readonly action: string;
  readonly budget: RemoveSpendBudgetInput;
  readonly was: boolean;
  readonly is: boolean;
}

/** The audit log hears which budget was touched and by whom, and never how much it says. */
const audit = (ctx: RequestContext, em: EntityManager, { action, budget, was, is }: BudgetAction): Promise<void> => {
  const name = `${budget.provider} ${budget.currency}`;
  return recordAudit(em, ctx.platform.clock.now(), {
    chain: personChain(ownerOf(ctx)),
    actor: actorOf(ctx),
    action,
    resource: 'spend_budget',
    resourceId: publicId('usr', ownerOf(ctx)),
    changes: { budget: [was ? name : null, is ? name : null] },
    requestId: ctx.requestId,
  });
};
