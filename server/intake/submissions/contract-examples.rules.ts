import type { IntakeKindName } from '../intake-state.rules.js';

const contact = { name: 'Ada Example', email: 'ada@example.com' };
const organization = { name: 'Example', domain: 'example.com' };

/** Whole inputs that pass, published with each contract. */
export const contractExamples: Record<IntakeKindName, readonly Record<string, unknown>[]> = {
  partner_workspace: [
    {
      kind: 'partner_workspace',
      contact,
      organization,
      fields: {
        product: { id: 'example-api', name: 'Example API', type: 'api' },
        tool: {
          name: 'Example API',
          website: 'https://example.com/',
          docsUrl: 'https://example.com/docs',
          summary: 'Answers questions about examples.',
          categories: ['api-tools'],
        },
        role: 'Head of developer relations',
        evidence: [{ kind: 'docs', url: 'https://example.com/docs' }],
      },
    },
  ],
  tracked_links: [
    {
      kind: 'tracked_links',
      contact,
      organization,
      note: 'The credits are for new accounts.',
      fields: {
        tool: {
          name: 'Example API',
          website: 'https://example.com/',
          docsUrl: 'https://example.com/docs',
          summary: 'Answers questions about examples.',
          categories: ['api-tools'],
        },
        links: [
          { kind: 'signup', url: 'https://example.com/signup', title: 'Sign up' },
          { kind: 'perk', url: 'https://example.com/startups', title: 'Example for startups' },
        ],
        offer: {
          title: 'Example for startups',
          valueText: '500 USD of credits',
          amountCents: 50_000,
          currency: 'USD',
          requirements: ['The company is younger than two years.'],
          termsUrl: 'https://example.com/startups/terms',
          endsAt: '2030-12-31',
        },
      },
    },
  ],
  hackathon_passport: [
    {
      kind: 'hackathon_passport',
      contact,
      organization,
      fields: {
        event: {
          name: 'Example Hackathon',
          website: 'https://example.com/hackathon',
          startsAt: '2030-05-03T09:00:00+02:00',
          endsAt: '2030-05-04T18:00:00+02:00',
          timezone: 'Europe/Berlin',
          location: null,
        },
        sponsors: [{ name: 'Stripe', domain: 'stripe.com', toolSlugs: ['stripe'] }],
        rulesUrl: 'https://example.com/hackathon/rules',
        submissionsDueAt: '2030-05-04T15:00:00+02:00',
      },
    },
  ],
  usage_tracking: [
    {
      kind: 'usage_tracking',
      contact,
      organization,
      fields: {
        productId: 'example-api',
        events: [
          { name: 'FIRST_API_CALL', when: 'An account calls the API for the first time.' },
          { name: 'EXPORT_FINISHED', family: 'activation', when: 'An export is finished.' },
        ],
        via: 'server',
      },
    },
  ],
};
