import type { EntityManager } from '@mikro-orm/postgresql';
import { actorOf, lockPerson, ownerOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault, invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { futureMonth } from './month.rules.js';
import { findSpend, firstDayOf } from './spend.query.js';
import type { MonthlySpendInput, RecordedSpend, RemovedSpending, RemoveSpendInput } from './spend.types.js';

/** Months that one provider and currency may have (specification §8); money records are never dropped to make room. */
const MONTHS_MAX = 24;

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
  async (ctx, input: MonthlySpendInput): Promise<RecordedSpend> => {
    const owner = ownerOf(ctx);
    const now = refuseFuture(ctx, input.month);
    return ctx.em.transactional(async (em) => {
      // The person's own row is the lock that lets two records count one after the other.
      await lockPerson(em, owner);
      const key = keyOf(owner, input);
      const before = await findSpend(em, BY_KEY, key);
      const replaced = before.length > 0;
      if (!replaced) await requireCapacity(em, owner, input);
      await em.execute(
        `insert into monthly_spend (user_id, provider, month, currency, amount_cents, source, created_at, updated_at)
         values (?, ?, ?::date, ?, ?, ?, ?, ?)
         on conflict (user_id, provider, month, currency) do update
           set amount_cents = excluded.amount_cents, source = excluded.source, updated_at = excluded.updated_at`,
        [...key, String(input.amountCents), input.source, now, now], // as text it travels apart from the statement
      );
      await audit(ctx, em, { action: 'monthly_spend.record', owner, entry: input, was: replaced, is: true });
      const [entry] = await findSpend(em, BY_KEY, key);
      if (!entry) throw new Error('an entry that was just recorded is not there');
      return { entry, replaced };
    });
  },
);

/** Takes one month of a provider and currency away, which makes room for another; `removed` is false when there was none. */
export const removeSpend = operation(
  { name: 'removeSpend', ...declaration },
  async (ctx, input: RemoveSpendInput): Promise<RemovedSpending> => {
    const owner = ownerOf(ctx);
    refuseFuture(ctx, input.month);
    return ctx.em.transactional(async (em) => {
      const gone = await em.execute<unknown[]>(
        `delete from monthly_spend where ${BY_KEY} returning 1`,
        keyOf(owner, input),
      );
      if (gone.length)
        await audit(ctx, em, { action: 'monthly_spend.remove', owner, entry: input, was: true, is: false });
      return { removed: gone.length > 0 };
    });
  },
);

const BY_KEY = 'user_id = ? and provider = ? and month = ?::date and currency = ?';
const keyOf = (owner: string, { provider, month, currency }: RemoveSpendInput): unknown[] => [
  owner,
  provider,
  firstDayOf(month),
  currency,
];

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
  const [held] = await em.execute<{ months: number; oldest: string | null }[]>(
    `select count(*)::int as months, to_char(min(month), 'YYYY-MM') as oldest from monthly_spend
     where user_id = ? and provider = ? and currency = ?`,
    [owner, provider, currency],
  );
  if (!held || held.months < MONTHS_MAX) return;
  throw new Fault('ENTRY_LIMIT', {
    say: `${provider} has ${MONTHS_MAX} months in ${currency} already; the oldest is ${held.oldest}. Remove one first: none is dropped by itself.`,
    members: { oldestMonth: held.oldest },
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
