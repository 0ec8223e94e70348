import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';
import { ask, askGraphql } from './ask.js';
import { linkTool, setDomainVerified } from './evidence.js';
import { makeCompany, makePerson, type Person } from './people.js';
import { makeToken } from './tokens.js';

/** A person with an agent that holds a token of theirs, named CI. */
export interface Builder {
  readonly person: Person;
  readonly token: string;
}

/** What tests read of a project that an agent prepared. */
export interface Draft {
  readonly id: string;
  readonly slug: string;
  readonly revision: number;
  readonly contentHash: string;
  readonly status: string;
  readonly tools: readonly { readonly toolId: string; readonly slug: string }[];
}

/** A new person with a token for their agent. */
export async function makeBuilder(app: TestApp, options: { verified?: boolean } = {}): Promise<Builder> {
  const person = await makePerson(app, options);
  const scopes = ['project:read', 'tools:read', 'project:publish'];
  const { token } = await makeToken(app, person, { name: 'CI', scopes });
  return { person, token };
}

/** Prepares a draft over REST, as an agent does. */
export async function draftByAgent(app: TestApp, { token }: Builder, given: object = {}): Promise<Draft> {
  const body = { title: 'Invoice reminders', summary: 'Reminds customers of open invoices.', ...given };
  const reply = await ask<{ draft: Draft }>(`${app.url}/api/workflow/projects/draft`, { token, body });
  if (reply.status !== 201) throw new Error(`no draft: ${reply.status} ${reply.text}`);
  return reply.body.draft;
}

/** Changes a draft over REST, as an agent does. */
export async function editByAgent(
  app: TestApp,
  { token }: Builder,
  { id, revision }: Draft,
  given: object,
): Promise<Draft> {
  const body = { draftId: id, revision, ...given };
  const reply = await ask<{ draft: Draft }>(`${app.url}/api/workflow/projects/draft`, { method: 'PATCH', token, body });
  if (reply.status !== 200) throw new Error(`no edit: ${reply.status} ${reply.text}`);
  return reply.body.draft;
}

/** Asks for a publication over REST, as an agent does. */
export const publishByAgent = (app: TestApp, { token }: Builder, { id, contentHash }: Draft) =>
  ask<{ code?: string; approvalUrl?: string; published?: boolean; publicUrl?: string }>(
    `${app.url}/api/workflow/projects`,
    { token, body: { draftId: id, contentHash } },
  );

/** The project as it is stored. */
export async function readStored(app: TestApp, { token }: Builder, { id }: Pick<Draft, 'id'>) {
  const reply = await ask<Draft & { approval: object | null; proof: object | null; note: string | null }>(
    `${app.url}/api/workflow/projects/${id}`,
    { token },
  );
  return reply.body;
}

/** Approves the present revision by the API, as its owner does in another window. */
export async function approveByPerson(app: TestApp, { person }: Builder, draft: Draft): Promise<void> {
  const { errors } = await askGraphql(
    app,
    'mutation ($input: ApproveProjectInput!) { approveProject(input: $input) { id } }',
    { input: { projectId: draft.id, revision: draft.revision, contentHash: draft.contentHash } },
    person,
  );
  if (errors.length) throw new Error(`no approval: ${JSON.stringify(errors)}`);
}

/** A project that an agent prepared, its owner approved and the agent published. */
export async function makePublished(app: TestApp, builder: Builder, given: object = {}): Promise<Draft> {
  const draft = await draftByAgent(app, builder, given);
  await approveByPerson(app, builder, draft);
  const reply = await publishByAgent(app, builder, draft);
  if (reply.status !== 201) throw new Error(`not published: ${reply.status} ${reply.text}`);
  return draft;
}

/** Proves the first tool of a published project: its vendor sees a first use, and another one eight days later. */
export async function proveFirstTool(app: TestApp, { id: projectId, tools: [tool] }: Draft): Promise<void> {
  const company = await makeCompany(app);
  await setDomainVerified(app, company.organizationId);
  await linkTool(app, company, tool?.toolId ?? '');
  for (const [event_name, occurredAt] of [
    ['FIRST_API_CALL', '2026-01-10T00:00:00Z'],
    ['RETURNED_AFTER_7_DAYS', '2026-01-18T00:00:00Z'],
  ]) {
    const product = { id: company.productId, name: 'An API', type: 'api' };
    const body = { event_name, occurredAt, developer_id: 'dev_1', product, projectId, idempotencyKey: randomUUID() };
    const reply = await ask(`${app.url}/api/usage/track`, { token: company.trackingKey, body });
    if (reply.body.tracked !== true) throw new Error(`not tracked: ${reply.text}`);
  }
}
