import type { TestApp } from '../setup/app.js';
import { allowance, charge, makeAccount, monthAgo, SPENDING_PATH as PATH } from '../setup/spending.js';
import type { Call } from './openapi.provoke.js';

/** Every form of the answers of spending's paths, and the bodies that they refuse; without rates, for no one serves any here. */
export async function provokeSpending(app: TestApp, call: Call): Promise<void> {
  const { token } = await makeAccount(app);
  const send = (method: string, options: Parameters<Call>[3] = {}) => call(method, PATH, PATH, { token, ...options });
  const entry = charge({ amountCents: undefined, source: undefined });

  for (let months = 1; months <= 25; months += 1) await send('post', { body: charge({ month: monthAgo(months) }) });
  await send('post', { body: charge({ currency: 'EUR' }) });
  await send('post', { body: allowance(app) });
  const window = { usedPercent: 25, windowDurationMins: 300, resetsAt: 1_730_947_200 };
  await send('post', {
    body: allowance(app, { planType: 'pro', creditsBalance: 1.5, primary: window, secondary: {} }),
  });
  await call('get', PATH, `${PATH}?month=${monthAgo(1)}`, { token });
  await call('get', PATH, `${PATH}?month=2026-13`, { token });
  for (const method of ['get', 'post', 'delete']) {
    const body = method === 'get' ? {} : { body: method === 'post' ? charge() : entry };
    await send(method, { ...body, token: app.credentials.projectToken });
    if (method === 'get') continue;
    for (const refused of ['[]', { type: 'nothing' }, { type: 'monthly_spend' }]) await send(method, { body: refused });
  }
  for (const body of [entry, entry, { type: 'codex_snapshot' }]) await send('delete', { body });
}
