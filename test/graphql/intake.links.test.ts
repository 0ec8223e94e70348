import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  confirmContact,
  follow,
  prepared,
  review,
  runIntake,
  submissionOf,
  submit,
  withdraw,
} from '../setup/intake.js';
import { linkSentTo } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A workspace without the evidence that its draft needs. */
const lacking = () => submissionOf('partner_workspace', { evidence: [] });
const REASON = 'No public page shows the product and whose it is.';
const lettersTo = (email: string) =>
  query<{ subject: string; body: string; link: string }>(
    app.databaseUrl,
    'select subject, body, link from mail where recipient = $1 order by id',
    [email],
  );
const receiptIn = (link: string | undefined): string => link?.split('/submissions/')[1] ?? '';
const requestLinks = (email: string) =>
  askGraphql<{ requestIntakeLinks: boolean }>(app, 'mutation ($email: String!) { requestIntakeLinks(email: $email) }', {
    email,
  });

describe('a submission without evidence', () => {
  it('says on the page that confirms the address, and in a letter, what is missing', async () => {
    const input = lacking();
    await submit(app, input);
    await runIntake(app);
    const confirmed = await ask(await linkSentTo(app, input.contact.email), { method: 'POST' });
    expect([confirmed.status, confirmed.text]).toEqual([200, expect.stringContaining(REASON)]);
    await runIntake(app);
    const letter = (await lettersTo(input.contact.email)).at(-1);
    expect(letter?.subject).toBe('Your submission needs evidence');
    expect(letter?.body).toContain(`- ${REASON}`);
  });

  it('says so where it was checked after the address was confirmed, once', async () => {
    const input = lacking();
    await submit(app, input);
    await confirmContact(app, input.contact.email);
    await runIntake(app);
    await runIntake(app);
    const letters = await lettersTo(input.contact.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Confirm your address for a submission',
      'Your submission needs evidence',
    ]);
  });
});

describe('the link of a letter to a confirmed contact', () => {
  it('opens the submission, changes it and withdraws it, beside the receipt', async () => {
    const input = lacking();
    const { receipt, id } = await prepared(app, input);
    const own = receiptIn((await lettersTo(input.contact.email)).at(-1)?.link);
    expect(own).toMatch(new RegExp(`^${id}\\.[\\w-]{32}$`));
    expect(own).not.toBe(receipt);
    expect((await follow(app, own)).data?.intakeSubmission).toMatchObject({ id, state: 'needs_evidence' });
    const again = { ...submissionOf('partner_workspace'), contact: input.contact };
    expect((await submit(app, again, own)).errors).toEqual([]);
    expect((await withdraw(app, own)).data?.withdrawIntake?.state).toBe('withdrawn');
    expect((await follow(app, receipt)).data?.intakeSubmission.state).toBe('withdrawn');
  });

  it('ends after thirty days, and when another address becomes the contact', async () => {
    const input = lacking();
    const { receipt } = await prepared(app, input);
    const own = receiptIn((await lettersTo(input.contact.email)).at(-1)?.link);
    const other = { ...input, contact: { name: 'Another', email: `other@${input.organization.domain}` } };
    expect((await submit(app, other, receipt)).errors).toEqual([]);
    expect((await follow(app, own)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await follow(app, receipt)).errors).toEqual([]);

    const second = lacking();
    await prepared(app, second);
    const ending = receiptIn((await lettersTo(second.contact.email)).at(-1)?.link);
    const [, secret] = ending.split('.');
    const ends = async (interval: string) =>
      query(
        app.databaseUrl,
        `update intake_link set expires_at = $2::timestamptz + $3::interval where digest = encode(sha256($1::bytea), 'hex')`,
        [secret, app.clock.now(), interval],
      );
    const [stored] = await query<{ days: number }>(
      app.databaseUrl,
      `select extract(day from expires_at - $2::timestamptz)::int as days from intake_link where digest = encode(sha256($1::bytea), 'hex')`,
      [secret, app.clock.now()],
    );
    expect(stored?.days).toBeGreaterThanOrEqual(29);
    expect(stored?.days).toBeLessThanOrEqual(30);
    await ends('1 minute');
    expect((await follow(app, ending)).errors).toEqual([]);
    await ends('0 seconds');
    expect((await follow(app, ending)).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('a contact who lost the receipt', () => {
  it('is sent a link to each submission by the address, in whatever case it is written', async () => {
    const input = submissionOf('tracked_links');
    const one = await prepared(app, input);
    const other = await prepared(app, { ...submissionOf('partner_workspace'), contact: input.contact });
    const answer = await requestLinks(input.contact.email.toUpperCase());
    expect(answer).toMatchObject({ errors: [], data: { requestIntakeLinks: true } });
    await runIntake(app);
    const letter = (await lettersTo(input.contact.email)).at(-1);
    expect(letter?.subject).toBe('Links to your submissions');
    const links = letter?.body.match(/https?:\/\/\S+/g) ?? [];
    expect(links.map((link) => receiptIn(link).split('.')[0])).toEqual([other.id, one.id]);
    for (const link of links) expect((await follow(app, receiptIn(link))).errors).toEqual([]);
  });

  it('is told the same where the address has none, and nothing is sent', async () => {
    const stranger = `${randomUUID()}@people.example`;
    expect(await requestLinks(stranger)).toMatchObject({ errors: [], data: { requestIntakeLinks: true } });
    await runIntake(app);
    expect(await lettersTo(stranger)).toEqual([]);
  });

  it('confirms the address first where that never happened', async () => {
    const input = submissionOf('tracked_links');
    await submit(app, input);
    await requestLinks(input.contact.email);
    await runIntake(app);
    const letters = await lettersTo(input.contact.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Confirm your address for a submission',
      'Confirm your address for a submission',
    ]);
    expect((await ask(letters[1]?.link ?? '', { method: 'POST' })).status).toBe(200);
  });

  it('is held to five letters an hour', async () => {
    const limited = await startApp({ env: { RATE_LIMIT_SCALE: '1' } });
    const variables = { email: `${randomUUID()}@people.example` };
    const request = () =>
      askGraphql(limited, 'mutation ($email: String!) { requestIntakeLinks(email: $email) }', variables);
    for (let sent = 0; sent < 5; sent += 1) expect((await request()).errors).toEqual([]);
    expect((await request()).errors[0]?.extensions.code).toBe('RATE_LIMITED');
    await limited.close();
  });
});

describe('a passport that a reviewer takes down', () => {
  const setListed = (input: Record<string, unknown>, cookie?: string) =>
    askGraphql<{ setHackathonListed: { listed: boolean; revision: number } | null }>(
      app,
      'mutation ($input: SetHackathonListedInput!) { setHackathonListed(input: $input) { listed revision } }',
      { input },
      cookie ? { cookie } : {},
    );
  const isShown = async (slug: string): Promise<boolean[]> => {
    const read = await askGraphql<{ hackathon: { slug: string } }>(
      app,
      'query ($slug: String!) { hackathon(slug: $slug) { slug } }',
      { slug },
    );
    const listed = await askGraphql<{ hackathons: { items: { slug: string }[] } }>(
      app,
      'query { hackathons(limit: 100) { items { slug } } }',
      {},
    );
    return [read.errors.length === 0, listed.data?.hackathons.items.some((one) => one.slug === slug) ?? false];
  };

  it('is gone from its address and the lists until it is restored, and the audit log says why', async () => {
    const reviewer = await signIn(app, app.credentials.users.reviewer);
    const { id } = await prepared(app, submissionOf('hackathon_passport'));
    const approved = await review(app, 'approveIntake', { id, revision: 1 }, reviewer);
    const { eventSlug: slug = '', eventId } = approved.data?.approveIntake?.outcome ?? {};
    const source = await askGraphql<{ hackathon: { source: unknown } }>(
      app,
      'query ($slug: String!) { hackathon(slug: $slug) { source { kind approvedOn } } }',
      { slug },
    );
    expect(source.data?.hackathon.source).toEqual({
      kind: 'vendor_statement',
      approvedOn: app.clock.now().toISOString().slice(0, 10),
    });
    expect(await isShown(slug)).toEqual([true, true]);
    const down = { slug, revision: 1, listed: false, reason: 'The organizer asked.' };
    const builder = await signIn(app, app.credentials.users.builder);
    expect((await setListed(down)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await setListed(down, builder)).errors[0]?.extensions.code).toBe('NOT_A_MEMBER');
    expect(await isShown(slug)).toEqual([true, true]);
    expect((await setListed(down, reviewer)).data?.setHackathonListed).toEqual({ listed: false, revision: 2 });
    expect(await isShown(slug)).toEqual([false, false]);
    expect((await setListed({ ...down, listed: true }, reviewer)).errors[0]?.extensions.code).toBe('STALE_REVISION');
    const item = await askGraphql<{ intakeItem: { passport: unknown } }>(
      app,
      'query ($id: ID!) { intakeItem(id: $id) { passport { slug listed revision } } }',
      { id },
      { cookie: reviewer },
    );
    expect(item.data?.intakeItem.passport).toEqual({ slug, listed: false, revision: 2 });
    await setListed({ ...down, revision: 2, listed: true }, reviewer);
    expect(await isShown(slug)).toEqual([true, true]);
    const entries = await query(
      app.databaseUrl,
      `select e.revision, v.changes, v.reason from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
       where e.action = 'hackathon.list' and e.resource_id = $1 order by e.sequence`,
      [eventId],
    );
    expect(entries).toEqual([
      { revision: 2, changes: { listed: [true, false] }, reason: 'The organizer asked.' },
      { revision: 3, changes: { listed: [false, true] }, reason: 'The organizer asked.' },
    ]);
  });
});
