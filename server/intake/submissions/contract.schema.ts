import { PRODUCT_ID, ProductType } from '../../accounts/index.js';
import { recordForms } from '../../directory/index.js';
import { OFFER_BOUNDS } from '../../offers/index.js';
import { currencies } from '../../platform/currency.rules.js';
import { eventFamilies } from '../../tracking/index.js';
import type { IntakeKindName } from '../intake-state.rules.js';
import { contractExamples } from './contract-examples.rules.js';
import { formed, type TextForm, textForms } from './text-form.rules.js';

const WORD = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
const { TOOL_BOUNDS } = recordForms;

/** Text that is not blank; `forms` say what else it has to be. */
const text = (maxLength: number, description: string, ...forms: readonly TextForm[]) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  ...formed(textForms.notBlank, ...(forms.length > 0 ? forms : [textForms.storable])),
  description,
});
/** A person's name, which may hold a joiner. */
const personName = (maxLength: number, description: string) =>
  text(maxLength, description, textForms.storable, textForms.name);
const publicName = (maxLength: number, description: string) =>
  text(maxLength, description, textForms.storable, textForms.name, textForms.seen);
const https = (description: string) => ({
  type: 'string',
  maxLength: TOOL_BOUNDS.address,
  ...formed(textForms.https),
  description,
});
const time = (description: string) => ({
  type: 'string',
  maxLength: 40,
  ...formed(textForms.time),
  description: `${description} A day, or a time with its offset such as 2026-12-05T09:00:00Z.`,
});
const slug = (description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: TOOL_BOUNDS.slug,
  pattern: WORD,
  description,
});
const domain = (description: string) => ({ ...text(253, description, textForms.domain), examples: ['example.com'] });
const list = (items: object, minItems: number, maxItems: number, description: string) => ({
  type: 'array',
  items,
  minItems,
  maxItems,
  description,
});
/** An optional member: null says that it is absent. */
const optional = (schema: object): object => ({
  ...schema,
  ...('type' in schema ? { type: [schema.type, 'null'].flat() } : {}),
  ...('enum' in schema ? { enum: [schema.enum, null].flat() } : {}),
});
const group = (description: string, required: readonly string[], properties: Record<string, object>) => ({
  type: 'object',
  description,
  additionalProperties: false,
  required: [...required],
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, required.includes(name) ? schema : optional(schema)]),
  ),
});
/** The member is there, and is not null. */
const given = (name: string) => ({ required: [name], properties: { [name]: { not: { type: 'null' } } } });

// biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
const asksFor = (name: string, other: string) => ({ if: given(name), then: given(other) });

const toolChoice = {
  toolSlug: slug('A tool of the directory, by the last part of its address there.'),
  tool: group('A tool that the directory does not have yet.', ['name', 'website', 'docsUrl', 'summary', 'categories'], {
    name: publicName(TOOL_BOUNDS.name, 'As its makers write it.'),
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
const ONE_TOOL = [given('toolSlug'), given('tool')];

/** The members of `fields`, by kind (decisions §10). */
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
        name: publicName(200, 'As it is shown in the workspace.'),
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
        allOf: [asksFor('amountCents', 'currency'), asksFor('currency', 'amountCents')],
      },
    }),
    oneOf: ONE_TOOL,
  },
  hackathon_passport: group(
    'A hackathon, its sponsors and their tools.',
    ['event', 'sponsors', 'rulesUrl', 'submissionsDueAt'],
    {
      event: group('The hackathon.', ['name', 'website', 'startsAt', 'endsAt', 'timezone'], {
        name: publicName(120, 'As its organizer writes it.'),
        website: https('The page that introduces it, https.'),
        startsAt: time('When it begins.'),
        endsAt: time('When it ends.'),
        timezone: {
          ...text(
            60,
            'The time zone of its days by its name in the IANA list, such as Europe/Berlin.',
            textForms.timeZone,
          ),
          examples: ['Europe/Berlin'],
        },
        location: {
          type: 'string',
          maxLength: 200,
          ...formed(textForms.storable),
          description: 'City and venue; left out when it is online.',
        },
      }),
      sponsors: list(
        group('A sponsor.', ['name', 'domain', 'toolSlugs'], {
          name: publicName(120, 'As the sponsor writes it.'),
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
        ...formed(textForms.instant),
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

const DESCRIPTION =
  'The input of submitIntake. Public: no prompts, secrets, private notes or private code. Members whose value is unknown are left out, or null where the schema has it.';
/** Inputs that fit the schema and that submitIntake refuses all the same: no schema can say it (record 0082). */
const BEYOND_SCHEMA = [
  'a text in which the form of a credential is found, also in a member’s name',
  'more than 64 KiB in all',
  'a domain that is a bare public suffix, such as co.uk or github.io',
  'a domain, also of an e-mail address or in a link, that IDNA does not take or that is too long in ASCII',
  'a mailbox beyond ASCII of more than 64 bytes, or with a character that is not assigned',
  'a time whose offset leads out of the years 0000 to 9999',
  'a productId that begins with sub_ and is not the receipt of a submission for a partner workspace',
];

const contractOf = (kind: IntakeKindName) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `/contracts/intake-${kind}-v1.json`,
  title: `Intake submission: ${titles[kind]}, version 1`,
  $comment: `Beside what does not fit, submitIntake refuses: ${BEYOND_SCHEMA.join('; ')}.`,
  ...group(DESCRIPTION, ['kind', 'contact', 'organization', 'fields'], {
    kind: { const: kind, description: 'The kind of submission.' },
    contact: group('Who answers questions. The address is confirmed before a review begins.', ['name', 'email'], {
      name: personName(120, 'Who answers for the submission.'),
      email: { ...text(254, 'A letter with a link goes to it.', textForms.email), format: 'email' },
    }),
    organization: group('For whom it is submitted.', ['name', 'domain'], {
      name: publicName(TOOL_BOUNDS.vendorName, 'As it is written in public.'),
      domain: domain('Without scheme or path, such as example.com.'),
    }),
    note: text(2000, 'Anything that a reviewer should know.'),
    fields: fieldsOf[kind],
  }),
  examples: contractExamples[kind],
});

/** The JSON Schema of each kind's whole input: the published contract, and what submitIntake checks. */
export const intakeContracts = {
  partner_workspace: contractOf('partner_workspace'),
  tracked_links: contractOf('tracked_links'),
  hackathon_passport: contractOf('hackathon_passport'),
  usage_tracking: contractOf('usage_tracking'),
} as const satisfies Record<IntakeKindName, object>;
