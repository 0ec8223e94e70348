import { describe, expect, it } from 'vitest';
import { type KnownNames, namesakesOf } from '../../server/intake/checks/index.js';
import type { CheckResult, SubmittedContent } from '../../server/intake/draft.types.js';
import { prepareDraft } from '../../server/intake/drafts/preparation.rules.js';
import { readWithSigns } from '../../server/platform/skeleton.rules.js';
import { inputsOf } from '../setup/intake-inputs.js';

const tool = (slug: string, name: string, vendorDomain: string | null, aliases: string[] = []) => ({
  slug,
  name,
  aliases,
  vendorName: name,
  vendorDomain,
});
const KNOWN: KnownNames = {
  tools: [
    tool('stripe', 'Stripe', 'stripe.com', ['Stripe Payments']),
    tool('neon', 'Neon', 'neon.tech'),
    tool('bun', 'Bun', 'bun.sh'),
    tool('linear', 'Linear', 'linear.app'),
    tool('modal', 'Modal', 'modal.com'),
    tool('homemade', 'Homemade', null),
  ],
  organizations: [{ id: 'org_1', name: 'Grünwald Systems', domain: 'gruenwald.example' }],
  events: [{ id: 'acme-hack', name: 'Winter Hack', domain: 'winter.example', startsAt: '2027-05-03T07:00:00.000Z' }],
};

/** The checks of a submission among what is known. */
function checksOf(kind: Parameters<typeof inputsOf>[0], given: Parameters<typeof inputsOf>[1]) {
  const plain = inputsOf(kind, given);
  const namesakes = namesakesOf(plain.submission as SubmittedContent, KNOWN);
  const { checks, triage } = prepareDraft({ ...plain, facts: { ...plain.facts, namesakes } });
  const of = (ruleId: string): CheckResult | undefined => checks.find((check) => check.ruleId === ruleId);
  return { of, triage, checks };
}
const organized = (name: string, domain = 'acme.example') =>
  checksOf('tracked_links', { organization: { name, domain }, contact: { name: 'Ada', email: `ada@${domain}` } });
const NEW = { website: 'https://acme.example/x', docsUrl: 'https://acme.example/d', summary: 'x', categories: [] };
const withTool = (name: string) =>
  checksOf('tracked_links', { fields: { toolSlug: undefined, tool: { ...NEW, name } }, facts: { tools: [] } });

/** All of these read as Stripe, or near enough that a reader does not stop. */
const DISGUISES = [
  'stripe',
  'STRIPE',
  ' S t r i p e ',
  'Stripe™',
  'Stripe®',
  '©Stripe',
  'Stripe℠',
  'Ѕtripe', // Cyrillic Ѕ
  'Strіpe', // Cyrillic і
  'Stripе', // Cyrillic е
  'SТRIPE', // Cyrillic capital Т
  'Ѕтrіре',
  'Ｓｔｒｉｐｅ',
  '𝐒𝐭𝐫𝐢𝐩𝐞',
  'Ⓢⓣⓡⓘⓟⓔ',
  'Str1pe',
  'Strlpe',
  'Str|pe',
  'StrIpe',
  'Strípe',
  'Stṛipe',
  'S.t.r.i.p.e.',
  'Str-ipe!',
  'Str\u00adipe',
  'Str\u200dipe',
  'Sᴛripe', // small capital T
  'ꜱᴛʀɪᴘᴇ',
  'ˢᵗʳⁱᵖᵉ',
  'Ⓢⓣⓡⓘⓟⓔ',
  '🅢🅣🅡🅘🅟🅔',
  '🆂🆃🆁🅸🅿🅴',
  '🄢⒯⒭⒤⒫⒠',
  '🇸🇹🇷🇮🇵🇪',
  '𝓢𝓽𝓻𝓲𝓹𝓮',
  'Sʈʀipe',
  'Stɾipe',
  'Stripɘ',
  'Ꞅꞇꞃipe',
  'ᏚᎢᎡᏆᏢᎬ', // Cherokee
  'Ⲋⲧripe', // Coptic
  'ꓢꓔꓣꓲꓑꓰ', // Lisu
  'Տtripҽ', // Armenian and Abkhasian
  'ᔕTᖇIᑭE', // Canadian syllabics
  '₴₮Ɽł₱Ɇ',
  '$tripe',
];

describe('each letter form that Unicode’s table leaves alone', () => {
  it.each([...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ'].map((form, index) => [form, 'abcdefghijklmnopqrstuvw'.charAt(index)]))(
    'the small capital %s looks like %s',
    (form, letter) => expect(readWithSigns.skeletonOf(form)).toBe(readWithSigns.skeletonOf(letter)),
  );

  it.each([
    ['ⒶⒷⒸⓏ', 'abcz'],
    ['🅐🅑🅒🅩', 'abcz'],
    ['🅰🅱🅲🆉', 'abcz'],
    ['🄰🄱🄲🅉', 'abcz'],
    ['🇦🇧🇨🇿', 'abcz'],
    ['ᴬᴮᴰᴱ', 'abde'],
    ['Tvvilio', 'twilio'],
    ['5entry', 'sentry'],
    ['ᔑtrıpe', 'stripe'],
    ['Яeдis', 'reдis'],
    ['ИЄШ', 'new'],
    ['Striƿє', 'stripe'],
    ['ʏᴢ', 'yz'],
    ['ⱥƀꞓᵭǝꝼꞡⱨᶖɟ', 'abcdefghij'],
    ['ꝁⱡᶆŋɵꝑʠɽȿŧ', 'klmnopqrst'],
    ['ʉⱱⱳᶍɏƶ', 'uvwxyz'],
    ['ᗩᗷᑕᗪEᖴGᕼIᒍKᒪᗰᑎOᑭᑫᖇᔕTᑌᐯᗯ᙭Yᘔ', 'abcdefghijklmnopqrstuvwxyz'],
    ['ⲀⲂⲤⲈⲎⲒⲔⲘⲚⲞⲢⲦⲨⲬⲌ', 'abcehikmnoptyxz'],
  ])('%s looks like %s', (forms, letters) =>
    expect(readWithSigns.skeletonOf(forms)).toBe(readWithSigns.skeletonOf(letters)),
  );

  it('tells apart what a reader tells apart', () => {
    const names = ['Stripe', 'Strip', 'Stride', 'Stripes', 'Сервис', '東京', 'Ελλάδα', 'ᏣᎳᎩ', 'კომპანია'];
    expect(new Set(names.map((name) => readWithSigns.skeletonOf(name))).size).toBe(names.length);
    expect(names.map((name) => readWithSigns.skeletonOf(name))).not.toContain('');
  });
});

describe('an address that is none', () => {
  it.each([
    ['https://stripe.com is great', 'unknown'],
    ['https:// nothing', 'pass'],
    ['https://', 'pass'],
    ['https://[', 'pass'],
    ['https://a b', 'pass'],
  ])('%j begins a text, and is no failure of the checks', (summary, verdict) => {
    const { of, checks } = checksOf('tracked_links', {
      organization: { name: 'Acme', domain: 'acme.example' },
      contact: { name: 'Ada', email: 'ada@acme.example' },
      fields: { toolSlug: undefined, tool: { ...NEW, name: 'Acme Tool', summary } },
      facts: { tools: [] },
    });
    expect(checks.length).toBeGreaterThan(5);
    expect([summary, of('vendor.is_contact')?.result]).toEqual([summary, verdict]);
  });
});

describe('the name', () => {
  it.each(DISGUISES)('%j of an organization is Stripe’s, and the twin stands beside it', (name) => {
    const { of, triage } = organized(name);
    expect(of('organization.lookalike')).toMatchObject({ result: 'fail', pointer: '/organization/name' });
    expect(of('organization.lookalike')?.evidence).toContain('Stripe · ');
    expect(of('organization.lookalike')?.evidence).toContain('stripe.com');
    expect(triage).toMatchObject({
      route: 'security',
      risks: expect.arrayContaining(['lookalike_name', 'names_another_vendor']) as string[],
    });
  });

  it.each(DISGUISES)('%j of a new tool is Stripe’s, also to its submitter', (name) => {
    const { of } = withTool(name);
    expect(of('tool.lookalike')).toMatchObject({ result: 'fail', pointer: '/fields/tool/name' });
    expect(of('tool.new')).toMatchObject({ result: 'fail', evidence: 'stripe' });
  });

  it.each([
    'Str!pe',
    'Str¡pe',
    'Str*pe',
    'S7ripe',
    'S+ripe',
    'Strip3',
    'Strᐃpe',
    '§tripe',
    'Str!p€',
    'Payments (S7ripe)',
    'M0dal',
    'Mod@l',
    '#odal',
    '8omemade',
    'My L!near Days',
  ])('%j can be read as one that is known, and needs two reviewers', (name) => {
    const { of, triage } = organized(name);
    expect(['unknown', 'fail']).toContain(of('organization.lookalike')?.result);
    expect(of('vendor.is_contact')?.result).toBe('unknown');
    expect(triage.risks).toContain('names_another_vendor');
  });

  it.each(['Strips', 'Tripe', 'Neo', 'Bunny', 'Lineal', 'Acme', 'Neo4', 'B!n', '#!r!p#', 'Liner!', 'R&D Tools (EU)'])(
    '%j is no one’s',
    (name) => {
      expect(organized(name).of('organization.lookalike')).toMatchObject({ result: 'pass', evidence: null });
      expect(organized(name).of('vendor.is_contact')?.result).toBe('pass');
    },
  );

  it('that contains a known one of five letters is not known, and of four is no one’s', () => {
    expect(organized('My Modal').of('organization.lookalike')?.result).toBe('unknown');
    expect(organized('Nonlinear').of('organization.lookalike')?.result).toBe('unknown');
    expect(organized('My Neon').of('organization.lookalike')?.result).toBe('pass');
    expect(organized('Neon').of('organization.lookalike')?.result).toBe('fail');
    expect(organized('Bun').of('organization.lookalike')?.result).toBe('fail');
  });

  it('of its own domain, or of one below it, is its own', () => {
    for (const domain of ['stripe.com', 'docs.stripe.com'])
      expect(organized('Stripe', domain).of('organization.lookalike')?.result).toBe('pass');
    expect(organized('Homemade').of('organization.lookalike')).toMatchObject({
      result: 'fail',
      evidence: expect.stringContaining('its domain is not known') as string,
    });
  });

  it('may also be an alias, an organization’s or an event’s', () => {
    expect(organized('STRIPE-PAYMENTS').of('organization.lookalike')?.result).toBe('fail');
    expect(organized('Grunwald Systems').of('organization.lookalike')).toMatchObject({
      result: 'fail',
      evidence: 'Grünwald Systems · organization org_1 · gruenwald.example',
    });
    const event = (name: string, startsAt: string) =>
      checksOf('hackathon_passport', {
        fields: {
          event: {
            name,
            website: 'https://acme.example',
            startsAt,
            endsAt: '2027-05-05',
            timezone: 'UTC',
            location: null,
          },
        },
      });
    expect(event('Ｗinter Hack', '2027-06-03').of('event.lookalike')?.result).toBe('fail');
    expect(event('Winter Hack', '2027-06-03').of('event.new')?.result).toBe('pass');
    const twin = event('WINTER HACK™', '2027-05-03T09:00:00+02:00');
    expect(twin.of('event.new')).toMatchObject({ result: 'fail', pointer: '/fields/event' });
    expect(twin.triage.risks).toContain('duplicate_event');
    expect(event('Winter Hack', '2027-05-03T09:00:01+02:00').of('event.new')?.result).toBe('pass');
  });

  it('of an event at the same time is a duplicate also for its own organizer, and another year’s is not', () => {
    const of = (startsAt: string) => {
      const { of: check, triage } = checksOf('hackathon_passport', {
        organization: { name: 'Winter', domain: 'winter.example' },
        contact: { name: 'Ada', email: 'ada@winter.example' },
        fields: {
          event: {
            name: 'Winter Hack',
            website: 'https://winter.example',
            startsAt,
            endsAt: '2028-05-05',
            timezone: 'UTC',
            location: null,
          },
        },
      });
      return [check('event.lookalike')?.result, check('event.new')?.result, triage.route];
    };
    expect(of('2027-05-03T07:00:00Z')).toEqual(['pass', 'fail', 'duplicate']);
    expect(of('2028-05-03T07:00:00Z').slice(0, 2)).toEqual(['pass', 'pass']);
  });
});

describe('a domain', () => {
  const verdict = (domain: string) => organized('Acme', domain).of('domain.lookalike');
  it.each([
    'neon.dev',
    'stripe.dev',
    'stripe.co.uk',
    'stripe.github.io',
    'neon.example.com',
    'ѕtripe.io',
    'xn--tripe-g2e.io',
  ])('%s has a label of another’s name', (domain) =>
    expect(verdict(domain)).toMatchObject({ result: 'fail', pointer: '/organization/domain' }),
  );
  it.each(['stripeapi.com', 'get-stripe.dev', 'nonlinear.app'])('%s has one that contains it', (domain) => {
    expect(verdict(domain)?.result).toBe('unknown');
  });
  it.each(['neonate.dev', 'strip.dev', 'example.co.uk', 'stripe.com', 'neon.tech', 'dashboard.linear.app'])(
    '%s has none',
    (domain) => expect(verdict(domain)?.result).toBe('pass'),
  );
});

describe('a submission that names another’s tool', () => {
  const named = (name: string) => organized(name).of('vendor.is_contact');
  it.each([
    'Stripe',
    'Stripe Partners',
    'Partners of Stripe, Inc.',
    'str1pe partners',
    'The Stripe Payments Kit',
    'Neon',
    'StripeMail',
    'MyStripe2Go',
    '5tripe',
  ])('%j needs two reviewers', (name) => {
    expect(named(name)).toMatchObject({ result: 'unknown', pointer: '/organization/name' });
    expect(organized(name).triage.risks).toContain('names_another_vendor');
  });
  it.each(['Nonlinear', 'Pinstripes', 'Neon Lights'])('%j does not: a part of a word is no name', (name) => {
    expect(named(name)?.result).toBe('pass');
  });

  it('by its slug needs two, unless the contact is at the vendor’s domain', () => {
    const stripe = {
      slug: 'stripe',
      name: 'Stripe',
      vendorDomain: 'stripe.com',
      website: null,
      docsUrl: null,
      signupUrl: null,
      pricingUrl: null,
    };
    const by = (email: string, vendorDomain: string | null = 'stripe.com') =>
      checksOf('tracked_links', {
        contact: { name: 'Ada', email },
        organization: { name: 'Stripe', domain: 'stripe.com' },
        fields: { toolSlug: 'stripe' },
        facts: { tools: [{ ...stripe, vendorDomain }] },
      }).of('vendor.is_contact')?.result;
    expect(by('ada@stripe.com')).toBe('pass');
    expect(by('ada@mail.stripe.com')).toBe('pass');
    expect(by('ada@stripe.example')).toBe('unknown');
    expect(by('ada@notstripe.com')).toBe('unknown');
    expect(by('ada@stripe.com', null)).toBe('unknown');
  });

  it.each([
    ['title', 'Stripe startup credits'],
    ['title', 'Credits of Ѕtripe'],
    ['valueText', '500 USD at Stripe'],
  ])('in the %s of an offer needs two: %s', (member, text) => {
    const offer = { title: 'Credits', valueText: '500 USD', requirements: [], termsUrl: 'https://acme.example/terms' };
    const { of, triage } = checksOf('tracked_links', { fields: { offer: { ...offer, [member]: text } } });
    expect(of('vendor.is_contact')).toMatchObject({ result: 'unknown', pointer: `/fields/offer/${member}` });
    expect(triage.route).toBe('two_reviewers');
  });

  it('in the title of a link needs two', () => {
    const links = [{ kind: 'signup', url: 'https://acme.example/signup', title: 'Stripe sign up' }];
    const { of } = checksOf('tracked_links', { fields: { links } });
    expect(of('vendor.is_contact')).toMatchObject({ result: 'unknown', pointer: '/fields/links/0/title' });
  });

  it('as a sponsor alone needs one', () => {
    const { of } = checksOf('hackathon_passport', {
      fields: { sponsors: [{ name: 'Stripe', domain: 'stripe.com', toolSlugs: [] }] },
    });
    expect([of('vendor.is_contact')?.result, of('sponsor.lookalike')?.result]).toEqual(['pass', 'pass']);
    const false_ = checksOf('hackathon_passport', {
      fields: { sponsors: [{ name: 'Stripe', domain: 'stripe.example', toolSlugs: [] }] },
    });
    expect([false_.of('vendor.is_contact')?.result, false_.of('sponsor.lookalike')?.result]).toEqual(['pass', 'fail']);
  });
});

describe('the addresses of a submission', () => {
  const at = (url: string, domain = 'acme.example') =>
    checksOf('tracked_links', {
      organization: { name: 'Acme', domain },
      contact: { name: 'Ada', email: `ada@${domain}` },
      fields: { links: [{ kind: 'docs', url, title: 'Docs' }], offer: undefined },
      facts: { tools: [] },
    });
  const verdicts = ({ of }: ReturnType<typeof at>) => [
    of('address.lookalike')?.result,
    of('vendor.is_contact')?.result,
  ];

  it.each(['https://stripe.evil.example/', 'https://str1pe.dev/', 'https://neon.acme.example/'])(
    '%s has a label of another’s name',
    (url) => {
      const seen = at(url);
      expect(verdicts(seen)).toEqual(['fail', 'unknown']);
      expect(seen.of('address.lookalike')?.pointer).toBe('/fields/links/0/url');
      expect(seen.triage.risks).toEqual(expect.arrayContaining(['lookalike_domain', 'names_another_vendor']));
    },
  );

  it.each(['https://stripe.com/', 'https://dashboard.stripe.com/x', 'https://neon.tech/docs'])(
    '%s leads to another’s pages, which needs two reviewers',
    (url) => {
      const seen = at(url);
      expect(verdicts(seen)).toEqual(['pass', 'unknown']);
      expect(seen.of('vendor.is_contact')?.pointer).toBe('/fields/links/0/url');
      expect(seen.triage.risks).toContain('names_another_vendor');
    },
  );

  it('have a label that contains another’s name', () => {
    expect(at('https://nonlinear.app/').of('address.lookalike')?.result).toBe('unknown');
  });

  it('are the vendor’s own under any domain, and no one’s where pages of many organizations are', () => {
    for (const url of ['https://stripe.com/', 'https://docs.stripe.com/', 'https://stripe.dev/'])
      expect(verdicts(at(url, 'stripe.com')), url).toEqual(['pass', 'pass']);
    expect(verdicts(at('https://acme.example/'))).toEqual(['pass', 'pass']);
    expect(verdicts(at('https://github.com/stripe/acme'))).toEqual([undefined, 'pass']);
  });

  it('of a new tool and of an event are compared as well', () => {
    const tool = checksOf('tracked_links', {
      fields: { toolSlug: undefined, tool: { ...NEW, name: 'Acme', website: 'https://stripe.evil.example/' } },
      facts: { tools: [] },
    });
    expect(tool.of('address.lookalike')).toMatchObject({ result: 'fail', pointer: '/fields/tool/website' });
    const rules = checksOf('hackathon_passport', { fields: { rulesUrl: 'https://stripe.com/rules' } });
    expect(rules.of('vendor.is_contact')).toMatchObject({ result: 'unknown', pointer: '/fields/rulesUrl' });
  });

  it('are not judged where there are none', () => {
    const { checks } = checksOf('usage_tracking', {});
    expect(checks.filter(({ ruleId }) => ruleId.startsWith('links.'))).toEqual([]);
    const { of } = checksOf('tracked_links', {});
    expect(of('links.https')?.reason).toBe('All 3 addresses are https.');
  });
});

it('a skeleton is the same of itself, so that what is compared can be stored', () => {
  for (const name of [...DISGUISES, 'Modern 0auth', '日本語ツール', 'Ελλάδα', '100%', 'ß', '']) {
    const skeleton = readWithSigns.skeletonOf(name);
    expect(readWithSigns.skeletonOf(skeleton), name).toBe(skeleton);
  }
});
