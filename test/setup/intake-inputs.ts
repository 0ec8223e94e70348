import { RULE_SET } from '../../server/intake/checks/index.js';
import type { DraftInputs, IntakeFacts, SubmittedContent } from '../../server/intake/draft.types.js';

const NO_FACTS: IntakeFacts = {
  tools: [],
  nearDomains: [],
  workspaces: [],
  twins: [],
  takenOffers: [],
  takenEvents: [],
  related: null,
  trackingPlan: null,
  knownCategories: ['api-tools'],
  catalogEvents: [],
};

const contentOf = {
  partner_workspace: {
    product: { id: 'acme-api', name: 'Acme API', type: 'api' },
    tool: {
      name: 'Acme API',
      website: 'https://acme.example/',
      docsUrl: 'https://acme.example/docs',
      summary: 'It answers.',
      categories: ['api-tools'],
    },
    role: 'developer relations',
    evidence: [{ kind: 'docs', url: 'https://acme.example/docs' }],
  },
  tracked_links: {
    toolSlug: 'acme',
    links: [
      { kind: 'signup', url: 'https://acme.example/signup', title: 'Sign up' },
      { kind: 'perk', url: 'https://acme.example/startups', title: 'Credits' },
    ],
    offer: {
      title: 'Credits',
      valueText: '500 USD',
      amountCents: 50_000,
      currency: 'USD',
      requirements: ['A young company.'],
      termsUrl: 'https://acme.example/terms',
      endsAt: '2027-01-31',
    },
  },
  hackathon_passport: {
    event: {
      name: 'Acme Hack',
      website: 'https://acme.example/hack',
      startsAt: '2027-05-03T09:00:00+02:00',
      endsAt: '2027-05-04T18:00:00+02:00',
      timezone: 'Europe/Berlin',
      location: null,
    },
    sponsors: [{ name: 'Acme', domain: 'acme.example', toolSlugs: ['acme'] }],
    rulesUrl: 'https://acme.example/rules',
    submissionsDueAt: '2027-05-04T15:00:00+02:00',
  },
  usage_tracking: {
    productId: 'acme-api',
    events: [{ name: 'FIRST_API_CALL', when: 'First call.' }],
    via: 'server',
  },
};

/** The inputs that decide a draft, as they were read on a day in November 2026. */
export function inputsOf(
  kind: keyof typeof contentOf,
  { facts = {}, ...given }: Partial<Record<keyof SubmittedContent, unknown>> & { facts?: Partial<IntakeFacts> } = {},
): DraftInputs {
  const { fields = {}, ...members } = given;
  return {
    ruleSet: RULE_SET,
    asOf: '2026-11-23',
    submission: {
      kind,
      contact: { name: 'Ada', email: 'ada@acme.example' },
      organization: { name: 'Acme', domain: 'acme.example' },
      note: null,
      ...members,
      fields: { ...contentOf[kind], ...(fields as object) },
    } as SubmittedContent,
    facts: {
      ...NO_FACTS,
      ...(kind === 'partner_workspace' ? {} : { tools: [ACME] }),
      ...(kind === 'usage_tracking' ? { workspaces: [WORKSPACE], catalogEvents: [FIRST_CALL] } : {}),
      ...facts,
    },
  };
}

const ACME = {
  slug: 'acme',
  name: 'Acme',
  vendorDomain: 'acme.example',
  website: 'https://acme.example/',
  docsUrl: null,
  signupUrl: null,
  pricingUrl: null,
};
const WORKSPACE = {
  organizationId: 'org_00000000-0000-7000-8000-000000000001',
  name: 'Acme',
  domainVerified: true,
  products: [{ productId: 'acme-api', name: 'Acme API', type: 'api' }],
};
const FIRST_CALL = { name: 'FIRST_API_CALL', family: 'activation' } as const;
