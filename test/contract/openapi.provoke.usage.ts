import { randomUUID } from 'node:crypto';
import type { TestApp } from '../setup/app.js';
import { makeProjectRow } from '../setup/tokens.js';
import { makeSharing, USAGE_PATH as PATH, revoke, runJobs } from '../setup/usage.js';
import type { Call } from './openapi.provoke.js';

/** Every status that the path of receipts answers, and every form of its answers. */
export async function provokeUsage(app: TestApp, tight: TestApp, call: Call): Promise<void> {
  const { developer, toolSlug, connection } = await makeSharing(app);
  const send = (method: string, options: Parameters<Call>[3] = {}, at = app) =>
    call(method, PATH, PATH, { token: developer.token, ...options }, at);
  const receipt = (given: Record<string, unknown> = {}) => ({
    toolSlug,
    receiptType: 'api_call',
    idempotencyKey: randomUUID(),
    ...given,
  });

  const first = receipt({ success: true, durationMs: 3, spendCents: 0.5 });
  const draft = await makeProjectRow(app, developer.id);
  await send('post', { body: first });
  await runJobs(app);
  for (const body of [
    first,
    receipt(),
    receipt({ toolSlug: 'stripe' }),
    receipt({ toolSlug: 'nothing' }),
    receipt({ projectId: draft }),
    { ...first, success: false },
    receipt({ idempotencyKey: app.credentials.trackingKey }),
    receipt({ receiptType: 'guess' }),
    '{"half',
    receipt({ note: 'x'.repeat(300_000) }),
  ])
    await send('post', { body });
  await send('post', { body: 'a=b', headers: { 'content-type': 'text/plain' } });
  await revoke(app, developer, connection);
  await send('get');
  await call('get', PATH, `${PATH}?limit=0`, { token: developer.token });
  for (const method of ['get', 'post']) {
    const body = method === 'get' ? {} : { body: receipt({ toolSlug: 'stripe' }) };
    for (const wrong of ['', 'dai_wrong', app.credentials.projectToken, app.credentials.trackingKey])
      await send(method, { ...body, token: wrong });
    const { workflowToken } = tight.credentials;
    for (let one = 0; one < 2; one += 1) await send(method, { ...body, token: workflowToken }, tight);
  }
}
