import { Api, HttpClient, type HttpResponse } from './client.js';

/** How a caller is known: a bearer token, or the session of a page. */
export interface Caller {
  readonly headers: Record<string, string>;
}
/** The demo's ids, for calls that are to be answered. */
export interface Given {
  readonly organizationId: string;
  readonly productId: string;
}
export type Call = () => Promise<HttpResponse<unknown, unknown>>;

/** Refuses to compile where the description leaves an answer untyped. */
type Untyped<T> = 0 extends 1 & T ? ['the answer is any'] : unknown extends T ? ['the answer is unknown'] : [];
const typed =
  <T>(call: () => Promise<HttpResponse<T, unknown>>, ..._nothing: Untyped<T>): Call =>
  () =>
    call();

/** One call of each operation of the description, by its operationId, through the client that a user generates. */
export function callsOf(baseUrl: string, caller: Caller, given: Given, send?: typeof fetch): Record<string, Call> {
  const http = new HttpClient<Caller>({
    baseUrl,
    securityWorker: (known) => ({ headers: known?.headers ?? {} }),
    ...(send ? { customFetch: send } : {}),
  });
  http.setSecurityData(caller);
  const { api, v01 } = new Api(http);
  const product = { id: given.productId, name: 'Demo API', type: 'api' } as const;
  const event = { event_name: 'FIRST_API_CALL', developer_id: 'dev_client', product, idempotencyKey: 'client-1' };
  const day = { from: '2026-01-01', to: '2026-01-31' };
  const entry = { type: 'monthly_spend', provider: 'coding_agent', month: '2026-10', currency: 'USD' } as const;
  return {
    trackEvent: typed(() => api.trackEvent(event)),
    trackBatch: typed(() => api.trackBatch({ events: [event] })),
    dryRunEvent: typed(() => api.dryRunEvent({ event_name: 'FIRST_API_CALL', developer_id: 'dev_client' })),
    trackedEvent: typed(() => api.trackedEvent({ idempotencyKey: 'client-1' })),
    trackedEventById: typed(() => api.trackedEventById('evt_0197c0de-0000-7000-8000-000000000000')),
    directoryContext: typed(() => api.directoryContext({ q: 'email', limit: 3, maturity: ['stable'] })),
    directoryCoverage: typed(() => api.directoryCoverage()),
    directoryChanges: typed(() => api.directoryChanges({ limit: 2 })),
    compareTools: typed(() => api.compareTools({ tool: ['stripe', 'paddle'] })),
    explainResult: typed(() => api.explainResult({ q: 'payments', tool: 'stripe' })),
    adoption: typed(() => api.adoption({ period: '30d' })),
    agentRank: typed(() => api.agentRank()),
    buildSearch: typed(() => api.buildSearch({ intent: 'transactional email', pricing: ['free', 'freemium'] })),
    buildSearchByPost: typed(() => api.buildSearchByPost({ intent: 'transactional email', limit: 2 })),
    buildPacket: typed(() => api.buildPacket({ planId: 'pln_0197c0de-0000-7000-8000-000000000000' })),
    buildPacketByPost: typed(() => api.buildPacketByPost({ planId: 'pln_0197c0de-0000-7000-8000-000000000000' })),
    mcpConfig: typed(() => api.mcpConfig()),
    createWorkflowToken: typed(() => api.createWorkflowToken({ name: 'Laptop', scopes: ['project:read'] })),
    workflowTokens: typed(() => api.workflowTokens({ limit: 5, sort: '-created' })),
    revokeWorkflowTokenById: typed(() => api.revokeWorkflowTokenById('wtk_0197c0de-0000-7000-8000-000000000000')),
    workflowContext: typed(() => api.workflowContext()),
    importAgentSkill: typed(() =>
      api.importAgentSkill({ skillUrl: 'https://skills.example/SKILL.md', status: 'DRAFT' }),
    ),
    createProjectDraft: typed(() =>
      api.createProjectDraft(
        { title: 'Reminders', summary: 'Reminds customers.', tools: [{ slug: 'stripe', role: 'invoices' }] },
        { headers: { 'Idempotency-Key': 'client-draft' } },
      ),
    ),
    updateProjectDraft: typed(() =>
      api.updateProjectDraft({ draftId: 'prj_0197c0de-0000-7000-8000-000000000000', revision: 1, description: null }),
    ),
    projectDrafts: typed(() => api.projectDrafts({ limit: 5 })),
    publishProject: typed(() =>
      api.publishProject({
        draftId: 'prj_0197c0de-0000-7000-8000-000000000000',
        contentHash: `sha256:${'0'.repeat(64)}`,
      }),
    ),
    projects: typed(() => api.projects({ q: 'reminders', limit: 5 })),
    projectById: typed(() => api.projectById('prj_0197c0de-0000-7000-8000-000000000000')),
    publicProjectById: typed(() => api.publicProjectById('reminders')),
    searchProviderBalance: typed(() => api.searchProviderBalance()),
    syncSearchProvider: typed(() => api.syncSearchProvider({ apiKey: 'none-at-all' })),
    webDataBalance: typed(() => api.webDataBalance()),
    syncWebData: typed(() => api.syncWebData({ apiKey: 'none-at-all' })),
    spending: typed(() => api.spending({ month: '2026-10' })),
    storeSpending: typed(() => api.storeSpending({ ...entry, amountCents: 2_000, source: 'agent_reported' })),
    removeSpending: typed(() => api.removeSpending(entry)),
    usage: typed(() => api.usage({ sort: '-created', limit: 5 })),
    reportUsage: typed(() =>
      api.reportUsage({ toolSlug: 'stripe', receiptType: 'api_call', idempotencyKey: 'client-2', success: true }),
    ),
    mcpServers: typed(() => v01.mcpServers({ limit: 2 })),
    mcpServerVersions: typed(() => v01.mcpServerVersions(encodeURIComponent('dai.catalog/stripe'))),
    mcpServerVersionsItem: typed(() => v01.mcpServerVersionsItem(encodeURIComponent('dai.catalog/stripe'), 'latest')),
    uploadCsvImport: typed(() =>
      api.uploadCsvImport({
        organizationId: given.organizationId,
        productId: given.productId,
        file: new File(['event_name,developer_id\nFIRST_API_CALL,dev_client\n'], 'events.csv', { type: 'text/csv' }),
      }),
    ),
    uploadCatalogImport: typed(() =>
      api.uploadCatalogImport({
        format: 'csv',
        dryRun: 'true',
        file: new File(['slug,name,summary\nmy-tool,My Tool,Does one thing.\n'], 'tools.csv', { type: 'text/csv' }),
      }),
    ),
    exportEvents: typed(() =>
      api.exportEvents({ organizationId: given.organizationId, ...day, format: 'ndjson' }, { format: 'text' }),
    ),
    exportAuditLog: typed(() =>
      api.exportAuditLog({ organizationId: given.organizationId, limit: 5 }, { format: 'text' }),
    ),
    exportAdoption: typed(() =>
      api.exportAdoption(
        { organizationId: given.organizationId, ...day, what: 'days', format: 'csv' },
        { format: 'text' },
      ),
    ),
  };
}

/** Calls that the description forbids; each compiles only because its error is expected. */
export function wrongCalls({ api, v01 }: Api<Caller>): void {
  // @ts-expect-error: the period is one of three
  api.adoption({ period: '31d' });
  // @ts-expect-error: a page has a number of rows
  v01.mcpServers({ limit: 'two' });
  // @ts-expect-error: an event names its developer
  api.dryRunEvent({ event_name: 'FIRST_API_CALL' });
  // @ts-expect-error: a member that the input does not have
  api.publishProject({ draftId: 'prj_1', contentHash: 'sha256:0', confirmed: true });
  // @ts-expect-error: a skill comes in as a draft and as nothing else
  api.importAgentSkill({ skillUrl: 'https://skills.example/SKILL.md', status: 'PUBLISHED' });
  // @ts-expect-error: a scope that no token has
  api.createWorkflowToken({ name: 'Laptop', scopes: ['everything'] });
  // @ts-expect-error: a file is of a format that is known
  api.uploadCatalogImport({ format: 'xml', file: new File([], 'tools.xml') });
  // @ts-expect-error: a maturity that no tool has
  api.buildSearchByPost({ intent: 'email', maturity: ['ancient'] });
  // @ts-expect-error: a monthly entry has an amount
  api.storeSpending({
    type: 'monthly_spend',
    provider: 'coding_agent',
    month: '2026-10',
    currency: 'USD',
    source: 'agent_reported',
  });
}

/** Members of answers that are one of a closed set, compared with values that only a closed set allows. */
export async function closedAnswers({ api }: Api<Caller>): Promise<unknown[]> {
  const row = (await api.adoption()).data.tools[0];
  const cohort: 'reported' | 'suppressed' | 'insufficient' | 'missing' | undefined = row?.cohort;
  const label: 'first-party' | 'sample' | 'missing' | undefined = row?.label;
  const grade: 'A' | 'B' | 'C' | 'D' | 'E' | null | undefined = row?.grade;
  const tool = (await api.directoryContext()).data.tools[0];
  const level: 'none' | 'listed' | 'domain' | 'package' | undefined = tool?.verification.level;
  const { mapping, wouldBe } = (await api.dryRunEvent({ event_name: 'FIRST_API_CALL', developer_id: 'dev_client' }))
    .data;
  const family: 'catalog' | 'caller' | null | undefined = mapping.event.familySource;
  const outcome: 'tracked' | 'duplicate' | 'ignored' | 'conflict' = wouldBe;
  const item = (await api.trackBatch({ events: [] })).data.results[0];
  const status: 'tracked' | 'duplicate' | 'ignored' | 'conflict' | 'invalid' | undefined = item?.status;
  return [cohort, label, grade, level, family, outcome, status];
}
