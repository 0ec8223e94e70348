import { submissionOf } from './intake.js';
import {
  ABSENT,
  choice,
  domain,
  email,
  group,
  https,
  instant,
  list,
  name,
  optional,
  productId,
  publicName,
  type Row,
  text,
  time,
  unknownIn,
  word,
} from './intake.rows.js';

export const kinds = ['partner_workspace', 'tracked_links', 'hackathon_passport', 'usage_tracking'] as const;
export type Kind = (typeof kinds)[number];

const BIG = 'x'.repeat(80);
const CREDENTIAL = 'a credential is found by forms of many issuers';
const rowsOfAll: readonly Row[] = [
  group('/contact'),
  group('/organization'),
  group('/fields'),
  name('/contact/name', 120),
  { pointer: '/contact/name', taken: ['می\u200cخواهم'] },
  email,
  publicName('/organization/name', 120),
  domain('/organization/domain'),
  optional(text('/note', 2000)),
  { pointer: '/note', beyond: [[`dai_${'a1B2'.repeat(9)}`, CREDENTIAL]] },
  unknownIn('/fields'),
];

const tool = {
  name: 'Tool',
  website: 'https://a.example/',
  docsUrl: 'https://a.example/docs',
  summary: 'x',
  categories: ['a'],
};
const offer = { title: 'x', valueText: 'x', requirements: [], termsUrl: 'https://a.example/terms' };
const toolRows: readonly Row[] = [
  { pointer: '/fields/tool', taken: [tool], refused: [ABSENT, null, 'x', {}] },
  { pointer: '/fields/toolSlug', taken: [null], refused: ['stripe', 7] },
  publicName('/fields/tool/name', 120),
  https('/fields/tool/website'),
  https('/fields/tool/docsUrl'),
  text('/fields/tool/summary', 500),
  list('/fields/tool/categories', 'api-tools', 1, 5),
  word('/fields/tool/categories/0', 60),
  unknownIn('/fields/tool'),
];

const rowsOf: Record<Kind, readonly Row[]> = {
  partner_workspace: [
    ...toolRows,
    group('/fields/product'),
    productId('/fields/product/id'),
    publicName('/fields/product/name', 200),
    choice('/fields/product/type', ['api', 'mcp_server']),
    text('/fields/role', 120),
    list('/fields/evidence', { kind: 'docs', url: 'https://a.example/' }, 0, 20),
    choice('/fields/evidence/0/kind', ['docs', 'pricing', 'package', 'repository', 'company_page']),
    https('/fields/evidence/0/url'),
    unknownIn('/fields/evidence/0'),
  ],
  tracked_links: [
    ...toolRows,
    list('/fields/links', { kind: 'docs', url: 'https://a.example/', title: 'Docs' }, 1, 20),
    choice('/fields/links/0/kind', ['docs', 'perk', 'signup', 'pricing']),
    https('/fields/links/0/url'),
    text('/fields/links/0/title', 200),
    optional(group('/fields/offer')),
    text('/fields/offer/title', 200),
    text('/fields/offer/valueText', 300),
    {
      pointer: '/fields/offer/amountCents',
      taken: [0, 10_000_000_000_000],
      refused: [-1, 1.5, '5', null, ABSENT, 10_000_000_000_001],
    },
    {
      pointer: '/fields/offer/currency',
      taken: ['USD', 'EUR'],
      refused: ['usd', 'DEM', 'XXX', 'US', '', 7, null, ABSENT],
    },
    {
      pointer: '/fields/offer',
      taken: [offer, { ...offer, amountCents: null, currency: null }, { ...offer, amountCents: null }],
      refused: [
        { ...offer, amountCents: 5 },
        { ...offer, currency: 'USD' },
        { ...offer, amountCents: 5, currency: null },
      ],
    },
    list('/fields/offer/requirements', 'x', 0, 30),
    { ...text('/fields/offer/requirements/0', 500), refused: ['', ' ', 'x'.repeat(501), 'x\u0000', 7, null] },
    https('/fields/offer/termsUrl'),
    optional(time('/fields/offer/endsAt')),
  ],
  hackathon_passport: [
    group('/fields/event'),
    publicName('/fields/event/name', 120),
    https('/fields/event/website'),
    time('/fields/event/startsAt'),
    time('/fields/event/endsAt'),
    {
      pointer: '/fields/event/timezone',
      taken: [
        'Europe/Berlin',
        'Asia/Kolkata',
        'Asia/Calcutta',
        'Europe/Kyiv',
        'UTC',
        'Etc/GMT+5',
        'America/Argentina/Ushuaia',
      ],
      refused: [
        '',
        ' ',
        'Berlin',
        'europe/berlin',
        'Europe/Atlantis',
        'PST',
        '+02:00',
        'SystemV/EST5',
        'utc',
        7,
        null,
        ABSENT,
      ],
    },
    {
      pointer: '/fields/event/location',
      taken: ['Berlin', '', 'x'.repeat(200), null, ABSENT],
      refused: ['x'.repeat(201), 'x\u0000', 'x\udc00', 7, {}],
    },
    list('/fields/sponsors', { name: 'Stripe', domain: 'stripe.com', toolSlugs: [] }, 1, 50),
    publicName('/fields/sponsors/0/name', 120),
    domain('/fields/sponsors/0/domain'),
    list('/fields/sponsors/0/toolSlugs', 'stripe', 0, 20),
    word('/fields/sponsors/0/toolSlugs/0', 80),
    https('/fields/rulesUrl'),
    instant('/fields/submissionsDueAt'),
    { pointer: '/fields/submissionsDueAt', refused: ['2099-05-04'] },
    {
      pointer: '/fields/sponsors',
      beyond: [
        [
          Array.from({ length: 50 }, () => ({
            name: 'x',
            domain: 'a.example',
            toolSlugs: Array.from({ length: 20 }, () => BIG),
          })),
          'no schema counts the characters of an input',
        ],
      ],
    },
  ],
  usage_tracking: [
    productId('/fields/productId'),
    {
      pointer: '/fields/productId',
      beyond: [['sub_00000000-0000-7000-8000-000000000000.none', 'which receipts there are is stored']],
    },
    list('/fields/events', { name: 'FIRST_API_CALL', when: 'x' }, 1, 50),
    {
      pointer: '/fields/events/0/name',
      taken: ['a', 'A_b.c:d-9', 'x'.repeat(100)],
      refused: ['', '1a', 'a b', 'ä', 'x'.repeat(101), 7, null, ABSENT],
    },
    optional(choice('/fields/events/0/family', ['activation'])),
    text('/fields/events/0/when', 500),
    choice('/fields/via', ['server', 'cdp', 'csv']),
    optional(text('/fields/cdpName', 120)),
  ],
};

export interface Case {
  readonly title: string;
  readonly input: unknown;
  readonly verdict: 'taken' | 'refused' | 'beyond';
}

/** Members that every kind has. */
export const commonCasesOf = (kind: Kind): Case[] => rowsOfAll.flatMap((row) => casesOfRow(kind, row));
/** Members of `fields`. */
export const ownCasesOf = (kind: Kind): Case[] => rowsOf[kind].flatMap((row) => casesOfRow(kind, row));

/** An input of a kind with one member replaced. */
function withMember(kind: Kind, pointer: string, value: unknown): unknown {
  const input = submissionOf(kind);
  const steps = pointer.split('/').slice(1);
  const last = steps.pop() ?? '';
  const holder = steps.reduce<Record<string, unknown>>((inner, step) => {
    inner[step] ??= {};
    return inner[step] as Record<string, unknown>;
  }, input);
  if (value === ABSENT) delete holder[last];
  else holder[last] = value;
  return input;
}

const shown = (value: unknown): string =>
  value === ABSENT ? 'nothing' : (JSON.stringify(value) ?? String(value)).slice(0, 60);

/** An input for each value of a member, with what is to become of it. */
function casesOfRow(kind: Kind, { pointer, taken = [], refused = [], beyond = [] }: Row): Case[] {
  const of = (verdict: Case['verdict'], value: unknown, reason = ''): Case => ({
    title: `${verdict}: ${pointer} ${shown(value)}${reason && `, ${reason}`}`,
    input: withMember(kind, pointer, value),
    verdict,
  });
  return [
    ...taken.map((value) => of('taken', value)),
    ...refused.map((value) => of('refused', value)),
    ...beyond.map(([value, reason]) => of('beyond', value, reason)),
  ];
}
