import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { unique } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { askDraft, DRAFT_PATH, editDraft, makeDraft, PROJECTS_PATH, type Project } from '../setup/drafts.js';
import { makePerson, type Person } from '../setup/people.js';
import { makePlan } from '../setup/plans.js';
import { expectRefusal } from '../setup/refusal.js';
import { countRows } from '../setup/rows.js';
import { createToken } from '../setup/tokens.js';

let app: TestApp;
/** A second process on the same database. */
let replica: TestApp;
let token: string;
let otherToken: string;
let owner: Person;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
  token = app.credentials.workflowToken;
  otherToken = app.credentials.otherTenant.workflowToken;
  owner = await makePerson(app);
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

const problemsOf = (body: { errors?: { pointer: string; code: string }[] }) =>
  body.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
const projectsOf = async (): Promise<number> =>
  (await query<{ n: number }>(app.databaseUrl, 'select count(*)::int as n from project'))[0]?.n ?? -1;

describe('POST /api/workflow/projects/draft · 201', () => {
  it('stores a private draft with tools of the directory and says where a person reviews it', async () => {
    const { body } = await askDraft(app, token, { title: '  Rappels de facture ', note: 'look at the tools' });
    expect(body.draft).toMatchObject({
      status: 'DRAFT',
      revision: 1,
      title: 'Rappels de facture',
      note: 'look at the tools',
      changedBy: { kind: 'workflow_token', name: 'Demo token' },
      approval: null,
      published: null,
      hasUnpublishedChanges: true,
      tools: [{ slug: 'stripe', name: 'Stripe', role: 'payments' }],
    });
    expect(body.draft.id).toMatch(/^prj_/);
    expect(body.draft.contentHash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(body.reviewUrl).toBe(`${app.url}/admin/#/me/projects/${body.draft.id}`);
    expect((await ask(`${app.url}/api/projects/${body.draft.slug}`)).status).toBe(404);
  });

  it('takes the tools of a saved plan where none are given, and keeps the plan private', async () => {
    const builder = { cookie: owner.cookie };
    const plan = await makePlan(app, 'payments and login', builder);
    const mine = await ask<{ token: string }>(`${app.url}/api/workflow/mcp-config`, {
      body: { name: 'mine', scopes: ['project:publish', 'project:read'] },
      cookie: owner.cookie,
      headers: { origin: app.url },
    });
    const draft = await makeDraft(app, mine.body.token, { tools: undefined, planId: plan.id });
    expect(draft.planId).toBe(plan.id);
    expect(draft.tools.map(({ slug }) => slug)).toEqual([...new Set(plan.brief.stack.map(({ tool }) => tool.slug))]);
  });

  it('gives titles that are alike addresses of their own, also when they come at once, and one to a title without Latin letters', async () => {
    const title = `Same ${unique()}`;
    const drafts = await Promise.all([app, replica, app, replica].map((at) => makeDraft(at, token, { title })));
    expect(new Set(drafts.map(({ slug }) => slug)).size).toBe(4);
    // Also the first: an address without random characters would tell that no one else has a draft of that title.
    for (const { slug } of drafts) expect(slug).toMatch(/^same-[0-9a-f]{16}-[0-9a-f]{8}$/);
    expect((await makeDraft(app, token, { title: '請求書' })).slug).toMatch(/^project-[0-9a-f]{8}$/);
  });

  it('keeps text as text: markup is stored and answered as it was written', async () => {
    const description = '<script>alert(1)</script> [x](javascript:alert(1))\nsecond line';
    expect((await makeDraft(app, token, { description })).description).toBe(description);
  });
});

describe('POST /api/workflow/projects/draft · idempotency', () => {
  it('makes one draft under a key, whatever happens to it since, and says that it replays', async () => {
    const key = unique();
    const first = await askDraft(app, token, { title: `Once ${key}` }, key);
    await editDraft(app, token, { draftId: first.body.draft.id, revision: 1, summary: 'Another.' });
    const again = await askDraft(replica, token, { title: `Once ${key}` }, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.draft).toMatchObject({ id: first.body.draft.id, revision: 1, summary: 'What it is.' });
  });

  it('is 409 with another body, and each owner’s own', async () => {
    const key = unique();
    const first = await askDraft(app, token, {}, key);
    const other = await askDraft(app, token, { title: 'Changed' }, key);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    const theirs = await askDraft(app, otherToken, {}, key);
    expect(theirs.body.draft.id).not.toBe(first.body.draft.id);
  });

  it('has one effect of several at once on two gateways', async () => {
    const [key, before] = [unique(), await projectsOf()];
    const replies = await Promise.all([app, replica, app, replica].map((at) => askDraft(at, token, {}, key)));
    expect(await projectsOf()).toBe(before + 1);
    for (const { status, body } of replies)
      expect(status === 201 || body.code === 'IDEMPOTENCY_IN_PROGRESS').toBe(true);
  });
});

describe('POST /api/workflow/projects/draft · 400', () => {
  it.each([
    [{ title: '' }, '/title text'],
    [{ summary: 'x'.repeat(301) }, '/summary text'],
    [{ title: 'a\u0000b' }, '/title text'],
    [{ url: 'http://example.com' }, '/url link'],
    [{ url: 'javascript:alert(1)' }, '/url link'],
    [{ repositoryUrl: 'https://user:pw@example.com/' }, '/repositoryUrl link'],
    [{ tools: [{ slug: 'no-such-tool' }] }, '/tools/0/slug not_found'],
    [{ tools: [{ slug: 'stripe' }, { slug: 'stripe' }] }, '/tools array_unique'],
    [{ planId: 'pln_1' }, '/planId matches'],
    [{ ownerId: 'usr_1' }, '/ownerId unknown_field'],
    [{ status: 'PUBLISHED' }, '/status unknown_field'],
    [{ constructor: 1 }, '/constructor unknown_field'],
    [{ ['__proto__']: 1 }, '/__proto__ unknown_field'],
    [{ title: 'report\u202efdp.exe' }, '/title hidden_characters'],
    [{ summary: 'A list\u{e0069}\u{e0067}\u{e006e}' }, '/summary hidden_characters'],
    [{ description: 'a\u200bb' }, '/description hidden_characters'],
    [{ description: 'a\u001b[2Kb' }, '/description hidden_characters'],
    [{ url: 'https://example.com/\u202e' }, '/url hidden_characters'],
    [{ tools: [{ slug: 'stripe', role: 'pay\u2066s' }] }, '/tools/0/role hidden_characters'],
  ])('refuses %j and stores nothing', async (wrong, expected) => {
    const before = await countRows(app);
    const reply = await askDraft(app, token, wrong);
    expectRefusal(reply, JSON.stringify(wrong));
    expect(problemsOf(reply.body)).toContain(expected);
    expect(await countRows(app)).toEqual(before);
  });

  it('looks at no item of a list of tools beyond the 51st, which is one too many', async () => {
    const tools = Array.from({ length: 1800 }, (_one, index) => (index > 50 ? { slug: index } : { slug: `s${index}` }));
    const reply = await askDraft(app, token, { tools });
    expectRefusal(reply, '1,800 tools');
    expect(problemsOf(reply.body)).toEqual(['/tools array_max_size']);
  });

  it('takes the joiners that emoji and scripts need, and ends of lines of any kind', async () => {
    const text = { title: '👩‍💻 می‌خواهم', summary: 'क्‍ष', description: 'One\r\ntwo\n\tthree' };
    const reply = await askDraft(app, token, text);
    expect([reply.status, reply.body.draft?.title]).toEqual([201, text.title]);
  });

  it('refuses a credential in any text without repeating it', async () => {
    const secret = ['AKIA', 'QWERTYUIOPASDFGH'].join('');
    for (const wrong of [{ note: secret }, { tools: [{ slug: 'stripe', role: `key ${secret}` }] }]) {
      const reply = await askDraft(app, token, wrong);
      expect([reply.status, reply.body.code]).toEqual([400, 'PRIVATE_CONTENT']);
      expect(reply.text).not.toContain(secret);
    }
  });

  it('knows no plan of another user', async () => {
    const plan = await makePlan(app, 'send email', { cookie: owner.cookie });
    expect((await askDraft(app, token, { planId: plan.id })).status).toBe(404);
  });
});

describe('PATCH /api/workflow/projects/draft', () => {
  it('changes what is given, empties what is null, keeps the rest, and makes a revision', async () => {
    const draft = await makeDraft(app, token, { description: 'Long text', note: 'private' });
    const { body } = await editDraft(app, token, { draftId: draft.id, revision: 1, description: null, title: 'New' });
    expect(body.draft).toMatchObject({
      revision: 2,
      title: 'New',
      summary: draft.summary,
      description: null,
      note: 'private',
    });
    expect(body.draft).toMatchObject({ slug: draft.slug, tools: draft.tools });
  });

  it('keeps the day on which a tool came', async () => {
    const draft = await makeDraft(app, token);
    app.clock.move(60_000);
    const tools = [{ slug: 'resend' }, { slug: 'stripe', role: 'invoices' }];
    const edited = (await editDraft(app, token, { draftId: draft.id, revision: 1, tools })).body.draft;
    const [resend, stripe] = edited.tools;
    expect(stripe?.selectedAt).toBe(draft.tools[0]?.selectedAt);
    expect(Date.parse(resend?.selectedAt ?? '')).toBeGreaterThan(Date.parse(stripe?.selectedAt ?? ''));
  });

  it('answers a call that changes nothing with the project as it is', async () => {
    const draft = await makeDraft(app, token);
    const { body } = await editDraft(app, token, { draftId: draft.id, revision: 1, title: draft.title });
    expect([body.draft.revision, body.draft.contentHash]).toEqual([1, draft.contentHash]);
  });

  it('is 409 for a revision that is not the present one, and one of two edits at once wins', async () => {
    const draft = await makeDraft(app, token);
    const edits = await Promise.all(
      [app, replica, app].map((at, index) =>
        editDraft(at, token, { draftId: draft.id, revision: 1, title: `T${index}` }),
      ),
    );
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(edits.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'STALE_REVISION', revision: 2 });
  });

  it('refuses to take title or summary away', async () => {
    const draft = await makeDraft(app, token);
    const { status, body } = await editDraft(app, token, { draftId: draft.id, revision: 1, title: null });
    expect([status, problemsOf(body)]).toEqual([400, ['/title required']]);
  });

  it('knows no project of another person, of another form, or none', async () => {
    const theirs = await makeDraft(app, otherToken);
    for (const draftId of [theirs.id, 'prj_00000000-0000-7000-8000-000000000000'])
      expect((await editDraft(app, token, { draftId, revision: 1, title: 'Mine now' })).status).toBe(404);
    expect((await editDraft(app, token, { draftId: 'prj_1', revision: 1 })).status).toBe(400);
    const stored = await ask<Project>(`${app.url}${PROJECTS_PATH}/${theirs.id}`, { token: otherToken });
    expect(stored.body).toMatchObject({ title: theirs.title, revision: 1 });
  });
});

describe('GET projects', () => {
  it('lists own projects alone, page by page, newest first', async () => {
    const mine = await createToken(app, otherToken);
    for (let one = 0; one < 3; one += 1) await makeDraft(app, mine, { title: `Listed ${one}` });
    type Page = { drafts: Project[]; nextCursor: string | null };
    const first = await ask<Page>(`${app.url}${DRAFT_PATH}?limit=2`, { token: mine });
    const second = await ask<Page>(`${app.url}${DRAFT_PATH}?limit=100&cursor=${first.body.nextCursor}`, {
      token: mine,
    });
    const ids = [...first.body.drafts, ...second.body.drafts].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort().reverse()).toEqual(ids);
    const all = await ask<{ projects: Project[] }>(`${app.url}${PROJECTS_PATH}?limit=100`, { token });
    expect(all.body.projects.some(({ id }) => ids.includes(id))).toBe(false);
    expect((await ask(`${app.url}${PROJECTS_PATH}?limit=101`, { token })).status).toBe(400);
  });

  it('shows a project-scoped token its project alone', async () => {
    const { projectToken, projectId } = app.credentials;
    const other = await makeDraft(app, token);
    const list = await ask<{ projects: Project[] }>(`${app.url}${PROJECTS_PATH}`, { token: projectToken });
    expect(list.body.projects.map(({ id }) => id)).toEqual([projectId]);
    expect((await ask(`${app.url}${PROJECTS_PATH}/${projectId}`, { token: projectToken })).status).toBe(200);
    expect((await ask(`${app.url}${PROJECTS_PATH}/${other.id}`, { token: projectToken })).status).toBe(404);
  });
});
