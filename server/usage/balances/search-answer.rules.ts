import { z } from 'zod';
import { credentialIn } from '../../platform/secrets/secret.rules.js';

/** The counters of a search provider's answer, in credits of the current billing cycle; what it did not say is null, never 0. */
export interface SearchCounters {
  readonly key: { readonly usage: number | null; readonly limit: number | null; readonly remaining: number | null };
  readonly account: {
    readonly plan: string | null;
    readonly planUsage: number | null;
    readonly planLimit: number | null;
    readonly planRemaining: number | null;
    readonly paygoUsage: number | null;
    readonly paygoLimit: number | null;
  };
}

/** How an older form of the answer wrote "no limit" (external formats). */
const UNLIMITED = 2_147_483_647;
const PLAN_LENGTH_MAX = 100;

const counter = z.int().min(0).nullish();
const answer = z.object({
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
  const read = answer.safeParse(json);
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

/** What is left under a limit; more than all of it may have been used. */
const left = (usage: number | null, limit: number | null): number | null =>
  usage === null || limit === null ? null : Math.max(0, limit - usage);

/** The plan's name, if it is a name: another party's text is stored here, and nothing that is or repeats a credential. */
function planName(text: string, apiKey: string): string | null {
  const name = text.trim();
  const isName = name !== '' && name.length <= PLAN_LENGTH_MAX && !/[\p{Cc}\p{Cs}]/u.test(name);
  return isName && !name.includes(apiKey) && credentialIn(name) === null ? name : null;
}
