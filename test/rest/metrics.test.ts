import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchConfigured } from '../../server/platform/outbound/configured.fetch.js';
import { guardedFetch } from '../../server/platform/outbound/guarded.fetch.js';
import { startApp, type TestApp } from '../setup/app.js';
import { query } from '../setup/database.js';
import { metricIn } from '../setup/metrics.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN: 'a-token-for-metrics', RATE_LIMIT_SCALE: '0.1' } });
});
afterAll(() => app?.close());

const metrics = async (): Promise<string> =>
  (await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer a-token-for-metrics' } })).text();

it('counts calls to other services by target and outcome', async () => {
  const bounds = { timeoutMs: 2_000, bytesMax: 100 };
  await fetchConfigured('http://127.0.0.1:9/nothing', bounds).catch(() => undefined);
  await fetchConfigured(`${app.url}/healthz`, bounds);
  await guardedFetch('https://127.0.0.1/private', { ...bounds, redirectsMax: 0, allow: [] }).catch(() => undefined);
  const text = await metrics();
  expect(metricIn(text, 'dai_outbound_calls_total{target="127.0.0.1:9",outcome="unreachable"}')).toBe(1);
  expect(metricIn(text, `dai_outbound_calls_total{target="${new URL(app.url).host}",outcome="2xx"}`)).toBe(1);
  expect(metricIn(text, 'dai_outbound_calls_total{target="public",outcome="not_allowed_address"}')).toBe(1);
});

it('counts what a limit refuses, by policy', async () => {
  let refused = 0;
  for (let call = 0; call < 20 && refused < 2; call += 1)
    if ((await fetch(`${app.url}/api/directory/context?q=stripe`)).status === 429) refused += 1;
  expect(refused).toBe(2);
  expect(metricIn(await metrics(), 'dai_limit_hits_total{policy="public-read"}')).toBe(2);
});

it('tells of folding, jobs and mail what the database holds', async () => {
  await query(
    app.databaseUrl,
    `insert into fold_watermark (name, recorded_at) values ('adoption', now() - interval '1 hour')
     on conflict (name) do update set recorded_at = excluded.recorded_at`,
  );
  await query(
    app.databaseUrl,
    `insert into mail (id, recipient, subject, body, link, created_at, attempts) values
     (gen_random_uuid(), 'a@example.com', 's', 'b', 'l', now() - interval '20 minutes', 0),
     (gen_random_uuid(), 'a@example.com', 's', 'b', 'l', now(), 8)`,
  );
  await query(app.databaseUrl, `select enqueue_job('nothing', '{}', 'a', now() - interval '10 minutes')`);
  await query(app.databaseUrl, `select enqueue_job('nothing', '{}', 'b', now() + interval '10 minutes')`);
  const own = await startApp({ databaseUrl: app.databaseUrl, env: { METRICS_TOKEN: 'a-token-for-metrics' } });
  try {
    const reply = await fetch(`${own.url}/metrics`, { headers: { authorization: 'Bearer a-token-for-metrics' } });
    const text = await reply.text();
    expect(metricIn(text, 'dai_fold_lag_seconds')).toBeGreaterThan(3_500);
    expect(metricIn(text, 'dai_jobs{state="ready"}')).toBe(1);
    expect(metricIn(text, 'dai_jobs{state="scheduled"}')).toBe(1);
    expect(metricIn(text, 'dai_job_oldest_ready_age_seconds')).toBeGreaterThan(500);
    expect(metricIn(text, 'dai_mail_letters{state="failed"}')).toBe(1);
    expect(metricIn(text, 'dai_mail_oldest_waiting_age_seconds')).toBeGreaterThan(1_100);
  } finally {
    await own.close();
  }
});
