import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql, signIn } from '../setup/ask.js';
import type { Caller } from '../setup/cast.js';
import { advance, claim } from '../setup/claims.js';
import { query } from '../setup/database.js';
import { moveDomain, setDomainVerified } from '../setup/evidence.js';
import { mutated, seeded } from '../setup/hostile.js';
import { offerRecord, offerToSave, putOffers } from '../setup/offers.js';
import { type Company, makeCompany, makePerson } from '../setup/people.js';
import { countRows } from '../setup/rows.js';

let app: TestApp;
let vendor: Company;
let reviewer: Caller;
beforeAll(async () => {
  app = await startApp();
  vendor = await makeCompany(app);
  reviewer = { cookie: await signIn(app, app.credentials.users.reviewer) };
});
afterAll(() => app.close());

const FIELDS = `id revision slug title kind claim url organizationId listed tools rules { fact op number text flag list } other value { amountCents currency percent upTo }
  vendor { name domain } sources { url via readAt facts } lastReadAt endsAt label origin editedAt openClaims`;
interface Reviewed {
  id: string;
  revision: number;
  slug: string;
  [member: string]: unknown;
}
const save = (input: Record<string, unknown>, by = reviewer) =>
  askGraphql<{ saveOffer: Reviewed | null }>(
    app,
    `mutation ($input: SaveOfferInput!) { saveOffer(input: $input) { ${FIELDS} } }`,
    { input },
    by,
  );
const saved = async (input: Record<string, unknown>): Promise<Reviewed> => {
  const { data, errors } = await save(input);
  if (!data?.saveOffer) throw new Error(JSON.stringify(errors));
  return data.saveOffer;
};
const problemOf = ({ errors }: { errors: { extensions: Record<string, unknown> }[] }) => errors[0]?.extensions;
const shown = async (slug: string) =>
  (
    await askGraphql<{ offer: { id: string } }>(app, 'query ($s: String!) { offer(slug: $s) { id title claim } }', {
      s: slug,
    })
  ).data?.offer;

describe('a reviewer', () => {
  it('makes a native offer of a vendor that can be claimed at once, and the vendor’s audit log says so', async () => {
    const offer = await saved(offerToSave(vendor.organizationId));
    expect(offer).toMatchObject({
      organizationId: vendor.organizationId,
      origin: 'reviewer',
      label: 'first-party',
      listed: true,
      rules: [
        { fact: 'employees', op: 'lt', number: 50 },
        { fact: 'country', op: 'in', list: ['DE', 'US'] },
      ],
      other: ['Shows a website.'],
      endsAt: '2999-12-31',
      openClaims: 0,
    });
    expect(await shown(offer.slug)).toMatchObject({ id: offer.id, claim: 'native' });
    expect((await claim(app, await makePerson(app), offer.id)).errors).toEqual([]);
    expect(
      await query(app.databaseUrl, 'select action, organization_id from audit_entry where resource_id = $1', [
        offer.id,
      ]),
    ).toEqual([{ action: 'offer.create', organization_id: vendor.organizationId.slice(4) }]);
  });

  it('approves a vendor by its verified domain: with another one it grants nothing until the offer is looked at again', async () => {
    const company = await makeCompany(app);
    await setDomainVerified(app, company.organizationId);
    const input = offerToSave(company.organizationId);
    const offer = await saved(input);
    const made = (await claim(app, await makePerson(app), offer.id)).data?.claimOffer;
    if (!made) throw new Error('no claim');
    await moveDomain(app, company, 'elsewhere.example');
    const refused = await claim(app, await makePerson(app), offer.id);
    expect(problemOf(refused)).toMatchObject({ code: 'STATE_CONFLICT' });
    const owner = { cookie: company.owner.cookie };
    expect(problemOf(await advance(app, owner, made, 'vendor_review'))).toMatchObject({ code: 'STATE_CONFLICT' });
    await saved({ ...input, offerId: offer.id, revision: offer.revision });
    expect((await claim(app, await makePerson(app), offer.id)).errors).toEqual([]);
    expect((await advance(app, owner, made, 'vendor_review')).data?.advanceClaim).toMatchObject({
      state: 'vendor_review',
    });
    await setDomainVerified(app, company.organizationId, false);
    expect((await advance(app, owner, { ...made, revision: 2 }, 'rejected')).errors).toEqual([]);
  });

  it('edits what an import brought, which imports leave alone from then on', async () => {
    const record = offerRecord();
    const [id = ''] = await putOffers(app, record);
    const [stored] = await query<{ version: string }>(app.databaseUrl, 'select version from offer where id = $1', [
      id.slice(4),
    ]);
    const edit = {
      ...offerToSave(vendor.organizationId),
      organizationId: null,
      claim: 'provider_link',
      url: 'https://vendor.example/new',
    };
    const offer = await saved({
      ...edit,
      offerId: id,
      revision: Number(stored?.version),
      slug: record.facts.slug,
      title: 'Edited',
    });
    expect(offer).toMatchObject({ id, title: 'Edited', origin: 'csv', label: 'public-source' });
    expect(offer.editedAt).not.toBeNull();
    expect(await putOffers(app, record)).toEqual(['edited_by_a_person']);
    expect(await shown(record.facts.slug)).toMatchObject({ title: 'Edited' });
    const unlisted = await saved({
      ...edit,
      offerId: id,
      revision: offer.revision,
      slug: record.facts.slug,
      listed: false,
    });
    expect(unlisted).toMatchObject({ listed: false });
    expect(await shown(record.facts.slug)).toBeUndefined();
  });

  it('edits the revision that was read, and no other', async () => {
    const input = offerToSave(vendor.organizationId);
    const { id, revision } = await saved(input);
    const replies = await Promise.all([1, 2].map((n) => save({ ...input, offerId: id, revision, title: `Edit ${n}` })));
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(replies.flatMap((reply) => problemOf(reply) ?? [])).toMatchObject([{ code: 'STALE_REVISION', status: 409 }]);
    expect(problemOf(await save({ ...input, offerId: id }))).toMatchObject({
      errors: [{ pointer: '/revision', code: 'required' }],
    });
  });

  it('cannot take the ground from under claims', async () => {
    const input = offerToSave(vendor.organizationId);
    const { id, revision } = await saved(input);
    await claim(app, await makePerson(app), id);
    const other = await makeCompany(app);
    for (const change of [
      { organizationId: other.organizationId },
      { claim: 'provider_link', url: 'https://vendor.example/x' },
    ])
      expect(problemOf(await save({ ...input, ...change, offerId: id, revision }))).toMatchObject({
        code: 'STATE_CONFLICT',
      });
    expect((await saved({ ...input, offerId: id, revision, title: 'Another title' })).openClaims).toBe(1);
  });

  it('hears what is wrong, by its pointer, and stores nothing then', async () => {
    const taken = await saved(offerToSave(vendor.organizationId));
    const before = await countRows(app);
    const wrong: [Record<string, unknown>, string][] = [
      [{ slug: taken.slug }, '/slug'],
      [{ slug: 'Not A Slug' }, '/slug'],
      [{ title: '\u0000' }, '/title'],
      [{ kind: 'gift' }, '/kind'],
      [{ claim: 'by_post' }, '/claim'],
      [{ rules: [{ fact: 'shoeSize', op: 'lt', number: 5 }] }, '/rules/0'],
      [{ rules: [{ fact: 'employees', op: 'near', number: 5 }] }, '/rules/0/op'],
      [{ organizationId: null }, '/organizationId'],
      [{ organizationId: 'org_00000000-0000-7000-8000-000000000000' }, '/organizationId'],
      [{ claim: 'provider_link', organizationId: null }, '/url'],
      [{ url: 'http://vendor.example' }, '/url'],
      [{ url: 'javascript:alert(1)' }, '/url'],
      [{ tools: ['stripe', 'no-such-tool'] }, '/tools/1'],
      [{ value: { amountCents: 5 } }, '/value/currency'],
      [{ rules: [{ fact: 'employees', op: 'in', list: ['5'] }] }, '/rules/0'],
      [{ rules: [{ fact: 'employees', op: 'lt', number: 5, text: '5' }] }, '/rules/0/value'],
      [{ endsAt: '2026-02-30' }, '/endsAt'],
    ];
    for (const [change, pointer] of wrong)
      expect(
        problemOf(await save({ ...offerToSave(vendor.organizationId), ...change })),
        JSON.stringify(change),
      ).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer }],
      });
    expect(await countRows(app)).toEqual(before);
  });

  it('is answered, never failed, whatever the input holds', async () => {
    const random = seeded(7);
    for (let round = 0; round < 120; round += 1) {
      const input = mutated(offerToSave(vendor.organizationId), random);
      const reply = await save(input as Record<string, unknown>);
      const what = JSON.stringify(input)?.slice(0, 300);
      expect(reply.status, what).toBeLessThan(500);
      expect(JSON.stringify(reply.errors), what).not.toContain('INTERNAL');
    }
  });

  it('is the only one who may: owners of the vendor hear which role is needed', async () => {
    const before = await countRows(app);
    expect(problemOf(await save(offerToSave(vendor.organizationId), vendor.owner))).toMatchObject({
      code: 'NOT_A_MEMBER',
    });
    expect(await countRows(app)).toEqual(before);
  });

  it('sees every offer, page by page in the order of slugs, ended and unlisted ones too', async () => {
    const [ended] = [`ended-${Date.now()}`];
    await putOffers(app, offerRecord({ slug: ended, endsAt: '2020-01-01' }));
    const seen: string[] = [];
    let [cursor, total]: [string | null, number] = [null, 0];
    do {
      const reply: {
        data: { reviewerOffers: { items: Reviewed[]; nextCursor: string | null; total: number } } | null;
      } = await askGraphql(
        app,
        `query ($c: String) { reviewerOffers(limit: 40, cursor: $c) { items { ${FIELDS} } nextCursor total } }`,
        { c: cursor },
        reviewer,
      );
      seen.push(...(reply.data?.reviewerOffers.items.map(({ slug }) => slug) ?? []));
      cursor = reply.data?.reviewerOffers.nextCursor ?? null;
      total = reply.data?.reviewerOffers.total ?? 0;
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    expect(seen).toContain(ended);
  });
});
