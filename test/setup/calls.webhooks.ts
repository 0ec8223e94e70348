import type { TestApp } from './app.js';
import { type Call, read, write } from './calls.js';

/** How the operations of webhooks are called; endpoints are the demo organization's, and reach no one. */
export function webhookCallsOf({ app, credentials }: Pick<TestApp, 'app' | 'credentials'>): Record<string, Call> {
  const { organizationId } = credentials;
  const run = (text: string, values: unknown[]) => app.platform.em().execute<{ id: string }[]>(text, values);
  /** An endpoint that was just made, beside at most one other. */
  const newWebhook = async () => {
    await run('delete from webhook_endpoint where organization_id = ?', [organizationId.slice(4)]);
    const [made] = await run(
      `insert into webhook_endpoint (organization_id, id, url, account_first_event, tracking_key_unused, sealed_secret, created_by, created_at, updated_at)
       values (?, gen_random_uuid(), 'https://example.com/in', true, false, 'none', gen_random_uuid(), now(), now()) returning id`,
      [organizationId.slice(4)],
    );
    return { organizationId, webhookId: `whk_${made?.id}` };
  };
  const newMessage = async () => {
    const { webhookId } = await newWebhook();
    const [made] = await run(
      `insert into webhook_message (organization_id, id, endpoint_id, type, subject, body, state, created_at)
       values (?, gen_random_uuid(), ?, 'webhook.test', 'made', '{}', 'failed', now()) returning id`,
      [organizationId.slice(4), webhookId.slice(4)],
    );
    return { organizationId, messageId: `msg_${made?.id}` };
  };
  const oneByOne = (call: Call): Call => ({ ...call, oneByOne: true });
  return {
    webhooks: read('webhooks', '{ state }', { organizationId }),
    webhookMessages: oneByOne({
      document:
        'query ($organizationId: ID!, $webhookId: ID!) { webhookMessages(organizationId: $organizationId, webhookId: $webhookId) { nextCursor } }',
      variables: newWebhook,
    }),
    createWebhook: oneByOne(
      write('createWebhook', 'CreateWebhookInput', '{ webhook { id } }', async () => {
        await newWebhook();
        return { organizationId, url: 'https://example.com/in', accountFirstEvent: true };
      }),
    ),
    updateWebhook: oneByOne(
      write('updateWebhook', 'UpdateWebhookInput', '{ id }', async () => ({
        ...(await newWebhook()),
        refusedPercent: 5,
      })),
    ),
    rotateWebhookSecret: oneByOne(write('rotateWebhookSecret', 'WebhookInput', '{ webhook { id } }', newWebhook)),
    deleteWebhook: oneByOne(write('deleteWebhook', 'WebhookInput', '', newWebhook)),
    sendTestWebhook: oneByOne(write('sendTestWebhook', 'WebhookInput', '{ state }', newWebhook)),
    redeliverWebhook: oneByOne(write('redeliverWebhook', 'RedeliverWebhookInput', '{ state }', newMessage)),
  };
}
