import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { advance, claim } from '../setup/claims.js';
import { query } from '../setup/database.js';
import { offerRecord, putNativeOffer, putOffers } from '../setup/offers.js';
import { type Company, makeCompany, makePerson } from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
});
afterAll(() => app.close());

const countsOf = async () => {
  const { data, errors } = await askGraphql<{
    organizationOffers: { items: readonly { id: string; [name: string]: unknown }[] };
  }>(
    app,
    `query ($o: ID!) { organizationOffers(organizationId: $o) { items { id openClaims claims redeemed opens30d } } }`,
    { o: company.organizationId },
    { cookie: company.owner.cookie },
  );
  expect(errors).toEqual([]);
  return new Map(data?.organizationOffers.items.map(({ id, ...counts }) => [id, counts]));
};

/** Counts so many openings of the offer's tracked link, `daysAgo` days ago. */
const open = (offerId: string, times: number, daysAgo: number) =>
  query(
    app.databaseUrl,
    `insert into intent_event (id, link_id, event_name, event_family, received_at)
     select gen_random_uuid(), l.id, 'OFFER_CLAIM_OPENED', 'intent', now() - make_interval(days => $3::int)
     from tracked_link l, generate_series(1, $2::int) where l.offer_id = $1`,
    [offerId.slice(4), times, daysAgo],
  );

describe('the offers of a company', () => {
  it('count all claims and those whose redemption the vendor confirmed', async () => {
    const offer = await putNativeOffer(app, company.organizationId);
    expect((await countsOf()).get(offer)).toEqual({ openClaims: 0, claims: 0, redeemed: 0, opens30d: null });
    for (const isTaken of [true, false]) {
      const person = await makePerson(app);
      let made = (await claim(app, { cookie: person.cookie }, offer)).data?.claimOffer;
      for (const [to, more] of isTaken
        ? ([
            ['vendor_review', {}],
            ['approved', {}],
            ['code_issued', { code: 'CODE-1' }],
            ['redeemed', { proof: 'vendor_confirmed' }],
          ] as const)
        : ([['rejected', {}]] as const))
        made = made && (await advance(app, { cookie: company.owner.cookie }, made, to, more)).data?.advanceClaim;
      expect(made?.state).toBe(isTaken ? 'redeemed' : 'rejected');
    }
    expect((await countsOf()).get(offer)).toMatchObject({ openClaims: 0, claims: 2, redeemed: 1 });
  });

  it('count the openings of 30 days while the domain is the approved one, and know no claims at the provider', async () => {
    const [offer = ''] = await putOffers(
      app,
      offerRecord(
        { claim: 'provider_link', url: 'https://vendor.example/credits' },
        { organizationId: company.organizationId.slice(4) },
      ),
    );
    await query(
      app.databaseUrl,
      `update organization set domain = 'own.example', domain_verified_at = now() where id = $1`,
      [company.organizationId.slice(4)],
    );
    await query(app.databaseUrl, `update offer set organization_domain = 'own.example' where id = $1`, [
      offer.slice(4),
    ]);
    expect((await countsOf()).get(offer)).toEqual({ openClaims: 0, claims: null, redeemed: null, opens30d: 0 });
    await open(offer, 3, 29);
    await open(offer, 4, 31);
    expect((await countsOf()).get(offer)).toMatchObject({ opens30d: 3 });
    await query(app.databaseUrl, 'update organization set domain_verified_at = null where id = $1', [
      company.organizationId.slice(4),
    ]);
    expect((await countsOf()).get(offer)).toMatchObject({ opens30d: null });
  });
});
