import type { TestApp } from './app.js';
import { askGraphql, type GraphqlReply } from './ask.js';
import { query } from './database.js';
import type { Company, Person } from './people.js';

/** An agent key as lists show it. */
export interface Key {
  keyId: string;
  name: string;
  hint: string;
  productId: string;
  createdBy: string;
  createdByName: string | null;
  createdAt: string;
  expiresAt: string;
  lastUsedOn: string | null;
  revokedAt: string | null;
  state: 'active' | 'expired' | 'revoked';
}

const KEY = '{ keyId name hint productId createdBy createdByName createdAt expiresAt lastUsedOn revokedAt state }';
type By = Pick<Person, 'cookie'>;

/** Asks for an agent key of a company's product, as its owner or another person. */
export const askForKey = (
  app: TestApp,
  { organizationId, productId, owner }: Company,
  input: Record<string, unknown> = {},
  by: By = owner,
): Promise<GraphqlReply<{ createEnterpriseKey: { token: string; key: Key } | null }>> =>
  askGraphql(
    app,
    `mutation ($input: CreateEnterpriseKeyInput!) { createEnterpriseKey(input: $input) { token key ${KEY} } }`,
    { input: { organizationId, productId, name: 'Agent', ...input } },
    { cookie: by.cookie },
  );

/** An agent key of a company's product. */
export async function makeKey(
  app: TestApp,
  company: Company,
  input: Record<string, unknown> = {},
  by: By = company.owner,
): Promise<{ token: string; key: Key }> {
  const { data, errors } = await askForKey(app, company, input, by);
  if (!data?.createEnterpriseKey) throw new Error(`no key: ${JSON.stringify(errors)}`);
  return data.createEnterpriseKey;
}

export const revokeKey = (app: TestApp, keyId: string, by: By) =>
  askGraphql<{ revokeEnterpriseKey: Key | null }>(
    app,
    `mutation ($keyId: ID!) { revokeEnterpriseKey(keyId: $keyId) ${KEY} }`,
    { keyId },
    { cookie: by.cookie },
  );

/** The agent keys of a company as its owner or another person sees them. */
export async function keysOf(app: TestApp, { organizationId, owner }: Company, by: By = owner): Promise<Key[]> {
  const { data, errors } = await askGraphql<{ enterpriseKeys: { items: Key[] } }>(
    app,
    `query ($o: ID!) { enterpriseKeys(organizationId: $o) { items ${KEY} } }`,
    { o: organizationId },
    { cookie: by.cookie },
  );
  if (!data) throw new Error(`no keys: ${JSON.stringify(errors)}`);
  return data.enterpriseKeys.items;
}

/** Sets a company's plan where an operator does. */
export const givePlan = (
  app: TestApp,
  { organizationId }: Company,
  plan: 'free' | 'paid',
  until: string | null = null,
) =>
  query(
    app.databaseUrl,
    `update organization set plan = $2, plan_since = now(), plan_until = $3, plan_granted_by = 'operator' where id = $1`,
    [organizationId.slice(4), plan, until],
  );

export interface Context {
  organization: { id: string; name: string };
  product: { productId: string; name: string; type: string };
  plan: { id: string; opens: string[]; lacks: string[] };
  key: { name: string; expiresAt: string } | null;
  sources: { source: string; label: string; events: number; lastSeen: string | null }[];
  windows: { periodDays: { min: number; max: number } };
  limits: { callsPerMinute: number; actions: { min: number; max: number }; answerBytes: number };
  asOf: string;
  notices: string[];
  auditReceiptId: string;
}

/** Reads the context with a key or in a session. */
export const askContext = (
  app: Pick<TestApp, 'url'>,
  caller: { token?: string; cookie?: string; headers?: Record<string, string> },
  given: { productId?: string | null; organizationId?: string | null } = {},
) =>
  askGraphql<{ enterpriseContext: Context }>(
    app,
    `query ($productId: String, $organizationId: ID) { enterpriseContext(productId: $productId, organizationId: $organizationId) {
      organization { id name } product { productId name type } plan { id opens lacks } key { name expiresAt }
      sources { source label events lastSeen } windows { periodDays { min max } }
      limits { callsPerMinute actions { min max } answerBytes } asOf notices auditReceiptId } }`,
    given,
    caller,
  );

/** One line for each problem: `401 expired`, `404 NOT_FOUND`. */
export const refusalIn = ({ errors }: GraphqlReply<unknown>): string | null => {
  const [first] = errors;
  if (!first) return null;
  const { status, code, errors: fields } = first.extensions;
  return status === 401 ? `401 ${fields?.[0]?.code}` : `${status} ${code}`;
};

/** The receipts of an organization, the oldest first. */
export const receiptsOf = (app: TestApp, organizationId: string) =>
  query<{
    id: string;
    tool: string;
    credential_id: string | null;
    user_id: string | null;
    product_id: string | null;
    period_from: Date | null;
    period_to: Date | null;
    outcome: string;
    request_id: string;
    at: Date;
  }>(app.databaseUrl, 'select * from enterprise_audit_receipt where organization_id = $1 order by id', [
    organizationId.slice(4),
  ]);

const TOTALS = `events eventsWithAccount eventsOfUse eventsOfUseWithoutTime calls failed families developers accounts newDevelopers
  accountsActivated activated newActivated activationShare retained matured returned returnShare refused refusedShare`;
const FINDING = 'title metric value previous window { from to days } label';
const RECEIPTS = 'receipts withOutcome successShare withCost costCents withLatency latencyMs { p50 p95 }';

/** Every member of the parts that a report shares with the company view. */
export const VIEW_MEMBERS = `window { from to days } label sources { source label events }
  funnel { family events developers accounts } totals { ${TOTALS} } previous { ${TOTALS} }
  accounts { accountDomain events developers firstSeen lastSeen activatedAt }
  campaigns { campaignId source events developers accounts activated newDevelopers newActivated }
  retention { cohort developers weeks } toolCalls { mcpServer mcpTool calls failed failureShare }`;

/** A report with every member, the summary first. */
export const REPORT_MEMBERS = `summary { grade headline nulls largest { ${FINDING} } } scope { organizationId productId }
  previousWindow { from to days } asOf ${VIEW_MEMBERS} receipts { byType { receiptType ${RECEIPTS} } ${RECEIPTS} }
  grades { id value grade basis reason } nulls { pointer reason } notices truncated leftOut { part rows } nextCursor auditReceiptId`;

export const REPORT = `query ($organizationId: ID, $productId: String!, $periodDays: Int!, $cursor: String) {
  report: enterpriseReport(organizationId: $organizationId, productId: $productId, periodDays: $periodDays, cursor: $cursor) {
    ${REPORT_MEMBERS} } }`;

export const ACTIONS = `query ($productId: String!, $limit: Int! = 20) { actions: enterpriseActions(productId: $productId, limit: $limit) {
    scope { organizationId productId } window { from to days } label asOf
    actions { id ruleId ruleVersion rank title why evidence { metric value previous window { from to days } label eventIds } step url }
    nulls { pointer reason } notices truncated leftOut { part rows } auditReceiptId } }`;

export const BRIEF = `query ($metrics: EnterpriseMetricsInput, $sample: Boolean, $live: Boolean, $productId: String) {
  brief: enterpriseSessionBrief(metrics: $metrics, sample: $sample, live: $live, productId: $productId) {
    label basis grade findings { ${FINDING} } questions report { ${REPORT_MEMBERS} } nulls { pointer reason } notices auditReceiptId } }`;
