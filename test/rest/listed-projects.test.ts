import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import type { Project } from '../setup/drafts.js';
import {
  approveByPerson,
  type Builder,
  draftByAgent,
  editByAgent,
  makeBuilder,
  publishByAgent,
  publishedByAgent,
  readStored,
} from '../setup/projects.js';

let app: TestApp;
let builder: Builder;
beforeAll(async () => {
  app = await startApp();
  builder = await makeBuilder(app);
});
afterAll(() => app.close());

const setListed = ({ id: projectId }: Pick<Project, 'id'>, listed: boolean, cookie = builder.person.cookie) =>
  askGraphql<{ setProjectListed: { listed: boolean } | null }>(
    app,
    'mutation ($input: SetProjectListedInput!) { setProjectListed(input: $input) { listed } }',
    { input: { projectId, listed } },
    { cookie },
  );

/** The entry of a project's page in the sitemap, or undefined. */
async function entryOf({ slug }: Pick<Project, 'slug'>): Promise<string | undefined> {
  const { text } = await ask(`${app.url}/sitemap.xml`);
  return text.match(new RegExp(`<url><loc>${app.url}/p/${slug}</loc>.*?</url>`))?.[0];
}

const publicRead = async ({ slug }: Pick<Project, 'slug'>) =>
  ask<{ listed: boolean; publishedAt: string }>(`${app.url}/api/projects/${slug}`);

describe('a published project', () => {
  it('is in no list until its owner agrees, then in the sitemap with its last change, and gone from there at once', async () => {
    const project = await publishedByAgent(app, builder);
    expect(await entryOf(project)).toBeUndefined();
    const { body, headers } = await publicRead(project);
    expect(body.listed).toBe(false);

    expect((await setListed(project, true)).data?.setProjectListed).toEqual({ listed: true });
    expect(await entryOf(project)).toContain(`<lastmod>${body.publishedAt}</lastmod>`);
    expect(await readStored(app, builder, project)).toMatchObject({ listed: true });
    const again = await ask<{ listed: boolean }>(`${app.url}/api/projects/${project.slug}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect([again.status, again.body.listed]).toEqual([200, true]);

    expect((await setListed(project, true)).data?.setProjectListed).toEqual({ listed: true });
    expect((await setListed(project, false)).data?.setProjectListed).toEqual({ listed: false });
    expect(await entryOf(project)).toBeUndefined();
    expect((await publicRead(project)).body.listed).toBe(false);

    const acts = await query(
      app.databaseUrl,
      `select action, actor from audit_entry where resource_id = $1 and action like 'project.%list' order by sequence`,
      [project.id],
    );
    expect(acts).toEqual([
      { action: 'project.list', actor: builder.person.id },
      { action: 'project.unlist', actor: builder.person.id },
    ]);
  });

  it('stays listed with its next revision, and leaves the list for good when it is archived', async () => {
    const project = await publishedByAgent(app, builder);
    await setListed(project, true);
    const draft = await editByAgent(app, builder, await readStored(app, builder, project), { summary: 'Changed.' });
    await approveByPerson(app, builder, draft);
    const next = (await publishByAgent(app, builder, draft)).body.project;
    expect(next).toMatchObject({ listed: true });
    expect(await entryOf(project)).toContain(`<lastmod>${(await publicRead(project)).body.publishedAt}</lastmod>`);
    await askGraphql(
      app,
      'mutation ($input: ArchiveProjectInput!) { archiveProject(input: $input) { status } }',
      { input: { projectId: project.id, revision: next.revision } },
      { cookie: builder.person.cookie },
    );
    expect(await entryOf(project)).toBeUndefined();
    expect(await readStored(app, builder, project)).toMatchObject({ status: 'ARCHIVED', listed: false });
  });
});

describe('the agreement to be listed', () => {
  it('is of a page that is there, and of its owner alone', async () => {
    const draft = await draftByAgent(app, builder);
    expect((await setListed(draft, true)).errors[0]?.extensions.code).toBe('STATE_CONFLICT');
    const project = await publishedByAgent(app, builder);
    const stranger = await makeBuilder(app);
    expect((await setListed(project, true, stranger.person.cookie)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await entryOf(project)).toBeUndefined();
  });

  it('is listed for everyone over GraphQL, page by page', async () => {
    const projects = [await publishedByAgent(app, builder), await publishedByAgent(app, builder)];
    for (const project of projects) await setListed(project, true);
    const found: string[] = [];
    for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
      const reply: {
        data?: { listedProjects: { items: { slug: string }[]; nextCursor: string | null } } | null;
      } = await askGraphql(
        app,
        'query ($cursor: String) { listedProjects(limit: 1, cursor: $cursor) { items { slug title changedAt } nextCursor } }',
        { cursor },
      );
      found.push(...(reply.data?.listedProjects.items ?? []).map(({ slug }) => slug));
      cursor = reply.data?.listedProjects.nextCursor ?? undefined;
    }
    expect(found).toEqual(projects.map(({ slug }) => slug).toReversed());
  });
});
