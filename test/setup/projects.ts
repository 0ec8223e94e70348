import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.js';
import { ask } from './ask.js';
import { approve, editDraft, makeDraft, PROJECTS_PATH, type Project, publish } from './drafts.js';
import { linkTool, setDomainVerified } from './evidence.js';
import { makeCompany, makePerson, type Person } from './people.js';
import { makeToken } from './tokens.js';

/** A person with an agent that holds a token of theirs, named CI. */
export interface Builder {
  readonly person: Person;
  readonly token: string;
}

/** A new person with a token for their agent. */
export async function makeBuilder(app: TestApp, options: { verified?: boolean } = {}): Promise<Builder> {
  const person = await makePerson(app, options);
  const scopes = ['project:read', 'tools:read', 'project:publish'];
  const { token } = await makeToken(app, person, { name: 'CI', scopes });
  return { person, token };
}

/** Prepares a draft over REST, as an agent does; it has no tools unless they are given. */
export const draftByAgent = (app: TestApp, { token }: Builder, given: object = {}): Promise<Project> =>
  makeDraft(app, token, {
    title: 'Invoice reminders',
    summary: 'Reminds customers of open invoices.',
    tools: undefined,
    ...given,
  });

/** Changes a draft over REST, as an agent does. */
export async function editByAgent(
  app: TestApp,
  { token }: Builder,
  { id, revision }: Pick<Project, 'id' | 'revision'>,
  given: object,
): Promise<Project> {
  const reply = await editDraft(app, token, { draftId: id, revision, ...given });
  if (reply.status !== 200) throw new Error(`no edit: ${reply.status} ${reply.text}`);
  return reply.body.draft;
}

/** Asks for a publication over REST, as an agent does. */
export const publishByAgent = (app: TestApp, { token }: Builder, draft: Pick<Project, 'id' | 'contentHash'>) =>
  publish(app, token, draft);

/** The project as it is stored. */
export const readStored = async (app: TestApp, { token }: Builder, { id }: Pick<Project, 'id'>): Promise<Project> =>
  (await ask<Project>(`${app.url}${PROJECTS_PATH}/${id}`, { token })).body;

/** Approves the present revision by the API, as its owner does in another window. */
export async function approveByPerson(app: TestApp, { person }: Builder, draft: Project): Promise<void> {
  const { errors } = await approve(app, person, draft);
  if (errors.length) throw new Error(`no approval: ${JSON.stringify(errors)}`);
}

/** A project that an agent prepared, its owner approved and the agent published. */
export const publishedByAgent = async (app: TestApp, builder: Builder, given: object = {}): Promise<Project> => {
  const draft = await draftByAgent(app, builder, given);
  await approveByPerson(app, builder, draft);
  return (await publishByAgent(app, builder, draft)).body.project;
};

/** Proves the first tool of a published project: its vendor sees a first use, and another one eight days later. */
export async function proveFirstTool(app: TestApp, { id: projectId, tools: [tool] }: Project): Promise<void> {
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
