import { PRODUCT_ID, ProductType } from '../../accounts/index.js';
import { recordForms } from '../../directory/index.js';
import { OFFER_BOUNDS } from '../../offers/index.js';
import { currencies } from '../../platform/currency.rules.js';
import { eventFamilies } from '../../tracking/index.js';
import type { IntakeKindName } from '../intake-state.rules.js';
import { contractExamples } from './contract-examples.rules.js';

/** A string of nothing but white space is missing; the length rule finds the empty one. */
export const NOT_BLANK = '^$|\\S';
/**
 * https, a host of at least two labels that is no address in digits, no user name, and no port but the usual one. A published schema needs a
 * pattern, which is narrower than `isPublicAddress` of the directory: the host is in ASCII and begins its last label with a letter.
 */
export const HTTPS =
  '^https://(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?::443)?(?:[/?#]\\S*)?$';
/** A time of the day with its offset, as times are sent to us (decisions §2). */
const CLOCK = '[Tt ]\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?:[Zz]|[+-]\\d{2}(?::?\\d{2})?)';
/** A day, or a time with its offset. */
export const TIME = `^\\d{4}-\\d{2}-\\d{2}(?:${CLOCK})?$`;
/** A time with its offset: a day alone leaves open when it ends. */
export const INSTANT = `^\\d{4}-\\d{2}-\\d{2}${CLOCK}$`;
const WORD = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
const { TOOL_BOUNDS } = recordForms;

const text = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: NOT_BLANK,
  description,
});
const https = (description: string) => ({
  type: 'string',
  maxLength: TOOL_BOUNDS.address,
  pattern: HTTPS,
  description,
});
const time = (description: string) => ({
  type: 'string',
  maxLength: 40,
  pattern: TIME,
  description: `${description} A day, or a time with its offset such as 2026-12-05T09:00:00Z.`,
});
const slug = (description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: TOOL_BOUNDS.slug,
  pattern: WORD,
  description,
});
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
    name: text(TOOL_BOUNDS.name, 'As its makers write it.'),
    website: https('The page that introduces it, https.'),
    docsUrl: https('Where a developer begins to read, https.'),
    summary: text(TOOL_BOUNDS.summary, 'What it does, in a sentence or two.'),
    categories: list(
      { type: 'string', maxLength: TOOL_BOUNDS.category, pattern: WORD },
      1,
      TOOL_BOUNDS.categories,
      'Categories of the directory.',
    ),
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
        name: text(200, 'As it is shown in the workspace.'),
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
          url: https('A page that anyone can open, https.'),
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
          url: https('The page that the counted link opens, https.'),
          title: text(OFFER_BOUNDS.title, 'What the link says.'),
        }),
        1,
        20,
        'The links.',
      ),
      offer: {
        ...group('What the provider gives.', ['title', 'valueText', 'requirements', 'termsUrl'], {
          title: text(OFFER_BOUNDS.title, 'As it is shown in the directory.'),
          valueText: text(OFFER_BOUNDS.valueText, 'What it is worth, in words.'),
          amountCents: {
            type: 'integer',
            minimum: 0,
            maximum: OFFER_BOUNDS.amountCents,
            description: 'The same as a whole number of the smallest unit: 50000 is 500.00 USD.',
          },
          currency: {
            enum: [...currencies],
            description: 'Three letters of ISO 4217, such as USD or EUR.',
          },
          requirements: list(
            text(OFFER_BOUNDS.requirement, 'A requirement.'),
            0,
            OFFER_BOUNDS.requirements,
            'Who may have it, a sentence each.',
          ),
          termsUrl: https('The page with its terms, https.'),
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
        name: text(120, 'As its organizer writes it.'),
        website: https('The page that introduces it, https.'),
        startsAt: time('When it begins.'),
        endsAt: time('When it ends.'),
        timezone: { ...text(60, 'The time zone of its days, such as Europe/Berlin.'), examples: ['Europe/Berlin'] },
        location: {
          type: ['string', 'null'],
          maxLength: 200,
          description: 'City and venue; left out when it is online.',
        },
      }),
      sponsors: list(
        group('A sponsor.', ['name', 'domain', 'toolSlugs'], {
          name: text(120, 'As the sponsor writes it.'),
          domain: domain('Without scheme or path, such as example.com.'),
          toolSlugs: list(
            slug('A tool of the directory.'),
            0,
            20,
            'Its tools, each by the last part of its address in the directory.',
          ),
        }),
        1,
        50,
        'The sponsors.',
      ),
      rulesUrl: https('The page with the rules, https.'),
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
        'The id of a product in the workspace of the organization’s domain, or the receipt of a submission for a partner workspace.',
    },
    events: list(
      group('An event.', ['name', 'when'], {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          pattern: '^[A-Za-z][A-Za-z0-9_.:-]*$',
          description: 'As it will be sent, such as FIRST_API_CALL.',
        },
        family: { enum: [...eventFamilies], description: 'Needed for a name that the catalog does not have.' },
        when: text(500, 'What has happened when it is sent.'),
      }),
      1,
      50,
      'The events.',
    ),
    via: {
      enum: ['server', 'cdp', 'csv'],
      description: 'By your servers, by a customer data platform, or as CSV files.',
    },
    cdpName: text(120, 'Which platform sends them, where one does.'),
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
      name: text(120, 'Who answers for the submission.'),
      email: { ...text(254, 'A letter with a link goes to it.'), format: 'email' },
    }),
    organization: group('For whom it is submitted.', ['name', 'domain'], {
      name: text(TOOL_BOUNDS.vendorName, 'As it is written in public.'),
      domain: domain('Without scheme or path, such as example.com.'),
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
