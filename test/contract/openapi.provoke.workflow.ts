import type { TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import type { Project } from '../setup/drafts.js';
import { makePlan } from '../setup/plans.js';
import { approveByPerson, type Builder, makeBuilder } from '../setup/projects.js';
import type { SourcedApp } from '../setup/skill-source.js';
import { makeToken } from '../setup/tokens.js';
import type { Call } from './openapi.provoke.js';
import { provokeSkills } from './openapi.provoke.skills.js';

const CONTEXT = '/api/workflow/context';
const PROJECTS = '/api/workflow/projects';
const DRAFT = `${PROJECTS}/draft`;
const ONE = `${PROJECTS}/{projectId}`;
const PUBLIC = '/api/projects/{slug}';
const NO_HASH = `sha256:${'0'.repeat(64)}`;
const NOBODYS = 'prj_0197c0de-0000-7000-8000-000000000000';

/** Provokes the answers of the paths of projects, skills and the workflow's context to their own person and agents. */
export async function provokeWorkflow(app: SourcedApp, call: Call): Promise<void> {
  const builder = await makeBuilder(app);
  await provokeSkills(app, builder, call);
  const project = await provokeDrafts(app, builder, call);
  await provokePublication(app, builder, project, call);
  await provokeReads(app, builder, project, call);
  await provokePublicRead(app, builder, project, call);
}

/** A draft with everything that one can hold, made twice under one key, and its edits. */
async function provokeDrafts(app: TestApp, { person, token }: Builder, call: Call): Promise<Project> {
  const write = (method: string, body: unknown, headers = {}) => call(method, DRAFT, DRAFT, { token, body, headers });
  const { id: planId } = await makePlan(app, 'payments and transactional email', person);
  const body = {
    title: 'Invoice reminders',
    summary: 'Reminds customers of open invoices.',
    description: 'In their own language.',
    url: 'https://reminders.example',
    repositoryUrl: 'https://github.com/example/reminders',
    tools: [{ slug: 'stripe', role: 'invoices' }, { slug: 'react' }],
    planId,
    note: 'Look at the summary.',
  };
  const keyed = { 'idempotency-key': 'described' };
  const made = await write('post', body, keyed);
  await write('post', body, keyed);
  await write('post', { ...body, title: 'Other' }, keyed);
  await write('post', { title: 'Bare', summary: 'Nothing else.' });
  await write('post', { ...body, planId: 'pln_0197c0de-0000-7000-8000-000000000000' });
  await write('post', { ...body, note: `dai_${'a'.repeat(36)}` });
  const { draft } = made.body as unknown as { draft: Project };
  const edit = { draftId: draft.id, revision: draft.revision };
  const edited = await write('patch', { ...edit, description: null, tools: [{ slug: 'stripe' }] });
  await write('patch', { ...edit, summary: 'Too late.' });
  await write('patch', { ...edit, draftId: NOBODYS });
  return (edited.body as unknown as { draft: Project }).draft;
}

/** Asked for before and after a person approved it, again when it is public, and with what is no content of anyone's. */
async function provokePublication(app: TestApp, builder: Builder, project: Project, call: Call): Promise<void> {
  const { id: draftId, contentHash } = project;
  const publish = (body: object) => call('post', PROJECTS, PROJECTS, { token: builder.token, body });
  await publish({ draftId, contentHash });
  await approveByPerson(app, builder, project);
  await call('get', ONE, `${PROJECTS}/${draftId}`, { token: builder.token });
  for (const body of [
    { draftId, contentHash },
    { draftId, contentHash },
    { draftId, contentHash: NO_HASH },
  ])
    await publish(body);
  await publish({ draftId: NOBODYS, contentHash });
}

/** Lists, one project and the context, as an agent of the account sees them and as one that is bound to the project. */
async function provokeReads(app: TestApp, { person, token }: Builder, { id }: Project, call: Call): Promise<void> {
  const bound = await makeToken(app, person, { scopes: ['project:read'], projectId: id });
  for (const one of [token, bound.token])
    for (const [path, url] of readsOf(id)) await call('get', path, url, { token: one });
  await call('get', PROJECTS, `${PROJECTS}?limit=1`, { token });
  await call('get', DRAFT, `${DRAFT}?limit=1`, { token });
  await call('get', ONE, `${PROJECTS}/${NOBODYS}`, { token });
  for (const [method, path] of writes)
    await call(method, path, path, { token: app.credentials.projectToken, body: {} });
}

/** The public page without a proof and with one. */
async function provokePublicRead(app: TestApp, { person }: Builder, project: Project, call: Call): Promise<void> {
  const url = `/api/projects/${project.slug}`;
  const read = (at: string, options = {}) => call('get', PUBLIC, at, { token: '', ...options });
  await read(url);
  await askGraphql(
    app,
    'mutation ($input: OwnProjectInput!) { createPublicProof(input: $input) { id } }',
    { input: { projectId: project.id } },
    person,
  );
  const proven = await read(url);
  await read(url, { headers: { 'if-none-match': proven.headers.get('etag') ?? '' } });
  await read('/api/projects/nothing');
}

const readsOf = (projectId: string) =>
  [
    [CONTEXT, CONTEXT],
    [PROJECTS, PROJECTS],
    [DRAFT, DRAFT],
    [ONE, `${PROJECTS}/${projectId}`],
  ] as const;
const writes = [
  ['post', DRAFT],
  ['patch', DRAFT],
  ['post', PROJECTS],
] as const;
