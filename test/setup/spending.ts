import type { TestApp } from './app.js';
import { ask, type Reply } from './ask.js';
import { makePerson, type Person } from './people.js';
import { makeToken } from './tokens.js';

export const SPENDING_PATH = '/api/me/usage/spending';

export interface Account {
  readonly person: Person;
  readonly token: string;
}

/** A person of the test's own with an account-level token. */
export async function makeAccount(
  app: TestApp,
  scopes: string[] = ['project:read', 'project:publish'],
): Promise<Account> {
  const person = await makePerson(app);
  const { token } = await makeToken(app, person, { scopes });
  return { person, token };
}

export interface Conversion {
  provider: string;
  month: string;
  currency: string;
  amountCents: number;
  usdCents: number | null;
  rate: { date: string; usdPerEur: string; currencyPerEur: string } | null;
  reason: string | null;
}
export interface Window {
  usedPercent: number | null;
  windowDurationMins: number | null;
  resetsAt: number | null;
  label: string | null;
}
export interface Snapshot {
  checkedAt: string;
  planType: string | null;
  creditsBalance: number | null;
  primary: Window | null;
  secondary: Window | null;
  source: string;
}
export interface SpendingBody {
  month: string;
  monthlyEntries: (Record<string, unknown> & { amountCents: number; usdCents: number | null })[];
  usdEstimate: {
    currency: string;
    label: string;
    totalCents: number | null;
    knownSubtotalCents: number | null;
    entries: Conversion[];
    notice: string;
  };
  codexSnapshot: Snapshot | null;
  codexCreditReferenceValue: Record<string, unknown> | null;
  creditReferenceValue: Record<string, unknown> | null;
  entry: Record<string, unknown>;
  replaced: boolean;
  updated: boolean;
  removed: boolean;
  code: string;
  detail: string;
  oldestMonth?: string;
  errors?: { pointer: string; code: string; detail: string; hint?: string }[];
}

type Options = Parameters<typeof ask>[1];

/** Calls the path as an agent does; a string is its token. */
export const askSpending = (
  { url }: Pick<TestApp, 'url'>,
  caller: string | Options,
  options: Options & { month?: string } = {},
): Promise<Reply<SpendingBody>> => {
  const { month, ...rest } = options;
  const by = typeof caller === 'string' ? { token: caller } : caller;
  return ask(`${url}${SPENDING_PATH}${month === undefined ? '' : `?month=${month}`}`, { ...by, ...rest });
};

/** The month so many months ago in UTC. */
export function monthAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}

/** The month that charges are of unless a test says otherwise: the last one that is over. */
export const MONTH = monthAgo(1);

/** A charge as it is sent; what a test does not care about is filled in. */
export const charge = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'monthly_spend',
  provider: 'coding_agent',
  month: MONTH,
  currency: 'USD',
  amountCents: 2_000,
  source: 'user_reported',
  ...given,
});

/** An allowance as it is sent, read just now. */
export const allowance = (app: TestApp, given: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'codex_snapshot',
  checkedAt: app.clock.now().toISOString(),
  ...given,
});
