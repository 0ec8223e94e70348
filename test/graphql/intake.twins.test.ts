import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { follow, type Input, type Item, prepared, readItem, review, stateOf, submissionOf } from '../setup/intake.js';
import { makeOrganization } from '../setup/people.js';

let app: TestApp;
let first: string;
let second: string;
beforeAll(async () => {
  app = await startApp();
  first = await signIn(app, app.credentials.users.reviewer);
  second = await signIn(app, app.credentials.users.secondReviewer);
});
afterAll(() => app.close());

const codeOf = (reply: { errors: { extensions: { code: string } }[] }): string =>
  reply.errors[0]?.extensions.code ?? 'done';
const checkOf = ({ checks }: Item, rule: string) => checks.find(({ ruleId }) => ruleId === rule);

/** A submission under another name of its organization, tool or event, and what a reviewer sees of it. */
async function seen(input: Input): Promise<Item> {
  const { id } = await prepared(app, input);
  return readItem(app, id, first);
}
const inName = (kind: string, member: 'tool' | 'event' | 'product', name: string): Input => {
  const input = submissionOf(kind);
  ((input.fields as Record<string, Record<string, unknown>>)[member] ?? {}).name = name;
  return input;
};

describe('a twin of a known name', () => {
  it.each([
    ['Cyrillic', 'Ѕtrіpe'],
    ['full width', 'Ｓｔｒｉｐｅ'],
    ['a trade mark', 'Stripe™'],
  ])('stands beside the check that fails: %s', async (_what, name) => {
    const tool = await seen(inName('tracked_links', 'tool', name));
    expect(checkOf(tool, 'tool.new')).toMatchObject({ result: 'fail', evidence: 'stripe' });
    expect(checkOf(tool, 'tool.lookalike')).toMatchObject({
      result: 'fail',
      pointer: '/fields/tool/name',
      evidence: 'Stripe · tool stripe · stripe.com',
    });
    const input = submissionOf('tracked_links');
    input.organization.name = name;
    const organization = await seen(input);
    expect(checkOf(organization, 'organization.lookalike')).toMatchObject({
      result: 'fail',
      pointer: '/organization/name',
      evidence: 'Stripe · tool stripe · stripe.com',
    });
    expect(organization).toMatchObject({ route: 'security', risks: ['lookalike_name', 'names_another_vendor'] });
  });

  it('is found among organizations, and no submitter is told of them', async () => {
    await makeOrganization(app, { name: 'Quiet Harbour', domain: 'harbour.example' });
    const input = submissionOf('tracked_links');
    input.organization.name = 'quіet  hаrbour';
    const { id, receipt, checks } = await prepared(app, input);
    expect(checkOf(await readItem(app, id, first), 'organization.lookalike')).toMatchObject({
      result: 'fail',
      evidence: expect.stringContaining('Quiet Harbour · organization org_') as string,
    });
    const followed = (await follow(app, receipt)).data?.intakeSubmission.checks ?? [];
    for (const shown of [checks, followed])
      expect(shown.filter(({ ruleId }) => ruleId === 'organization.lookalike')).toEqual([]);
    const { errors, data } = await askGraphql<{ previewIntake: { checks: { ruleId: string }[] } }>(
      app,
      `query ($organization: JSON, $contact: JSON, $fields: JSON) {
        previewIntake(kind: tracked_links, organization: $organization, contact: $contact, fields: $fields) { checks { ruleId evidence } } }`,
      { organization: input.organization, contact: input.contact, fields: input.fields },
    );
    expect(errors).toEqual([]);
    expect(JSON.stringify(data)).not.toContain('Harbour');
  });

  it.each(['stripe.example', 'stripe-labs.example'])('is found in the label of a domain: %s', async (domain) => {
    const input = JSON.parse(JSON.stringify(submissionOf('hackathon_passport'))) as Input;
    input.organization.domain = domain;
    input.contact.email = `ada@${domain}`;
    expect(checkOf(await seen(input), 'domain.lookalike')?.result).toBe('fail');
  });

  it('of an event at the same time is a duplicate, once that one is published', async () => {
    const input = submissionOf('hackathon_passport');
    const { id } = await prepared(app, input);
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBe('done');
    const { name } = (input.fields as { event: { name: string } }).event;
    const again = await seen(inName('hackathon_passport', 'event', name.toUpperCase()));
    expect(checkOf(again, 'event.new')).toMatchObject({ result: 'fail', pointer: '/fields/event' });
    expect(again.risks).toContain('duplicate_event');
    const later = inName('hackathon_passport', 'event', name);
    (later.fields as { event: Record<string, unknown> }).event.startsAt = '2099-05-03T09:00:01+02:00';
    expect(checkOf(await seen(later), 'event.new')?.result).toBe('pass');
  });
});

describe('what names a tool of another domain than the contact’s', () => {
  const ofStripe = (): Input => submissionOf('tracked_links', { tool: undefined, toolSlug: 'stripe' });
  const created = (id: string) =>
    query(app.databaseUrl, 'select outcome is not null as created from intake_submission where id = $1', [id.slice(4)]);

  it('is published by two reviewers, who are two people', async () => {
    const { id } = await prepared(app, JSON.parse(JSON.stringify(ofStripe())) as Input);
    const item = await readItem(app, id, first);
    expect(item.risks).toContain('names_another_vendor');
    const revision = item.revision;
    const approved = await review(app, 'approveIntake', { id, revision }, first);
    expect(approved.data?.approveIntake).toMatchObject({
      state: 'approved',
      outcome: null,
      allowed: ['assign', 'comment'],
    });
    expect(await created(id)).toEqual([{ created: false }]);
    for (const act of ['approveIntake', 'provisionIntake'] as const)
      expect(codeOf(await review(app, act, { id, revision }, first)), act).toBe('APPROVAL_REQUIRED');
    expect((await readItem(app, id, second)).allowed).toEqual(['assign', 'comment', 'approve', 'reject']);
    const done = await review(app, 'approveIntake', { id, revision }, second);
    expect(done.errors).toEqual([]);
    expect(done.data?.approveIntake).toMatchObject({ state: 'published' });
    const audited = await query<{ action: string }>(
      app.databaseUrl,
      'select action from audit_entry where resource_id = $1 order by sequence',
      [id],
    );
    expect(audited.map(({ action }) => action)).toEqual(['intake.approve', 'intake.publish']);
  });

  it('is published by provisionIntake too, and turned down by the second reviewer', async () => {
    const [one, other] = [await prepared(app, ofStripe()), await prepared(app, ofStripe())];
    for (const { id } of [one, other])
      expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBe('done');
    const rejected = await review(app, 'rejectIntake', { id: other.id, revision: 1, reason: 'Not theirs.' }, second);
    expect(rejected.data?.rejectIntake).toMatchObject({ state: 'rejected' });
    const done = await review(app, 'provisionIntake', { id: one.id, revision: 1 }, second);
    expect(done.data?.provisionIntake).toMatchObject({ state: 'published' });
  });

  it.each([
    ['the title of its offer', 'offer', 'Stripe startup credits', '/fields/offer/title'],
    ['an address of its tool', 'tool', 'https://stripe.com/docs', '/fields/tool/docsUrl'],
  ])('needs two also where it does so in %s', async (_where, member, text, pointer) => {
    const input = JSON.parse(JSON.stringify(submissionOf('tracked_links'))) as Input;
    const fields = input.fields as Record<string, Record<string, unknown>>;
    fields[member] = { ...fields[member], [pointer.slice(pointer.lastIndexOf('/') + 1)]: text };
    const { id } = await prepared(app, input);
    const item = await readItem(app, id, first);
    expect(checkOf(item, 'vendor.is_contact')).toMatchObject({ result: 'unknown', pointer });
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBe('done');
    expect(await stateOf(app, id)).toBe('approved');
  });

  it.each(['Str!pe Partners', 'StripeMail', 'Strᐃpe', 'S7ripe'])(
    'needs two where it can be read in its name: %s',
    async (name) => {
      const input = JSON.parse(JSON.stringify(submissionOf('tracked_links'))) as Input;
      input.organization.name = name;
      const { id } = await prepared(app, input);
      const item = await readItem(app, id, first);
      expect(item.risks).toContain('names_another_vendor');
      expect(checkOf(item, 'vendor.is_contact')).toMatchObject({ result: 'unknown', pointer: '/organization/name' });
      const approved = await review(app, 'approveIntake', { id, revision: item.revision }, first);
      expect(approved.data?.approveIntake).toMatchObject({ state: 'approved', outcome: null });
      expect(await created(id)).toEqual([{ created: false }]);
    },
  );

  it('needs two also where an earlier rule set prepared its draft', async () => {
    const { id } = await prepared(app, ofStripe());
    await query(app.databaseUrl, `update intake_draft set rule_set = 'intake-2026-11-3' where submission_id = $1`, [
      id.slice(4),
    ]);
    await query(app.databaseUrl, `update intake_submission set risks = '[]' where id = $1`, [id.slice(4)]);
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBe('done');
    expect(await stateOf(app, id)).toBe('approved');
  });

  it('is the contact’s own under the vendor’s domain, and needs one', async () => {
    const input = ofStripe();
    input.organization.domain = 'stripe.com';
    input.contact.email = 'ada@docs.stripe.com';
    const { id } = await prepared(app, input);
    expect((await readItem(app, id, first)).risks).not.toContain('names_another_vendor');
    const approved = await review(app, 'approveIntake', { id, revision: 1 }, first);
    expect(approved.data?.approveIntake).toMatchObject({ state: 'published' });
  });
});
