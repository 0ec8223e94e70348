import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rebuildRollups } from '../../server/adoption/index.js';
import { openSealer } from '../../server/platform/secrets/secret.seal.js';
import { webhookJobs } from '../../server/webhooks/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { workOf } from '../setup/jobs.js';
import { type Company, giveRole, makeCompany, makePerson } from '../setup/people.js';
import { answer, type Behaviour, cut, type ReceiptService, startReceiptService } from '../setup/receipt-service.js';
import {
  act,
  ageEvents,
  CREATE,
  foldAndAnnounce,
  isSignedBy,
  makeWebhook,
  messagesOf,
  runJob,
  sendDue,
  WEBHOOK_FIELDS,
} from '../setup/webhooks.js';

let app: TestApp;
let company: Company;
let receiver: ReceiptService;
let behave: Behaviour;
const OK = answer(200, '{}');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A SESSION_SECRET. */
const keyOf = (name: string): string => `${name} of the tests `.repeat(3);

beforeAll(async () => {
  receiver = await startReceiptService((response, request, nth) => behave(response, request, nth));
  app = await startApp({ env: { OUTBOUND_ALLOW: new URL(receiver.url).host } });
});
beforeEach(async () => {
  behave = OK;
  company = await makeCompany(app);
});
afterEach(() => query(app.databaseUrl, 'delete from webhook_endpoint'));
afterAll(async () => {
  await app.close();
  await receiver.close();
});

let sent = 0;
const track = (given: Record<string, unknown>, of = company) =>
  ask(`${app.url}/api/usage/track`, {
    token: of.trackingKey,
    body: {
      event_name: 'FIRST_API_CALL',
      developer_id: 'd1',
      product: { id: of.productId, name: 'An API', type: 'api' },
      idempotencyKey: `hook-${++sent}`,
      ...given,
    },
  });
/** An account of the company sends its first event, and the fold finds it. */
const arrive = async (domain: string): Promise<void> => {
  expect((await track({ account_domain: domain })).status).toBe(200);
  await ageEvents(app);
  await foldAndAnnounce(app);
};
const takenSince = (before: number) => receiver.taken.slice(before);
const bodyOf = (text: string) => JSON.parse(text) as { type: string; timestamp: string; data: Record<string, unknown> };
const codeOf = ({ errors }: { errors: { extensions: { code: string } }[] }) => errors[0]?.extensions.code;
const input = (webhookId: string, of = company) => ({ organizationId: of.organizationId, webhookId });
const UPDATE = ['updateWebhook', 'UpdateWebhookInput', `{ ${WEBHOOK_FIELDS} }`] as const;
const ROTATE = ['rotateWebhookSecret', 'WebhookInput', '{ secret webhook { previousSecretUntil } }'] as const;
const REMOVE = ['deleteWebhook', 'WebhookInput', ''] as const;
const TEST = ['sendTestWebhook', 'WebhookInput', '{ id state attempts lastStatus lastOutcome }'] as const;
const REDELIVER = ['redeliverWebhook', 'RedeliverWebhookInput', '{ id state attempts }'] as const;
const listed = async (cookie = company.owner.cookie, { organizationId } = company) =>
  askGraphql<{ webhooks: Record<string, unknown>[] }>(
    app,
    `query ($o: ID!) { webhooks(organizationId: $o) { ${WEBHOOK_FIELDS} } }`,
    { o: organizationId },
    { cookie },
  );

describe('the first event of an account', () => {
  it('is sent once, signed as Standard Webhooks says, with the organization’s own ids and nothing of a developer', async () => {
    const before = receiver.taken.length;
    const { secret } = await makeWebhook(app, company, `${receiver.url}/in?of=us`);
    await track({ account_domain: 'first.example', developer_id: 'someone-private' });
    await arrive('first.example');
    await sendDue(app);
    await arrive('first.example');
    await sendDue(app);
    const [request, ...others] = takenSince(before);
    expect(others).toEqual([]);
    expect(request?.path).toBe('/in?of=us');
    expect(request && isSignedBy(secret, request)).toBe(true);
    expect(request && isSignedBy('whsec_AAAA', request)).toBe(false);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_/),
    });
    const body = bodyOf(request?.body ?? '');
    expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data']);
    expect(body).toMatchObject({
      type: 'account.first_event',
      data: { organizationId: company.organizationId, productId: company.productId, accountDomain: 'first.example' },
    });
    expect(request?.body).not.toContain('someone-private');
  });

  it('is announced once by two folds at the same time, and not again by a rebuild', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    await track({ account_domain: 'twice.example' });
    await ageEvents(app);
    await Promise.all([foldAndAnnounce(app), foldAndAnnounce(app)]);
    await rebuildRollups(app.app.platform.em());
    await foldAndAnnounce(app);
    expect(await messagesOf(app, company, id)).toHaveLength(1);
  });

  it('that a file brought is no news, nor is one of the vendor’s own domain, nor another tenant’s', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    const other = await makeCompany(app);
    await track({ account_domain: 'filed.example' });
    await track({ account_domain: 'theirs.example' }, other);
    await query(
      app.databaseUrl,
      `update tracking_event set source = 'csv_import' where account_domain = 'filed.example'`,
    );
    await ageEvents(app);
    await foldAndAnnounce(app);
    expect(await messagesOf(app, company, id)).toEqual([]);
  });

  it('of an account that was declared before is announced', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    await askGraphql(
      app,
      'mutation ($input: DeclareAccountInput!) { declareAccount(input: $input) { domain } }',
      { input: { organizationId: company.organizationId, domain: 'declared.example' } },
      { cookie: company.owner.cookie },
    );
    await arrive('declared.example');
    expect(await messagesOf(app, company, id)).toMatchObject([{ type: 'account.first_event', state: 'waiting' }]);
  });
});

describe('a refused share above the threshold', () => {
  const refuse = (times: number) => Promise.all(Array.from({ length: times }, () => track({ developer_id: '' })));
  const look = async () => {
    await app.app.parts.verdicts.flush();
    await ageEvents(app);
    await foldAndAnnounce(app);
    await Promise.all([runJob(app, 'watch_refused_share'), runJob(app, 'watch_refused_share')]);
  };

  it('is news when it is crossed, once until it was below, and with the numbers of the company’s view', async () => {
    const { id } = await makeWebhook(app, company, receiver.url, { refusedPercent: 20 });
    await refuse(4);
    await look();
    expect(await messagesOf(app, company, id)).toEqual([]); // too few answers to say anything
    await Promise.all(Array.from({ length: 15 }, () => track({})));
    await refuse(1);
    await look();
    await look();
    const before = receiver.taken.length;
    await sendDue(app);
    expect(takenSince(before).map(({ body }) => bodyOf(body))).toMatchObject([
      {
        type: 'events.refused_share',
        data: { productId: company.productId, refused: 5, events: 15, refusedShare: 0.25, refusedPercent: 20 },
      },
    ]);
    await Promise.all(Array.from({ length: 10 }, () => track({})));
    await look(); // 5 of 30: below
    await refuse(10);
    await look(); // 15 of 40
    expect(await messagesOf(app, company, id)).toHaveLength(2);
  });
});

describe('a tracking key', () => {
  it('that was unused for 30 days is announced once, and again after it was used', async () => {
    const { id } = await makeWebhook(app, company, receiver.url, { trackingKeyUnused: true });
    const age = (days: number) =>
      query(
        app.databaseUrl,
        `with own as (select id from credential where organization_id = $1 and kind = 'tracking_key')
         insert into credential_use (credential_id, last_used_at) select id, now() - make_interval(days => $2) from own
         on conflict (credential_id) do update set last_used_at = excluded.last_used_at`,
        [company.organizationId.slice(4), days],
      );
    await age(29);
    await runJob(app, 'watch_unused_keys');
    expect(await messagesOf(app, company, id)).toEqual([]);
    await age(31);
    await Promise.all([runJob(app, 'watch_unused_keys'), runJob(app, 'watch_unused_keys')]);
    const before = receiver.taken.length;
    await sendDue(app);
    const [body, ...others] = takenSince(before).map((one) => bodyOf(one.body));
    expect(others).toEqual([]);
    expect(body).toMatchObject({ type: 'tracking_key.unused', data: { productId: company.productId, unusedDays: 30 } });
    expect(body?.data.hint).toBe(`dtk_…${company.trackingKey.slice(-4)}`);
    await age(32);
    await runJob(app, 'watch_unused_keys');
    expect(await messagesOf(app, company, id)).toHaveLength(2);
    await age(60);
    await runJob(app, 'watch_unused_keys');
    expect(await messagesOf(app, company, id)).toHaveLength(2);
  });
});

describe('a delivery', () => {
  it('that is not taken is tried again after 1 m, 5 m, 30 m, 2 h and 12 h, with one id, and then fails', async () => {
    behave = answer(503, '');
    const before = receiver.taken.length;
    const { id, secret } = await makeWebhook(app, company, receiver.url);
    await arrive('retried.example');
    await sendDue(app);
    for (const minutes of [1, 5, 30, 120, 720]) {
      app.clock.move(minutes * MINUTE_MS - 5_000);
      await runJob(app, 'sweep_webhooks');
      await sendDue(app);
      const early = receiver.taken.length;
      app.clock.move(6_000);
      await runJob(app, 'sweep_webhooks');
      await sendDue(app);
      expect(receiver.taken.length).toBe(early + 1);
    }
    const requests = takenSince(before);
    expect(requests).toHaveLength(6);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(6);
    expect(requests.every((one) => isSignedBy(secret, one))).toBe(true);
    expect(await messagesOf(app, company, id)).toMatchObject([
      {
        state: 'failed',
        attempts: 6,
        lastStatus: 503,
        lastOutcome: 'answered',
        lastDurationMs: expect.any(Number),
        nextAttemptAt: null,
      },
    ]);
    expect((await listed()).data?.webhooks).toMatchObject([{ state: 'failing' }]);
  });

  it('that fails pauses the endpoint, so that an address that hangs is tried once a minute', async () => {
    behave = cut;
    const before = receiver.taken.length;
    const { id } = await makeWebhook(app, company, receiver.url);
    await track({ account_domain: 'one.example' });
    await track({ account_domain: 'two.example' });
    await arrive('three.example');
    await sendDue(app);
    await sendDue(app);
    expect(takenSince(before)).toHaveLength(1);
    behave = OK;
    app.clock.move(MINUTE_MS + 1_000);
    await runJob(app, 'sweep_webhooks');
    await sendDue(app);
    expect((await messagesOf(app, company, id)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ]);
    expect((await listed()).data?.webhooks).toMatchObject([{ state: 'active' }]);
  });

  it('goes out once when two workers run at the same time, and again when one was killed before the answer was noted', async () => {
    const before = receiver.taken.length;
    const { id } = await makeWebhook(app, company, receiver.url);
    await arrive('killed.example');
    await Promise.all([sendDue(app), sendDue(app)]);
    expect(takenSince(before)).toHaveLength(1);
    // As a worker leaves it that died between the request and its note: leased, and one attempt noted.
    const after = (ms: number) => new Date(app.clock.now().getTime() + ms);
    await query(app.databaseUrl, `update webhook_message set state = 'waiting', next_attempt_at = $1`, [
      after(MINUTE_MS),
    ]);
    await query(app.databaseUrl, 'update webhook_endpoint set sending_until = $1', [after(90_000)]);
    app.clock.move(MINUTE_MS + 1_000);
    await runJob(app, 'sweep_webhooks');
    await sendDue(app);
    expect(takenSince(before)).toHaveLength(1);
    app.clock.move(MINUTE_MS);
    await runJob(app, 'sweep_webhooks');
    await sendDue(app);
    const requests = takenSince(before);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.headers['webhook-id']).toBe(requests[0]?.headers['webhook-id']);
    expect(await messagesOf(app, company, id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('to an address that answers 410 ends there: nothing that waits is sent', async () => {
    behave = answer(410, '');
    const before = receiver.taken.length;
    const { id } = await makeWebhook(app, company, receiver.url);
    await track({ account_domain: 'left.example' });
    await arrive('gone.example');
    await sendDue(app);
    expect(takenSince(before)).toHaveLength(1);
    expect((await listed()).data?.webhooks).toMatchObject([{ state: 'disabled', disabledReason: 'gone' }]);
    expect((await messagesOf(app, company, id)).map(({ state, lastOutcome }) => [state, lastOutcome])).toEqual([
      ['failed', 'endpoint_disabled'],
      ['failed', 'answered'],
    ]);
    await act(app, UPDATE, { ...input(id), enabled: true }, company.owner);
    expect((await listed()).data?.webhooks).toMatchObject([{ state: 'active', disabledReason: null }]);
  });

  it('to an address that takes nothing for five days ends the endpoint', async () => {
    behave = answer(500, '');
    await makeWebhook(app, company, receiver.url);
    await arrive('first-of-five.example');
    await sendDue(app);
    app.clock.move(5 * DAY_MS);
    await runJob(app, 'sweep_webhooks');
    await sendDue(app);
    expect((await listed()).data?.webhooks).toMatchObject([{ state: 'disabled', disabledReason: 'failing' }]);
    await arrive('after-five.example');
    const before = receiver.taken.length;
    await sendDue(app);
    expect(takenSince(before)).toEqual([]);
  });

  it('of what waits is cancelled with the endpoint', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    await arrive('cancelled.example');
    const before = receiver.taken.length;
    expect((await act(app, REMOVE, input(id), company.owner)).errors).toEqual([]);
    await sendDue(app);
    expect(takenSince(before)).toEqual([]);
    expect(await query(app.databaseUrl, 'select 1 from webhook_message where endpoint_id = $1', [id.slice(4)])).toEqual(
      [],
    );
  });

  it('that failed is sent again on request, with its id', async () => {
    behave = answer(500, '');
    const { id } = await makeWebhook(app, company, receiver.url);
    await arrive('again.example');
    await sendDue(app);
    const [message] = await messagesOf(app, company, id);
    behave = OK;
    app.clock.move(MINUTE_MS + 1_000);
    const reply = await act<{ state: string }>(
      app,
      REDELIVER,
      { organizationId: company.organizationId, messageId: message?.id },
      company.owner,
    );
    expect(reply.data?.redeliverWebhook).toMatchObject({ state: 'waiting' });
    const before = receiver.taken.length;
    await sendDue(app);
    expect(takenSince(before).map(({ headers }) => headers['webhook-id'])).toEqual([message?.id]);
  });
});

describe('the secret', () => {
  it('is in the database in no form that could be read, and in no list', async () => {
    const { secret } = await makeWebhook(app, company, receiver.url);
    const stored = JSON.stringify(await query(app.databaseUrl, 'select * from webhook_endpoint'));
    const bytes = Buffer.from(secret.slice(6), 'base64');
    for (const form of [secret.slice(6), bytes.toString('hex'), bytes.toString('base64url')])
      expect(stored).not.toContain(form);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const audit = JSON.stringify(await query(app.databaseUrl, 'select changes from audit_value'));
    expect(audit).not.toContain(secret.slice(6, 20));
  });

  it('is encrypted again by a job of its own, so that the previous SESSION_SECRET can be dropped', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    const [previous, current] = [keyOf('previous'), keyOf('current')];
    const before = openSealer('webhook', previous, []).seal('whsec_kept', id);
    await query(app.databaseUrl, 'update webhook_endpoint set sealed_secret = $1', [before]);
    const jobs = webhookJobs({ webhookSecrets: openSealer('webhook', current, [previous]) });
    await jobs.find(({ name }) => name === 'reseal_webhook_secrets')?.run(workOf(app), {});
    const [stored] = await query<{ sealed: string }>(
      app.databaseUrl,
      'select sealed_secret as sealed from webhook_endpoint',
    );
    expect(openSealer('webhook', current, []).open(stored?.sealed ?? '', id)).toMatchObject({ text: 'whsec_kept' });
  });

  it('of before signs beside the new one for a day', async () => {
    const { id, secret } = await makeWebhook(app, company, receiver.url);
    const reply = await act<{ secret: string }>(app, ROTATE, input(id), company.owner);
    const next = reply.data?.rotateWebhookSecret?.secret ?? '';
    const signedBoth = async () => {
      const before = receiver.taken.length;
      await act(app, TEST, input(id), company.owner);
      const [request] = takenSince(before);
      return request ? [isSignedBy(secret, request), isSignedBy(next, request)] : [];
    };
    expect(await signedBoth()).toEqual([true, true]);
    app.clock.move(DAY_MS + 1_000);
    expect(await signedBoth()).toEqual([false, true]);
  });
});

describe('a test message', () => {
  it('answers how it ended, and is not tried again', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    expect((await act(app, TEST, input(id), company.owner)).data?.sendTestWebhook).toMatchObject({
      state: 'delivered',
      attempts: 1,
      lastStatus: 200,
      lastOutcome: 'answered',
    });
    behave = answer(302, '', { location: `${receiver.url}/elsewhere` });
    const before = receiver.taken.length;
    expect((await act(app, TEST, input(id), company.owner)).data?.sendTestWebhook).toMatchObject({
      state: 'failed',
      lastStatus: 302,
    });
    app.clock.move(DAY_MS);
    await runJob(app, 'sweep_webhooks');
    await sendDue(app);
    expect(takenSince(before).map(({ path }) => path)).toEqual(['/']); // nothing was followed
  });

  it('has the time until its answer, and none while the secret cannot be read', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    const HELD_MS = 120;
    behave = (response, request, nth) => void setTimeout(() => OK(response, request, nth), HELD_MS);
    await act(app, TEST, input(id), company.owner);
    await query(app.databaseUrl, `update webhook_endpoint set sealed_secret = 'none' where id = $1`, [id.slice(4)]);
    await act(app, TEST, input(id), company.owner);
    const [unread, held] = await messagesOf(app, company, id);
    expect(unread).toMatchObject({ lastOutcome: 'secret_unreadable', lastDurationMs: null });
    expect(held?.lastDurationMs).toBeGreaterThanOrEqual(HELD_MS - 5);
    expect(held?.lastDurationMs).toBeLessThan(10_000);
  });

  it('to an address inside is refused, though it could be stored', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    const inside = receiver.url.replace('127.0.0.1', 'localhost');
    await query(app.databaseUrl, 'update webhook_endpoint set url = $1', [inside]);
    expect((await act(app, TEST, input(id), company.owner)).data?.sendTestWebhook).toMatchObject({
      state: 'failed',
      lastStatus: null,
      lastOutcome: 'not_https',
    });
  });
});

describe('an address', () => {
  it.each([
    ['http://example.com/in', 'not_https'],
    ['https://127.0.0.1/in', 'not_allowed_address'],
    ['https://[::1]/in', 'not_allowed_address'],
    ['https://169.254.169.254/latest/meta-data', 'not_allowed_address'],
    ['https://hooks.internal/in', 'not_allowed_address'],
    ['https://example.com:8443/in', 'port'],
    ['https://user:pass@example.com/in', 'user_info'],
    ['in', 'not_a_url'],
  ])('%s is refused: %s', async (url, code) => {
    const { organizationId, owner } = company;
    const reply = await act(app, CREATE, { organizationId, url, accountFirstEvent: true }, owner);
    expect(reply.errors[0]?.extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/url', code }],
    });
  });

  it('is needed for something: an endpoint that hears of nothing is refused', async () => {
    const { organizationId, owner } = company;
    expect(codeOf(await act(app, CREATE, { organizationId, url: receiver.url }, owner))).toBe('VALIDATION_FAILED');
    const { id } = await makeWebhook(app, company, receiver.url, { trackingKeyUnused: true });
    expect(codeOf(await act(app, UPDATE, { ...input(id), trackingKeyUnused: false }, owner))).toBe('VALIDATION_FAILED');
  });
});

describe('rights', () => {
  it.each(['member', 'reader'] as const)(
    'of a %s are to read, without the path, which may be a secret',
    async (role) => {
      const { id } = await makeWebhook(app, company, `${receiver.url}/in?token=hush`);
      const member = await makePerson(app);
      await giveRole(app, company.organizationId, member, role);
      const found = (await listed(member.cookie)).data?.webhooks.find((one) => one.id === id);
      expect(found?.url).toBe(receiver.url);
      for (const one of [UPDATE, ROTATE, REMOVE, TEST])
        expect(codeOf(await act(app, one, input(id), member))).toBe('NOT_A_MEMBER');
    },
  );

  it('end with the membership', async () => {
    const { id } = await makeWebhook(app, company, receiver.url);
    const admin = await makePerson(app);
    await giveRole(app, company.organizationId, admin, 'admin');
    expect((await act(app, UPDATE, { ...input(id), refusedPercent: 50 }, admin)).errors).toEqual([]);
    await query(app.databaseUrl, 'delete from member where user_id = $1', [admin.id.slice(4)]);
    for (const one of [UPDATE, ROTATE, REMOVE, TEST])
      expect(codeOf(await act(app, one, input(id), admin))).toBe('NOT_FOUND');
  });

  it('reach no other organization’s webhook or message', async () => {
    const other = await makeCompany(app);
    const { id } = await makeWebhook(app, other, receiver.url);
    await act(app, TEST, input(id, other), other.owner);
    const [message] = await messagesOf(app, other, id);
    for (const one of [UPDATE, ROTATE, REMOVE, TEST])
      expect(codeOf(await act(app, one, input(id), company.owner))).toBe('NOT_FOUND');
    const redelivery = { organizationId: company.organizationId, messageId: message?.id };
    expect(codeOf(await act(app, REDELIVER, redelivery, company.owner))).toBe('NOT_FOUND');
    expect(await messagesOf(app, company, id)).toEqual([]);
  });
});
