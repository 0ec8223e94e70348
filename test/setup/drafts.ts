import type { TestApp } from './app.js';
import { ask, askGraphql, type Reply } from './ask.js';
import type { Caller } from './cast.js';

const TOOL = '{ toolId slug name role selectedAt }';
export const PROJECT = `id slug status revision contentHash title summary description url repositoryUrl tools ${TOOL} planId note
  changedBy { kind name } approval { revision contentHash approvedAt expiresAt approvedBy }
  published { revision contentHash publishedAt publicUrl title tools ${TOOL} } hasUnpublishedChanges
  proof { id madeAt revision tools { slug state activatedAt retainedAt label gapDays eventIds } } reviewUrl`;

export interface Project {
  id: string;
  slug: string;
  status: string;
  revision: number;
  contentHash: string;
  title: string;
  summary: string;
  description: string | null;
  tools: { toolId: string; slug: string; name: string; role: string | null; selectedAt: string }[];
  planId: string | null;
  note: string | null;
  changedBy: { kind: string; name: string };
  approval: { revision: number; contentHash: string; approvedAt: string; expiresAt: string; approvedBy: string } | null;
  published: { revision: number; contentHash: string; publicUrl: string; title: string } | null;
  hasUnpublishedChanges: boolean;
  proof: { id: string; tools: { slug: string; state: string }[] } | null;
  reviewUrl: string;
}

type App = Pick<TestApp, 'url'>;
type Draft = { draft: Project; reviewUrl: string };
type Refusal = { code: string; errors?: { pointer: string; code: string }[]; approvalUrl?: string; revision?: number };

export const DRAFT_PATH = '/api/workflow/projects/draft';
export const PROJECTS_PATH = '/api/workflow/projects';

/** A draft that an agent prepares over REST. */
export const askDraft = (
  app: App,
  token: string,
  body: Record<string, unknown> = {},
  idempotencyKey?: string,
): Promise<Reply<Draft & Refusal>> =>
  ask(`${app.url}${DRAFT_PATH}`, {
    token,
    body: { title: 'A project', summary: 'What it is.', tools: [{ slug: 'stripe', role: 'payments' }], ...body },
    ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}),
  });

/** The same where the test is about what comes after. */
export async function makeDraft(app: App, token: string, body: Record<string, unknown> = {}): Promise<Project> {
  const reply = await askDraft(app, token, body);
  if (reply.status !== 201) throw new Error(`no draft: ${reply.status} ${reply.text}`);
  return reply.body.draft;
}

/** An agent's edit over REST. */
export const editDraft = (app: App, token: string, body: Record<string, unknown>) =>
  ask<Draft & Refusal>(`${app.url}${DRAFT_PATH}`, { token, method: 'PATCH', body });

/** An agent asks for the publication of a content. */
export const publish = (app: App, token: string, { id, contentHash }: Pick<Project, 'id' | 'contentHash'>) =>
  ask<{ project: Project; published: boolean; publicUrl: string } & Refusal>(`${app.url}${PROJECTS_PATH}`, {
    token,
    body: { draftId: id, contentHash },
  });

const INPUTS = {
  approveProject: 'ApproveProjectInput',
  withdrawProjectApproval: 'OwnProjectInput',
  archiveProject: 'ArchiveProjectInput',
  createPublicProof: 'OwnProjectInput',
} as const;

/** The acts that only a person has. */
export const act = (app: App, by: Caller, name: keyof typeof INPUTS, input: Record<string, unknown>) =>
  askGraphql<Record<string, Project | null>>(
    app,
    `mutation ($input: ${INPUTS[name]}!) { ${name}(input: $input) { ${PROJECT} } }`,
    { input },
    by,
  );

/** A person approves a revision as they saw it. */
export const approve = (
  app: App,
  by: Caller,
  { id, revision, contentHash }: Pick<Project, 'id' | 'revision' | 'contentHash'>,
) => act(app, by, 'approveProject', { projectId: id, revision, contentHash });

/** A project that an agent prepared, a person approved and the agent published. */
export async function makePublished(
  app: App,
  token: string,
  by: Caller,
  body: Record<string, unknown> = {},
): Promise<Project> {
  const draft = await makeDraft(app, token, body);
  await approve(app, by, draft);
  const reply = await publish(app, token, draft);
  if (reply.status !== 201) throw new Error(`not published: ${reply.status} ${reply.text}`);
  return reply.body.project;
}
