import type { EntityManager } from '@mikro-orm/postgresql';
import { boundProjectOf, ownerOf } from '../../accounts/index.js';
import { firstDayOf } from '../../platform/database/month.type.js';
import { readRows } from '../../platform/database/rows.read.js';
import { invalid } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { creditsLeftIn, creditValue } from '../credit.rules.js';
import { ProviderSnapshot } from '../provider-snapshot.entity.js';
import type { UsageContext } from '../usage.open.js';
import { findCodexSnapshot } from './codex.save.js';
import { type Conversion, convert, needsRate, sumUp } from './estimate.rules.js';
import { futureMonth, monthOf } from './month.rules.js';
import type { SpendEntry } from './spend.entity.js';
import { readSpend } from './spend.query.js';
import type { AccountSpending, Spending, SpendingArgs, ValuedSpendEntry } from './spend.types.js';

/** What a reader must know of every figure in US dollars (specification §4, rule 4). */
const NOTICE =
  'An estimate, not a payment record. Other currencies are converted at the newest daily euro reference rates, which are published for information only and not for transactions; bank fees are not part of it. Receipts, balances and credits are never added.';

/** How many entries a coding agent's context shows. */
const CONTEXT_ENTRIES_MAX = 25;

interface Converted {
  readonly entry: SpendEntry;
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
    const entries = await readSpend(ctx.em, owner, (of) =>
      of.where('month', '=', firstDayOf(month)).orderBy('provider').orderBy('currency'),
    );
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
  const converted = await convertAll(ctx, entries);
  return { monthlyEntries: converted.map(withValue), codexSnapshot, notice: NOTICE };
}

/** Asks for rates only where an entry needs them; nothing about the account goes out. */
async function convertAll(ctx: UsageContext, entries: readonly SpendEntry[]): Promise<Converted[]> {
  const reading = entries.some(needsRate) ? await ctx.parts.exchangeRates() : null;
  return entries.map((entry) => ({ entry, conversion: convert(entry, reading) }));
}

const withValue = ({ entry, conversion }: Converted): ValuedSpendEntry => ({ ...entry, usdCents: conversion.usdCents });

async function findCreditsLeft(em: EntityManager, owner: string): Promise<number | null> {
  const [saved] = await readRows(em, ProviderSnapshot, (of) =>
    of.where('user_id', '=', owner).where('provider', '=', 'search_api'),
  );
  return saved ? creditsLeftIn(saved.snapshot) : null;
}
