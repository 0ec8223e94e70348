import type { TestApp } from './app.js';
import { type Call, read, write } from './calls.js';
import { unique } from './cast.js';

/** How agent keys and the reads with them are called; keys are of the demo product. */
export function enterpriseCallsOf({ app, credentials }: Pick<TestApp, 'app' | 'credentials'>): Record<string, Call> {
  const { organizationId, productId } = credentials;
  const newKey = async () => {
    const rows = await app.platform.em().execute<{ id: string }[]>(
      `insert into credential (id, kind, hash, hint, name, organization_id, product_uuid, created_by, expires_at)
       select gen_random_uuid(), 'enterprise_key', decode(?, 'hex'), 'dae_…made', 'made', organization_id, id, gen_random_uuid(), now() + interval '1 day'
       from product where organization_id = ? and product_id = ? returning id`,
      [unique(), organizationId.slice(4), productId],
    );
    return { keyId: `key_${rows[0]?.id}` };
  };
  return {
    enterpriseKeys: read('enterpriseKeys', '{ items { keyId } }', { organizationId }),
    createEnterpriseKey: write('createEnterpriseKey', 'CreateEnterpriseKeyInput', '{ key { keyId } }', () => ({
      organizationId,
      productId,
      name: 'Made',
    })),
    revokeEnterpriseKey: {
      document: 'mutation ($keyId: ID!) { revokeEnterpriseKey(keyId: $keyId) { keyId } }',
      variables: newKey,
    },
    enterpriseAuditReceipts: read('enterpriseAuditReceipts', '{ items { id } }', { organizationId }),
    enterpriseContext: {
      document: 'query ($productId: String) { enterpriseContext(productId: $productId) { auditReceiptId } }',
      variables: async () => ({ productId }),
      tool: { name: 'get_enterprise_context' },
    },
    enterpriseReport: {
      document:
        'query ($productId: String!, $periodDays: Int!) { enterpriseReport(productId: $productId, periodDays: $periodDays) { auditReceiptId } }',
      variables: async () => ({ productId, periodDays: 30 }),
      tool: { name: 'get_enterprise_report' },
    },
    enterpriseActions: {
      document: 'query ($productId: String!) { enterpriseActions(productId: $productId) { auditReceiptId } }',
      variables: async () => ({ productId }),
      tool: { name: 'get_enterprise_actions' },
    },
    enterpriseSessionBrief: {
      document:
        'query ($productId: String, $sample: Boolean) { enterpriseSessionBrief(productId: $productId, sample: $sample) { auditReceiptId } }',
      variables: async () => ({ productId, sample: true }),
      tool: { name: 'enterprise_session_brief' },
    },
  };
}
