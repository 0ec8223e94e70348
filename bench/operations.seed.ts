import pg from 'pg';
import type { StoredReading } from '../server/skills/reading.types.js';
import type { Seeded } from './operations.list.js';

/** Runs an operation of the measured build as one of the demo's people and answers its root field. */
export type RunOperation = (
  by: 'builder' | 'owner',
  document: string,
  variables: Record<string, unknown>,
) => Promise<Record<string, unknown>>;

const PROJECTS = 60;
/** In each ten projects, two are published and two approved. */
const PUBLISHED_OF_TEN = 2;
const APPROVED_OF_TEN = 4;
const ROWS = 50;
/** A person may have 50, of which the demo made some. */
const LIVE_TOKENS = 40;
const TOOLS = ['stripe', 'openai', 'tavily', 'resend'];

const PROJECT = 'id slug revision contentHash';
const write = (field: string, type: string, selection: string): string =>
  `mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`;

/** Fills the lists of the demo's builder and of its company up to a page, mostly by the operations themselves. */
export async function seedLists(
  run: RunOperation,
  databaseUrl: string,
  { organizationId, productId, builderEmail }: { organizationId: string; productId: string; builderEmail: string },
): Promise<Seeded> {
  const drafts: Seeded['draft'][] = [];
  const approved: Seeded['approved'][] = [];
  const published: Seeded['published'][] = [];
  for (let index = 0; index < PROJECTS; index += 1) {
    const { draft } = await run(
      'builder',
      write('createProjectDraft', 'ProjectDraftInput', `{ draft { ${PROJECT} } }`),
      {
        input: {
          title: `Project ${index}`,
          summary: 'Reminds customers of open invoices.',
          description: 'It reads invoices, asks whether they are paid, and writes a reminder. '.repeat(5),
          tools: TOOLS.map((slug) => ({ slug, role: 'a part of it' })),
        },
      },
    );
    const { id, slug, revision, contentHash } = draft as Seeded['draft'] & Seeded['published'];
    const state = index % 10;
    if (state >= APPROVED_OF_TEN) {
      drafts.push({ id, revision, contentHash });
      continue;
    }
    await run('builder', write('approveProject', 'ApproveProjectInput', '{ id }'), {
      input: { projectId: id, revision, contentHash },
    });
    if (state >= PUBLISHED_OF_TEN) {
      approved.push({ id, contentHash });
      continue;
    }
    await run('builder', write('publishProject', 'PublishProjectInput', '{ publicUrl }'), {
      input: { draftId: id, contentHash },
    });
    await run('builder', write('createPublicProof', 'OwnProjectInput', '{ id }'), { input: { projectId: id } });
    published.push({ slug });
  }
  const plans: string[] = [];
  for (let index = 0; index < ROWS; index += 1) {
    const intent = 'payments and e-mail for a shop';
    const plan = await run('builder', write('savePlan', 'SavePlanInput', '{ id }'), { input: { intent } });
    plans.push(String(plan.id));
    await run('builder', write('reportUsage', 'ReportUsageInput', '{ outcome }'), {
      input: { toolSlug: TOOLS[index % TOOLS.length], receiptType: 'api_call', idempotencyKey: `seed-${index}` },
    });
    await run('owner', write('createProduct', 'CreateProductInput', '{ id }'), {
      input: { organizationId, productId: `product-${index}`, name: `Product ${index}`, type: 'api' },
    });
    await run('owner', write('createTrackingKey', 'CreateTrackingKeyInput', '{ token }'), {
      input: { organizationId, productId: `product-${index}`, name: 'Measured' },
    });
    if (index < LIVE_TOKENS)
      await run('builder', write('createWorkflowToken', 'CreateWorkflowTokenInput', '{ token }'), {
        input: { name: `Token ${index}`, scopes: ['tools:read'] },
      });
  }
  for (let month = 1; month <= 12; month += 1)
    for (const currency of ['USD', 'EUR'])
      await run('builder', write('recordSpend', 'MonthlySpendInput', '{ replaced }'), {
        input: {
          provider: 'search_api',
          month: `2025-${String(month).padStart(2, '0')}`,
          currency,
          amountCents: 1_000 * month,
          source: 'user_reported',
        },
      });
  await writeRows(databaseUrl, [organizationId.slice('org_'.length), builderEmail]);
  const [planId = ''] = plans;
  const [draft] = drafts;
  const [ofApproved] = approved;
  const [ofPublished] = published;
  if (!draft || !ofApproved || !ofPublished) throw new Error('the seed made no project');
  return { organizationId, productId, planId, draft, approved: ofApproved, published: ofPublished };
}

const TEXT = 'Write what changed. '.repeat(100);
const SKILL: StoredReading = {
  license: 'MIT',
  compatibility: null,
  metadata: {},
  allowedTools: [],
  headings: [{ level: 1, text: 'Release notes', line: 1 }],
  bytes: TEXT.length,
  lines: 1,
  validation: { valid: true, errors: [], warnings: [] },
  findings: [],
  riskCounts: { high: 0, medium: 0, low: 0 },
};

/** Writes the rows that no operation makes without the outside world: skills that were fetched, people who signed up, and the claims on offers. */
async function writeRows(databaseUrl: string, [organizationId, builder]: [string, string]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const reading = JSON.stringify(SKILL);
    await client.query(
      `insert into agent_skill (id, user_id, name, description, source_url, final_url, digest, content, reading, status, created_at, updated_at,
         verified_at, verified_by, published_at, published_by)
       select gen_random_uuid(), u.id, 'release-notes', 'Writes release notes from merged changes.', 'https://skills.example/SKILL.md',
         'https://skills.example/SKILL.md', 'sha256:' || repeat('0', 64), $3, $1::jsonb,
         case when n % 2 = 0 then 'PUBLISHED' else 'DRAFT' end, now(), now(), now(), u.id, now(), u.id
       from auth."user" u, generate_series(1, ${ROWS}) n where u.email = $2`,
      [reading, builder, TEXT],
    );
    await client.query(
      `with people as (insert into auth."user" (id, name, email, "emailVerified")
         select gen_random_uuid(), 'Member ' || n, 'member-' || n || '@demo.example', true from generate_series(1, 20) n returning id)
       insert into member (organization_id, user_id, role) select $1, id, 'member' from people`,
      [organizationId],
    );
    await client.query(
      `insert into offer_claim (id, offer_id, user_id, state, facts, created_at, updated_at)
       select gen_random_uuid(), o.id, u.id, 'requested', '{}', now(), now()
       from (select id from offer order by id limit ${ROWS}) o, auth."user" u where u.email = $1`,
      [builder],
    );
    await client.query(
      `insert into tool_connection (id, user_id, tool_id, connected_at, expires_at)
       select gen_random_uuid(), u.id, t.id, now(), now() + interval '1 day'
       from (select id from tool order by slug limit 20) t, auth."user" u where u.email = $1 on conflict do nothing`,
      [builder],
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
