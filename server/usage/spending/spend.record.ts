import type { EntityManager } from '@mikro-orm/postgresql';
import { actorOf, lockPerson, ownerOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault, invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { entryLimits } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import { futureMonth } from './month.rules.js';
import { SpendEntry } from './spend.entity.js';
import { insertSpend, lockSpend, readSpend } from './spend.query.js';
import type { MonthlySpendInput, RecordedSpend, RemovedSpending, RemoveSpendInput } from './spend.types.js';

/** Months that one provider and currency may have (specification §8); money records are never dropped to make room. */
const MONTHS_MAX = entryLimits.months.max;

const declaration = {
  who: ['session', 'workflow_token'],
  scope: 'project:publish',
  accountLevel: true,
  writes: true,
  limit: 'workflow',
} as const;

/**
 * Records what a provider charged in a month: the amount replaces the one of that provider, month and currency, and nothing is added to
 * anything (specification §4, rule 3). The 25th month of a provider and currency is ENTRY_LIMIT, which names the oldest.
 */
export const recordSpend = operation(
  { name: 'recordSpend', ...declaration },
  async function recordSpend(ctx, input: MonthlySpendInput): Promise<RecordedSpend> {
    const owner = ownerOf(ctx);
    const now = refuseFuture(ctx, input.month);
    return ctx.em.transactional(async (em) => {
      // The person's own row is the lock that lets two records count one after the other.
      await lockPerson(em, owner);
      // A removal does not take the person's lock: the row's own keeps it from going in between.
      const before = await lockSpend(em, owner, input);
      const replaced = before !== null;
      if (!replaced) await requireCapacity(em, owner, input);
      const entry = before ?? (await insertSpend(em, owner, input, now));
      if (replaced) {
        Object.assign(entry, { amountCents: input.amountCents, source: input.source, updatedAt: now });
        await em.flush();
      }
      await audit(ctx, em, { action: 'monthly_spend.record', owner, entry: input, was: replaced, is: true });
      return { entry, replaced };
    });
  },
);

/** Takes one month of a provider and currency away, which makes room for another; `removed` is false when there was none. */
export const removeSpend = operation(
  { name: 'removeSpend', ...declaration },
  async function removeSpend(ctx, input: RemoveSpendInput): Promise<RemovedSpending> {
    const owner = ownerOf(ctx);
    const { provider, month, currency } = input;
    refuseFuture(ctx, month);
    return ctx.em.transactional(async (em) => {
      const key = { userId: publicId('usr', owner), provider, month, currency };
      const removed = (await em.nativeDelete(SpendEntry, key)) > 0;
      if (removed) await audit(ctx, em, { action: 'monthly_spend.remove', owner, entry: input, was: true, is: false });
      return { removed };
    });
  },
);

function refuseFuture(ctx: RequestContext, month: string): Date {
  const now = ctx.platform.clock.now();
  const problems = futureMonth(month, now);
  if (problems.length) throw invalid(problems);
  return now;
}

async function requireCapacity(
  em: EntityManager,
  owner: string,
  { provider, currency }: RemoveSpendInput,
): Promise<void> {
  const held = await readSpend(em, owner, (of) =>
    of.where('provider', '=', provider).where('currency', '=', currency).orderBy('month').limit(MONTHS_MAX),
  );
  if (held.length < MONTHS_MAX) return;
  const oldestMonth = held[0]?.month;
  throw new Fault('ENTRY_LIMIT', {
    say: `${provider} has ${MONTHS_MAX} months in ${currency} already; the oldest is ${oldestMonth}. Remove one first; none is removed automatically.`,
    members: { oldestMonth },
  });
}

interface SpendAction {
  readonly action: string;
  readonly owner: string;
  readonly entry: RemoveSpendInput;
  /** Whether there was an entry before, and whether there is one now. */
  readonly was: boolean;
  readonly is: boolean;
}

/** The audit log hears which entry was touched, by whom and when, and never how much it says: amounts are the person's own. */
const audit = (
  ctx: RequestContext,
  em: EntityManager,
  { action, owner, entry, was, is }: SpendAction,
): Promise<void> => {
  const name = `${entry.provider} ${entry.month} ${entry.currency}`;
  return recordAudit(em, ctx.platform.clock.now(), {
    chain: personChain(owner),
    actor: actorOf(ctx),
    action,
    resource: 'monthly_spend',
    resourceId: publicId('usr', owner),
    changes: { entry: [was ? name : null, is ? name : null] },
    requestId: ctx.requestId,
  });
};
