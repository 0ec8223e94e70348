import { randomBytes } from 'node:crypto';
import { writeTools } from '../../server/directory/imports/record.query.js';
import type { ToolFacts } from '../../server/directory/tool.types.js';
import type { TestApp } from './app.js';
import { askGraphql, type GraphqlReply } from './ask.js';
import { query } from './database.js';

/** The category of the tools that tests add, so that a filter keeps the starter catalog out. */
export const TRIAL = 'trial';

/** Facts of a tool that no one knows; what a test cares about is given. */
export const makeFacts = (slug: string, given: Partial<ToolFacts> = {}): ToolFacts => ({
  slug,
  name: slug,
  aliases: [],
  questions: [],
  summary: `${slug} for tests`,
  vendor: { name: slug, domain: `${slug}.example` },
  website: `https://${slug}.example`,
  categories: [TRIAL],
  capabilities: ['payments'],
  pricing: { model: 'freemium', freeTier: null, url: null },
  signupUrl: null,
  maturity: 'stable',
  interfaces: ['sdk'],
  install: { kind: 'npm', command: `npm install ${slug}` },
  packages: [{ registry: 'npm', name: slug }],
  licence: null,
  environment: [],
  docs: { url: `https://${slug}.example/docs`, llmsTxt: null, openapi: null },
  sources: [],
  ...given,
});

/** Adds tools to the catalog as an import does. */
export async function addTools({ app }: Pick<TestApp, 'app'>, ...tools: ToolFacts[]): Promise<void> {
  const records = tools.map((facts) => ({
    facts,
    origin: 'csv' as const,
    originKey: facts.slug,
    verification: { level: 'none' as const, method: null, checkedAt: null },
    mcpServer: null,
  }));
  const outcomes = await app.platform.em().transactional((em) => writeTools(em, new Date(), records));
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
  if (refused.length) throw new Error(`refused: ${JSON.stringify(refused)}`);
  app.parts.catalog.changed();
}

/** Changes rows of the catalog by a statement and lets every process see it: the tools with these slugs get the next version. */
export async function changeTools(
  app: TestApp,
  slugs: string[],
  statement: string,
  values: unknown[] = [],
): Promise<void> {
  await query(app.databaseUrl, statement, values);
  await query(
    app.databaseUrl,
    `with head as (update catalog_head set version = version + 1 returning version)
     update tool set version = head.version from head where slug = any($1)`,
    [slugs],
  );
  app.app.parts.catalog.changed();
}

/** A public figure of a tool. */
export const addMeasure = (app: TestApp, slug: string, value: number): Promise<void> =>
  changeTools(
    app,
    [slug],
    `insert into tool_measure (tool_id, kind, subject, value, label, source, as_of)
     select id, 'weekly_downloads', 'npm:' || slug, $2, 'public-source', 'https://www.npmjs.com', '2026-11-15' from tool where slug = $1`,
    [slug, value],
  );

interface Role {
  capability: string;
  tool: { slug: string; pricing: { model: string }; [name: string]: unknown };
  why: string[];
  alternatives: { slug: string; name: string; why: string }[];
}

export interface Brief {
  saved: boolean;
  planId: string | null;
  goal: string;
  capabilities: { id: string; title: string; phrase: string }[];
  stack: Role[];
  gaps: { capability: string; reason: string }[];
  steps: {
    order: number;
    title: string;
    detail: string;
    command: string | null;
    tool: string | null;
    needsAuthorization: boolean;
  }[];
  perks: { id: string; title: string; claim: string; rules: string[]; url: string | null }[];
  risks: { title: string; detail: string; tool: string | null }[];
  openQuestions: string[];
  notices: string[];
  receiptId: string;
  saveUrl: string;
}

export const CONTENT = `goal capabilities { id title phrase } stack { capability title tool { slug pricing { model } updatedAt } why alternatives { slug name why } }
  gaps { capability reason } steps { order title detail command tool needsAuthorization } perks { id title claim rules url }
  risks { title detail tool } openQuestions notices`;

interface Caller {
  token?: string;
  cookie?: string;
}

/** Asks for a brief. */
export const askBrief = (
  app: TestApp,
  intent: string,
  constraints?: Record<string, unknown>,
  caller: Caller = {},
): Promise<GraphqlReply<{ buildBrief: Brief }>> =>
  askGraphql(
    app,
    `query ($intent: String!, $constraints: BriefConstraints) { buildBrief(intent: $intent, constraints: $constraints) {
      saved planId receiptId saveUrl ${CONTENT} } }`,
    { intent, constraints },
    caller,
  );

export interface Plan {
  id: string;
  title: string;
  goal: string;
  revision: number;
  digest: string;
  changedSinceReceipt: boolean;
  receiptId: string | null;
  catalogVersion: number;
  brief: Omit<Brief, 'saved' | 'planId' | 'receiptId' | 'saveUrl'>;
}

export const PLAN = `id title goal revision digest changedSinceReceipt receiptId catalogVersion brief { ${CONTENT} }`;

/** Saves a plan. */
export const savePlan = (
  app: TestApp,
  input: Record<string, unknown>,
  caller: Caller,
  idempotencyKey?: string,
): Promise<GraphqlReply<{ savePlan: Plan }>> =>
  askGraphql(
    app,
    `mutation ($input: SavePlanInput!, $key: String) { savePlan(input: $input, idempotencyKey: $key) { ${PLAN} } }`,
    { input, key: idempotencyKey },
    caller,
  );

/** A plan that a person read and then saved. */
export async function makePlan(app: TestApp, intent: string, caller: Caller): Promise<Plan> {
  const brief = await askBrief(app, intent);
  const saved = await savePlan(app, { receiptId: brief.data?.buildBrief.receiptId }, caller);
  if (!saved.data) throw new Error(`no plan: ${JSON.stringify(saved.errors)}`);
  return saved.data.savePlan;
}

/** Agrees to letters about a plan as one was sent already; answers the secret of that letter's link. */
export async function letterSecretOf(app: Pick<TestApp, 'databaseUrl'>, planId: string): Promise<string> {
  const secret = randomBytes(24).toString('hex');
  const id = planId.replace('pln_', '');
  await query(app.databaseUrl, 'update saved_plan set letters_since = now() where id = $1', [id]);
  await query(
    app.databaseUrl,
    `insert into plan_letter_link (secret_hash, plan_id, sent_at) values (sha256(convert_to($1, 'UTF8')), $2, now())`,
    [secret, id],
  );
  return secret;
}
