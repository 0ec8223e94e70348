import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askGraphql } from '../setup/ask.js';
import { workflowFixturesOf } from '../setup/calls.fixtures.workflow.js';
import { makePlan } from '../setup/plans.js';
import { type Builder, draftByAgent, makeBuilder, publishedByAgent } from '../setup/projects.js';
import { type SourcedApp, startSourcedApp } from '../setup/skill-source.js';
import { makeToken, tokenIdOf } from '../setup/tokens.js';

interface Context {
  profile: { id: string; email: string };
  token: { id: string; name: string; scopes: string[]; projectId: string | null; expiresAt: string } | null;
  projects: { id: string; status: string; publicUrl: string | null; reviewUrl: string; tools: string[] }[];
  plans: { id: string }[];
  skills: { id: string; status: string; publicHref: string | null }[];
  notices: string[];
}

let app: SourcedApp;
let builder: Builder;
beforeAll(async () => {
  app = await startSourcedApp();
  builder = await makeBuilder(app);
});
afterAll(() => app.close());

const contextOf = (token: string) => ask<Context>(`${app.url}/api/workflow/context`, { token });

describe('the context of an agent', () => {
  it('says whose it is, which token asks, and what there is to work in, newest first', async () => {
    const { person, token } = builder;
    const published = await publishedByAgent(app, builder, { tools: [{ slug: 'stripe' }] });
    const draft = await draftByAgent(app, builder);
    const plan = await makePlan(app, 'payments', person);
    const { newSkill } = workflowFixturesOf(app, person.email);
    const skills = [await newSkill(), await newSkill('PUBLISHED')];
    const { body, headers } = await contextOf(token);
    expect(body.profile).toMatchObject({ id: person.id, email: person.email });
    const scopes = ['project:read', 'tools:read', 'project:publish'];
    expect(body.token).toMatchObject({ id: await tokenIdOf(app, token), name: 'CI', scopes, projectId: null });
    expect(body.token?.expiresAt).toBe(headers.get('workflow-token-expiration'));
    expect(body.projects).toMatchObject([
      { id: draft.id, status: 'DRAFT', publicUrl: null, tools: [] },
      { id: published.id, status: 'PUBLISHED', publicUrl: `${app.url}/p/${published.slug}`, tools: ['stripe'] },
    ]);
    expect(body.plans.map(({ id }) => id)).toEqual([plan.id]);
    expect(body.skills.map(({ id }) => id).sort()).toEqual(skills.map(({ skillId }) => skillId).sort());
    for (const { id, status, publicHref } of body.skills)
      expect(publicHref).toBe(status === 'PUBLISHED' ? `${app.url}/s/${id}` : null);
    expect(body.notices).toEqual([]);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  it('shows a project-scoped token its project alone, without plans and skills', async () => {
    const { person } = builder;
    const project = await draftByAgent(app, builder);
    const { token } = await makeToken(app, person, { scopes: ['project:read'], projectId: project.id });
    const { body } = await contextOf(token);
    expect(body.token?.projectId).toBe(project.id);
    expect(body.projects.map(({ id }) => id)).toEqual([project.id]);
    expect([body.plans, body.skills, body.notices]).toEqual([[], [], []]);
    const drafts = await ask<{ drafts: { id: string }[] }>(`${app.url}/api/workflow/projects/draft`, { token });
    expect(drafts.body.drafts.map(({ id }) => id)).toEqual([project.id]);
  });

  it('holds nothing of anyone else', async () => {
    const { body } = await contextOf((await makeBuilder(app)).token);
    expect([body.projects, body.plans, body.skills]).toEqual([[], [], []]);
  });

  it('says so when there is more than it shows, and leaves archived projects out', async () => {
    const many = await makeBuilder(app);
    const { newProject } = workflowFixturesOf(app, many.person.email);
    const archived = await newProject();
    for (let one = 0; one < 26; one += 1) await newProject();
    await askGraphql(
      app,
      'mutation ($input: ArchiveProjectInput!) { archiveProject(input: $input) { status } }',
      { input: { projectId: archived.projectId, revision: 1 } },
      many.person,
    );
    const { body } = await contextOf(many.token);
    expect(body.projects).toHaveLength(25);
    expect(body.projects.map(({ id }) => id)).not.toContain(archived.projectId);
    expect(body.notices).toEqual(['Only the newest 25 projects are here: GET /api/workflow/projects lists them.']);
  });

  it('is the same through GraphQL for the person in a session, without a token', async () => {
    const { data } = await askGraphql<{ workflowContext: Context }>(
      app,
      '{ workflowContext { profile { id } token { id } } }',
      {},
      builder.person,
    );
    expect(data?.workflowContext).toEqual({ profile: { id: builder.person.id }, token: null });
  });
});
