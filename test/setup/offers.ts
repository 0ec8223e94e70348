import { type OfferRecord, type OfferRecordFacts, writeOffers } from '../../server/offers/index.js';
import type { TestApp } from './app.js';
import { unique } from './cast.js';

/** An offer record; what a test cares about is given, the rest is filled in. */
export function offerRecord(
  given: Partial<OfferRecordFacts> = {},
  about: Partial<Omit<OfferRecord, 'facts'>> = {},
): OfferRecord {
  const slug = given.slug ?? `offer-${unique()}`;
  return {
    origin: 'csv',
    originKey: slug,
    label: 'public-source',
    organizationId: null,
    toolsGuessed: false,
    ...about,
    facts: {
      slug,
      title: 'Credits for builders',
      summary: 'A made offer.',
      vendor: { name: 'A Vendor', domain: 'vendor.example' },
      tools: [],
      kind: 'credits',
      value: { text: '100 USD', amountCents: 10_000, currency: 'USD', percent: null, months: null, upTo: false },
      claim: 'provider_link',
      url: `https://vendor.example/${slug}`,
      termsUrl: null,
      eligibility: { rules: [], other: [] },
      lastReadAt: '2026-11-01',
      lastConfirmedAt: null,
      endsAt: null,
      sources: [{ url: 'https://vendor.example/offers', via: null, readAt: '2026-11-01', facts: ['title'] }],
      ...given,
    },
  };
}

/** Writes offers as an import does; answers their ids, `ofr_…`, or the code of the refusal. */
export async function putOffers(
  { app, clock }: Pick<TestApp, 'app' | 'clock'>,
  ...records: OfferRecord[]
): Promise<string[]> {
  const outcomes = await app.platform.em().transactional((em) => writeOffers(em, clock.now(), records));
  app.parts.catalog.changed();
  return outcomes.map((one) => ('id' in one ? `ofr_${one.id}` : one.code));
}

/** Writes one native offer of an organization; answers its id. */
export async function putNativeOffer(
  app: Pick<TestApp, 'app' | 'clock'>,
  organizationId: string,
  given: Partial<OfferRecordFacts> = {},
): Promise<string> {
  const [id = ''] = await putOffers(
    app,
    offerRecord({ claim: 'native', url: null, ...given }, { organizationId: organizationId.slice(4) }),
  );
  return id;
}

/** A reviewer's input to make a native offer of an organization. */
export const offerToSave = (organizationId: string): Record<string, unknown> => ({
  organizationId,
  slug: `saved-${unique()}`,
  title: 'Saved',
  summary: 'Saved by a reviewer.',
  vendor: { name: 'Demo Company', domain: 'demo-company.example' },
  kind: 'credits',
  value: { text: '10 USD', amountCents: 1_000, currency: 'USD' },
  claim: 'native',
  tools: [],
  rules: [
    { fact: 'employees', op: 'lt', number: 50 },
    { fact: 'country', op: 'in', list: ['DE', 'US'] },
  ],
  other: ['Shows a website.'],
  endsAt: '2999-12-31',
  sources: [{ url: 'https://demo-company.example/offers', readAt: '2026-11-01', facts: ['title', 'value'] }],
});
