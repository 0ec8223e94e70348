import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, type GraphqlReply, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  confirmContact,
  type Input,
  prepared,
  readItem,
  review,
  runIntake,
  stateOf,
  submissionOf,
  submit,
} from '../setup/intake.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { makePerson, proveAgain } from '../setup/people.js';

let app: TestApp;
let outside: Outside;
let first: string;
let second: string;
beforeAll(async () => {
  outside = await startOutside();
  app = await startApp({ env: { OUTBOUND_ALLOW: outside.host } });
  first = await signIn(app, app.credentials.users.reviewer);
  second = await signIn(app, app.credentials.users.secondReviewer);
});
afterAll(async () => {
  await app.close();
  await outside.close();
});

const codeOf = (reply: { errors: { extensions: { code: string } }[] }): string | undefined =>
  reply.errors[0]?.extensions.code;

interface Background {
  request: {
    revision: number;
    reason: string;
    byName: string | null;
    changes: { pointer: string; before: unknown; after: unknown }[] | null;
  } | null;
  earlier: {
    id: string;
    title: string;
    state: string;
    step: string;
    reason: string | null;
    sameDomain: boolean;
    sameContact: boolean;
  }[];
}

async function background(id: string, cookie = first): Promise<Background> {
  const { data, errors } = await askGraphql<{ intakeBackground: Background }>(
    app,
    `query ($id: ID!) { intakeBackground(id: $id) {
       request { revision reason byName changes { pointer before after } }
       earlier { id title state step reason sameDomain sameContact } } }`,
    { id },
    { cookie },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.intakeBackground;
}

const linksOf = (input: Input) => (input.fields as { links: { kind: string; url: string; title: string }[] }).links;

describe('what has changed since the last request', () => {
  it('is every member that differs from the revision that the request was about, by its pointer', async () => {
    const input = submissionOf('tracked_links');
    const { id, receipt } = await prepared(app, input);
    expect((await background(id)).request).toBeNull();
    const reason = 'Please name a shorter title.';
    await review(app, 'requestIntakeChanges', { id, revision: 1, reason }, first);
    expect((await background(id)).request).toMatchObject({ revision: 1, reason, changes: [] });
    const changed = structuredClone(input);
    const [signup, perk] = linksOf(changed);
    if (!signup || !perk) throw new Error('two links are submitted');
    signup.title = 'Join';
    linksOf(changed).push({ kind: 'pricing', url: `https://${input.organization.domain}/pricing`, title: 'Prices' });
    expect((await submit(app, { ...changed, note: 'Shortened.' }, receipt)).errors).toEqual([]);
    await runIntake(app);
    const { request } = await background(id, second);
    expect(request).toMatchObject({ revision: 1, reason });
    expect(request?.byName).not.toBeNull();
    expect(request?.changes).toEqual([
      { pointer: '/note', before: null, after: 'Shortened.' },
      { pointer: '/fields/links/0/title', before: 'Sign up', after: 'Join' },
      { pointer: '/fields/links/2', before: null, after: linksOf(changed)[2] },
    ]);
  });

  it('is compared with the last request where there are several', async () => {
    const input = submissionOf('tracked_links');
    const { id, receipt } = await prepared(app, input);
    for (const [revision, note] of [
      [1, 'First.'],
      [2, 'Second.'],
    ] as const) {
      await review(app, 'requestIntakeChanges', { id, revision, reason: `Request ${revision}.` }, first);
      await submit(app, { ...input, note }, receipt);
      await runIntake(app);
    }
    expect((await background(id)).request).toMatchObject({
      revision: 2,
      reason: 'Request 2.',
      changes: [{ pointer: '/note', before: 'First.', after: 'Second.' }],
    });
  });
});

describe('earlier decisions', () => {
  it('are the last ones about other submissions of the same domain or the same confirmed mailbox, newest first', async () => {
    const input = submissionOf('tracked_links');
    const [name, domain] = input.contact.email.split('@');
    const sent = await prepared(app, input);
    await review(app, 'requestIntakeChanges', { id: sent.id, revision: 1, reason: 'Say less.' }, first);
    const ofDomain = submissionOf('hackathon_passport');
    ofDomain.organization.domain = input.organization.domain;
    const hackathon = await prepared(app, ofDomain);
    await review(app, 'rejectIntake', { id: hackathon.id, revision: 1, reason: 'No event.' }, second);
    const alias = submissionOf('tracked_links');
    alias.contact.email = `${name}+else@${domain}`;
    const elsewhere = await prepared(app, alias);
    await review(app, 'rejectIntake', { id: elsewhere.id, revision: 1, reason: 'Not yours.' }, first);
    const stranger = await prepared(app, submissionOf('tracked_links'));
    await review(app, 'rejectIntake', { id: stranger.id, revision: 1, reason: 'Elsewhere.' }, first);
    const undecided = submissionOf('tracked_links');
    undecided.organization.domain = input.organization.domain;
    await prepared(app, undecided);

    const again = submissionOf('tracked_links');
    again.organization.domain = input.organization.domain;
    again.contact.email = input.contact.email;
    const { id } = await prepared(app, again);
    const { earlier } = await background(id);
    expect(earlier).toMatchObject([
      { id: elsewhere.id, step: 'reject', reason: 'Not yours.', sameDomain: false, sameContact: true },
      { id: hackathon.id, step: 'reject', reason: 'No event.', sameDomain: true, sameContact: false },
      { id: sent.id, step: 'request_changes', state: 'changes_requested', sameDomain: true, sameContact: true },
    ]);
    expect(earlier).toHaveLength(3);
  });

  it('do not count a contact who was named and never confirmed', async () => {
    const named = submissionOf('tracked_links');
    const { data } = await submit(app, named);
    const spam = data?.submitIntake?.id ?? '';
    await runIntake(app);
    await markSpam(spam);
    const input = submissionOf('tracked_links');
    input.contact.email = named.contact.email;
    const { id } = await prepared(app, input);
    expect((await background(id)).earlier).toEqual([]);
  });

  it('are at most twenty', async () => {
    const domain = submissionOf('tracked_links').organization.domain;
    for (let at = 0; at < 21; at += 1) {
      const one = submissionOf('tracked_links');
      one.organization.domain = domain;
      const { id } = (await submit(app, one)).data?.submitIntake ?? { id: '' };
      await markSpam(id);
    }
    const last = submissionOf('tracked_links');
    last.organization.domain = domain;
    const { id } = await prepared(app, last);
    expect((await background(id)).earlier).toHaveLength(20);
  });

  it('are for reviewers with a verified address alone', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    const person = await makePerson(app);
    const request = () =>
      askGraphql(app, 'query ($id: ID!) { intakeBackground(id: $id) { id } }', { id }, { cookie: person.cookie });
    expect(codeOf(await request())).toBe('NOT_A_MEMBER');
    const uuid = person.id.slice(4);
    await query(app.databaseUrl, 'update auth."user" set reviewer = true where id = $1', [uuid]);
    expect((await request()).errors).toEqual([]);
    await query(app.databaseUrl, 'update auth."user" set reviewer = false where id = $1', [uuid]);
    expect(codeOf(await request())).toBe('NOT_A_MEMBER');
  });
});

interface Evidence {
  url: string;
  finalUrl: string | null;
  status: number | null;
  text: string | null;
  isCut: boolean;
  problem: string | null;
}

const readEvidence = (id: string, pointer: string): Promise<GraphqlReply<{ openIntakeEvidence: Evidence | null }>> =>
  askGraphql(
    app,
    `mutation ($id: ID!, $pointer: String!) { openIntakeEvidence(id: $id, pointer: $pointer) {
       url finalUrl status text isCut problem } }`,
    { id, pointer },
    { cookie: first },
  );

/** A submission whose first link leads to the outside world; its contract wants https, and so its stored form is changed. */
async function linkingTo(url: string): Promise<string> {
  const { id } = await prepared(app, submissionOf('tracked_links'));
  await query(
    app.databaseUrl,
    `update intake_submission set fields = jsonb_set(fields, '{links,0,url}', to_jsonb($2::text)) where id = $1`,
    [id.slice(4), url],
  );
  return id;
}
const LINK = '/fields/links/0/url';

describe('the text of a page that a submission names', () => {
  it('is read only where the submission holds an address', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    const hits = outside.hits();
    for (const pointer of [
      '',
      '/note',
      '/contact/email',
      '/fields/links/0/title',
      '/fields/links/9/url',
      '/__proto__/x',
    ])
      expect([pointer, codeOf(await readEvidence(id, pointer))]).toEqual([pointer, 'VALIDATION_FAILED']);
    expect(codeOf(await readEvidence(id, `/${'x'.repeat(300)}`))).toBe('VALIDATION_FAILED');
    expect(outside.hits()).toBe(hits);
  });

  it('is an answer where nothing can be read, and the private network is not reached', async () => {
    const before = await rowsOfIntake();
    for (const [url, problem] of [
      ['https://127.0.0.1/', 'The address is not public, or redirects to one that is not.'],
      ['https://169.254.169.254/latest/meta-data/', 'The address is not public, or redirects to one that is not.'],
      ['https://nothing.invalid/', 'The address is not public, or redirects to one that is not.'],
      ['https://vendor.example:8443/', 'The address names a port.'],
      ['https://user:word@vendor.example/', 'The address holds a name or a password.'],
      [`https://${outside.host}/plain`, 'Nothing answers at this address.'],
    ]) {
      const id = await linkingTo(url ?? '');
      const { data, errors } = await readEvidence(id, LINK);
      expect(errors).toEqual([]);
      expect(data?.openIntakeEvidence).toMatchObject({ url, text: null, status: null, finalUrl: null, problem });
    }
    expect(await rowsOfIntake()).toEqual({ drafts: before.drafts + 6, facts: before.facts });
  });
});

async function rowsOfIntake(): Promise<{ drafts: number; facts: number }> {
  const [row] = await query<{ drafts: number; facts: number }>(
    app.databaseUrl,
    'select (select count(*)::int from intake_draft) as drafts, (select count(*)::int from fact_check) as facts',
  );
  return row ?? { drafts: 0, facts: 0 };
}

const markSpam = (id: string, revision = 1, cookie = first) =>
  askGraphql<{ markIntakeSpam: { state: string } | null }>(
    app,
    'mutation ($id: ID!, $revision: Int!) { markIntakeSpam(id: $id, revision: $revision) { state } }',
    { id, revision },
    { cookie },
  );

describe('spam', () => {
  it('ends before its contact confirms, without a letter, and cannot be confirmed any more', async () => {
    const input = submissionOf('tracked_links');
    const { data } = await submit(app, input);
    const { id = '', receipt = '' } = data?.submitIntake ?? {};
    await runIntake(app);
    expect((await readItem(app, id, first)).allowed).toContain('mark_spam');
    const letters = await lettersTo(input);
    expect((await markSpam(id)).data?.markIntakeSpam?.state).toBe('rejected');
    await runIntake(app);
    expect(await lettersTo(input)).toBe(letters);
    expect((await confirmContact(app, input.contact.email)).errors).not.toEqual([]);
    expect(await stateOf(app, id)).toBe('rejected');
    const status = await askGraphql<{ intakeSubmission: { state: string; message: string } }>(
      app,
      'query ($receipt: String!) { intakeSubmission(receipt: $receipt) { state message } }',
      { receipt },
    );
    expect(status.data?.intakeSubmission).toMatchObject({ state: 'rejected' });
    expect(status.data?.intakeSubmission.message).toContain('taken for spam');
    const [entry] = await query(
      app.databaseUrl,
      `select action, resource_id from audit_entry where action = 'intake.discard' order by id desc limit 1`,
    );
    expect(entry).toMatchObject({ resource_id: id });
  });

  it('is no submission whose contact has confirmed, nor another revision', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    expect((await readItem(app, id, first)).allowed).not.toContain('mark_spam');
    expect(codeOf(await markSpam(id))).toBe('STATE_CONFLICT');
    const { data } = await submit(app, submissionOf('tracked_links'));
    expect(codeOf(await markSpam(data?.submitIntake?.id ?? '', 2))).toBe('STALE_REVISION');
    expect(codeOf(await markSpam(data?.submitIntake?.id ?? '', 0))).toBe('VALIDATION_FAILED');
  });

  it('is ended once by two reviewers at once, and either confirmed or ended where the contact confirms at once', async () => {
    const { data } = await submit(app, submissionOf('tracked_links'));
    const id = data?.submitIntake?.id ?? '';
    const both = await Promise.all([markSpam(id), markSpam(id, 1, second)]);
    expect(both.map(codeOf).toSorted()).toEqual(['STATE_CONFLICT', undefined]);
    const input = submissionOf('tracked_links');
    const raced = (await submit(app, input)).data?.submitIntake?.id ?? '';
    const [marked, confirmed] = await Promise.all([markSpam(raced), confirmContact(app, input.contact.email)]);
    expect([marked.errors.length, confirmed.errors.length].toSorted()).toEqual([0, 1]);
    expect((await stateOf(app, raced)) === 'rejected').toBe(marked.errors.length === 0);
  });

  it('asks for a fresh proof, and counts in no time to a decision', async () => {
    const { data } = await submit(app, submissionOf('tracked_links'));
    const id = data?.submitIntake?.id ?? '';
    const decisions = async () =>
      (
        await askGraphql<{ intakeQueue: { summary: { decisions: number } } }>(
          app,
          '{ intakeQueue(limit: 1) { summary { decisions } } }',
          {},
          { cookie: first },
        )
      ).data?.intakeQueue.summary.decisions;
    const before = await decisions();
    app.clock.move(16 * 60_000);
    expect(codeOf(await markSpam(id))).toBe('SECOND_FACTOR_REQUIRED');
    await proveAgain(app, { cookie: first }, app.credentials.users.reviewer.password);
    await proveAgain(app, { cookie: second }, app.credentials.users.secondReviewer.password);
    expect((await markSpam(id)).errors).toEqual([]);
    expect(await decisions()).toBe(before);
  });
});

const lettersTo = async ({ contact }: Input): Promise<number> =>
  (
    await query<{ count: number }>(app.databaseUrl, 'select count(*)::int as count from mail where recipient = $1', [
      contact.email,
    ])
  )[0]?.count ?? 0;

describe('the order of the queue', () => {
  it('has what carries a risk first, then the best-founded, across pages', async () => {
    const plain = await prepared(app, submissionOf('tracked_links'));
    const input = submissionOf('tracked_links');
    input.contact.email = `ada@other${input.organization.domain}`;
    const risky = await prepared(app, input);
    const seen: { id: string; risks: string[]; score: number | null }[] = [];
    let cursor: string | null = null;
    do {
      const { data, errors }: GraphqlReply<{ intakeQueue: { items: typeof seen; nextCursor: string | null } }> =
        await askGraphql(
          app,
          'query ($cursor: String) { intakeQueue(sort: "risk", limit: 3, cursor: $cursor) { items { id risks score } nextCursor } }',
          { cursor },
          { cookie: first },
        );
      expect(errors).toEqual([]);
      seen.push(...(data?.intakeQueue.items ?? []));
      cursor = data?.intakeQueue.nextCursor ?? null;
    } while (cursor !== null);
    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.indexOf(risky.id)).toBeLessThan(ids.indexOf(plain.id));
    const rank = seen.map(({ risks, score }) => (risks.length > 0 ? 1000 : 0) + (score ?? -1));
    expect(rank).toEqual(rank.toSorted((one, other) => other - one));
  });
});
