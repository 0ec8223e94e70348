import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVATIONS, USES } from '../../server/adoption/evidence/project-evidence.query.js';
import { type EvidenceEvent, evidenceOf } from '../../server/adoption/evidence/project-evidence.rules.js';
import { readToolProofs } from '../../server/adoption/index.js';
import { mayActivate, mayRetain } from '../../server/tracking/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  domainOf,
  linkTool,
  makeLinkedCompany,
  makeProject,
  makeTool,
  moveDomain,
  setDomainVerified,
  setProjectStatus,
} from '../setup/evidence.js';
import type { Company } from '../setup/people.js';
import { type PlanNode, planOf, rowsOf } from '../setup/query-plan.js';

type Linked = Company & { toolId: string };
const HOUR_MS = 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 10);
const at = (hours: number): string => new Date(START + hours * HOUR_MS).toISOString();

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const track = async (of: Linked, projectId: string, given: Record<string, unknown>): Promise<string> => {
  const reply = await ask(`${app.url}/api/usage/track`, {
    token: of.trackingKey,
    body: {
      event_name: 'FIRST_API_CALL',
      developer_id: 'dev_1',
      product: { id: of.productId, name: 'An API', type: 'api' },
      idempotencyKey: randomUUID(),
      projectId,
      ...given,
    },
  });
  expect(reply.body).toMatchObject({ tracked: true });
  return String(reply.body.eventId);
};
const proofs = (projectId: string, ...toolIds: string[]) =>
  readToolProofs(app.app.platform.em(), projectId.replace('prj_', ''), toolIds);
const evidence = (projectId: string, ...toolIds: string[]) =>
  app.app.parts.projectEvidence(projectId.replace('prj_', ''), toolIds);
const stateOf = async (projectId: string, { toolId }: Linked) => (await proofs(projectId, toolId))[0]?.state;

/** A company and a published project that lists its tool and another one. */
async function ground() {
  const company = await makeLinkedCompany(app);
  const other = await makeTool(app);
  return { company, other, projectId: await makeProject(app, [company.toolId, other]) };
}

describe('the evidence of a project’s tools', () => {
  it('goes from self-reported over activated to retained, for the tool of the product alone', async () => {
    const { company, other, projectId } = await ground();
    const missing = { activatedAt: null, retainedAt: null, label: 'missing' };
    expect(await evidence(projectId, company.toolId, other)).toMatchObject([
      { toolId: company.toolId, ...missing },
      { toolId: other, ...missing },
    ]);
    const first = await track(company, projectId, { occurredAt: at(0) });
    const activated = { activatedAt: new Date(at(0)), retainedAt: null, label: 'first-party' };
    expect(await evidence(projectId, other, company.toolId)).toMatchObject([
      { toolId: other, ...missing },
      { toolId: company.toolId, ...activated },
    ]);
    await track(company, projectId, { event_name: 'RETURNED_AFTER_7_DAYS', occurredAt: at(167.999) });
    expect(await evidence(projectId, company.toolId)).toMatchObject([{ toolId: company.toolId, ...activated }]);
    const next = await track(company, projectId, { event_name: 'RETURNED_AFTER_7_DAYS', occurredAt: at(168) });
    expect(await evidence(projectId, company.toolId)).toMatchObject([
      { toolId: company.toolId, ...activated, retainedAt: new Date(at(168)) },
    ]);
    expect(await proofs(projectId, company.toolId)).toMatchObject([
      { state: 'retained', gapDays: 7, eventIds: [first, next] },
    ]);
  });

  it('moves its dates when an earlier event comes late, and stays what it was', async () => {
    const { company, projectId } = await ground();
    await track(company, projectId, { occurredAt: at(300) });
    await track(company, projectId, { event_name: 'RETURNED_AFTER_7_DAYS', occurredAt: at(500) });
    await track(company, projectId, { occurredAt: at(0) });
    expect(await evidence(projectId, company.toolId)).toMatchObject([
      { activatedAt: new Date(at(0)), retainedAt: new Date(at(300)) },
    ]);
  });

  it.each([
    ['a failed call that is called an activation', { event_name: 'MCP_TOOL_CALL_FAILED', event_family: 'activation' }],
    ['an evaluation', { event_name: 'API_KEY_CREATED' }],
    ['a return', { event_name: 'RETURNED_AFTER_7_DAYS', occurredAt: at(0) }],
    ['an event without the project', { projectId: undefined }],
  ])('is not begun by %s', async (_what, given) => {
    const { company, projectId } = await ground();
    await track(company, projectId, given);
    expect(await stateOf(projectId, company)).toBe('self-reported');
  });

  it.each([
    ['a return that does not say when it happened', { event_name: 'RETURNED_AFTER_7_DAYS' }],
    ['a failed call', { event_name: 'MCP_TOOL_CALL_FAILED', event_family: 'retention', occurredAt: at(200) }],
    ['reading', { event_name: 'DOCS_READ', event_family: 'intent', occurredAt: at(200) }],
    ['a purchase', { event_name: 'ENTERPRISE_USAGE_THRESHOLD_REACHED', occurredAt: at(200) }],
  ])('is not retained by %s', async (_what, given) => {
    const { company, projectId } = await ground();
    await track(company, projectId, { occurredAt: at(0) });
    await track(company, projectId, given);
    expect(await stateOf(projectId, company)).toBe('activated');
  });

  it('never comes from the vendor’s own domain', async () => {
    const { company, projectId } = await ground();
    await track(company, projectId, { account_domain: await domainOf(app, company) });
    expect(await stateOf(projectId, company)).toBe('self-reported');
    await track(company, projectId, { account_domain: 'customer.example' });
    expect(await stateOf(projectId, company)).toBe('activated');
  });

  it.each(['csv_import', 'relay'])('never comes from %s, whatever the row says of a project', async (source) => {
    const { company, projectId } = await ground();
    await track(company, projectId, { occurredAt: at(0) });
    await query(app.databaseUrl, 'update tracking_event set source = $2 where project_id = $1', [
      projectId.slice(4),
      source,
    ]);
    expect(await stateOf(projectId, company)).toBe('self-reported');
  });

  it('is labelled sample when the events are', async () => {
    const { company, projectId } = await ground();
    await track(company, projectId, { occurredAt: at(0) });
    await query(app.databaseUrl, `update tracking_event set data_label = 'sample' where project_id = $1`, [
      projectId.slice(4),
    ]);
    expect(await proofs(projectId, company.toolId)).toMatchObject([{ state: 'activated', label: 'sample' }]);
  });
});

describe('the evidence counts only while', () => {
  it('the project is published, the product linked and the domain verified', async () => {
    const { company, projectId } = await ground();
    await track(company, projectId, {});
    const now = () => stateOf(projectId, company);
    const link = (unlinkedAt: string) =>
      query(app.databaseUrl, `update product_tool set unlinked_at = ${unlinkedAt} where tool_id = $1`, [
        company.toolId.slice(4),
      ]);
    expect(await now()).toBe('activated');
    await link('now()');
    expect(await now()).toBe('self-reported');
    await link('null');
    await setDomainVerified(app, company.organizationId, false);
    expect(await now()).toBe('self-reported');
    await setDomainVerified(app, company.organizationId);
    expect(await now()).toBe('activated');
    const approved = await domainOf(app, company);
    await moveDomain(app, company, `moved-${approved}`);
    expect(await now()).toBe('self-reported');
    await moveDomain(app, company, approved);
    expect(await now()).toBe('activated');
    await setProjectStatus(app, projectId, 'ARCHIVED');
    expect(await now()).toBe('self-reported');
  });

  it('the project lists the tool: a product’s other tool is proven by nothing of it', async () => {
    const { company, projectId } = await ground();
    const unlisted = await makeTool(app);
    await linkTool(app, company, unlisted);
    await track(company, projectId, {});
    expect(await proofs(projectId, unlisted, company.toolId)).toMatchObject([
      { toolId: unlisted, state: 'self-reported' },
      { toolId: company.toolId, state: 'activated' },
    ]);
  });

  it('the ids are ids: unknown projects and malformed tools prove nothing and fail nothing', async () => {
    const { company, projectId } = await ground();
    await track(company, projectId, {});
    for (const id of [`prj_${randomUUID()}`, company.toolId.replace('tol_', 'prj_')])
      expect(await evidence(id, company.toolId)).toMatchObject([{ activatedAt: null }]);
    expect(await evidence(projectId, 'tol_1', '', projectId)).toMatchObject([{}, {}, {}]);
    expect(await evidence(projectId)).toEqual([]);
  });
});

describe('many events', () => {
  interface Stored {
    [key: string]: unknown;
    id: string;
    product: string;
    name: string;
    family: Parameters<typeof mayActivate>[1];
    occurred: Date | null;
    received: Date;
    source: string;
    label: string;
    own: boolean;
  }

  /** Random events of several products that are linked to the project, or of none: `many` of each product. */
  async function scatter(projectId: string | null, companies: readonly Linked[], many: number): Promise<void> {
    await query(
      app.databaseUrl,
      `insert into tracking_event (organization_id, id, idempotency_key, product_uuid, event_name, event_family, developer_id, vendor_own_domain,
         occurred_at, received_at, source, data_label, fingerprint_version, fingerprint, payload, project_id)
       select p.organization_id, gen_random_uuid(), gen_random_uuid()::text, p.id,
         (array['FIRST_API_CALL', 'CUSTOM', 'CUSTOM', 'MCP_TOOL_CALL_FAILED'])[1 + floor(random() * 4)],
         (array['intent', 'evaluation', 'activation', 'retention', 'expansion', null])[1 + floor(random() * 6)], 'dev', random() < 0.2,
         case when random() < 0.8 then date_trunc('milliseconds', timestamptz '2026-01-01' + random() * interval '25 days') end,
         date_trunc('milliseconds', timestamptz '2026-01-01' + random() * interval '25 days'),
         (array['api', 'api', 'api', 'csv_import', 'relay'])[1 + floor(random() * 5)],
         (array['first-party', 'first-party', 'sample'])[1 + floor(random() * 3)], 1, '', '{}', $3
       from product p cross join generate_series(1, $2) where p.product_id = any($1)`,
      [companies.map(({ productId }) => productId), many, projectId?.slice(4) ?? null],
    );
  }

  /** The evidence by the rule, from all events of the products that are linked to a tool. */
  async function byTheRule(projectId: string, companies: readonly Linked[]) {
    const rows = await query<Stored>(
      app.databaseUrl,
      `select e.id, p.product_id as product, e.event_name as name, e.event_family as family, e.occurred_at as occurred, e.received_at as received,
         e.source, e.data_label as label, e.vendor_own_domain as own
       from tracking_event e join product p on p.id = e.product_uuid where e.project_id = $1`,
      [projectId.slice(4)],
    );
    const products = companies.map(({ productId }) => productId);
    const events = rows
      .filter(({ product }) => products.includes(product))
      .map(
        ({ id, name, family, occurred, received, source, label, own }): EvidenceEvent => ({
          eventId: `evt_${id}`,
          activates: mayActivate(name, family),
          returns: mayRetain(name, family),
          occurredAt: occurred,
          receivedAt: received,
          source,
          label,
          vendorOwnDomain: own,
        }),
      );
    return evidenceOf(events);
  }

  it.each([1, 2, 3, 5, 8, 13, 21, 34])('prove what the rule says of all of them: %i of each product', async (many) => {
    const [first, second, third] = [
      await makeLinkedCompany(app),
      await makeLinkedCompany(app),
      await makeLinkedCompany(app),
    ];
    await linkTool(app, second, first.toolId); // two products of one tool
    const projectId = await makeProject(app, [first.toolId, third.toolId]);
    await scatter(projectId, [first, second, third], many);
    expect(await proofs(projectId, first.toolId, third.toolId)).toEqual([
      { toolId: first.toolId, ...(await byTheRule(projectId, [first, second])) },
      { toolId: third.toolId, ...(await byTheRule(projectId, [third])) },
    ]);
  });

  /** How PostgreSQL carries out both statements, and what each of their steps read: the statistics of sessions come late. */
  async function plansOf(projectId: string, company: Linked): Promise<PlanNode[]> {
    const [product] = await query<{ id: string; organization: string }>(
      app.databaseUrl,
      'select id, organization_id as organization from product where product_id = $1',
      [company.productId],
    );
    const tool = company.toolId.slice(4);
    const values = {
      project: projectId.slice(4),
      organization: product?.organization ?? '',
      links: JSON.stringify([{ tool, product: product?.id }]),
      returns: JSON.stringify([{ tool, label: 'first-party', since: '2026-01-10T00:00:00Z' }]),
    };
    const plans = await Promise.all(
      [ACTIVATIONS, USES].map((statement) => planOf(app.databaseUrl, statement.text, statement.valuesOf(values))),
    );
    return plans.flat();
  }

  it('are not read through: ten thousand of the project and as many others leave it to the index', async () => {
    const company = await makeLinkedCompany(app);
    const projectId = await makeProject(app, [company.toolId]);
    await scatter(projectId, [company], 10_000);
    await scatter(null, [company], 10_000);
    await query(app.databaseUrl, 'analyze tracking_event');
    expect(await proofs(projectId, company.toolId)).toMatchObject([{ state: 'retained' }]);
    const walks = (await plansOf(projectId, company)).filter((node) => node['Relation Name'] === 'tracking_event');
    expect(walks.length).toBeGreaterThan(1);
    expect([...new Set(walks.map((node) => node['Index Name']))]).toEqual(['tracking_event_project']);
    expect(walks.reduce((sum, node) => sum + rowsOf(node), 0)).toBeLessThan(500);
  });
});
