import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { keyFolder, makeKeyPair } from '../setup/approval-keys.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { act, approve, editDraft, makeDraft, makePublished, type Project, publish } from '../setup/drafts.js';
import { prepared, review, submissionOf } from '../setup/intake.js';

const VERIFIER = path.resolve(import.meta.dirname, '../../scripts/verify-approval.mjs');
const KEYS = '/.well-known/approval-keys.json';
const today = (): string => new Date().toISOString().slice(0, 10);

const files = keyFolder();
const [own, earlier] = [makeKeyPair(), makeKeyPair()];
/** One that signs, one with a newer key on the same database, and one that signs nothing. */
let app: TestApp;
let rotated: TestApp;
let silent: TestApp;
let builder: { cookie: string };
let keys: string;
beforeAll(async () => {
  const newer = makeKeyPair();
  app = await startApp({ env: { APPROVAL_KEY_FILE: files.put('own.pem', own.privatePem + earlier.publicPem) } });
  const { databaseUrl } = app;
  const rotation = files.put('newer.pem', newer.privatePem + own.publicPem + earlier.publicPem);
  rotated = await startApp({ databaseUrl, env: { APPROVAL_KEY_FILE: rotation } });
  silent = await startApp({ databaseUrl });
  builder = { cookie: await signIn(app, app.credentials.users.builder) };
  keys = files.put('keys.json', (await ask(app.url + KEYS)).text);
});
afterAll(async () => {
  for (const one of [silent, rotated, app]) await one.close();
  files.remove();
});

/** Runs the verifier as a reader of a receipt does: a file of its own, no server and no package. */
function verify(receipt: string, ...words: string[]): { status: number | null; out: string; claims: unknown } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, receipt, ...words], {
    encoding: 'utf8',
    env: {},
  });
  return { status, out: stdout + stderr, claims: status === 0 ? JSON.parse(stdout) : null };
}

const approved = async (at: TestApp, project: Project): Promise<Project> => {
  const reply = await approve(at, builder, project);
  expect(reply.errors).toEqual([]);
  return reply.data?.approveProject as Project;
};
const receiptOf = async (project: Project): Promise<string | null> => {
  const { data } = await askGraphql<{ project: { approval: { receipt: string | null } | null } }>(
    app,
    'query ($id: ID!) { project(projectId: $id) { approval { receipt } } }',
    { id: project.id },
    builder,
  );
  return data?.project.approval?.receipt ?? null;
};
const publicly = ({ slug }: Pick<Project, 'slug'>) =>
  ask<{ approvalReceipt: string | null; summary: string }>(`${app.url}/api/projects/${slug}`);

describe('the receipt of a project’s approval', () => {
  it('states project, revision, content hash and UTC day, and is verified with the published keys alone', async () => {
    const draft = await makeDraft(app, app.credentials.workflowToken);
    const before = today();
    await approved(app, draft);
    const days = [before, today()];
    const receipt = await receiptOf(draft);
    expect(verify(receipt ?? '', '--keys', keys)).toMatchObject({
      status: 0,
      claims: {
        iss: app.url,
        sub: draft.id,
        kind: 'project',
        revision: 1,
        contentHash: draft.contentHash,
        approvals: 1,
        approvedOn: expect.toBeOneOf(days),
      },
    });
    expect(Object.keys(verify(receipt ?? '', '--keys', keys).claims as object)).toHaveLength(7);
    expect(Buffer.from(receipt?.split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/usr_|@|builder/i);
  });

  it('goes public with the content, which any reader can compare with it', async () => {
    const published = await makePublished(app, app.credentials.workflowToken, builder);
    const { text, body } = await publicly(published);
    const content = files.put('content.json', text);
    expect(verify(body.approvalReceipt ?? '', '--keys', keys, '--content', content).status).toBe(0);
    const changed = files.put('changed.json', text.replace(body.summary, `${body.summary}!`));
    const other = verify(body.approvalReceipt ?? '', '--keys', keys, '--content', changed);
    expect([other.status, other.out]).toEqual([1, expect.stringContaining('Another content was approved')]);
  });

  it('stays the one of what is public while a newer revision is prepared and approved', async () => {
    const published = await makePublished(app, app.credentials.workflowToken, builder);
    const before = (await publicly(published)).body.approvalReceipt;
    const { draft } = (
      await editDraft(app, app.credentials.workflowToken, {
        draftId: published.id,
        revision: published.revision,
        summary: 'Another summary.',
      })
    ).body;
    expect(await receiptOf(draft)).toBeNull();
    await approved(app, draft);
    expect((await publicly(published)).body.approvalReceipt).toBe(before);
    await publish(app, app.credentials.workflowToken, draft);
    const after = (await publicly(published)).body.approvalReceipt ?? '';
    expect(verify(after, '--keys', keys).claims).toMatchObject({ revision: 2, contentHash: draft.contentHash });
  });

  it('goes with an approval that is taken back', async () => {
    const draft = await makeDraft(app, app.credentials.workflowToken);
    await approved(app, draft);
    await act(app, builder, 'withdrawProjectApproval', { projectId: draft.id });
    expect(await receiptOf(draft)).toBeNull();
  });

  it('is null where the operator signs none', async () => {
    const draft = await makeDraft(silent, silent.credentials.workflowToken);
    expect((await approved(silent, draft)).status).toBe('APPROVED');
    expect(await receiptOf(draft)).toBeNull();
  });
});

describe('a receipt that does not hold', () => {
  it('is refused where a claim, the signature or the key is another one', async () => {
    const draft = await makeDraft(app, app.credentials.workflowToken);
    await approved(app, draft);
    const [head = '', body = '', signature = ''] = ((await receiptOf(draft)) ?? '').split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, revision: 2 })).toString('base64url');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const receipt of [`${head}.${forged}.${signature}`, `${head}.${body}.${flipped}`])
      expect(verify(receipt, '--keys', keys)).toMatchObject({
        status: 1,
        out: 'BROKEN The signature does not hold.\n',
      });
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dai-approval+jws' })).toString('base64url');
    expect(verify(`${unsigned}.${body}.AA`, '--keys', keys).status).toBe(1);
    const others = files.put(
      'others.json',
      JSON.stringify({ keys: JSON.parse((await ask(app.url + KEYS)).text).keys.slice(1) }),
    );
    expect(verify(`${head}.${body}.${signature}`, '--keys', others)).toMatchObject({ status: 1 });
    expect(verify(`${head}.${body}.${signature}`).status).toBe(2);
  });
});

describe('the keys of approvals', () => {
  it('are public as a JWKS: the present one first, then the earlier ones, and no private part', async () => {
    const { status, headers, body } = await ask<{ keys: Record<string, string>[] }>(app.url + KEYS);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/jwk-set+json']);
    expect(body.keys).toHaveLength(2);
    for (const key of body.keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    expect((await ask(app.url + KEYS, { method: 'POST' })).status).toBe(405);
  });

  it('still hold for what an earlier key signed after a rotation', async () => {
    const draft = await makeDraft(app, app.credentials.workflowToken);
    await approved(app, draft);
    const before = (await receiptOf(draft)) ?? '';
    await approved(rotated, draft);
    const after = (await receiptOf(draft)) ?? '';
    const newer = files.put('newer.json', (await ask(rotated.url + KEYS)).text);
    for (const receipt of [before, after]) expect(verify(receipt, '--keys', newer).status).toBe(0);
    expect(verify(after, '--keys', keys).status).toBe(1);
  });

  it('are 404 where nothing is signed', async () => {
    expect((await ask(silent.url + KEYS)).status).toBe(404);
  });
});

describe('the receipt of a submission’s approval', () => {
  const ITEM =
    'query ($id: ID!) { intakeItem(id: $id) { approvalReceipt draft { records { type action key before after } } } }';
  interface Item {
    readonly intakeItem: { approvalReceipt: string | null; draft: { records: unknown[] } };
  }
  const STATUS = 'query ($receipt: String!) { intakeSubmission(receipt: $receipt) { state approvalReceipt } }';
  interface Status {
    readonly intakeSubmission: { state: string; approvalReceipt: string | null };
  }
  const statusOf = async (receipt: string) =>
    (await askGraphql<Status>(app, STATUS, { receipt })).data?.intakeSubmission;

  it('states the hash of exactly the records that were approved, for reviewers and the holder of the submission’s receipt', async () => {
    const cookie = await signIn(app, app.credentials.users.reviewer);
    const { id, receipt } = await prepared(app, submissionOf('tracked_links'));
    expect(await statusOf(receipt)).toEqual({ state: 'draft_prepared', approvalReceipt: null });
    expect((await review(app, 'approveIntake', { id, revision: 1 }, cookie)).errors).toEqual([]);
    const { data } = await askGraphql<Item>(app, ITEM, { id }, { cookie });
    const signed = data?.intakeItem.approvalReceipt ?? '';
    const content = files.put('draft.json', JSON.stringify(data?.intakeItem.draft.records));
    expect(verify(signed, '--keys', keys, '--content', content).claims).toMatchObject({
      sub: id,
      kind: 'intake',
      revision: 1,
      approvals: 1,
    });
    expect((await statusOf(receipt))?.approvalReceipt).toBe(signed);
  });

  it('counts both people where a second one has to agree, and is gone where that one turns it down', async () => {
    const [one, two] = [
      await signIn(app, app.credentials.users.reviewer),
      await signIn(app, app.credentials.users.secondReviewer),
    ];
    const taken = await prepared(app, submissionOf('partner_workspace'));
    await review(app, 'approveIntake', { id: taken.id, revision: 1 }, one);
    const first = (await statusOf(taken.receipt))?.approvalReceipt ?? '';
    expect(verify(first, '--keys', keys).claims).toMatchObject({ approvals: 1 });
    await review(app, 'provisionIntake', { id: taken.id, revision: 1 }, two);
    const second = (await statusOf(taken.receipt))?.approvalReceipt ?? '';
    expect(verify(second, '--keys', keys).claims).toMatchObject({ approvals: 2 });
    const turned = await prepared(app, submissionOf('partner_workspace'));
    await review(app, 'approveIntake', { id: turned.id, revision: 1 }, one);
    await review(app, 'rejectIntake', { id: turned.id, revision: 1, reason: 'Not ours.' }, two);
    expect(await statusOf(turned.receipt)).toEqual({ state: 'rejected', approvalReceipt: null });
  });
});
