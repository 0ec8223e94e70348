import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { type Cast, makeCast } from '../setup/cast.js';
import { claim, ofOwn, ownClaims } from '../setup/claims.js';
import { query } from '../setup/database.js';
import { offerRecord, putNativeOffer, putOffers } from '../setup/offers.js';
import { type Company, makeCompany, makePerson } from '../setup/people.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
let cast: Cast;
let vendor: Company;
beforeAll(async () => {
  app = await startApp();
  cast = await makeCast(app);
  vendor = await makeCompany(app);
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const newOffer = (given = {}) => putNativeOffer(app, vendor.organizationId, given);
const someone = async () => ({ cookie: (await makePerson(app)).cookie });
const problemOf = ({ errors }: { errors: { message: string; extensions: Record<string, unknown> }[] }) =>
  errors[0]?.extensions;

describe('claiming an offer', () => {
  it('makes a request with what the vendor is told, and an audit entry without it', async () => {
    const [offerId, person] = [await newOffer(), await makePerson(app)];
    const { data } = await claim(app, person, offerId, {
      facts: { employees: 7, partners: ['Secret Fund'] },
      note: '  We build a thing. ',
    });
    expect(data?.claimOffer).toMatchObject({
      state: 'requested',
      nextStates: ['withdrawn'],
      revision: 1,
      note: 'We build a thing.',
      code: null,
      proof: null,
      organizationId: vendor.organizationId,
      offer: { id: offerId },
      claimant: { userId: person.id, email: person.email, emailVerified: true },
      facts: { employees: 7, partners: ['Secret Fund'] },
      eligibility: { verdict: 'eligible', missing: [] },
    });
    const entries = await query<{ action: string; actor: string; revision: number; changes: unknown }>(
      app.databaseUrl,
      `select e.action, e.actor, e.revision, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.resource_id = $1`,
      [data?.claimOffer?.id],
    );
    expect(entries).toEqual([
      {
        action: 'claim.create',
        actor: person.id,
        revision: 1,
        changes: { state: [null, 'requested'], offerId: [null, offerId] },
      },
    ]);
    expect((await ownClaims(app, person)).map(({ id }) => id)).toEqual([data?.claimOffer?.id]);
  });

  it.each(['workflowToken', 'trackingKey', 'enterpriseKey', 'foreignKey'] as const)(
    'needs a session: a %s is refused and stores nothing',
    async (name) => {
      const offerId = await newOffer();
      const before = await countRows(app);
      expect(problemOf(await claim(app, cast.callers[name], offerId))).toMatchObject({
        code: 'SESSION_REQUIRED',
        status: 403,
      });
      expect(await countRows(app)).toEqual(before);
    },
  );

  it('needs a verified address', async () => {
    const [offerId, person] = [await newOffer(), await makePerson(app, { verified: false })];
    const before = await countRows(app);
    expect(problemOf(await claim(app, person, offerId))).toMatchObject({
      code: 'STATE_CONFLICT',
      detail: expect.stringContaining('Verify your'),
    });
    expect(await countRows(app)).toEqual(before);
  });

  it('needs the workspace’s own origin, and a credential at all', async () => {
    const offerId = await newOffer();
    const before = await countRows(app);
    expect(problemOf(await claim(app, cast.callers.crossOrigin, offerId))).toMatchObject({ code: 'CROSS_ORIGIN' });
    expect(problemOf(await claim(app, {}, offerId))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await countRows(app)).toEqual(before);
  });

  it('is not what a provider link is for: the refusal says where the offer is taken', async () => {
    const [offerId = ''] = await putOffers(app, offerRecord());
    const person = await someone();
    const before = await countRows(app);
    const problem = problemOf(await claim(app, person, offerId));
    expect(problem).toMatchObject({ code: 'STATE_CONFLICT', status: 409, claim: 'provider_link' });
    expect(problem?.url).toMatch(new RegExp(`^${app.url}/go/lnk_`));
    expect(problem?.detail).toContain(String(problem?.url));
    expect(await countRows(app)).toEqual(before);
  });

  it('is over when the offer has ended, and impossible when there is none', async () => {
    const person = await someone();
    const last = await newOffer({ endsAt: dayFromNow(0) });
    expect((await claim(app, person, last)).errors).toEqual([]);
    expect(problemOf(await claim(app, person, await newOffer({ endsAt: dayFromNow(-1) })))).toMatchObject({
      code: 'STATE_CONFLICT',
      detail: `This offer ended on ${dayFromNow(-1)}.`,
    });
    const unlisted = await newOffer();
    await query(app.databaseUrl, 'update offer set listed = false where id = $1', [unlisted.slice(4)]);
    for (const offerId of [unlisted, 'ofr_00000000-0000-7000-8000-000000000000'])
      expect(problemOf(await claim(app, person, offerId))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('happens once: the second call hears which claim is open', async () => {
    const [offerId, person] = [await newOffer(), await someone()];
    const first = await claim(app, person, offerId);
    expect(problemOf(await claim(app, person, offerId))).toMatchObject({
      code: 'STATE_CONFLICT',
      claimId: first.data?.claimOffer?.id,
      state: 'requested',
    });
    expect((await claim(app, await someone(), offerId)).errors).toEqual([]);
  });

  it('happens once, also when the calls come at once', async () => {
    const [offerId, person] = [await newOffer(), await someone()];
    const replies = await Promise.all(Array.from({ length: 6 }, () => claim(app, person, offerId)));
    const made = replies.flatMap(({ data }) => data?.claimOffer ?? []);
    expect(made).toHaveLength(1);
    const refused = replies.map(problemOf).filter((problem) => problem !== undefined);
    expect(refused.map(({ code, claimId }) => [code, claimId])).toEqual(Array(5).fill(['STATE_CONFLICT', made[0]?.id]));
    expect(
      await query(app.databaseUrl, 'select count(*)::int as n from offer_claim where offer_id = $1', [
        offerId.slice(4),
      ]),
    ).toEqual([{ n: 1 }]);
  });

  it('answers a repeated key with the first claim, and refuses the key for another one', async () => {
    const [offerId, person] = [await newOffer(), await someone()];
    const first = await claim(app, person, offerId, { idempotencyKey: 'k1', facts: { employees: 1 } });
    const again = await claim(app, person, offerId, { idempotencyKey: 'k1', facts: { employees: 1 } });
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(
      problemOf(await claim(app, person, offerId, { idempotencyKey: 'k1', facts: { employees: 2 } })),
    ).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });

  it('knows a repeated key by the body as it was sent, with the prefix of the offer’s id', async () => {
    const [offerId, person] = [await newOffer(), await someone()];
    await claim(app, person, offerId, { idempotencyKey: 'as-it-was-sent' });
    const sent = createHash('sha256').update(`{"offerId":"${offerId}"}`).digest('hex');
    expect(offerId).toMatch(/^ofr_/);
    expect(
      await query(
        app.databaseUrl,
        "select encode(fingerprint, 'hex') as sent from idempotent_request where key = 'as-it-was-sent'",
      ),
    ).toEqual([{ sent }]);
  });

  it('takes facts in their form alone, and points at the wrong ones', async () => {
    const [offerId, person] = [await newOffer(), await someone()];
    const facts = {
      fundingStage: 'huge',
      country: 'Germany',
      partners: ['ok', 'x'.repeat(1_000)],
      employees: -1,
      fundingRaisedUsd: -5,
    };
    const problem = problemOf(await claim(app, person, offerId, { facts })) as { errors: { pointer: string }[] };
    expect(problem).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(problem.errors).toContainEqual({
      pointer: '/facts/fundingStage',
      code: 'is_in',
      detail: 'must be one of bootstrapped, pre_seed, seed, series_a, series_b, later',
    });
    expect(problem.errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/facts/country',
      '/facts/employees',
      '/facts/fundingRaisedUsd',
      '/facts/fundingStage',
      '/facts/partners',
    ]);
    const blank = problemOf(await claim(app, person, offerId, { facts: { partners: ['ok', ' '] } }));
    expect(blank).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer: '/facts/partners/1' }] });
    const unknown = problemOf(await claim(app, person, offerId, { facts: { headcount: 3 } }));
    expect(unknown).toMatchObject({ errors: [{ pointer: '/facts/headcount' }] });
  });
});

describe('withdrawing a claim', () => {
  it('frees the offer for another try, and is for the claimant alone', async () => {
    const [offerId, person] = [await newOffer(), await someone()];
    const id = (await claim(app, person, offerId)).data?.claimOffer?.id ?? '';
    for (const other of [await someone(), vendor.owner])
      expect(problemOf(await ofOwn(app, other, 'withdrawClaim', id))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await ofOwn(app, person, 'withdrawClaim', id)).data?.withdrawClaim).toMatchObject({
      state: 'withdrawn',
      revision: 2,
      nextStates: [],
    });
    expect(problemOf(await ofOwn(app, person, 'withdrawClaim', id))).toMatchObject({ code: 'STATE_CONFLICT' });
    expect((await claim(app, person, offerId)).data?.claimOffer?.state).toBe('requested');
  });
});

describe('the own claims of a person', () => {
  it('are shown, and can be withdrawn, after an import made the offer one that is claimed at its provider', async () => {
    const person = await someone();
    const slug = `moved-${crypto.randomUUID()}`;
    const { data } = await claim(app, person, await newOffer({ slug }));
    await putOffers(app, offerRecord({ slug }));
    const [found] = await ownClaims(app, person);
    expect(found).toMatchObject({
      id: data?.claimOffer?.id,
      state: 'requested',
      organizationId: null,
      offer: { slug },
    });
    const withdrawn = await ofOwn(app, person, 'withdrawClaim', found?.id ?? '');
    expect(withdrawn.data?.withdrawClaim).toMatchObject({ state: 'withdrawn', organizationId: null });
  });

  it('come page by page, newest first, and no one else’s are among them', async () => {
    const person = await someone();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1)
      made.unshift((await claim(app, person, await newOffer())).data?.claimOffer?.id ?? '');
    await claim(app, await someone(), await newOffer());
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const reply: { data: { myClaims: { items: { id: string }[]; nextCursor: string | null } } | null } =
        await askGraphql(
          app,
          'query ($c: String) { myClaims(limit: 2, cursor: $c) { items { id } nextCursor } }',
          { c: cursor },
          person,
        );
      seen.push(...(reply.data?.myClaims.items.map(({ id }) => id) ?? []));
      cursor = reply.data?.myClaims.nextCursor ?? null;
    } while (cursor !== null && seen.length < 10);
    expect(seen).toEqual(made);
  });
});
