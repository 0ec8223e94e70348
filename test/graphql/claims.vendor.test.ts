import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireClaims } from '../../server/offers/claim.job.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { type Caller, unique } from '../setup/cast.js';
import { advance, type Claim, claim, claimsSeen, ofOwn, ownClaims } from '../setup/claims.js';
import { query } from '../setup/database.js';
import { moveDomain } from '../setup/evidence.js';
import { makeEvent } from '../setup/make.js';
import { putNativeOffer } from '../setup/offers.js';
import { type Company, giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
let vendor: Company;
let rival: Company;
let admin: Person;
let member: Person;
let claimant: Person;
beforeAll(async () => {
  app = await startApp();
  [vendor, rival] = [await makeCompany(app), await makeCompany(app)];
  [admin, member, claimant] = [await makePerson(app), await makePerson(app), await makePerson(app)];
  await giveRole(app, vendor.organizationId, admin, 'admin');
  await giveRole(app, vendor.organizationId, member, 'member');
});
afterAll(() => app.close());

const problemOf = ({ errors }: { errors: { extensions: Record<string, unknown> }[] }) => errors[0]?.extensions;
const DAY_MS = 86_400_000;

/** A claim of the claimant on a new offer. */
const newClaim = async (by: Caller = claimant, given = {}): Promise<Claim> => {
  const offerId = await putNativeOffer(app, vendor.organizationId, given);
  const made = (await claim(app, by, offerId, { note: 'A private note', facts: { employees: 4 } })).data?.claimOffer;
  if (!made) throw new Error('no claim');
  return made;
};
/** Takes a claim through steps, by the admin. */
const take = async (from: Claim, ...steps: [to: string, more?: Record<string, unknown>][]): Promise<Claim> => {
  let at = from;
  for (const [to, more] of steps) {
    const reply = await advance(app, admin, at, to, more);
    if (!reply.data?.advanceClaim) throw new Error(`${to}: ${JSON.stringify(reply.errors)}`);
    at = reply.data.advanceClaim;
  }
  return at;
};
const CODE = 'CODE-9f3a-secret';
const issued = async (by?: Caller) =>
  take(await newClaim(by), ['vendor_review'], ['approved'], ['code_issued', { code: CODE }]);
const commercialEvent = async (company: Company, event_name = 'CREDIT_CLAIMED', event_family = 'commercial') => {
  const reply = await ask<{ eventId: string }>(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: makeEvent(app, { event_name, event_family, product: { id: company.productId, name: 'An API', type: 'api' } }),
  });
  return reply.body.eventId;
};

describe('the vendor’s decision', () => {
  it('takes a claim to a code and to a confirmed redemption, one revision and one audit entry a step', async () => {
    const made = await newClaim();
    const done = await take(
      made,
      ['vendor_review'],
      ['approved', { note: 'Welcome' }],
      ['code_issued', { code: CODE }],
      ['redeemed', { proof: 'vendor_confirmed' }],
    );
    expect(done).toMatchObject({
      state: 'redeemed',
      revision: 5,
      proof: 'vendor_confirmed',
      nextStates: [],
      vendorNote: 'Welcome',
    });
    const trail = await query<{ action: string; actor: string; values: string }>(
      app.databaseUrl,
      `select e.action, e.actor, v.changes::text || coalesce(v.reason, '') as values from audit_entry e
       join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.resource_id = $1 and e.organization_id = $2 order by e.sequence`,
      [made.id, vendor.organizationId.slice(4)],
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'claim.create',
      'claim.vendor_review',
      'claim.approved',
      'claim.code_issued',
      'claim.redeemed',
    ]);
    expect(trail.map(({ values }) => values).join()).not.toMatch(/CODE|Welcome|private note|employees/);
  });

  it('skips no step, and says what may follow', async () => {
    const made = await newClaim();
    expect(problemOf(await advance(app, admin, made, 'approved'))).toMatchObject({
      code: 'STATE_CONFLICT',
      state: 'requested',
      nextStates: ['vendor_review', 'rejected'],
    });
    for (const to of ['requested', 'withdrawn', 'expired'])
      expect(problemOf(await advance(app, admin, made, to))).toMatchObject({ code: 'STATE_CONFLICT' });
    const rejected = await take(made, ['rejected', { note: 'Not a startup' }]);
    expect((await ownClaims(app, claimant)).find(({ id }) => id === made.id)).toMatchObject({
      state: 'rejected',
      vendorNote: 'Not a startup',
    });
    expect(problemOf(await advance(app, admin, rejected, 'vendor_review'))).toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('is about the revision that was seen: of two at once one counts, the other is stale', async () => {
    const made = await newClaim();
    const replies = await Promise.all([
      advance(app, admin, made, 'vendor_review'),
      advance(app, vendor.owner, made, 'rejected'),
    ]);
    const [stale] = replies.flatMap((reply) => problemOf(reply) ?? []);
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(stale).toMatchObject({ code: 'STALE_REVISION', status: 409, revision: 2 });
    expect(problemOf(await advance(app, admin, { ...made, revision: 7 }, 'rejected'))).toMatchObject({
      code: 'STALE_REVISION',
    });
  });

  it('carries its code, proof and event where they belong', async () => {
    const approved = await take(await newClaim(), ['vendor_review'], ['approved']);
    const wrong = async (to: string, more = {}) =>
      (problemOf(await advance(app, admin, approved, to, more))?.errors as { pointer: string }[])?.map(
        ({ pointer }) => pointer,
      );
    expect(await wrong('code_issued')).toEqual(['/code']);
    expect(await wrong('rejected', { code: CODE })).toEqual(['/code']);
    expect(await wrong('redeemed')).toEqual(['/proof']);
    expect(await wrong('redeemed', { proof: 'event_confirmed' })).toEqual(['/eventId']);
  });

  it('waits for the claimant’s verified address at every step on, and may close the claim', async () => {
    const unproven = await makePerson(app);
    const verify = (verified: boolean) =>
      query(app.databaseUrl, 'update auth."user" set "emailVerified" = $1 where id = $2', [
        verified,
        unproven.id.slice(4),
      ]);
    const steps = [
      ['vendor_review', {}],
      ['approved', {}],
      ['code_issued', { code: CODE }],
      ['redeemed', { proof: 'vendor_confirmed' }],
    ] as const;
    let at = await newClaim(unproven);
    for (const [to, more] of steps) {
      await verify(false);
      const seen = (await claimsSeen(app, admin, vendor.organizationId)).data?.offerClaims.items;
      expect(seen?.find(({ id }) => id === at.id)?.nextStates).toEqual([to === 'redeemed' ? 'expired' : 'rejected']);
      expect(problemOf(await advance(app, admin, at, to, more))).toMatchObject({ code: 'STATE_CONFLICT', status: 409 });
      await verify(true);
      at = await take(at, [to, more]);
    }
    const left = await newClaim(unproven);
    await verify(false);
    expect((await take(left, ['rejected'])).state).toBe('rejected');
  });

  it('is an owner’s or admin’s: a member hears so, and to strangers there is no claim', async () => {
    const made = await newClaim();
    const before = await countRows(app);
    expect(problemOf(await advance(app, member, made, 'vendor_review'))).toMatchObject({ code: 'NOT_A_MEMBER' });
    const nothing = problemOf(
      await advance(app, rival.owner, { ...made, id: 'clm_00000000-0000-7000-8000-000000000000' }, 'rejected'),
    );
    for (const other of [rival.owner, claimant]) {
      const problem = problemOf(await advance(app, other, made, 'vendor_review'));
      expect({ ...problem, requestId: '' }).toEqual({ ...nothing, requestId: '' });
      expect(problem).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    }
    expect(await countRows(app)).toEqual(before);
  });

  it('ends with the membership', async () => {
    const leaver = await makePerson(app);
    await giveRole(app, vendor.organizationId, leaver, 'admin');
    const made = await newClaim();
    const { data } = await advance(app, leaver, made, 'vendor_review');
    await query(app.databaseUrl, 'delete from member where user_id = $1', [leaver.id.slice(4)]);
    expect(
      problemOf(await advance(app, leaver, { id: made.id, revision: data?.advanceClaim?.revision ?? 0 }, 'approved')),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(problemOf(await claimsSeen(app, leaver, vendor.organizationId))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a proof of redemption', () => {
  it('is never the claimant’s own word: a self-report leaves state, revision and proof', async () => {
    const claimed = await issued();
    const reported = (await ofOwn(app, claimant, 'reportRedemption', claimed.id)).data?.reportRedemption;
    expect(reported).toMatchObject({ state: 'code_issued', revision: claimed.revision, proof: null });
    expect(reported?.selfReportedAt).not.toBeNull();
    app.clock.move(1_000);
    const again = (await ofOwn(app, claimant, 'reportRedemption', claimed.id)).data?.reportRedemption;
    expect(again?.selfReportedAt).toBe(reported?.selfReportedAt);
    for (const other of [vendor.owner, rival.owner])
      expect(problemOf(await ofOwn(app, other, 'reportRedemption', claimed.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(problemOf(await ofOwn(app, claimant, 'reportRedemption', (await newClaim()).id))).toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect((await take(claimed, ['redeemed', { proof: 'vendor_confirmed' }])).state).toBe('redeemed');
  });

  it('cannot be given by the claimant, whatever role they have at the vendor', async () => {
    const insider = await makePerson(app);
    const claimed = await issued(insider);
    for (const role of ['admin', 'owner'] as const) {
      await giveRole(app, vendor.organizationId, insider, role);
      expect(problemOf(await advance(app, insider, claimed, 'redeemed', { proof: 'vendor_confirmed' }))).toMatchObject({
        code: 'NOT_A_MEMBER',
      });
    }
    expect((await ownClaims(app, insider))[0]).toMatchObject({ state: 'code_issued', proof: null });
  });

  it('may be a commercial event of the vendor’s own, once', async () => {
    const [own, foreign, other] = [
      await commercialEvent(vendor),
      await commercialEvent(rival),
      await commercialEvent(vendor, 'FIRST_API_CALL', 'activation'),
    ];
    const claimed = await issued();
    for (const eventId of [foreign, other, 'evt_00000000-0000-7000-8000-000000000000'])
      expect(
        problemOf(await advance(app, admin, claimed, 'redeemed', { proof: 'event_confirmed', eventId })),
      ).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/eventId', code: 'not_found' }],
      });
    expect(await take(claimed, ['redeemed', { proof: 'event_confirmed', eventId: own }])).toMatchObject({
      state: 'redeemed',
      proof: 'event_confirmed',
      proofEventId: own,
    });
    expect(
      problemOf(await advance(app, admin, await issued(), 'redeemed', { proof: 'event_confirmed', eventId: own })),
    ).toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });
});

describe('who sees what of a claim', () => {
  it('shows code, person, facts and notes to those who decide, and to other members the state alone', async () => {
    const claimed = await issued();
    const seenBy = async (by: Caller) =>
      (await claimsSeen(app, by, vendor.organizationId)).data?.offerClaims.items.find(({ id }) => id === claimed.id);
    for (const by of [admin, vendor.owner])
      expect(await seenBy(by)).toMatchObject({
        code: CODE,
        note: 'A private note',
        claimant: { email: claimant.email, emailVerified: true },
        facts: { employees: 4 },
        nextStates: ['redeemed', 'expired'],
      });
    const reply = await claimsSeen(app, member, vendor.organizationId);
    expect(reply.data?.offerClaims.items.find(({ id }) => id === claimed.id)).toMatchObject({
      state: 'code_issued',
      code: null,
      note: null,
      claimant: null,
      facts: null,
      eligibility: null,
      nextStates: [],
    });
    const text = JSON.stringify(reply);
    for (const secret of [CODE, 'A private note', claimant.email]) expect(text).not.toContain(secret);
    expect((await ownClaims(app, claimant)).find(({ id }) => id === claimed.id)?.code).toBe(CODE);
  });

  it('keeps vendors apart, and filters by state', async () => {
    const made = await newClaim();
    expect(problemOf(await claimsSeen(app, rival.owner, vendor.organizationId))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await claimsSeen(app, rival.owner, rival.organizationId)).data?.offerClaims.items).toEqual([]);
    const states = async (state: string) =>
      (await claimsSeen(app, admin, vendor.organizationId, state)).data?.offerClaims.items ?? [];
    expect((await states('requested')).map(({ id }) => id)).toContain(made.id);
    expect((await states('approved')).filter(({ state }) => state !== 'approved')).toEqual([]);
  });
});

describe('a vendor whose domain is another one than was approved', () => {
  it('grants nothing more, and may refuse', async () => {
    const company = await makeCompany(app);
    const domain = `${unique()}.example`;
    await moveDomain(app, company, domain);
    const offerId = await putNativeOffer(app, company.organizationId);
    await query(app.databaseUrl, 'update offer set organization_domain = $2 where id = $1', [offerId.slice(4), domain]);
    const made = (await claim(app, await makePerson(app), offerId)).data?.claimOffer;
    const step = (at: Pick<Claim, 'id' | 'revision'>, to: string) => advance(app, company.owner, at, to);
    const seen = (await step(made as Claim, 'vendor_review')).data?.advanceClaim as Claim;
    await query(app.databaseUrl, 'update organization set domain = $2 where id = $1', [
      company.organizationId.slice(4),
      `moved-${domain}`,
    ]);
    expect(problemOf(await step(seen, 'approved'))).toMatchObject({ code: 'STATE_CONFLICT' });
    expect((await step(seen, 'rejected')).data?.advanceClaim).toMatchObject({ state: 'rejected' });
  });
});

describe('time', () => {
  it('grants nothing more once the offer has ended, and still lets a claim be refused or redeemed', async () => {
    const endsAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    const seen = await take(await newClaim(await makePerson(app), { endsAt }), ['vendor_review']);
    const held = await take(
      await newClaim(await makePerson(app), { endsAt }),
      ['vendor_review'],
      ['approved'],
      ['code_issued', { code: unique() }],
    );
    app.clock.move(3 * DAY_MS);
    try {
      expect(problemOf(await advance(app, admin, seen, 'approved'))).toMatchObject({ code: 'STATE_CONFLICT' });
      expect((await take(seen, ['rejected'])).state).toBe('rejected');
      expect((await take(held, ['redeemed', { proof: 'vendor_confirmed' }])).state).toBe('redeemed');
    } finally {
      app.clock.move(-3 * DAY_MS);
    }
  });

  it('grants until the last millisecond of the offer’s last day', async () => {
    const endsAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    const seen = await take(await newClaim(await makePerson(app), { endsAt }), ['vendor_review']);
    const approveAt = (time: string) => app.clock.at(`${endsAt}T${time}Z`, () => advance(app, admin, seen, 'approved'));
    expect(problemOf(await approveAt('23:59:59.999'))).toMatchObject({ code: 'STATE_CONFLICT' });
    const approved = (await approveAt('23:59:59.998')).data?.advanceClaim;
    expect(approved?.state).toBe('approved');
    await take(approved as Claim, ['rejected']);
  });

  it('closes claims whose offer has ended before a code was issued, each once and audited', async () => {
    const endsAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    const open = await newClaim(claimant, { endsAt });
    const held = await take(
      await newClaim(claimant, { endsAt }),
      ['vendor_review'],
      ['approved'],
      ['code_issued', { code: unique() }],
    );
    const em = () => app.app.platform.em();
    expect(await expireClaims(em(), app.clock.now())).toEqual({ expired: 0, more: false });
    const later = new Date(app.clock.now().getTime() + 3 * DAY_MS);
    const closed = await Promise.all([expireClaims(em(), later), expireClaims(em(), later)]);
    expect(closed.reduce((sum, { expired }) => sum + expired, 0)).toBe(1);
    const own = await ownClaims(app, claimant);
    expect(own.find(({ id }) => id === open.id)).toMatchObject({ state: 'expired', revision: 2 });
    expect(own.find(({ id }) => id === held.id)).toMatchObject({ state: 'code_issued', code: held.code });
    expect(
      await query(
        app.databaseUrl,
        `select actor from audit_entry where action = 'claim.expired' and resource_id = $1`,
        [open.id],
      ),
    ).toEqual([{ actor: 'system' }]);
  });
});
