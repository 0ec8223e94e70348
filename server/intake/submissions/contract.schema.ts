import { PRODUCT_ID, ProductType } from '../../accounts/index.js';
import { eventFamilies } from '../../tracking/index.js';
import type { IntakeKindName } from '../intake-state.rules.js';
import { contractExamples } from './contract-examples.rules.js';

/** A string of nothing but white space is missing; the length rule finds the empty one. */
export const NOT_BLANK = '^$|\\S';
/** https, a host of at least two labels that is no address in digits, no user name, and no port but the usual one. */
export const HTTPS =
  '^https://(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?::443)?(?:[/?#]\\S*)?$';
/** A day, or a time with its offset. */
export const TIME = '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$';
/** A time with its offset: a day alone leaves open when it ends. */
export const INSTANT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2})$';
const WORD = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

const text = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: NOT_BLANK,
  description,
});
const https = (description: string) => ({ type: 'string', maxLength: 2048, pattern: HTTPS, description });
const time = (description: string) => ({
  type: 'string',
  maxLength: 40,
  pattern: TIME,
  description: `${description} A day, or a time with its offset such as 2026-12-05T09:00:00Z.`,
});
const slug = (description: string) => ({ type: 'string', minLength: 1, maxLength: 80, pattern: WORD, description });
const domain = (description: string) => ({ ...text(253, description), examples: ['example.com'] });
const list = (items: object, minItems: number, maxItems: number, description: string) => ({
  type: 'array',
  items,
  minItems,
  maxItems,
  description,
});
const group = (description: string, required: readonly string[], properties: Record<string, object>) => ({
  type: 'object',
  description,
  additionalProperties: false,
  required: [...required],
  properties,
});

const toolChoice = {
  toolSlug: slug('A tool of the directory, by the last part of its address there.'),
  tool: group('A tool that the directory does not have yet.', ['name', 'website', 'docsUrl', 'summary', 'categories'], {
    name: text(120, 'Name of the tool.'),
    website: https('Its website.'),
    docsUrl: https('Its documentation.'),
    summary: text(500, 'What it does, in a sentence or two.'),
    categories: list({ type: 'string', maxLength: 60, pattern: WORD }, 1, 5, 'Categories of the directory.'),
  }),
};
const ONE_TOOL = [{ required: ['toolSlug'] }, { required: ['tool'] }];

/** What `fields` holds, by kind (decisions §10). */
const fieldsOf: Record<IntakeKindName, object> = {
  partner_workspace: {
    ...group('The product that gets a workspace, and what shows that it is yours.', ['product', 'role', 'evidence'], {
      product: group('The product.', ['id', 'name', 'type'], {
        id: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          pattern: PRODUCT_ID.source,
          description: 'Your own id of it: 1 to 128 of A-Z a-z 0-9 . _ : -',
        },
        name: text(200, 'Name of the product.'),
        type: { enum: Object.values(ProductType), description: 'Kind of product.' },
      }),
      ...toolChoice,
      role: text(120, 'What the contact does at the organization.'),
      evidence: list(
        group('A public page.', ['kind', 'url'], {
          kind: {
            enum: ['docs', 'pricing', 'package', 'repository', 'company_page'],
            description: 'What the page is.',
          },
          url: https('Its address.'),
        }),
        0,
        20,
        'Public pages that show the product and whose it is. Without one the submission waits for it.',
      ),
    }),
    oneOf: ONE_TOOL,
  },
  tracked_links: {
    ...group('Links of a tool that are counted, and what it offers.', ['links'], {
      ...toolChoice,
      links: list(
        group('A link.', ['kind', 'url', 'title'], {
          kind: { enum: ['docs', 'perk', 'signup', 'pricing'], description: 'Where it leads.' },
          url: https('Its address.'),
          title: text(200, 'What it is called.'),
        }),
        1,
        20,
        'The links.',
      ),
      offer: {
        ...group('What the provider gives.', ['title', 'valueText', 'requirements', 'termsUrl'], {
          title: text(200, 'Title of the offer.'),
          valueText: text(300, 'What it is worth, in words.'),
          amountCents: { type: 'integer', minimum: 0, maximum: 1e13, description: 'The same in minor units.' },
          currency: { type: 'string', maxLength: 3, pattern: '^[A-Z]{3}$', description: 'ISO 4217.' },
          requirements: list(text(500, 'A requirement.'), 0, 30, 'Who may have it, a sentence each.'),
          termsUrl: https('Its terms.'),
          endsAt: time('Its last day.'),
        }),
        dependentRequired: { amountCents: ['currency'], currency: ['amountCents'] },
      },
    }),
    oneOf: ONE_TOOL,
  },
  hackathon_passport: group(
    'A hackathon, its sponsors and their tools.',
    ['event', 'sponsors', 'rulesUrl', 'submissionsDueAt'],
    {
      event: group('The hackathon.', ['name', 'website', 'startsAt', 'endsAt', 'timezone'], {
        name: text(120, 'Its name.'),
        website: https('Its website.'),
        startsAt: time('When it begins.'),
        endsAt: time('When it ends.'),
        timezone: { ...text(60, 'IANA time zone.'), examples: ['Europe/Berlin'] },
        location: { type: ['string', 'null'], maxLength: 200, description: 'Where it takes place; null when online.' },
      }),
      sponsors: list(
        group('A sponsor.', ['name', 'domain', 'toolSlugs'], {
          name: text(120, 'Its name.'),
          domain: domain('Its domain.'),
          toolSlugs: list(slug('A tool of the directory.'), 0, 20, 'Its tools in the directory.'),
        }),
        1,
        50,
        'The sponsors.',
      ),
      rulesUrl: https('The rules.'),
      submissionsDueAt: {
        ...time(''),
        pattern: INSTANT,
        description: 'Until when projects can be submitted: a time with its offset such as 2026-12-06T17:00:00Z.',
      },
    },
  ),
  usage_tracking: group('What a product is going to send.', ['productId', 'events', 'via'], {
    productId: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      pattern: PRODUCT_ID.source,
      description:
        'The id of a product in the workspace of the organization’s domain, or the receipt of a partner_workspace submission.',
    },
    events: list(
      group('An event.', ['name', 'when'], {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          pattern: '^[A-Za-z][A-Za-z0-9_.:-]*$',
          description: 'Its name.',
        },
        family: { enum: [...eventFamilies], description: 'Needed for a name that the catalog does not have.' },
        when: text(500, 'When it is sent.'),
      }),
      1,
      50,
      'The events.',
    ),
    via: { enum: ['server', 'cdp', 'csv'], description: 'How they are sent.' },
    cdpName: text(120, 'The customer data platform, where one sends them.'),
  }),
};

const titles: Record<IntakeKindName, string> = {
  partner_workspace: 'Partner workspace',
  tracked_links: 'Tracked links',
  hackathon_passport: 'Hackathon passport',
  usage_tracking: 'Usage tracking',
};

const contractOf = (kind: IntakeKindName) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `/contracts/intake-${kind}-v1.json`,
  title: `Intake submission: ${titles[kind]}, version 1`,
  description:
    'The input of submitIntake. Public: no prompts, secrets, private notes or private code. Members whose value is unknown are left out.',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'contact', 'organization', 'fields'],
  properties: {
    kind: { const: kind, description: 'The kind of submission.' },
    contact: group('Who answers questions. The address is confirmed before a review begins.', ['name', 'email'], {
      name: text(120, 'Name of the person.'),
      email: { ...text(254, 'Address of the person.'), format: 'email' },
    }),
    organization: group('For whom it is submitted.', ['name', 'domain'], {
      name: text(120, 'Its name.'),
      domain: domain('Its domain, without scheme or path.'),
    }),
    note: text(2000, 'Anything that a reviewer should know.'),
    fields: fieldsOf[kind],
  },
  examples: contractExamples[kind],
});

/** The JSON Schema of each kind's whole input: the published contract, and what submitIntake checks. */
export const intakeContracts = {
  partner_workspace: contractOf('partner_workspace'),
  tracked_links: contractOf('tracked_links'),
  hackathon_passport: contractOf('hackathon_passport'),
  usage_tracking: contractOf('usage_tracking'),
} as const satisfies Record<IntakeKindName, object>;
