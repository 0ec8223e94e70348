import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { prepared, review, submissionOf } from '../setup/intake.js';
import { addTools, makeFacts } from '../setup/plans.js';
import { type Builder, draftByAgent, makeBuilder, proveFirstTool, publishedByAgent } from '../setup/projects.js';

let app: TestApp;
let builder: Builder;
let slug: string;
beforeAll(async () => {
  app = await startApp();
  builder = await makeBuilder(app);
  slug = await published();
});
afterAll(() => app.close());

/** A hackathon that went through the review, with two tools of its sponsor. */
async function published(): Promise<string> {
  await addTools(app, makeFacts('entry-pay'), makeFacts('entry-mail'), makeFacts('entry-else'));
  const sponsors = [{ name: 'Entry', domain: 'entry.example', toolSlugs: ['entry-pay', 'entry-mail'] }];
  const { id } = await prepared(app, submissionOf('hackathon_passport', { sponsors }));
  const cookie = await signIn(app, app.credentials.users.reviewer);
  const { data } = await review(app, 'approveIntake', { id, revision: 1 }, cookie);
  return data?.approveIntake?.outcome?.eventSlug ?? '';
}

interface Entries {
  total: number;
  entries: { hackathon: { slug: string } }[];
}
const change = (act: 'enterHackathon' | 'leaveHackathon', projectId: string, { person }: Builder, of = slug) =>
  askGraphql<Record<string, Entries | null>>(
    app,
    `mutation ($slug: String!, $projectId: ID!) { ${act}(slug: $slug, projectId: $projectId) { total entries { hackathon { slug } } } }`,
    { slug: of, projectId },
    { cookie: person.cookie },
  );

interface Shown {
  slug: string;
  title: string;
  selections: { slug: string; state: string; label: string | null }[];
}
const shown = async (of = slug): Promise<Shown[]> => {
  const { data } = await askGraphql<{ hackathon: { projects: Shown[] } }>(
    app,
    'query ($slug: String!) { hackathon(slug: $slug) { projects { slug title selections { slug state label } } } }',
    { slug: of },
  );
  return data?.hackathon.projects ?? [];
};

const TOOLS = [{ slug: 'entry-pay' }, { slug: 'entry-else' }];

describe('a project that is entered into a hackathon', () => {
  it('shows the sponsors’ tools that it uses, proven as far as its owner made public', async () => {
    const project = await publishedByAgent(app, builder, { tools: TOOLS });
    const { data } = await change('enterHackathon', project.id, builder);
    expect(data?.enterHackathon?.entries).toEqual([{ hackathon: { slug } }]);
    const own = (all: Shown[]) => all.find((one) => one.slug === project.slug)?.selections;
    expect(own(await shown())).toEqual([{ slug: 'entry-pay', state: 'self-reported', label: null }]);

    await proveFirstTool(app, project);
    expect(own(await shown())).toMatchObject([{ state: 'self-reported' }]);
    await askGraphql(
      app,
      'mutation ($input: OwnProjectInput!) { createPublicProof(input: $input) { id } }',
      { input: { projectId: project.id } },
      { cookie: builder.person.cookie },
    );
    expect(own(await shown())).toEqual([{ slug: 'entry-pay', state: 'retained', label: 'first-party' }]);
  });

  it('is there once, however often and at once it is entered, and gone when it is taken out', async () => {
    const { id } = await publishedByAgent(app, builder);
    const replies = await Promise.all([1, 2, 3].map(() => change('enterHackathon', id, builder)));
    for (const { data } of replies) expect(data?.enterHackathon?.total).toBe(1);
    const left = await change('leaveHackathon', id, builder);
    expect(left.data?.leaveHackathon).toMatchObject({ total: 0, entries: [] });
    expect((await change('leaveHackathon', id, builder)).data?.leaveHackathon?.total).toBe(0);
  });

  it('is not shown before it is published, or after it is archived', async () => {
    const draft = await draftByAgent(app, builder);
    const refused = await change('enterHackathon', draft.id, builder);
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'STATE_CONFLICT' });
    const project = await publishedByAgent(app, builder);
    await change('enterHackathon', project.id, builder);
    expect((await shown()).some((one) => one.slug === project.slug)).toBe(true);
    await query(app.databaseUrl, `update project set status = 'ARCHIVED' where id = $1`, [project.id.slice(4)]);
    expect((await shown()).some((one) => one.slug === project.slug)).toBe(false);
  });

  it('is its owner’s to enter and to take out', async () => {
    const project = await publishedByAgent(app, builder);
    await change('enterHackathon', project.id, builder);
    const other = await makeBuilder(app);
    for (const act of ['enterHackathon', 'leaveHackathon'] as const)
      expect((await change(act, project.id, other)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await change('enterHackathon', `prj_${randomUUID()}`, builder)).errors[0]?.extensions.code).toBe(
      'NOT_FOUND',
    );
    expect((await shown()).some((one) => one.slug === project.slug)).toBe(true);
  });

  it('stands as it is once projects were due', async () => {
    const project = await publishedByAgent(app, builder);
    const ended = await published();
    await query(app.databaseUrl, `update hackathon_event set submissions_due_at = now() where slug = $1`, [ended]);
    const refused = await change('enterHackathon', project.id, builder, ended);
    expect(refused.errors[0]?.extensions.code).toBe('STATE_CONFLICT');
    const { data } = await askGraphql<{ hackathons: { items: { slug: string }[] } }>(
      app,
      '{ hackathons(open: true) { items { slug } } }',
    );
    const open = data?.hackathons.items.map((one) => one.slug) ?? [];
    expect([open.includes(slug), open.includes(ended)]).toEqual([true, false]);
  });

  it('is an entry of the owner’s audit log', async () => {
    const project = await publishedByAgent(app, builder);
    await change('enterHackathon', project.id, builder);
    const [entry] = await query<{ action: string }>(
      app.databaseUrl,
      `select action from audit_entry where action like 'hackathon.%' order by id desc limit 1`,
    );
    expect(entry?.action).toBe('hackathon.enter');
  });
});
