import { type EntityDictionary, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { boundProjectOf, ownerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { rowOfColumns, selectRows } from '../../platform/database/kysely.js';
import { Fault, invalid } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import { fetchProvider, type ProviderAnswer } from '../../platform/outbound/provider.fetch.js';
import type { Row } from '../../platform/row.types.js';
import { creditsLeftIn, creditValue } from '../credit.rules.js';
import type { AttemptOutcome, BalanceProvider, SearchCounters, WebDataAmounts } from '../provider-snapshot.entity.js';
import {
  ProviderAttempt,
  ProviderSnapshot,
  SearchSnapshot,
  type StoredRun,
  WebDataSnapshot,
} from '../provider-snapshot.entity.js';
import type { UsageContext } from '../usage.open.js';
import { claimAttempt, waitFor } from './attempt.claim.js';
import {
  type ProviderSnapshots,
  type SavedSearchBalance,
  type SavedWebDataBalance,
  type SearchBalance,
  type SearchSync,
  type SyncSearchProviderInput,
  type SyncWebDataInput,
  type WebDataBalance,
  type WebDataSync,
} from './balance.types.js';
import { type Attempt, COALESCED_MS, secondsUntil } from './budget.rules.js';
import { futureRun, parseSearchCounters, parseWebDataAmounts, privateTexts, runOf } from './provider.rules.js';

/**
 * Reads the caller's credits at the search provider with their key and saves them (specification §2.6). Within 90 seconds of the last call
 * no other is made: a call that comes while it runs waits for it, after a success the saved snapshot is answered and a newer run still saved,
 * after a failure the caller has to wait.
 */
export const syncSearchBalance = operation(
  {
    name: 'syncSearchProvider',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async function syncSearchProvider(ctx: UsageContext, input: SyncSearchProviderInput): Promise<SearchSync> {
    const owner = ownerOf(ctx);
    const apiKey = input.apiKey.trim();
    const lastRun = acceptedRun(ctx, input, apiKey);
    const { kind, attempt } = await claimAttempt(ctx, owner, 'search_api');
    if (kind === 'recent') return coalesce(ctx, owner, attempt, lastRun);
    const { saved, updated } = await askProvider(ctx, {
      owner,
      attempt,
      url: `${ctx.platform.config.searchProviderUrl}/usage`,
      apiKey,
      parse: (json) => parseSearchCounters(json, apiKey),
      lastRun,
    });
    return { snapshot: describeSearchBalance(ctx, saved), updated, coalesced: false };
  },
);

/** The reported run as it is stored, or null without one; throws for one in the future or with a credential in its texts. */
function acceptedRun(ctx: UsageContext, { lastRun }: SyncSearchProviderInput, apiKey: string): StoredRun | null {
  if (!lastRun) return null;
  const run = runOf(lastRun);
  const ahead = futureRun(run, ctx.platform.clock.now());
  if (ahead.length) throw invalid(ahead);
  const errors = privateTexts(run, apiKey);
  if (errors.length) throw new Fault('PRIVATE_CONTENT', { say: 'lastRun holds private content.', errors });
  return run;
}

async function coalesce(
  ctx: UsageContext,
  owner: string,
  attempt: Attempt,
  lastRun: StoredRun | null,
): Promise<SearchSync> {
  const { clock } = ctx.platform;
  if ((await ctx.parts.attemptOutcome(owner, attempt)) !== 'succeeded')
    throw waitFor(
      secondsUntil(attempt.at, COALESCED_MS, clock.now()),
      'The last look at this provider failed, and it is asked at most once in 90 seconds',
    );
  const updated = lastRun !== null && (await saveRun(ctx.em, owner, lastRun, clock.now()));
  return { snapshot: await findSearchBalance(ctx, owner), updated, coalesced: true };
}

/** The saved credits of the caller at the search provider; no provider is called. */
export const readSearchBalance = operation(
  {
    name: 'searchProviderBalance',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function searchProviderBalance(ctx, _input: Record<string, never>): Promise<SavedSearchBalance> {
    return {
      snapshot: await findSearchBalance(ctx, ownerOf(ctx)),
    };
  },
);

/** The saved snapshot of a person as callers see it, or null; bare UUID. */
async function findSearchBalance(ctx: RequestContext, owner: string): Promise<SearchBalance | null> {
  const saved = await selectRows(ctx.em, SearchSnapshot)
    .where('user_id', '=', owner)
    .where('provider', '=', 'search_api')
    .executeTakeFirst();
  return saved ? describeSearchBalance(ctx, saved) : null;
}

/** A saved snapshot as callers see it (decisions §8); the value of its credits is reckoned at the price of today's configuration. */
function describeSearchBalance(
  { platform }: RequestContext,
  { snapshot, checkedAt, lastRun }: SavedBalance<SearchCounters>,
): SearchBalance {
  return {
    provider: 'search_api',
    source: 'provider_api',
    ...snapshot,
    lastRun: lastRun && { ...lastRun, occurredAt: new Date(lastRun.occurredAt), source: 'client_reported' },
    spending: { billedUsd: null },
    creditReferenceValue: creditValue(creditsLeftIn(snapshot), platform.config.searchCreditPrice),
    checkedAt,
  };
}

/** Reads the caller's balance at the web data provider with their key and saves it (specification §2.7 and §4 rule 2). */
export const syncWebDataBalance = operation(
  {
    name: 'syncWebData',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async function syncWebData(ctx, input: SyncWebDataInput): Promise<WebDataSync> {
    const owner = ownerOf(ctx);
    const { attempt } = await claimAttempt(ctx, owner, 'web_data_api');
    const { saved, updated } = await askProvider(ctx, {
      owner,
      attempt,
      url: `${ctx.platform.config.webDataProviderUrl}/customer/balance`,
      apiKey: input.apiKey.trim(),
      parse: parseWebDataAmounts,
      lastRun: null,
    });
    return { snapshot: describeWebDataBalance(saved), updated };
  },
);

/** The saved balance of the caller at the web data provider; no provider is called. */
export const readWebDataBalance = operation(
  {
    name: 'webDataBalance',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function webDataBalance(ctx, _input: Record<string, never>): Promise<SavedWebDataBalance> {
    return {
      snapshot: await findWebDataBalance(ctx, ownerOf(ctx)),
    };
  },
);

/** The saved snapshot of a person as callers see it, or null; bare UUID. */
async function findWebDataBalance(ctx: RequestContext, owner: string): Promise<WebDataBalance | null> {
  const saved = await selectRows(ctx.em, WebDataSnapshot)
    .where('user_id', '=', owner)
    .where('provider', '=', 'web_data_api')
    .executeTakeFirst();
  return saved ? describeWebDataBalance(saved) : null;
}

/** A saved snapshot as callers see it (specification §2.7). */
const describeWebDataBalance = ({ snapshot, checkedAt }: SavedBalance<WebDataAmounts>): WebDataBalance => ({
  provider: 'web_data_api',
  source: 'provider_api',
  balance: snapshot,
  freeTier: { remainingRequests: null, limit: null },
  spending: { billedUsd: null },
  checkedAt,
});

/** Both snapshots of the caller who reads the workflow's context; null for a project-scoped token, which may read no balance. */
export async function readProviderSnapshots(ctx: RequestContext): Promise<ProviderSnapshots | null> {
  if (boundProjectOf(ctx) !== null) return null;
  const owner = ownerOf(ctx);
  return { searchApi: await findSearchBalance(ctx, owner), webDataApi: await findWebDataBalance(ctx, owner) };
}

/** A question to a provider with a person's key. `parse` answers null for an answer that has not the documented form. */
export interface Question<S> {
  readonly owner: string;
  readonly attempt: Attempt;
  readonly url: string;
  /** Used for the one call and handed to nothing else. */
  readonly apiKey: string;
  readonly parse: (json: unknown) => S | null;
  readonly lastRun: StoredRun | null;
}

/**
 * Makes the claimed call, outside any transaction, and saves what it brought together with the attempt's end. Its time is when the provider
 * was asked: a slow answer must not overwrite what a later call already saved. `updated` is false where a newer answer stands. What the
 * provider refuses or spoils is a fault and leaves the saved snapshot as it was; its own words are in none of them.
 */
async function askProvider<S>(
  ctx: RequestContext,
  { owner, attempt, url, apiKey, parse, lastRun }: Question<S>,
): Promise<{ saved: SavedBalance<S>; updated: boolean }> {
  const { clock, em } = ctx.platform;
  const end = await outcomeOf(await fetchProvider(url, apiKey, clock.now()), parse);
  if (end instanceof Fault) {
    await endAttempt(em(), owner, attempt.id, 'failed');
    throw end;
  }
  const found = { provider: attempt.provider, snapshot: end.counters, checkedAt: attempt.at, lastRun };
  const saved = await em().transactional(async (tx) => {
    await endAttempt(tx, owner, attempt.id, 'succeeded');
    return saveBalance(tx, owner, found, clock.now());
  });
  return { saved, updated: saved.checkedAt.getTime() === attempt.at.getTime() };
}

/** How long to wait where a provider asks to wait and does not say how long. */
const WAIT_DEFAULT_S = 90;

function outcomeOf<S>(answer: ProviderAnswer, parse: (json: unknown) => S | null): { counters: S } | Fault {
  switch (answer.kind) {
    case 'ok': {
      const counters = parse(answer.json);
      return counters === null
        ? unusable(new Error('the provider did not answer with the documented numbers'))
        : { counters };
    }
    case 'key_rejected':
      return refusedKey('PROVIDER_KEY_REJECTED', 'The provider refused the key.');
    case 'permission_missing':
      return refusedKey('PROVIDER_PERMISSION_MISSING', 'The provider lets this key read no balance.');
    case 'rate_limited':
      return waitFor(answer.retryAfterS ?? WAIT_DEFAULT_S, 'The provider asks to wait');
    case 'timeout':
      return new Fault('PROVIDER_TIMEOUT', {
        say: 'The provider did not respond in time. The saved snapshot was not changed.',
      });
    case 'unreachable':
      return failed('The provider can’t be reached, or broke off its answer.', answer.because);
    case 'refused':
      return failed(
        `The provider answered with the status ${answer.status}.`,
        new Error(`the provider answered ${answer.status}`),
      );
    case 'failed':
      return unusable(answer.because);
  }
}

const failed = (how: string, because: Error): Fault =>
  new Fault('PROVIDER_FAILED', { say: `${how} The saved snapshot was not changed.`, because });
const unusable = (because: Error): Fault => failed('The provider returned unusable numbers.', because);

const refusedKey = (code: 'PROVIDER_KEY_REJECTED' | 'PROVIDER_PERMISSION_MISSING', say: string): Fault =>
  new Fault(code, { say, errors: [{ pointer: '/apiKey', code: 'refused_by_provider', detail: say }] });

/** The provider's answer, when it was asked, and the latest run that its owner reported. */
interface FoundBalance<S> {
  readonly provider: BalanceProvider;
  readonly snapshot: S;
  readonly checkedAt: Date;
  readonly lastRun: StoredRun | null;
}

/** A saved snapshot with the shape that its provider's has. */
type SavedBalance<S> = Omit<Row<ProviderSnapshot>, 'snapshot'> & {
  readonly snapshot: S;
};

/**
 * Saves what a provider said of a person (a bare UUID), unless a newer answer is saved, and the run, unless a newer one is: compared inside
 * the statement, so that of two that race the newer stays, in whatever order they come. Answers what is saved now.
 */
async function saveBalance<S>(
  em: EntityManager,
  owner: string,
  { provider, snapshot, checkedAt, lastRun }: FoundBalance<S>,
  now: Date,
): Promise<SavedBalance<S>> {
  const [row] = await em
    .qb(ProviderSnapshot)
    .insert({
      userId: owner,
      provider,
      snapshot,
      checkedAt,
      lastRun,
      lastRunAt: lastRun && new Date(lastRun.occurredAt),
      updatedAt: now,
    })
    .onConflict(['userId', 'provider'])
    .merge({
      snapshot: raw(`case when ${IS_NEWER} then excluded.snapshot else ${SAVED}.snapshot end`),
      checkedAt: raw(`greatest(excluded.checked_at, ${SAVED}.checked_at)`),
      lastRun: raw(`case when ${HAS_NEWER_RUN} then excluded.last_run else ${SAVED}.last_run end`),
      lastRunAt: raw(`greatest(excluded.last_run_at, ${SAVED}.last_run_at)`),
      updatedAt: now,
    })
    .returning('*')
    .execute<EntityDictionary<ProviderSnapshot>[]>('all', { mapResults: false });
  if (!row) throw new Error('a saved snapshot was not answered');
  return { ...rowOfColumns(em, ProviderSnapshot, row), snapshot: row.snapshot as S };
}

/** The row that stands in the way of an insert. */
const SAVED = 'provider_snapshot';
const IS_NEWER = `excluded.checked_at >= ${SAVED}.checked_at`;
const HAS_NEWER_RUN = `${SAVED}.last_run_at is null or excluded.last_run_at > ${SAVED}.last_run_at`;

/** Saves a run beside the saved credits of a person (a bare UUID), unless a newer one is; false when nothing changed. */
async function saveRun(em: EntityManager, owner: string, run: StoredRun, now: Date): Promise<boolean> {
  const lastRunAt = new Date(run.occurredAt);
  const saved = await em.nativeUpdate(
    SearchSnapshot,
    { userId: owner, $or: [{ lastRunAt: null }, { lastRunAt: { $lt: lastRunAt } }] },
    { lastRun: run, lastRunAt, updatedAt: now },
  );
  return saved > 0;
}

/** Notes how an attempt of a person (a bare UUID) ended. */
export async function endAttempt(
  em: EntityManager,
  owner: string,
  attemptId: string,
  outcome: AttemptOutcome,
): Promise<void> {
  await em.nativeUpdate(ProviderAttempt, { userId: owner, id: attemptId }, { outcome });
}
