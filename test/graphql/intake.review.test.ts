import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { follow, prepared, readItem, review, runIntake, stateOf, submissionOf, submit } from '../setup/intake.js';

let app: TestApp;
let first: string;
let second: string;
beforeAll(async () => {
  app = await startApp();
  first = await signIn(app, app.credentials.users.reviewer);
  second = await signIn(app, app.credentials.users.secondReviewer);
});
afterAll(() => app.close());

const codeOf = (reply: { errors: { extensions: { code: string } }[] }): string | undefined =>
  reply.errors[0]?.extensions.code;

describe('a submission of tracked links', () => {
  it('goes from a stranger to a tool, an offer and tracked links by one approval', async () => {
    const { id, receipt } = await prepared(app, submissionOf('tracked_links'));
    const item = await readItem(app, id, first);
    expect(item).toMatchObject({ state: 'draft_prepared', revision: 1, missing: [], route: 'standard' });
    expect(item.draft?.records.map(({ type, action }) => `${type} ${action}`)).toEqual([
      'tool create',
      'tracked_link create',
      'tracked_link create',
      'offer create',
      'tracked_link create',
    ]);
    const approved = await review(app, 'approveIntake', { id, revision: 1 }, first);
    expect(approved.errors).toEqual([]);
    expect(approved.data?.approveIntake).toMatchObject({ state: 'published' });
    const { toolSlug, offerSlug } = approved.data?.approveIntake?.outcome ?? {};
    const found = await askGraphql<{ tool: { name: string; actions: { kind: string }[] }; offer: { title: string } }>(
      app,
      'query ($tool: String!, $offer: String!) { tool(slug: $tool) { name actions { kind } } offer(slug: $offer) { title } }',
      { tool: toolSlug, offer: offerSlug },
    );
    expect(found.errors).toEqual([]);
    expect(found.data?.tool.actions.map(({ kind }) => kind).sort()).toEqual(['claim', 'docs', 'signup', 'website']);
    expect((await follow(app, receipt)).data?.intakeSubmission).toMatchObject({
      state: 'published',
      publicUrl: `${app.url}/offers/${offerSlug}`,
    });
  });
});

describe('the records of an approval', () => {
  it('have the form that those of a file have', async () => {
    const input = submissionOf('tracked_links');
    const fields = input.fields as { tool: { summary: string }; offer: { title: string } };
    fields.tool.summary = '  A tool between spaces.  ';
    fields.offer.title = `  ${'Long '.repeat(30)}${input.organization.name}`;
    const slugs: string[] = [];
    for (const one of [input, { ...input, fields: { ...fields, tool: undefined, toolSlug: '' } }]) {
      if (slugs.length > 0) one.fields = { ...(one.fields as object), toolSlug: slugs[0] };
      const { id } = await prepared(app, JSON.parse(JSON.stringify(one)));
      const approved = await review(app, 'approveIntake', { id, revision: 1 }, first);
      expect(approved.errors).toEqual([]);
      const outcome = approved.data?.approveIntake?.outcome ?? {};
      slugs.push(slugs[0] ?? outcome.toolSlug ?? '', outcome.offerSlug ?? '');
    }
    const [tool, offer, , another] = slugs;
    for (const slug of [offer, another]) expect(slug?.length).toBeLessThanOrEqual(80);
    expect(another).toMatch(/-2$/);
    const stored = await query(
      app.databaseUrl,
      'select t.summary, o.title from tool t, offer o where t.slug = $1 and o.slug = $2',
      [tool, offer],
    );
    expect(stored).toEqual([{ summary: 'A tool between spaces.', title: fields.offer.title.trim() }]);
  });
});

describe('a submission of a workspace', () => {
  it('needs two reviewers, and becomes organization, product, link and invitation', async () => {
    const input = submissionOf('partner_workspace');
    const { id } = await prepared(app, input);
    const approved = await review(app, 'approveIntake', { id, revision: 1 }, first);
    expect(approved.data?.approveIntake).toMatchObject({ state: 'approved', outcome: null });
    expect(codeOf(await review(app, 'provisionIntake', { id, revision: 1 }, first))).toBe('APPROVAL_REQUIRED');
    const done = await review(app, 'provisionIntake', { id, revision: 1 }, second);
    expect(done.errors).toEqual([]);
    expect(done.data?.provisionIntake).toMatchObject({ state: 'provisioned' });
    const { organizationId, invitationId } = done.data?.provisionIntake?.outcome ?? {};
    const rows = await query(
      app.databaseUrl,
      `select o.name, p.product_id, x.domain, i.email, i.role, i.granted_by from organization o join product p on p.organization_id = o.id
       join product_tool x on x.organization_id = o.id join invitation i on i.organization_id = o.id where o.id = $1 and i.id = $2`,
      [organizationId?.slice(4), invitationId?.slice(4)],
    );
    expect(rows).toEqual([
      {
        name: input.organization.name,
        product_id: (input.fields as { product: { id: string } }).product.id,
        domain: input.organization.domain,
        email: input.contact.email,
        role: 'owner',
        granted_by: 'review',
      },
    ]);
  });
});

describe('the domain of a workspace', () => {
  it('is verified by provisioning once it serves the challenge that the submitter was shown', async () => {
    let served = '';
    const vendor = createServer((req, res) =>
      res.writeHead(req.url === '/.well-known/dai-domain-verification.txt' ? 200 : 404).end(served),
    );
    await new Promise<void>((ready) => vendor.listen(0, '127.0.0.1', ready));
    const own = await startApp({ env: { OUTBOUND_ALLOW: `shown.test:${(vendor.address() as AddressInfo).port}` } });
    try {
      const reviewers = await Promise.all([
        signIn(own, own.credentials.users.reviewer),
        signIn(own, own.credentials.users.secondReviewer),
      ]);
      const { id, receipt } = await prepared(
        own,
        JSON.parse(JSON.stringify(submissionOf('partner_workspace', {}, 'shown')).replaceAll('.example', '.test')),
      );
      const shown = await askGraphql<{ intakeSubmission: { domainChallenge: { content: string } } }>(
        own,
        'query ($receipt: String!) { intakeSubmission(receipt: $receipt) { domainChallenge { content } } }',
        { receipt },
      );
      served = shown.data?.intakeSubmission.domainChallenge.content ?? '';
      await review(own, 'approveIntake', { id, revision: 1 }, reviewers[0]);
      const done = await review(own, 'provisionIntake', { id, revision: 1 }, reviewers[1]);
      expect(done.errors).toEqual([]);
      const { organizationId } = done.data?.provisionIntake?.outcome ?? {};
      expect(
        await query(
          own.databaseUrl,
          'select domain, domain_verified_at is not null as verified from organization where id = $1',
          [organizationId?.slice(4)],
        ),
      ).toEqual([{ domain: 'shown.test', verified: true }]);
    } finally {
      await own.close();
      vendor.close();
    }
  });
});

describe('a submission of a hackathon', () => {
  it('is published by one approval', async () => {
    const { id } = await prepared(app, submissionOf('hackathon_passport'));
    const approved = await review(app, 'approveIntake', { id, revision: 1 }, first);
    expect(approved.errors).toEqual([]);
    expect(approved.data?.approveIntake).toMatchObject({ state: 'published' });
  });
});

describe('a submission of usage tracking', () => {
  it('waits for the workspace of the receipt that it names, and is set up by two reviewers', async () => {
    const workspace = await prepared(app, submissionOf('partner_workspace', {}, 'waitingvendor'));
    const tracking = submissionOf('usage_tracking', { productId: workspace.receipt }, 'waitingvendor');
    const { id } = await prepared(app, tracking);
    expect(await stateOf(app, id)).toBe('needs_evidence');
    await review(app, 'approveIntake', { id: workspace.id, revision: 1 }, first);
    await review(app, 'provisionIntake', { id: workspace.id, revision: 1 }, second);
    await runIntake(app);
    const item = await readItem(app, id, first);
    expect(item).toMatchObject({ state: 'draft_prepared', revision: 2 });
    await review(app, 'approveIntake', { id, revision: 2 }, second);
    const done = await review(app, 'provisionIntake', { id, revision: 2 }, first);
    expect(done.errors).toEqual([]);
    expect(done.data?.provisionIntake).toMatchObject({ state: 'provisioned' });
    const plans = await query(app.databaseUrl, 'select via, events from tracking_plan');
    expect(plans).toEqual([
      {
        via: 'server',
        events: [{ name: 'FIRST_API_CALL', family: 'activation', when: 'An account calls for the first time.' }],
      },
    ]);
    const stored = await query<{ fields: string }>(
      app.databaseUrl,
      'select fields::text from intake_submission where id = $1',
      [id.slice(4)],
    );
    expect(stored[0]?.fields).not.toContain(workspace.receipt.split('.')[1]);
  });
});

describe('a decision', () => {
  it('names the revision that was looked at', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 2 }, first))).toBe('STALE_REVISION');
    expect(await stateOf(app, id)).toBe('draft_prepared');
  });

  it('creates nothing by a draft that the directory has overtaken, and shows the next one', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    const toolKeyOf = async () =>
      (await readItem(app, id, first)).draft?.records.find(({ type }) => type === 'tool')?.key;
    const slug = await toolKeyOf();
    const tools = () => query(app.databaseUrl, 'select 1 from tool');
    await query(
      app.databaseUrl,
      `insert into tool (id, slug, name, summary, categories, capabilities, pricing_model, maturity, origin, version, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Quicker', 'Was quicker.', '[]', '[]', 'unknown', 'unknown', 'test', 0, now(), now())`,
      [slug],
    );
    const before = (await tools()).length;
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBe('STALE_REVISION');
    expect([await stateOf(app, id), (await tools()).length]).toEqual(['draft_prepared', before]);
    await runIntake(app);
    expect(await toolKeyOf()).toBe(`${slug}-2`);
    expect((await review(app, 'approveIntake', { id, revision: 2 }, first)).errors).toEqual([]);
  });

  it('changes no address of a tool that has another one than the draft says', async () => {
    const input = submissionOf('tracked_links');
    const { id } = await prepared(app, input);
    const done = await review(app, 'approveIntake', { id, revision: 1 }, first);
    const { toolSlug } = done.data?.approveIntake?.outcome ?? {};
    const url = `https://${input.organization.domain}/new-signup`;
    const links = [{ kind: 'signup', url, title: 'Sign up' }];
    const fields = { links, toolSlug };
    const later = await prepared(app, { ...input, fields });
    await query(app.databaseUrl, 'update tool set docs_url = $2 where slug = $1', [toolSlug, `${url}/docs`]);
    expect(codeOf(await review(app, 'approveIntake', { id: later.id, revision: 1 }, first))).toBe('STALE_REVISION');
    const stored = await query(app.databaseUrl, 'select signup_url as url from tool where slug = $1', [toolSlug]);
    expect(stored).toEqual([{ url: `https://${input.organization.domain}/signup` }]);
  });

  it('waits until the contact has confirmed the address', async () => {
    const { data } = await submit(app, submissionOf('tracked_links'));
    await runIntake(app);
    const id = data?.submitIntake?.id ?? '';
    expect(await stateOf(app, id)).toBe('draft_prepared');
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBe('STATE_CONFLICT');
  });

  it('is a reviewer’s whose address is verified', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    const verify = (verified: boolean) =>
      query(app.databaseUrl, 'update auth."user" set "emailVerified" = $1 where email = $2', [
        verified,
        app.credentials.users.secondReviewer.email,
      ]);
    await verify(false);
    const refused = await review(app, 'approveIntake', { id, revision: 1 }, second);
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'APPROVAL_REQUIRED', status: 403 });
    expect(await stateOf(app, id)).toBe('draft_prepared');
    await verify(true);
    expect((await review(app, 'approveIntake', { id, revision: 1 }, second)).errors).toEqual([]);
  });

  it('is another person’s than the contact’s', async () => {
    const input = submissionOf('tracked_links');
    input.contact.email = app.credentials.users.reviewer.email;
    const { id } = await prepared(app, input);
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBe('APPROVAL_REQUIRED');
    expect((await review(app, 'approveIntake', { id, revision: 1 }, second)).data?.approveIntake).toMatchObject({
      state: 'published',
    });
  });

  it('keeps the workspace that a tracking set-up named, without its receipt being shown again', async () => {
    const [workspace, other] = [
      await prepared(app, submissionOf('partner_workspace')),
      await prepared(app, submissionOf('partner_workspace')),
    ];
    const input = submissionOf('usage_tracking', { productId: workspace.receipt });
    const taken = (await submit(app, input)).data?.submitIntake;
    const { receipt = '', fields } = taken ?? {};
    expect(fields?.productId).toBe(workspace.id);
    await query(app.databaseUrl, `update intake_submission set state = 'changes_requested' where id = $1`, [
      taken?.id.slice(4),
    ]);
    const changed = (productId: string) => ({ ...input, fields: { ...(input.fields as object), productId } });
    for (const [productId, shown] of [
      [other.id, receipt],
      [workspace.id, null],
    ] as const)
      expect(codeOf(await submit(app, changed(productId), shown))).toBe('VALIDATION_FAILED');
    expect((await submit(app, changed(workspace.id), receipt)).data?.submitIntake).toMatchObject({
      state: 'received',
      revision: 2,
      fields: { productId: workspace.id },
    });
  });

  it('asks for changes, which come back with the receipt as another revision', async () => {
    const input = submissionOf('tracked_links');
    const { id, receipt } = await prepared(app, input);
    await review(app, 'commentIntake', { id, text: 'Looks odd to me.' }, second);
    const requested = await review(app, 'requestIntakeChanges', { id, reason: 'Please name a last day.' }, first);
    expect(requested.data?.requestIntakeChanges).toMatchObject({ state: 'changes_requested' });
    const status = await follow(app, receipt);
    expect(status.data?.intakeSubmission).toMatchObject({
      state: 'changes_requested',
      message: 'Please name a last day.',
    });
    expect(JSON.stringify(status.data)).not.toContain('Looks odd');
    const again = await submit(app, { ...input, note: 'Now with a last day.' }, receipt);
    expect(again.data?.submitIntake).toMatchObject({
      id,
      receipt,
      state: 'received',
      revision: 2,
      contactVerified: true,
    });
    await runIntake(app);
    expect(codeOf(await review(app, 'approveIntake', { id, revision: 1 }, first))).toBe('STALE_REVISION');
    expect((await review(app, 'approveIntake', { id, revision: 2 }, first)).data?.approveIntake).toMatchObject({
      state: 'published',
    });
    const item = await readItem(app, id, first);
    expect(item.history.map(({ action }) => action)).toEqual([
      'submit',
      'verify_contact',
      'triage',
      'prepare_draft',
      'open_review',
      'request_changes',
      'resubmit',
      'triage',
      'prepare_draft',
      'open_review',
      'approve',
      'publish',
    ]);
    expect(item.comments).toMatchObject([{ text: 'Looks odd to me.' }]);
  });

  it('is one of two that come at once', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    const replies = await Promise.all([
      review(app, 'approveIntake', { id, revision: 1 }, first),
      review(app, 'approveIntake', { id, revision: 1 }, second),
    ]);
    expect(replies.map((one) => codeOf(one) ?? 'done').sort()).toEqual(['STATE_CONFLICT', 'done']);
  });
});

describe('an assignment', () => {
  it('goes to one of two reviewers who take it at once', async () => {
    const { id } = await prepared(app, submissionOf('tracked_links'));
    const replies = await Promise.all([
      review(app, 'assignIntake', { id }, first),
      review(app, 'assignIntake', { id }, second),
    ]);
    expect(replies.map((one) => codeOf(one) ?? 'done').sort()).toEqual(['STATE_CONFLICT', 'done']);
    expect(await stateOf(app, id)).toBe('in_review');
  });
});

describe('bulk approval', () => {
  const approveAll = (items: { id: string; revision: number }[], cookie = first) =>
    askGraphql<{ approveIntakes: { id: string; approved: boolean; code: string | null; state: string }[] }>(
      app,
      'mutation ($items: [IntakeChoice!]!) { approveIntakes(items: $items) { id approved code state } }',
      { items },
      { cookie },
    );

  it('approves those of one kind whose checks passed, each with its audit entry', async () => {
    const [one, other] = [
      await prepared(app, submissionOf('hackathon_passport')),
      await prepared(app, submissionOf('hackathon_passport')),
    ];
    const { data, errors } = await approveAll([
      { id: one.id, revision: 1 },
      { id: other.id, revision: 1 },
    ]);
    expect(errors).toEqual([]);
    expect(data?.approveIntakes).toMatchObject([
      { approved: true, state: 'published' },
      { approved: true, state: 'published' },
    ]);
    const audited = await query(
      app.databaseUrl,
      `select resource_id from audit_entry where action = 'intake.approve' and resource_id = any($1)`,
      [[one.id, other.id]],
    );
    expect(audited).toHaveLength(2);
  });

  it('refuses different kinds, and a check that did not pass', async () => {
    const one = await prepared(app, submissionOf('hackathon_passport'));
    const other = await prepared(app, submissionOf('tracked_links'));
    expect(
      codeOf(
        await approveAll([
          { id: one.id, revision: 1 },
          { id: other.id, revision: 1 },
        ]),
      ),
    ).toBe('STATE_CONFLICT');
    const odd = submissionOf('hackathon_passport');
    odd.contact.email = `${odd.organization.domain.split('.')[0]}@gmail.com`;
    const doubtful = await prepared(app, odd);
    expect(
      codeOf(
        await approveAll([
          { id: one.id, revision: 1 },
          { id: doubtful.id, revision: 1 },
        ]),
      ),
    ).toBe('STATE_CONFLICT');
    expect(await stateOf(app, one.id)).toBe('draft_prepared');
  });
});

describe('the queue', () => {
  it('calls a submission by the name of what it is about, and never by a slug', async () => {
    const listed = await prepared(app, submissionOf('tracked_links', { tool: undefined, toolSlug: 'stripe' }));
    const registered = submissionOf('usage_tracking', { productId: app.credentials.productId });
    registered.organization.domain = 'demo-company.example';
    registered.contact.email = 'contact@demo-company.example';
    const unknown = submissionOf('usage_tracking', { productId: 'of-no-one' });
    const titles = [];
    for (const id of [listed.id, (await prepared(app, registered)).id, (await prepared(app, unknown)).id]) {
      const { data } = await askGraphql<{ intakeQueue: { items: { title: string }[] } }>(
        app,
        'query ($id: String!) { intakeQueue(query: $id, states: [draft_prepared, needs_evidence]) { items { title } } }',
        { id },
        { cookie: first },
      );
      const item = await readItem(app, id, first);
      expect(data?.intakeQueue.items).toEqual([{ title: item.title }]);
      titles.push(item.title);
    }
    expect(titles).toEqual(['Stripe', 'Demo API', unknown.organization.name]);
  });

  it('is ordered, filtered, searched and paged, and says how much waits', async () => {
    const name = `queued${Date.now().toString(36)}`;
    const ids = [];
    for (const part of ['a', 'b', 'c'])
      ids.push((await prepared(app, submissionOf('tracked_links', {}, `${name}${part}`))).id);
    const ask = (args: string) =>
      askGraphql<{
        intakeQueue: {
          items: { id: string; title: string; score: number }[];
          nextCursor: string | null;
          total: number;
          summary: { waiting: number; team: { name: string }[] };
        };
      }>(
        app,
        `{ intakeQueue(${args}) { items { id title score priority risks missing ageHours assigneeName expiresAt } nextCursor total summary { waiting mine unassigned oldestHours expiringSoon states { value count } kinds { value count } team { reviewer name assigned decided } medianHoursToDecision decisions } } }`,
        {},
        { cookie: first },
      );
    for (const sort of ['score', '-score', 'submitted', '-submitted', 'expires', 'priority']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await ask(`query: "${name}", limit: 2, sort: "${sort}"${cursor ? `, cursor: "${cursor}"` : ''}`);
        expect(page.errors).toEqual([]);
        expect(page.data?.intakeQueue.total).toBe(3);
        seen.push(...(page.data?.intakeQueue.items.map(({ id }) => id) ?? []));
        cursor = page.data?.intakeQueue.nextCursor ?? '';
      } while (cursor);
      expect(seen.toSorted(), sort).toEqual(ids.toSorted());
    }
    expect((await ask('assignee: "me"')).errors).toEqual([]);
    expect(
      (await ask('risky: true, kind: tracked_links, priority: "high", states: [draft_prepared], assignee: "none"'))
        .errors,
    ).toEqual([]);
    const all = await ask('limit: 100');
    expect(all.data?.intakeQueue.summary.waiting).toBe(all.data?.intakeQueue.total);
    expect(all.data?.intakeQueue.summary.team.length).toBeGreaterThan(1);
  });
});
