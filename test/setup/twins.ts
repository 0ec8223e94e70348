import { randomUUID } from 'node:crypto';
import { foldEvents } from '../../server/adoption/index.js';
import type { TestApp } from './app.js';
import { ask } from './ask.js';
import { query } from './database.js';
import { linkTool, makeTool, setDomainVerified } from './evidence.js';
import { type Company, giveRole, makeCompany, makePerson } from './people.js';

/** Names and ids that both companies share: keys are an organization's own, so that none of them tells two tenants apart. */
export const SAME = {
  productId: 'twin',
  day: '2026-11-03',
  keys: ['twin-1', 'twin-2', 'twin-3'],
  importId: randomUUID(),
  endpointId: randomUUID(),
} as const;

/** Two companies with the same products, events, refusals, imports, webhooks, members and opens of links. */
export async function makeTwins(app: TestApp): Promise<readonly [Company, Company]> {
  const twins = [await makeCompany(app, SAME.productId), await makeCompany(app, SAME.productId)] as const;
  for (const company of twins) {
    await sendEvents(app, company);
    await giveRole(app, company.organizationId, await makePerson(app), 'member');
    await putRows(app, company);
    await putOffer(app, company);
    await putReceipts(app, company);
    await putOpens(app, company);
  }
  await query(
    app.databaseUrl,
    `update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'`,
  );
  while ((await foldEvents(app.app.platform.em())).more);
  return twins;
}

/** Three events that are stored, one that is refused and one that is sent again. */
async function sendEvents(app: TestApp, { trackingKey }: Company): Promise<void> {
  const send = (given: Record<string, unknown>) =>
    ask(`${app.url}/api/usage/track`, {
      token: trackingKey,
      body: {
        event_name: 'FIRST_API_CALL',
        developer_id: 'same',
        account_domain: 'same.example',
        occurredAt: `${SAME.day}T10:00:00Z`,
        product: { id: SAME.productId, name: 'An API', type: 'api' },
        ...given,
      },
    });
  for (const idempotencyKey of SAME.keys) await send({ idempotencyKey });
  await send({ idempotencyKey: SAME.keys[0] });
  await send({ idempotencyKey: 'twin-refused', developer_id: 'anonymous' });
  await app.app.parts.verdicts.flush();
}

/** An import with two refused rows, and a webhook with two messages; the ids too are the same. */
async function putRows(app: TestApp, { organizationId, owner }: Company): Promise<void> {
  const [organization, person] = [organizationId.slice(4), owner.id.slice(4)];
  await query(
    app.databaseUrl,
    `insert into csv_import (organization_id, id, product_uuid, file_name, status, columns, total, pieces, refused, created_at, created_by)
     select $1, $2, id, 'same.csv', 'done', '[]', 2, 1, 2, now(), $3 from product where organization_id = $1`,
    [organization, SAME.importId, person],
  );
  await query(
    app.databaseUrl,
    `insert into csv_import_refusal (organization_id, import_id, row_number, status, problems)
     select $1, $2, row, 'invalid', '[]' from generate_series(1, 2) as row`,
    [organization, SAME.importId],
  );
  await query(
    app.databaseUrl,
    `insert into webhook_endpoint (organization_id, id, url, account_first_event, tracking_key_unused, sealed_secret, created_by, created_at, updated_at)
     values ($1, $2, 'https://hooks.example/', false, false, '', $3, now(), now())`,
    [organization, SAME.endpointId, person],
  );
  await query(
    app.databaseUrl,
    `insert into webhook_message (organization_id, id, endpoint_id, type, subject, body, state, created_at)
     select $1, gen_random_uuid(), $2, 'test', row, '{}', 'delivered', now() from generate_series(1, 2) as row`,
    [organization, SAME.endpointId],
  );
}

/** An answered and a refused enterprise read of the company's owner. */
async function putReceipts(app: TestApp, { organizationId, owner, productId }: Company): Promise<void> {
  await query(
    app.databaseUrl,
    `insert into enterprise_audit_receipt (organization_id, id, tool, user_id, product_id, outcome, request_id, at)
     select $1, gen_random_uuid(), 'get_enterprise_context', $2, $3, outcome, 'same', now()
     from unnest(array['answered', 'NOT_FOUND']) as outcome`,
    [organizationId.slice(4), owner.id.slice(4), productId],
  );
}

async function putOffer(app: TestApp, { organizationId }: Company): Promise<void> {
  const id = randomUUID();
  await query(
    app.databaseUrl,
    `insert into offer (id, slug, title, summary, kind, claim, eligibility, organization_id, origin, version, vendor_name, created_at, updated_at)
     values ($1, $2, 'Same', 'Saves', 'credits', 'native', '{"rules":[],"other":[]}', $3, 'reviewer', 1, 'Vendor', now(), now())`,
    [id, `o-${id}`, organizationId.slice(4)],
  );
}

async function putOpens(app: TestApp, company: Company): Promise<void> {
  const toolId = await makeTool(app);
  await setDomainVerified(app, company.organizationId);
  await linkTool(app, company, toolId);
  const link = randomUUID();
  await query(
    app.databaseUrl,
    `insert into tracked_link (id, tool_id, kind, url, created_at) values ($1, $2, 'docs', 'https://tool.example/docs', now())`,
    [link, toolId.slice(4)],
  );
  await query(
    app.databaseUrl,
    `insert into intent_event (id, link_id, event_name, event_family, received_at) values ($1, $2, 'DOCS_OPENED', 'intent', now())`,
    [randomUUID(), link],
  );
}
