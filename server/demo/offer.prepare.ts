import type { EntityManager } from '@mikro-orm/postgresql';
import { writeOffers } from '../offers/index.js';

/**
 * Gives the demo organization one native offer, so that a claim can be tried from request to redemption. It is labelled sample, names
 * no real provider, and is written once: a repetition changes nothing.
 */
export async function prepareDemoOffer(em: EntityManager, at: Date, organizationId: string): Promise<void> {
  await em.transactional((tx) =>
    writeOffers(tx, at, [
      {
        origin: 'demo',
        originKey: 'demo-company-credits',
        label: 'sample',
        organizationId,
        toolsGuessed: false,
        facts: {
          slug: 'demo-company-credits',
          title: 'Demo Company credits',
          summary: 'A sample offer of the demo organization: it is claimed here and is worth nothing.',
          vendor: { name: 'Demo Company', domain: 'demo-company.example' },
          tools: [],
          kind: 'credits',
          value: {
            text: 'Sample credits of 500 USD',
            amountCents: 50_000,
            currency: 'USD',
            percent: null,
            months: 12,
            upTo: false,
          },
          claim: 'native',
          url: null,
          termsUrl: null,
          eligibility: {
            rules: [
              { fact: 'companyAgeMonths', op: 'lt', value: 60 },
              { fact: 'newCustomer', op: 'eq', value: true },
            ],
            other: [],
          },
          lastReadAt: null,
          lastConfirmedAt: null,
          endsAt: null,
          sources: [],
        },
      },
    ]),
  );
}
