import { ValidateBy } from 'class-validator';
import { z } from 'zod';
import type { FieldProblem } from '../../platform/fault.js';
import { momentOf } from '../../platform/instant.rules.js';
import { isRecord } from '../../platform/json.rules.js';
import { credentialIn } from '../../platform/secrets/secret.rules.js';
import { tooFarAhead } from '../ahead.rules.js';
import { SpendCurrency } from '../currency.rules.js';
import type { BalanceProvider, SearchCounters, StoredRun, WebDataAmounts } from '../provider-snapshot.entity.js';
import type { SearchRunInput } from './balance.types.js';

/** 16 to 512 characters after trimming (specification §4 rule 2); the search provider's keys may also have full stops (decisions §8). */
const FORMS = {
  web_data_api: { form: /^[A-Za-z0-9_-]{16,512}$/, letters: 'letters, digits, underscores or hyphens' },
  search_api: { form: /^[A-Za-z0-9._-]{16,512}$/, letters: 'letters, digits, full stops, underscores or hyphens' },
} as const;

/** Credentials of this service: one that was taken for a provider's key must not leave the house. */
const OURS = /^(dai|dtk|dae)_/;

/** A key that a person sends for one call; what is wrong with it is said without it. */
export const IsProviderKey = (provider: BalanceProvider): PropertyDecorator =>
  ValidateBy({
    name: 'provider_key',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' && FORMS[provider].form.test(value.trim()) && !OURS.test(value.trim()),
      defaultMessage: () =>
        `must be the provider's own key: 16 to 512 ${FORMS[provider].letters}, and no token of this service`,
    },
  });

/** How an older form of the answer wrote "no limit" (external formats). */
const UNLIMITED = 2_147_483_647;
const PLAN_LENGTH_MAX = 100;

const counter = z.int().min(0).nullish();
const searchAnswer = z.object({
  key: z.object({ usage: counter, limit: counter }).nullish(),
  account: z
    .object({
      current_plan: z.string().nullish(),
      plan_usage: counter,
      plan_limit: counter,
      paygo_usage: counter,
      paygo_limit: counter,
    })
    .nullish(),
});

/**
 * Reads an answer of the search provider, or null when it is not the documented one: a counter that is no whole number from 0 up to 2^53, or
 * neither `key` nor `account`. Everything else that it holds is dropped. `apiKey` must not come back in the one text that is kept.
 */
export function parseSearchCounters(json: unknown, apiKey: string): SearchCounters | null {
  const read = searchAnswer.safeParse(json);
  if (!read.success) return null;
  const { key, account } = read.data;
  if (key === undefined && account === undefined) return null;
  const usage = key?.usage ?? null;
  const limit = key?.limit === UNLIMITED ? null : (key?.limit ?? null);
  const planUsage = account?.plan_usage ?? null;
  const planLimit = account?.plan_limit ?? null;
  return {
    key: { usage, limit, remaining: left(usage, limit) },
    account: {
      plan: planName(account?.current_plan ?? '', apiKey),
      planUsage,
      planLimit,
      planRemaining: left(planUsage, planLimit),
      paygoUsage: account?.paygo_usage ?? null,
      paygoLimit: account?.paygo_limit ?? null,
    },
  };
}

/** The rest under a limit; more than all of it may have been used. */
const left = (usage: number | null, limit: number | null): number | null =>
  usage === null || limit === null ? null : Math.max(0, limit - usage);

/** The plan's name, if it is a name: another party's text is stored here, and nothing that is or repeats a credential. */
function planName(text: string, apiKey: string): string | null {
  const name = text.trim();
  const isName = name !== '' && name.length <= PLAN_LENGTH_MAX && !/[\p{Cc}\p{Cs}]/u.test(name);
  return isName && !name.includes(apiKey) && credentialIn(name) === null ? name : null;
}

const CURRENCIES: readonly unknown[] = Object.values(SpendCurrency);
/** No account holds more; a greater number is no amount (external formats). */
const AMOUNT_MAX = 1e12;

const amount = z.number().min(-AMOUNT_MAX).max(AMOUNT_MAX).nullish();
const webDataAnswer = z.object({ balance: amount, pending_balance: amount, pending_costs: amount });

/**
 * Reads an answer of the web data provider, or null when it is not the documented one: an amount that is no finite number of a possible size,
 * or none of the documented members. Everything else that it holds is dropped.
 */
export function parseWebDataAmounts(json: unknown): WebDataAmounts | null {
  const read = webDataAnswer.safeParse(json);
  if (!read.success) return null;
  const { balance, pending_balance: pending, pending_costs: costs } = read.data;
  if (balance === undefined && pending === undefined && costs === undefined) return null;
  const currency = isRecord(json) && CURRENCIES.includes(json.currency) ? String(json.currency) : null;
  return { amount: balance ?? null, pendingAmount: pending ?? costs ?? null, currency };
}

/** A reported run as it is stored: its time in UTC, what is unknown or blank null. */
export const runOf = (run: SearchRunInput): StoredRun => ({
  occurredAt: momentOf(run.occurredAt).toISOString(),
  requestId: run.requestId?.trim() || null,
  credits: run.credits ?? null,
  durationMs: run.durationMs ?? null,
  applicationName: run.applicationName?.trim() || null,
});

/** The problem of a run that lies in the future, or none. */
export const futureRun = ({ occurredAt }: StoredRun, now: Date): FieldProblem[] =>
  tooFarAhead(new Date(occurredAt), now, '/lastRun/occurredAt');

/** Texts of a run that carry the form of a credential, or the very key of the call. */
export function privateTexts(run: StoredRun, apiKey: string): FieldProblem[] {
  return (['requestId', 'applicationName'] as const).flatMap((member) => {
    const text = run[member];
    if (text === null || (!text.includes(apiKey) && credentialIn(text, member) === null)) return [];
    return [
      {
        pointer: `/lastRun/${member}`,
        code: 'credential_value',
        detail: `${member} carries a credential`,
        hint: 'take it out, and replace the credential at its issuer: it has left your systems',
      },
    ];
  });
}
