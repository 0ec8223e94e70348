import type { TestApp } from './app.js';
import { type Call, read, write } from './calls.js';
import { unique } from './cast.js';

const receipt = () => ({ toolSlug: 'stripe', receiptType: 'api_call', idempotencyKey: unique() });

/** How the operations of receipts and of the consent to share them are called; connections are those of the person with this address. */
export function usageCallsOf(app: Pick<TestApp, 'app'>, email: string): Record<string, Call> {
  /** A connection that was just made, with a tool of its own. */
  const newConnection = async () => {
    const [made] = await app.app.platform.em().execute<{ id: string }[]>(
      `with made as (
         insert into tool (id, slug, name, summary, categories, capabilities, pricing_model, maturity, origin, version, created_at, updated_at)
         values (gen_random_uuid(), ?, 'Made', 'Made.', '[]', '[]', 'unknown', 'unknown', 'csv', 0, now(), now()) returning id)
       insert into tool_connection (id, user_id, tool_id, connected_at, expires_at)
       select gen_random_uuid(), u.id, made.id, now(), now() + interval '1 day' from auth."user" u, made where u.email = ? returning id`,
      [`made-${unique()}`, email],
    );
    return { connectionId: `con_${made?.id}` };
  };
  return {
    usage: read('usage', '{ notice }'),
    usageBoard: read('usageBoard', '{ from }'),
    toolConnections: read('toolConnections', '{ state }'),
    reportUsage: write('reportUsage', 'ReportUsageInput', '{ outcome }', receipt),
    connectTool: write('connectTool', 'ConnectToolInput', '{ state }', () => ({ toolSlug: 'stripe' })),
    renewToolConnection: write('renewToolConnection', 'RenewToolConnectionInput', '{ state }', async () => ({
      ...(await newConnection()),
      revision: 1,
    })),
    revokeToolConnection: write('revokeToolConnection', 'RevokeToolConnectionInput', '{ state }', newConnection),
  };
}
