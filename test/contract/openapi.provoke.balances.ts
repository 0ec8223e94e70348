import {
  BALANCE,
  CREDITS,
  MONEY,
  SEARCH_KEY,
  SEARCH_PATH,
  serveJson,
  USAGE,
  WEB_DATA_KEY,
  WEB_DATA_PATH,
} from '../setup/balances.js';
import { makeBuilder } from '../setup/projects.js';
import type { SourcedApp } from '../setup/skill-source.js';
import type { Call } from './openapi.provoke.js';

const endpoints = [
  { path: SEARCH_PATH, provider: USAGE, answer: CREDITS, apiKey: SEARCH_KEY },
  { path: WEB_DATA_PATH, provider: BALANCE, answer: MONEY, apiKey: WEB_DATA_KEY },
] as const;

/** The statuses of the balances' paths that the providers bring about; each outcome has a person of its own, for a failure is waited out. */
export async function provokeBalances(app: SourcedApp, call: Call): Promise<void> {
  const { outside } = app;
  const late: Promise<unknown>[] = [];
  for (const { path, provider, answer, apiKey } of endpoints) {
    const send = (token: string, body: unknown) => call('post', path, path, { token, body });
    const answers = async (page: Parameters<typeof serveJson>[3], body: object = {}): Promise<string> => {
      const { token } = await makeBuilder(app);
      serveJson(outside, provider, answer, page);
      await send(token, { apiKey, ...body });
      return token;
    };
    const { token: waiting } = await makeBuilder(app);
    serveJson(outside, provider, answer, { wait: new Promise(() => undefined) });
    const requested = outside.hits(provider);
    late.push(send(waiting, { apiKey })); // beside all others, for it takes eight seconds
    await outside.reached(provider, requested + 1);

    for (const status of [401, 403, 429, 500]) await answers({ status });
    const lastRun = {
      occurredAt: '2026-11-01T00:00:00Z',
      requestId: 'r',
      credits: 1,
      durationMs: 1,
      applicationName: 'a',
    };
    const token = await answers({}, path === SEARCH_PATH ? { lastRun } : {});
    await send(token, { apiKey });
    await call('get', path, path, { token });
    await send(token, { apiKey, projectId: 'x' });
    const { projectToken } = app.credentials;
    await send(projectToken, { apiKey });
    await call('get', path, path, { token: projectToken });
  }
  await Promise.all(late);
}
