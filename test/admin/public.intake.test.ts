import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeStates } from '../../server/intake/intake-state.rules.js';
import { loadPageBundle } from '../../server/public/page.bundle.js';
import { startApp, type TestApp } from '../setup/app.js';
import { type Reply, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  confirmContact,
  follow,
  type Input,
  prepared,
  review,
  runIntake,
  submissionOf,
  submit,
} from '../setup/intake.js';
import { linkSentTo, makePerson, type Person } from '../setup/people.js';

if (!(await loadPageBundle())) throw new Error('build the public pages first: npm run build:admin');

const KINDS = ['partner_workspace', 'tracked_links', 'hackathon_passport', 'usage_tracking'];
const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'debug' }, logTo: { write: (line) => void lines.push(line) } });
});
afterAll(() => app.close());

const countSubmissions = async (): Promise<number | undefined> =>
  (await query<{ count: number }>(app.databaseUrl, 'select count(*)::int as count from intake_submission'))[0]?.count;

type Page = Pick<Reply, 'status' | 'headers' | 'text'>;

/** The page without the marks that React puts between texts. */
const pageOf = async (reply: Response): Promise<Page> => ({
  status: reply.status,
  headers: reply.headers,
  text: (await reply.text()).replaceAll('<!-- -->', ''),
});

const open = async (path: string): Promise<Page> => {
  const reply = await fetch(app.url + path, { redirect: 'manual' });
  return pageOf(reply);
};

/** Sends a form as a browser without a script does from a page that sends no referrer. */
async function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
  const reply = await fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  });
  return pageOf(reply);
}

/** An input of submitIntake as the fields of its form. */
function fieldsOf(value: unknown, pointer = ''): Record<string, string> {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return { [pointer]: value.join('\r\n') };
  if (typeof value !== 'object') return { [pointer]: String(value) };
  return Object.assign({}, ...Object.entries(value).map(([name, inner]) => fieldsOf(inner, `${pointer}/${name}`)));
}

const formOf = (kind: string): Record<string, string> => {
  const { kind: _kind, ...members } = submissionOf(kind);
  return fieldsOf(members);
};

/** Sends the complete form of a kind and answers the address that it leads to. */
async function submitted(kind: string): Promise<string> {
  const reply = await send(`/submit/${kind}`, formOf(kind));
  expect(reply.status).toBe(303);
  return reply.headers.get('location') ?? '';
}

describe('the form of a kind', () => {
  it('is found from every page', async () => {
    expect((await open('/')).text).toContain('<a href="/submit">Submit</a>');
    const { status, text } = await open('/submit');
    expect(status).toBe(200);
    for (const kind of KINDS) expect(text).toContain(`href="/submit/${kind}"`);
  });

  it('of an offer takes its amount as a number and offers currencies alone', async () => {
    const { text } = await open('/submit/tracked_links');
    expect(text).toMatch(/<input [^>]*type="number"[^>]* name="\/fields\/offer\/amountCents"/);
    const [, options = ''] = /name="\/fields\/offer\/currency"[^>]*>(.*?)<\/select>/.exec(text) ?? [];
    expect(options.match(/<option[^>]*>[^<]*/g)?.filter((one) => !/>(?:[A-Z]{3}|–)$/.test(one))).toEqual([]);
    expect(options).toContain('>USD');
  });

  it.each(KINDS)('of %s asks for every field with a label and its reason', async (kind) => {
    const { status, headers, text } = await open(`/submit/${kind}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    expect(headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
    expect(text).toContain(`<link rel="canonical" href="${app.url}/submit/${kind}">`);
    expect(text).toMatch(/<meta name="description" content="[^"]{40}/);
    expect(text.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/intake-/),
    ]);
    const names = [...text.matchAll(/ name="(\/[^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(formOf(kind))));
    for (const [, id = ''] of text.matchAll(/<(?:input|select|textarea) id="([^"]+)"/g)) {
      expect(text).toContain(`<label for="${id}">`);
      expect(text).toMatch(new RegExp(`id="${id}-hint">[^<]{3}`));
    }
  });

  it.each(KINDS)('of %s leads to the page of its receipt when all is right', async (kind) => {
    const location = await submitted(kind);
    expect(location).toMatch(/^\/submissions\/sub_[\w-]+\.[\w-]{32}$/);
    const { status, headers, text } = await open(location);
    expect(status).toBe(200);
    expect(text).toContain('<strong>Received.</strong>');
    expect(text).toContain(location.slice('/submissions/'.length));
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  });

  it('keeps what was written and names each mistake beside its field, and stores nothing', async () => {
    const before = await countSubmissions();
    const fields: Record<string, string> = {
      ...formOf('tracked_links'),
      '/contact/email': '"><script>1</script>',
      '/organization/domain': '',
    };
    const { status, text } = await send('/submit/tracked_links', {
      ...fields,
      '/fields/links/0/url': 'http://a.example',
    });
    expect(status).toBe(400);
    expect(text).toContain('3 fields need correction');
    expect(text).toMatch(/id="f-contact-email-error">Email must be an e-mail address\./);
    expect(text).toMatch(/id="f-organization-domain-error">Domain must/);
    expect(text).toMatch(/id="f-fields-links-0-url-error">Address must be an https address/);
    expect(text).toContain('value="http://a.example"');
    expect(text).toContain(`value="${fields['/fields/tool/name']}"`);
    expect(text).not.toContain('<script>');
    expect(await countSubmissions()).toBe(before);
  });

  it.each([
    ['nothing at all', {}],
    ['fields that no form has', { '/__proto__/x': '1', '/fields/links/999999/url': 'x', '/fields/surprise': '1' }],
  ])('of %s is refused with what is missing', async (_what, fields) => {
    const { status, text } = await send('/submit/tracked_links', fields);
    expect(status).toBe(400);
    expect(text).toMatch(/id="f-contact-name-error">Name must not be empty\./);
  });

  it('is no form of another kind, another method or another site', async () => {
    expect((await open('/submit/constructor')).status).toBe(404);
    expect((await fetch(`${app.url}/submit/tracked_links`, { method: 'PUT' })).status).toBe(405);
    const before = await countSubmissions();
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ])
      expect((await send('/submit/tracked_links', formOf('tracked_links'), headers)).status).toBe(403);
    expect(await countSubmissions()).toBe(before);
  });

  it('is checked without being sent, and takes more rows', async () => {
    const before = await countSubmissions();
    const given = { ...formOf('tracked_links'), '/contact/email': 'nonsense' };
    const checked = await send('/submit/tracked_links/check', given);
    expect(checked.status).toBe(200);
    expect(JSON.parse(checked.text)).toMatchObject({ complete: false, problems: [{ pointer: '/contact/email' }] });
    expect(JSON.parse((await send('/submit/tracked_links/check', formOf('tracked_links'))).text)).toMatchObject({
      complete: true,
      refusal: null,
    });
    const secret = { ...given, '/note': app.credentials.workflowToken };
    const refused = await send('/submit/tracked_links/check', secret);
    expect([refused.status, JSON.parse(refused.text).problems[0].pointer]).toEqual([400, '/note']);
    expect(refused.text).not.toContain(app.credentials.workflowToken);
    const more = await send('/submit/tracked_links', { ...given, more: '/fields/links' });
    expect(more.status).toBe(200);
    expect(more.text).toContain('name="/fields/links/5/url"');
    expect(more.text).toContain('value="nonsense"');
    expect((await open('/submit/tracked_links/check')).status).toBe(405);
    expect((await send('/submit/constructor/check', given)).status).toBe(404);
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await send('/submit/tracked_links/check', given, elsewhere)).status).toBe(403);
    expect(await countSubmissions()).toBe(before);
  });

  it('is too long beyond its bound', async () => {
    const { status } = await send('/submit/tracked_links', { '/note': 'x'.repeat(300_000) });
    expect(status).toBe(413);
  });

  it.each([
    ['bytes that are no UTF-8', 'application/x-www-form-urlencoded', '%2Fnote=%ff', 400],
    ['more fields than a form has', 'application/x-www-form-urlencoded', 'a&'.repeat(3_000), 400],
    ['something else than a form', 'text/plain', '/note=x', 415],
  ])('is refused where it is %s', async (_what, type, body, status) => {
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin', 'content-type': type };
    const reply = await fetch(`${app.url}/submit/tracked_links`, { method: 'POST', headers, body });
    expect(reply.status).toBe(status);
  });

  it('counts as any body of a stranger that is still on its way', async () => {
    const { hostname, port } = new URL(app.url);
    const sockets = Array.from({ length: 4 }, () => net.connect(Number(port), hostname));
    for (const socket of sockets)
      socket.write(
        `POST /graphql HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${2 ** 21}\r\n\r\n`,
      );
    await expect.poll(async () => (await send('/submissions', { receipt: 'none' })).status).toBe(429);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await send('/submissions', { receipt: 'none' })).status).toBe(400);
  });
});

describe('the page of a hackathon', () => {
  it('shows what was approved, with the sponsors’ tools, and the receipt leads there', async () => {
    const input = submissionOf('hackathon_passport');
    const { receipt, id } = await prepared(app, input);
    const cookie = await signIn(app, app.credentials.users.reviewer);
    await review(app, 'assignIntake', { id }, cookie);
    const { errors } = await review(app, 'approveIntake', { id, revision: 1 }, cookie);
    expect(errors).toEqual([]);
    const [, path = ''] = /href="[^"]*(\/h\/[\w-]+)"/.exec((await open(`/submissions/${receipt}`)).text) ?? [];
    const { status, text } = await open(path);
    expect(status).toBe(200);
    expect(text).toContain('3 May 2099 to 4 May 2099, online.');
    expect(text).toContain('3 May 2099, 09:00');
    expect(text).toMatch(/<bdi>Stripe<\/bdi>.*<a href="\/tools\/stripe"><bdi>Stripe<\/bdi>/);
    expect(text).not.toContain(input.contact.email);
    expect((await open('/h/nothing-here')).status).toBe(404);
    const list = await open('/h');
    expect([list.status, list.text.includes(`class="whole" href="${path}"`)]).toEqual([200, true]);
    expect(list.text).toContain('3 May 2099 to 4 May 2099');
    expect((await open('/sitemap.xml')).text).toContain(`<loc>${app.url}${path}</loc>`);
  });
});

describe('the page of a receipt', () => {
  it('says what the checks found, and nothing of what reviewers said to each other', async () => {
    const input = submissionOf('tracked_links');
    const { receipt, id } = await prepared(app, input);
    const cookie = await signIn(app, app.credentials.users.reviewer);
    await review(app, 'commentIntake', { id, text: 'between-reviewers' }, cookie);
    const { text } = await open(`/submissions/${receipt}`);
    expect(text).toMatch(/Checks<\/h2>.*(Passed|Not known):/);
    expect(text).not.toContain('between-reviewers');
  });

  it('shows what was submitted as text, and what did not pass before what did', async () => {
    const input = submissionOf('partner_workspace', { role: '</dd><script>1</script>' });
    const { receipt } = await prepared(app, { ...input, note: 'Two\nlines' });
    const { text } = await open(`/submissions/${receipt}`);
    expect(text).toContain(
      '<dt>Role</dt><dd class="written" dir="auto">&lt;/dd&gt;&lt;script&gt;1&lt;/script&gt;</dd>',
    );
    expect(text).toContain('<dt>Evidence 1, Address</dt>');
    expect(text).toContain('<dt>Note</dt><dd class="written" dir="auto">Two\nlines</dd>');
    const verdicts = [...text.matchAll(/<strong>(Passed|Not passed|Not known):<\/strong>/g)].map(
      ([, verdict]) => verdict,
    );
    expect(verdicts.indexOf('Not passed')).toBe(0);
    expect(verdicts.lastIndexOf('Not passed')).toBeLessThan(verdicts.indexOf('Passed'));
  });

  it('has the form once changes are asked for, and takes the changed one', async () => {
    const input = submissionOf('tracked_links');
    const { receipt, id } = await prepared(app, input);
    const cookie = await signIn(app, app.credentials.users.reviewer);
    await review(app, 'assignIntake', { id }, cookie);
    await review(app, 'requestIntakeChanges', { id, reason: 'Name the <b>plan</b>.' }, cookie);
    const { text } = await open(`/submissions/${receipt}`);
    expect(text).toContain('Name the &lt;b&gt;plan&lt;/b&gt;.');
    expect(text).toContain(`value="${input.organization.domain}"`);
    const { kind: _kind, ...members } = input;
    const reply = await send('/submit/tracked_links', { ...fieldsOf(members), '/note': 'The plan is Pro.', receipt });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `/submissions/${receipt}`]);
    expect((await follow(app, receipt)).data?.intakeSubmission).toMatchObject({ revision: 2 });
  });

  it('withdraws by its button, once, and not for another site', async () => {
    const location = await submitted('tracked_links');
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await send(`${location}/withdraw`, {}, elsewhere)).status).toBe(403);
    expect((await open(`${location}/withdraw`)).status).toBe(405);
    expect((await open(location)).text).toContain(`action="${location}/withdraw"`);
    expect((await send(`${location}/withdraw`, {})).headers.get('location')).toBe(location);
    const { text } = await open(location);
    expect(text).toContain('<strong>Withdrawn.</strong>');
    expect(text).not.toContain('/withdraw"');
    expect((await send(`${location}/withdraw`, {})).status).toBe(409);
  });

  it('is not there for a wrong secret, and a letter’s address asks for the receipt', async () => {
    const { data } = await submit(app, submissionOf('tracked_links'));
    const [id = ''] = data?.submitIntake?.receipt.split('.') ?? [];
    for (const wrong of [`${id}.${'A'.repeat(32)}`, `${id}.`, 'sub_x.y'])
      expect((await open(`/submissions/${wrong}`)).status).toBe(404);
    expect((await open(`/submissions/${id}`)).headers.get('location')).toBe('/submissions');
    expect((await open('/submissions')).text).toContain('name="receipt"');
    expect((await send('/submissions', { receipt: 'https://evil.example' })).status).toBe(400);
    const receipt = data?.submitIntake?.receipt ?? '';
    expect((await send('/submissions', { receipt: ` ${receipt} ` })).headers.get('location')).toBe(
      `/submissions/${receipt}`,
    );
  });

  it('sends the letter again, and leaves no secret in the log', async () => {
    const input = submissionOf('usage_tracking');
    const { data } = await submit(app, input);
    const receipt = data?.submitIntake?.receipt ?? '';
    expect((await send(`/submissions/${receipt}/letter`, {})).status).toBe(303);
    await open(`/submissions/${receipt}`);
    await open(`/submissions/${receipt}x`);
    await confirmContact(app, input.contact.email);
    await runIntake(app);
    const [, secret = ''] = receipt.split('.');
    expect(lines.join('')).toContain('"path":"/submissions/…"');
    expect(lines.join('')).not.toContain(secret);
  });
});

describe('the pages of a submission', () => {
  /** Each act of a page, the states in which it is allowed, and how it is sent; a page refuses everything else with 409. */
  const going = [
    'received',
    'needs_evidence',
    'triaged',
    'draft_prepared',
    'in_review',
    'changes_requested',
    'approved',
  ];
  const acts: Record<
    string,
    { in: readonly string[]; send(receipt: string, input: Input, link: string): Promise<Page> }
  > = {
    withdraw: { in: going, send: (receipt) => send(`/submissions/${receipt}/withdraw`, {}) },
    letter: { in: going, send: (receipt) => send(`/submissions/${receipt}/letter`, {}) },
    resubmit: {
      in: ['needs_evidence', 'changes_requested'],
      send: (receipt, { kind: _kind, ...members }) => send('/submit/tracked_links', { ...fieldsOf(members), receipt }),
    },
    confirm: { in: going, send: (_receipt, _input, link) => send(new URL(link).pathname, {}) },
  };

  it.each(intakeStates)('allow no other act than those of %s', async (state) => {
    for (const [name, { in: allowed, send: act }] of Object.entries(acts)) {
      const input = submissionOf('tracked_links');
      const receipt = (await submit(app, input)).data?.submitIntake?.receipt ?? '';
      const link = await linkSentTo(app, input.contact.email);
      const id = receipt.slice(4).split('.')[0];
      const written = () =>
        query(
          app.databaseUrl,
          `select state, revision, contact_verified_at, contact_token_hash,
             (select count(*) from intake_history where submission_id = id) as steps
           from intake_submission where id = $1`,
          [id],
        );
      await query(app.databaseUrl, 'update intake_submission set state = $2 where id = $1', [id, state]);
      const before = await written();
      const { status } = await act(receipt, input, link);
      expect(`${name}: ${status}`).toBe(`${name}: ${allowed.includes(state) ? (name === 'confirm' ? 200 : 303) : 409}`);
      if (!allowed.includes(state)) expect(await written(), name).toEqual(before);
    }
  });
});

describe('a reviewer who uses the pages while signed in', () => {
  /** A reviewer of a test's own with a browser that is signed in. */
  async function makeReviewer(): Promise<Person> {
    const person = await makePerson(app);
    await query(app.databaseUrl, 'update auth."user" set reviewer = true where id = $1', [person.id.slice(4)]);
    return person;
  }
  const decided = async (id: string, revision: number, cookie: string): Promise<string> =>
    (await review(app, 'approveIntake', { id, revision }, cookie)).errors[0]?.extensions.code ?? 'approved';

  it('does not approve what their browser sent by a form, anew or by a receipt', async () => {
    const { cookie } = await makeReviewer();
    const { kind: _kind, ...members } = submissionOf('tracked_links');
    const sent = await send('/submit/tracked_links', fieldsOf(members), { cookie });
    const receipt = sent.headers.get('location')?.slice('/submissions/'.length) ?? '';
    await confirmContact(app, members.contact.email);
    await runIntake(app);
    const [id = ''] = receipt.split('.');
    expect(await decided(id, 1, cookie)).toBe('APPROVAL_REQUIRED');

    const other = await makeReviewer();
    const first = await signIn(app, app.credentials.users.reviewer);
    await review(app, 'requestIntakeChanges', { id, reason: 'Please say more.' }, first);
    const again = { ...fieldsOf(members), '/note': 'Now with more.', receipt };
    expect((await send('/submit/tracked_links', again, { cookie: other.cookie })).status).toBe(303);
    await runIntake(app);
    expect(await decided(id, 2, other.cookie)).toBe('APPROVAL_REQUIRED');
    expect(await decided(id, 2, first)).toBe('approved');
  });

  it('does not approve what they had the letter sent for again', async () => {
    const { cookie } = await makeReviewer();
    const input = submissionOf('tracked_links');
    const { id = '', receipt = '' } = (await submit(app, input)).data?.submitIntake ?? {};
    expect((await send(`/submissions/${receipt}/letter`, {}, { cookie })).status).toBe(303);
    await confirmContact(app, input.contact.email);
    await runIntake(app);
    expect(await decided(id, 1, cookie)).toBe('APPROVAL_REQUIRED');
  });

  it('is taken at their word for their own address, which needs no letter', async () => {
    const { cookie, email } = await makeReviewer();
    const { kind: _kind, ...members } = submissionOf('tracked_links');
    const sent = await send('/submit/tracked_links', { ...fieldsOf(members), '/contact/email': email }, { cookie });
    const receipt = sent.headers.get('location')?.slice('/submissions/'.length) ?? '';
    expect((await follow(app, receipt)).data?.intakeSubmission.contactVerified).toBe(true);
  });

  it('is no one where the browser does not say that the form was ours', async () => {
    const { cookie } = await makeReviewer();
    const { kind: _kind, ...members } = submissionOf('tracked_links');
    const sent = await fetch(`${app.url}/submit/tracked_links`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams(fieldsOf(members)),
    });
    expect(sent.status).toBe(303);
    const [id = ''] = sent.headers.get('location')?.slice('/submissions/'.length).split('.') ?? [];
    const [row] = await query<{ by: string | null }>(
      app.databaseUrl,
      'select submitted_by as by from intake_submission where id = $1',
      [id.slice(4)],
    );
    expect(row).toEqual({ by: null });
  });
});
