import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { actorOf, boundProjectOf, lockPerson, ownerOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { rowOfColumns, selectRows } from '../../platform/database/kysely.js';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import { Fault, invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { entryLimits } from '../../platform/limits/entry-limits.js';
import { operation } from '../../platform/operation.js';
import type { Row } from '../../platform/row.types.js';
import { creditsLeftIn, creditValue } from '../credit.rules.js';
import { ProviderSnapshot } from '../provider-snapshot.entity.js';
import type { UsageContext } from '../usage.open.js';
import { readBudgets } from './budget.operations.js';
import { findCodexSnapshot } from './codex.operations.js';
import { type Conversion, convert, needsRate, sumUp } from './estimate.rules.js';
import { futureMonth, monthOf } from './month.rules.js';
import { SpendEntry } from './spend.entity.js';
import { readSpend, readSpendOfMonth } from './spend.query.js';
import type {
  AccountSpending,
  MonthlySpendInput,
  RecordedSpend,
  RemovedSpending,
  RemoveSpendInput,
  Spending,
  SpendingArgs,
  ValuedSpendEntry,
} from './spend.types.js';

/** Stands beside every figure in US dollars (specification §4, rule 4). */
const NOTICE =
  'An estimate, not a payment record. Other currencies are converted at the newest daily euro reference rates, which are published for information only and not for transactions; bank fees are not part of it. Receipts, balances and credits are never added.';

/** How many entries a coding agent's context shows. */
const CONTEXT_ENTRIES_MAX = 25;

interface Converted {
  readonly entry: Row<SpendEntry>;
  readonly conversion: Conversion;
}

/**
 * One month of the owner's reported charges, each in its own currency and as an estimate in US dollars, with the saved allowance of the
 * coding agent (decisions §8). Rates that cannot be had leave the estimate null and say why; the answer is 200 all the same.
 */
export const readSpending = operation(
  {
    name: 'spending',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function spending(ctx: UsageContext, input: SpendingArgs): Promise<Spending> {
    const owner = ownerOf(ctx);
    const { clock, config } = ctx.platform;
    const month = input.month ?? monthOf(clock.now());
    const problems = futureMonth(month, clock.now());
    if (problems.length) throw invalid(problems);
    const entries = await readSpendOfMonth(ctx.em, owner, month);
    const codexSnapshot = await findCodexSnapshot(ctx.em, owner);
    const creditsLeft = await findCreditsLeft(ctx.em, owner);
    const converted = await convertAll(ctx, entries);
    return {
      month,
      monthlyEntries: converted.map(withValue),
      usdEstimate: {
        currency: 'USD',
        label: 'estimate',
        ...sumUp(converted.map(({ conversion }) => conversion.usdCents)),
        entries: converted.map(({ entry: { provider, month, currency, amountCents }, conversion }) => ({
          provider,
          month,
          currency,
          amountCents,
          ...conversion,
        })),
        notice: NOTICE,
      },
      budgets: await readBudgets(ctx.em, owner, month, entries),
      codexSnapshot,
      codexCreditReferenceValue: creditValue(codexSnapshot?.creditsBalance ?? null, config.codexCreditPrice),
      creditReferenceValue: creditValue(creditsLeft, config.searchCreditPrice),
    };
  },
);

/** The newest entries of any month for the owner's own context, or null for a token that is bound to a project (decisions §6). */
export async function readAccountSpending(ctx: UsageContext): Promise<AccountSpending | null> {
  if (boundProjectOf(ctx) !== null) return null;
  const owner = ownerOf(ctx);
  const entries = await readSpend(ctx.em, owner, (of) =>
    of.orderBy('month', 'desc').orderBy('provider').orderBy('currency').limit(CONTEXT_ENTRIES_MAX),
  );
  const codexSnapshot = await findCodexSnapshot(ctx.em, owner);
  const month = monthOf(ctx.platform.clock.now());
  const budgets = await readBudgets(ctx.em, owner, month, await readSpendOfMonth(ctx.em, owner, month));
  const converted = await convertAll(ctx, entries);
  return { monthlyEntries: converted.map(withValue), budgets, codexSnapshot, notice: NOTICE };
}

/** Asks for rates only where an entry needs them; nothing about the account goes out. */
async function convertAll(ctx: UsageContext, entries: readonly Row<SpendEntry>[]): Promise<Converted[]> {
  const reading = entries.some(needsRate) ? await ctx.parts.exchangeRates() : null;
  return entries.map((entry) => ({ entry, conversion: convert(entry, reading) }));
}

const withValue = ({ entry, conversion }: Converted): ValuedSpendEntry => ({ ...entry, usdCents: conversion.usdCents });

async function findCreditsLeft(em: EntityManager, owner: string): Promise<number | null> {
  const saved = await selectRows(em, ProviderSnapshot)
    .where('user_id', '=', owner)
    .where('provider', '=', 'search_api')
    .executeTakeFirst();
  return saved ? creditsLeftIn(saved.snapshot) : null;
}

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
      const entry = before
        ? Object.assign(before, { amountCents: input.amountCents, source: input.source, updatedAt: now })
        : await insertSpend(em, owner, input, now);
      await em.flush();
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
      const key = { userId: owner, provider, month, currency };
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

/** The entry of a provider, month and currency, to be changed: locked until the transaction ends. Null where there is none. */
const lockSpend = (
  em: EntityManager,
  userUuid: string,
  { provider, month, currency }: RemoveSpendInput,
): Promise<SpendEntry | null> =>
  em.findOne(
    SpendEntry,
    { userId: userUuid, provider, month, currency },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );

/** Stores the first entry of a provider, month and currency; the caller holds the person's lock, so that there is none yet. */
async function insertSpend(
  em: EntityManager,
  userUuid: string,
  input: MonthlySpendInput,
  at: Date,
): Promise<Row<SpendEntry>> {
  const { provider, month, currency, amountCents, source } = input;
  const key = { userId: userUuid, provider, month, currency };
  const inserted = await insertUnlessTaken(
    em,
    SpendEntry,
    { ...key, amountCents, source, createdAt: at, updatedAt: at },
    ['userId', 'provider', 'month', 'currency'],
  );
  if (!inserted) throw new Error('an entry was stored without the lock of its person');
  return { ...rowOfColumns(em, SpendEntry, inserted), month };
}
