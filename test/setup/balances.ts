import type { TestApp } from './app.js';
import { ask, type Reply } from './ask.js';
import { query } from './database.js';
import type { Outside } from './outside.js';

export const SEARCH_PATH = '/api/me/usage/providers/search_api';
export const WEB_DATA_PATH = '/api/me/usage/providers/web_data_api';
/** The paths of the providers, below their addresses. */
export const [USAGE, BALANCE] = ['/usage', '/customer/balance'];
/** Keys of the providers' forms; no answer, row or line of the log may hold them. */
export const SEARCH_KEY = 'tvly-dev.A1b2C3d4E5f6G7h8';
export const WEB_DATA_KEY = 'c0ffee00-1111-4222-8333-deadbeef0042';

/** The answers of the documentation. */
export const CREDITS = {
  key: { usage: 150, limit: 1000 },
  account: { current_plan: 'Bootstrap', plan_usage: 500, plan_limit: 15000, paygo_usage: 25, paygo_limit: 100 },
};
export const MONEY = { balance: 456, pending_balance: 123 };

/** The environment in which an application reaches the providers of a test. */
export const providersAt = (outside: Outside): Record<string, string> => ({
  SEARCH_PROVIDER_URL: outside.url(''),
  WEB_DATA_PROVIDER_URL: outside.url('/'),
});

/** Serves a JSON answer. */
export const serveJson = (
  outside: Outside,
  path: string,
  answer: unknown,
  page: Parameters<Outside['serve']>[1] & object = {},
): string =>
  outside.serve(path, {
    content: typeof answer === 'string' ? answer : JSON.stringify(answer),
    headers: { 'content-type': 'application/json' },
    ...page,
  });

export interface SearchSnapshot {
  provider: string;
  source: string;
  key: Record<string, number | null>;
  account: Record<string, number | string | null>;
  lastRun: Record<string, unknown> | null;
  spending: { billedUsd: null };
  creditReferenceValue: { cents: number } | null;
  checkedAt: string;
}
export interface WebDataSnapshot {
  balance: Record<string, number | string | null>;
  checkedAt: string;
}
export interface SyncReply<S> {
  snapshot: S;
  updated: boolean;
  coalesced?: boolean;
  code?: string;
  errors?: { pointer: string; code: string }[];
}

/** Synchronises the credits; members of `body` replace or add to the key. */
export const syncSearch = (
  { url }: Pick<TestApp, 'url'>,
  token: string,
  body: Record<string, unknown> = {},
): Promise<Reply<SyncReply<SearchSnapshot>>> =>
  ask(`${url}${SEARCH_PATH}`, { token, body: { apiKey: SEARCH_KEY, ...body } });

/** Synchronises the balance. */
export const syncWebData = (
  { url }: Pick<TestApp, 'url'>,
  token: string,
  body: Record<string, unknown> = {},
): Promise<Reply<SyncReply<WebDataSnapshot>>> =>
  ask(`${url}${WEB_DATA_PATH}`, { token, body: { apiKey: WEB_DATA_KEY, ...body } });

/** The saved rows, and the attempts that count. */
export const savedBalances = ({ databaseUrl }: TestApp) =>
  query<{ provider: string; snapshot: unknown; checked_at: Date; last_run: unknown; updated_at: Date }>(
    databaseUrl,
    'select provider, snapshot, checked_at, last_run, updated_at from provider_snapshot order by provider',
  );
export const attempts = ({ databaseUrl }: TestApp) =>
  query<{ provider: string; outcome: string | null }>(
    databaseUrl,
    'select provider, outcome from provider_attempt order by at',
  );

/** No one has asked a provider, and nothing is saved. */
export async function forgetBalances({ databaseUrl }: TestApp): Promise<void> {
  await query(databaseUrl, 'delete from provider_attempt');
  await query(databaseUrl, 'delete from provider_snapshot');
}

/** Every text of every row of the database, for a look at what must not be there. */
export async function everythingStored({ databaseUrl }: TestApp): Promise<string> {
  const tables = await query<{ name: string }>(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(databaseUrl, `select t::text as row from ${name} t`);
    dumps.push(...rows.map(({ row }) => row));
  }
  return dumps.join('\n');
}
