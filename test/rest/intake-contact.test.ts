import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { follow, review, runIntake, submissionOf, submit } from '../setup/intake.js';
import { linkSentTo, makePerson } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('the link of the letter to a contact', () => {
  it('confirms by its button alone, once', async () => {
    const input = submissionOf('tracked_links');
    const { data } = await submit(app, input);
    const receipt = data?.submitIntake?.receipt ?? '';
    const link = await linkSentTo(app, input.contact.email);
    expect(link).not.toContain(receipt.split('.')[1]);
    await ask(link, { method: 'HEAD' });
    expect((await ask(link)).text).toContain('Confirm the address');
    expect((await follow(app, receipt)).data?.intakeSubmission.contactVerified).toBe(false);
    expect((await ask(link, { method: 'POST' })).status).toBe(200);
    expect((await follow(app, receipt)).data?.intakeSubmission.contactVerified).toBe(true);
    expect((await ask(link, { method: 'POST' })).status).toBe(404);
  });
});

it('makes a reviewer who confirms it while signed in a party, who decides nothing about it', async () => {
  const reader = await makePerson(app);
  await query(app.databaseUrl, 'update auth."user" set reviewer = true where id = $1', [reader.id.slice(4)]);
  const input = submissionOf('tracked_links');
  const { id = '' } = (await submit(app, input)).data?.submitIntake ?? {};
  const headers = { cookie: reader.cookie, origin: 'null', 'sec-fetch-site': 'same-origin' };
  expect((await ask(await linkSentTo(app, input.contact.email), { method: 'POST', headers })).status).toBe(200);
  await runIntake(app);
  const { errors } = await review(app, 'approveIntake', { id, revision: 1 }, reader.cookie);
  expect(errors[0]?.extensions.code).toBe('APPROVAL_REQUIRED');
});

describe('a page whose path does not decode', () => {
  it.each([
    '/submissions/confirm/%ZZ',
    '/submissions/confirm/%',
    '/submissions/%ZZ',
    '/submissions/%ZZ/letter',
    '/submit/%ZZ',
    '/submit/%ZZ/check',
    '/tools/%ZZ',
    '/projects/%ZZ',
    '/go/%ZZ',
    '/badges/%ZZ',
    '/contracts/%ZZ',
    '/problems/%ZZ',
    '/no-such-path/%ZZ',
  ])('is not found, by any method: %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status } = await ask(`${app.url}${path}`, { method, headers: { accept: 'text/html' } });
      expect([method, [404, 405].includes(status) ? 404 : status]).toEqual([method, 404]);
    }
  });

  it('is answered at the page of a contact with the headers of that page', async () => {
    const { status, headers } = await ask(`${app.url}/submissions/confirm/%ZZ`);
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      404,
      'private, no-store',
      'no-referrer',
    ]);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('a contract of intake', () => {
  it.each(['partner_workspace', 'tracked_links', 'hackathon_passport', 'usage_tracking'])(
    'of %s is published, and its examples are taken',
    async (kind) => {
      const contract = await ask<{ examples: unknown[] }>(`${app.url}/contracts/intake-${kind}-v1.json`);
      expect(contract.status).toBe(200);
      for (const example of contract.body.examples) {
        const reply = await submit(app, example);
        expect(reply.errors).toEqual([]);
        expect(reply.data?.submitIntake?.state).toBe('received');
      }
    },
  );
});

describe('a malformed submission', () => {
  it.each([
    [
      'an http address',
      { links: [{ kind: 'docs', url: 'http://a.example/x', title: 'Docs' }] },
      '/fields/links/0/url',
      'VALIDATION_FAILED',
    ],
    ['an unknown member', { surprise: 1 }, '/fields/surprise', 'VALIDATION_FAILED'],
    ['neither tool nor slug', { tool: null }, '/fields/toolSlug', 'VALIDATION_FAILED'],
    ['private content', { password: 'x' }, '/fields/password', 'PRIVATE_CONTENT'],
  ])('with %s is refused with its pointer', async (_what, fields, pointer, code) => {
    const reply = await submit(app, submissionOf('tracked_links', fields));
    expect(reply.errors[0]?.extensions.code).toBe(code);
    expect(reply.errors[0]?.extensions.errors?.map((one) => one.pointer)).toContain(pointer);
  });
});
