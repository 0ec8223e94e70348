import { readFileSync } from 'node:fs';
import { publicProject } from '../rest-shims/api/projects.js';
import { workflowContext } from '../rest-shims/api/workflow/context.js';
import { createDraft, editDraft } from '../rest-shims/api/workflow/projects/draft.js';
import { ownProject, ownProjects } from '../rest-shims/api/workflow/projects.js';

/** The ids that `operations.seed.ts` wrote, for the calls that name them. */
export interface Seeded {
  readonly organizationId: string;
  readonly productId: string;
  readonly planId: string;
  readonly draft: { readonly id: string; readonly revision: number; readonly contentHash: string };
  readonly approved: { readonly id: string; readonly contentHash: string };
  readonly published: { readonly slug: string };
}

/** A call that is measured: what its caller sends, and why it belongs to the most called. */
export interface MeasuredCall {
  readonly name: string;
  readonly why: string;
  readonly by: 'agent' | 'builder' | 'owner' | 'anonymous';
  /** Null where the caller’s credential alone is looked up, as before every call. */
  readonly document: string | null;
  /** The operation that is meant, of a document with several. */
  readonly operation?: string;
  variables(seeded: Seeded): Record<string, unknown>;
}

/** The documents of the workspace's screens as they are sent, with the fragments that they share with REST and MCP; all of them are one document. */
const screens = readFileSync('admin/providers/generated/documents.graphql', 'utf8');

const ofScreen = (operation: string): Pick<MeasuredCall, 'document' | 'operation'> => ({
  document: screens,
  operation,
});
const ofCompany = ({ organizationId }: Seeded): Record<string, unknown> => ({ organizationId });
const PAGE = 50;

/** A page of 50 where there are pages: the largest that a screen asks for. */
export const measuredCalls: readonly MeasuredCall[] = [
  { name: 'credential', why: 'every call of an agent', by: 'agent', document: null, variables: () => ({}) },
  {
    name: 'workflowContext',
    why: 'an agent begins its work with it',
    by: 'agent',
    document: workflowContext.document,
    variables: () => ({}),
  },
  {
    name: 'projects',
    why: 'an agent looks for its project; the home and the list of projects',
    by: 'agent',
    document: ownProjects.document,
    variables: () => ({ limit: PAGE }),
  },
  {
    name: 'project',
    why: 'before every change of a draft, and after it',
    by: 'agent',
    document: ownProject.document,
    variables: ({ draft }) => ({ projectId: draft.id }),
  },
  {
    name: 'createProjectDraft',
    why: 'an agent’s first write',
    by: 'agent',
    document: createDraft.document,
    variables: () => ({
      input: { title: 'Measured', summary: 'Measured.', tools: [{ slug: 'stripe', role: 'payments' }] },
    }),
  },
  {
    name: 'updateProjectDraft',
    why: 'an agent writes as it goes on',
    by: 'agent',
    document: editDraft.document,
    variables: ({ draft: { id, revision } }) => ({ input: { draftId: id, revision, summary: 'Measured again.' } }),
  },
  {
    name: 'approveProject',
    why: 'each publication needs one',
    by: 'builder',
    ...ofScreen('ApproveProject'),
    variables: ({ draft: { id, revision, contentHash } }) => ({ input: { projectId: id, revision, contentHash } }),
  },
  {
    name: 'publishProject',
    why: 'what an agent works towards',
    by: 'builder',
    ...ofScreen('PublishProject'),
    variables: ({ approved: { id, contentHash } }) => ({ input: { draftId: id, contentHash } }),
  },
  {
    name: 'publicProject',
    why: 'everyone’s page, crawlers’ too',
    by: 'anonymous',
    document: publicProject.document,
    variables: ({ published: { slug } }) => ({ slug }),
  },
  {
    name: 'savedPlans',
    why: 'the home and the workbench ask for it',
    by: 'agent',
    ...ofScreen('ListPlans'),
    variables: () => ({ limit: PAGE }),
  },
  {
    name: 'buildPacket',
    why: 'an agent begins to build with it',
    by: 'agent',
    ...ofScreen('ReadPacket'),
    variables: ({ planId }) => ({ planId }),
  },
  {
    name: 'agentSkills',
    why: 'an agent looks for what it can do',
    by: 'agent',
    ...ofScreen('ListSkills'),
    variables: () => ({ limit: PAGE }),
  },
  {
    name: 'usage',
    why: 'an agent sees what became of its receipts',
    by: 'agent',
    ...ofScreen('ListUsageReceipts'),
    variables: () => ({ limit: PAGE }),
  },
  {
    name: 'reportUsage',
    why: 'an agent reports each call of a tool',
    by: 'agent',
    document: 'mutation ($input: ReportUsageInput!) { reportUsage(input: $input) { outcome receipt { id state } } }',
    variables: () => ({ input: { toolSlug: 'stripe', receiptType: 'api_call', idempotencyKey: 'measured' } }),
  },
  {
    name: 'spending',
    why: 'the home asks for it, and an agent before it spends',
    by: 'agent',
    ...ofScreen('ReadSpending'),
    variables: () => ({}),
  },
  {
    name: 'recordSpend',
    why: 'an agent notes a bill',
    by: 'agent',
    ...ofScreen('RecordSpend'),
    variables: () => ({
      input: {
        provider: 'coding_agent',
        month: '2026-01',
        currency: 'EUR',
        amountCents: 4_200,
        source: 'agent_reported',
      },
    }),
  },
  {
    name: 'viewer',
    why: 'every screen begins with it',
    by: 'owner',
    ...ofScreen('ReadViewer'),
    variables: () => ({}),
  },
  {
    name: 'products',
    why: 'the products screen, and every choice of a product',
    by: 'owner',
    ...ofScreen('ListProducts'),
    variables: (seeded) => ({ ...ofCompany(seeded), limit: PAGE }),
  },
  {
    name: 'trackingKeys',
    why: 'a product’s screen and the start guide ask for it',
    by: 'owner',
    ...ofScreen('ListTrackingKeys'),
    variables: ofCompany,
  },
  {
    name: 'members',
    why: 'the team’s screen',
    by: 'owner',
    ...ofScreen('ListMembers'),
    variables: ofCompany,
  },
  {
    name: 'myClaims',
    why: 'the offers’ screens and the home',
    by: 'builder',
    ...ofScreen('ListMyClaims'),
    variables: () => ({ limit: PAGE }),
  },
  {
    name: 'toolConnections',
    why: 'each tool’s page says whether it is connected',
    by: 'builder',
    ...ofScreen('ListToolConnections'),
    variables: () => ({}),
  },
  {
    name: 'workflowTokens',
    why: 'the tokens’ screen and the start guide',
    by: 'builder',
    ...ofScreen('ListWorkflowTokens'),
    variables: () => ({ limit: PAGE }),
  },
];
