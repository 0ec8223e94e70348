import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHashOf } from '../../server/projects/project.rules.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  act,
  approve,
  editDraft,
  makeDraft,
  makePublished,
  PROJECT,
  PROJECTS_PATH,
  type Project,
  publish,
} from '../setup/drafts.js';
import { makePerson } from '../setup/people.js';
import { proveFirstTool } from '../setup/projects.js';
import { createToken } from '../setup/tokens.js';

const HOUR_MS = 3_600_000;
let app: TestApp;
/** A second process on the same database. */
let replica: TestApp;
let token: string;
let builder: { cookie: string };
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
  token = app.credentials.workflowToken;
  builder = { cookie: await signIn(app, app.credentials.users.builder) };
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

const codeOf = (reply: { errors: { extensions: { code: string } }[] }) => reply.errors[0]?.extensions.code;
const publicly = ({ slug }: Pick<Project, 'slug'>, headers: Record<string, string> = {}) =>
  ask<{ title: string; tools: Record<string, unknown>[]; proof: unknown }>(`${app.url}/api/projects/${slug}`, {
    headers,
  });
const edited = async (project: Project, change: Record<string, unknown>): Promise<Project> =>
  (await editDraft(app, token, { draftId: project.id, revision: project.revision, ...change })).body.draft;

describe('POST /api/workflow/projects', () => {
  it('is 403 APPROVAL_REQUIRED with the address where a person approves, as long as no one did', async () => {
    const draft = await makeDraft(app, token);
    const { status, body } = await publish(app, token, draft);
    expect([status, body.code, body.approvalUrl]).toEqual([403, 'APPROVAL_REQUIRED', draft.reviewUrl]);
    expect((await publicly(draft)).status).toBe(404);
  });

  it('publishes what a person approved, once; again it says that it was public', async () => {
    const draft = await makeDraft(app, token);
    const approved = (await approve(app, builder, draft)).data?.approveProject;
    expect(approved).toMatchObject({ status: 'APPROVED', approval: { revision: 1, contentHash: draft.contentHash } });
    const { status, body } = await publish(replica, token, draft);
    expect([status, body.published, body.project.status]).toEqual([201, true, 'PUBLISHED']);
    expect(body.publicUrl).toBe(`${replica.url}/p/${draft.slug}`);
    const again = await publish(app, token, draft);
    expect([again.status, again.body.published]).toEqual([200, false]);
    expect((await publicly(draft)).body.title).toBe(draft.title);
  });

  it('does not publish revision 4 by an approval of revision 3', async () => {
    let project = await makeDraft(app, token);
    project = await edited(project, { summary: 'Second.' });
    const third = await edited(project, { summary: 'Third.' });
    await approve(app, builder, third);
    const fourth = await edited(third, { summary: 'Fourth.' });
    expect(fourth).toMatchObject({ revision: 4, status: 'DRAFT', approval: null });
    expect((await publish(app, token, fourth)).body.code).toBe('APPROVAL_REQUIRED');
    const stale = await publish(app, token, third);
    expect([stale.status, stale.body.code, stale.body.revision]).toEqual([409, 'STALE_REVISION', 4]);
    expect((await publicly(project)).status).toBe(404);
  });

  it('does not publish by an approval that an edit voided, although the content came back', async () => {
    const draft = await makeDraft(app, token);
    await approve(app, builder, draft);
    const away = await edited(draft, { summary: 'Away.' });
    const back = await edited(away, { summary: draft.summary });
    expect(back.contentHash).toBe(draft.contentHash);
    expect((await publish(app, token, back)).body.code).toBe('APPROVAL_REQUIRED');
  });

  it('uses an approval up: the published project has none, and nothing is left to withdraw', async () => {
    const draft = await makeDraft(app, token);
    await approve(app, builder, draft);
    expect((await publish(app, token, draft)).body.project.approval).toBeNull();
    const [left] = await query(
      app.databaseUrl,
      'select count(*)::int as approvals from project_approval where project_id = $1 and voided_at is null',
      [draft.id.slice(4)],
    );
    expect(left).toEqual({ approvals: 0 });
  });

  it('is approved by its present revision alone, although an earlier one had the same content', async () => {
    const draft = await makeDraft(app, token);
    const back = await edited(await edited(draft, { summary: 'Away.' }), { summary: draft.summary });
    expect([back.revision, back.contentHash]).toEqual([3, draft.contentHash]);
    expect(codeOf(await approve(app, builder, draft))).toBe('STALE_REVISION');
    expect((await publish(app, token, back)).body.code).toBe('APPROVAL_REQUIRED');
    expect(codeOf(await approve(app, builder, back))).toBeUndefined();
    expect((await publish(app, token, back)).status).toBe(201);
  });

  it('does not publish by an approval of an earlier revision that nothing voided', async () => {
    const draft = await makeDraft(app, token);
    await approve(app, builder, draft);
    await query(app.databaseUrl, 'update project set revision = revision + 2 where id = $1', [draft.id.slice(4)]);
    expect((await publish(app, token, draft)).body.code).toBe('APPROVAL_REQUIRED');
    expect((await publicly(draft)).status).toBe(404);
  });

  it('does not count an approval that is 24 hours old, and shows the draft as one again', async () => {
    const draft = await makeDraft(app, token);
    await approve(app, builder, draft);
    app.clock.move(24 * HOUR_MS);
    const { body } = await publish(app, token, draft);
    const seen = await ask<Project>(`${app.url}${PROJECTS_PATH}/${draft.id}`, { token });
    app.clock.move(-24 * HOUR_MS);
    expect(body.code).toBe('APPROVAL_REQUIRED');
    expect([seen.body.status, seen.body.approval]).toEqual(['DRAFT', null]);
    expect((await publish(app, token, draft)).status).toBe(201);
  });

  it('lets one of several calls at once publish', async () => {
    const draft = await makeDraft(app, token);
    await approve(app, builder, draft);
    const replies = await Promise.all([app, replica, app, replica].map((at) => publish(at, token, draft)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  });

  it('either publishes the approved content or nothing when an edit comes at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const draft = await makeDraft(app, token, { summary: 'Approved.' });
      await approve(app, builder, draft);
      const [published] = await Promise.all([
        publish(app, token, draft),
        editDraft(replica, token, { draftId: draft.id, revision: 1, summary: 'Not approved.' }),
      ]);
      const seen = await publicly(draft);
      if (published.status === 201) expect(seen.text).toContain('Approved.');
      else expect([published.body.code, seen.status]).toEqual(['STALE_REVISION', 404]);
      expect(seen.text).not.toContain('Not approved.');
    }
  });

  it('keeps the public content while the next revision waits for its own approval', async () => {
    const first = await makePublished(app, token, builder, { title: 'First title' });
    const next = await edited(first, { title: 'Second title' });
    expect(next).toMatchObject({ status: 'PUBLISHED', revision: 2, hasUnpublishedChanges: true });
    expect((await publicly(first)).body.title).toBe('First title');
    expect((await publish(app, token, next)).body.code).toBe('APPROVAL_REQUIRED');
    await approve(app, builder, next);
    expect((await publish(app, token, next)).status).toBe(201);
    expect((await publicly(first)).body.title).toBe('Second title');
  });

  it('knows no project of another person', async () => {
    const draft = await makeDraft(app, token);
    await approve(app, builder, draft);
    expect((await publish(app, app.credentials.otherTenant.workflowToken, draft)).status).toBe(404);
  });

  it('names a hash that anyone can recompute', async () => {
    const { slug, contentHash, tools, ...draft } = await makeDraft(app, token, { url: 'https://example.com/' });
    const { title, summary, description } = draft;
    const content = { title, summary, description, url: 'https://example.com/', repositoryUrl: null, tools };
    expect(contentHashOf(slug, content)).toBe(contentHash);
  });
});

describe('approveProject', () => {
  it('is for a person in a session alone', async () => {
    const draft = await makeDraft(app, token);
    expect(codeOf(await approve(app, { token }, draft))).toBe('SESSION_REQUIRED');
    const elsewhere = { ...builder, headers: { origin: 'https://elsewhere.example' } };
    expect(codeOf(await approve(app, elsewhere, draft))).toBe('CROSS_ORIGIN');
  });

  it('is for the owner, with a verified address', async () => {
    const stranger = await makePerson(app);
    const draft = await makeDraft(app, token);
    expect(codeOf(await approve(app, stranger, draft))).toBe('NOT_FOUND');
    const unverified = await makePerson(app, { verified: false });
    const own = await askGraphql<{ createProjectDraft: { draft: Project } }>(
      app,
      `mutation { createProjectDraft(input: { title: "Own", summary: "Own" }) { draft { ${PROJECT} } } }`,
      {},
      unverified,
    );
    const project = own.data?.createProjectDraft.draft;
    if (!project) throw new Error('no draft');
    expect(codeOf(await approve(app, unverified, project))).toBe('STATE_CONFLICT');
  });

  it('is refused for another revision or another content than the present one', async () => {
    const draft = await makeDraft(app, token);
    const next = await edited(draft, { title: 'Next' });
    expect(codeOf(await approve(app, builder, draft))).toBe('STALE_REVISION');
    expect(codeOf(await approve(app, builder, { ...next, contentHash: draft.contentHash }))).toBe('STALE_REVISION');
    expect((await publish(app, token, next)).body.code).toBe('APPROVAL_REQUIRED');
  });

  it('can be taken back', async () => {
    const draft = await makeDraft(app, token);
    await approve(app, builder, draft);
    const { data } = await act(app, builder, 'withdrawProjectApproval', { projectId: draft.id });
    expect(data?.withdrawProjectApproval).toMatchObject({ status: 'DRAFT', approval: null });
    expect((await publish(app, token, draft)).body.code).toBe('APPROVAL_REQUIRED');
  });

  it('writes who approved and who published what into the audit log', async () => {
    const project = await makePublished(app, token, builder);
    const entries = await query<{ action: string; actor: string; revision: number }>(
      app.databaseUrl,
      'select action, actor, revision from audit_entry where resource_id = $1 order by sequence',
      [project.id],
    );
    expect(entries.map(({ action, revision }) => [action, revision])).toEqual([
      ['project.draft', 1],
      ['project.approve', 1],
      ['project.publish', 1],
    ]);
    expect(entries[0]?.actor).toMatch(/^tok_/);
    expect(entries[1]?.actor).toMatch(/^usr_/);
  });
});

describe('a token that was revoked', () => {
  it('prepares and publishes nothing more, at once and on another gateway', async () => {
    const draft = await makeDraft(app, token);
    await approve(app, builder, draft);
    const mine = await createToken(app, token);
    await query(app.databaseUrl, 'update credential set revoked_at = now() where name = $1', ['made']);
    for (const at of [app, replica]) expect((await publish(at, mine, draft)).status).toBe(401);
    expect((await publicly(draft)).status).toBe(404);
  });
});

describe('GET /api/projects/{slug}', () => {
  it('answers tools as self-reported with the day of their selection, and no private field', async () => {
    const project = await makePublished(app, token, builder, { note: 'private words' });
    const { body, text, headers } = await publicly(project);
    expect(body.tools).toEqual([
      {
        slug: 'stripe',
        name: 'Stripe',
        role: 'payments',
        state: 'self-reported',
        selectedAt: project.tools[0]?.selectedAt,
        activatedAt: null,
        retainedAt: null,
        label: null,
      },
    ]);
    expect(body.proof).toBeNull();
    for (const secret of ['private words', 'Demo builder', 'builder@', 'usr_', 'prj_', 'tok_', 'pln_', 'sha256'])
      expect(text).not.toContain(secret);
    expect(headers.get('cache-control')).toContain('public');
    expect((await publicly(project, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('shows a proof only after its owner made it public in a session', async () => {
    const project = await makePublished(app, token, builder);
    const before = (await publicly(project)).headers.get('etag');
    expect(codeOf(await act(app, { token }, 'createPublicProof', { projectId: project.id }))).toBe('SESSION_REQUIRED');
    const { data } = await act(app, builder, 'createPublicProof', { projectId: project.id });
    expect(data?.createPublicProof?.proof?.tools).toMatchObject([{ slug: 'stripe', state: 'self-reported' }]);
    const after = await publicly(project);
    expect(after.headers.get('etag')).not.toBe(before);
    expect(after.body.proof).toMatchObject({ madeAt: expect.any(String) });
    const draft = await makeDraft(app, token);
    expect(codeOf(await act(app, builder, 'createPublicProof', { projectId: draft.id }))).toBe('STATE_CONFLICT');
  });

  it('shows what a proof proves by states and dates; its owner also sees the events and the gap', async () => {
    const project = await makePublished(app, token, builder);
    await proveFirstTool(app, project);
    expect((await publicly(project)).body.tools).toMatchObject([{ state: 'self-reported', activatedAt: null }]);
    const { data } = await act(app, builder, 'createPublicProof', { projectId: project.id });
    expect(data?.createPublicProof?.proof?.tools).toMatchObject([
      { state: 'retained', gapDays: 8, eventIds: [expect.stringMatching(/^evt_/), expect.stringMatching(/^evt_/)] },
    ]);
    const { body, text } = await publicly(project);
    expect(body.tools).toMatchObject([
      { state: 'retained', activatedAt: '2026-01-10T00:00:00.000Z', retainedAt: '2026-01-18T00:00:00.000Z' },
    ]);
    expect(text).not.toMatch(/evt_|gapDays|eventIds/);
  });

  it('is gone once the project is archived, for good', async () => {
    const project = await makePublished(app, token, builder);
    const { data } = await act(app, builder, 'archiveProject', { projectId: project.id, revision: project.revision });
    expect(data?.archiveProject).toMatchObject({ status: 'ARCHIVED', published: null, hasUnpublishedChanges: false });
    expect((await publicly(project)).status).toBe(404);
    expect((await publish(app, token, project)).body.code).toBe('STATE_CONFLICT');
    expect((await editDraft(app, token, { draftId: project.id, revision: 1, title: 'x' })).body.code).toBe(
      'STATE_CONFLICT',
    );
    expect(codeOf(await approve(app, builder, project))).toBe('STATE_CONFLICT');
  });
});
