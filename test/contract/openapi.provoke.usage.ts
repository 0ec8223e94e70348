import { randomUUID } from 'node:crypto';
import type { TestApp } from '../setup/app.js';
import { makeProjectRow } from '../setup/tokens.js';
import { makeSharing, USAGE_PATH as PATH, revoke, runJobs } from '../setup/usage.js';
import type { Call } from './openapi.provoke.js';

/** Every form of the answers of the path of receipts, and what it refuses of a receipt. */
export async function provokeUsage(app: TestApp, call: Call): Promise<void> {
  const { developer, toolSlug, connection } = await makeSharing(app);
  const send = (method: string, options: Parameters<Call>[3] = {}) =>
    call(method, PATH, PATH, { token: developer.token, ...options });
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
  ])
    await send('post', { body });
  await revoke(app, developer, connection);
  await send('get');
  await call('get', PATH, `${PATH}?limit=0`, { token: developer.token });
  const { projectToken: token } = app.credentials;
  await send('get', { token });
  await send('post', { token, body: receipt({ toolSlug: 'stripe' }) });
}
