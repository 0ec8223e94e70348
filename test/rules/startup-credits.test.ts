import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseStartupCredits } from '../../server/offers/index.js';
import { parseOfferFacts } from '../../server/offers/offer.schema.js';
import { hostileValues, mutated, seeded } from '../setup/hostile.js';
import { sampleSets } from '../setup/samples.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const parse = (text: string, now = NOW) => parseStartupCredits(text, 'vendor.yaml', now);

const offer = (given: Record<string, unknown> = {}) => ({
  offer_id: 'off_01kyh8fpe0h05h6q0n7vvcdjgk',
  offer_slug: 'cloud-credits',
  title: 'Cloud credits',
  summary: 'Credits for young companies.',
  lifecycle: { status: 'active', effective_from: '2026-08-03T11:09:34+00:00' },
  economics: {
    consideration: { kind: 'none' },
    benefits: [
      { benefit_id: 'ben_01', kind: 'other', description: 'A call with the founders' },
      {
        benefit_id: 'ben_02',
        kind: 'credit',
        description: 'Up to $5,000 in credits',
        duration: { kind: 'exact', value: 'P1Y' },
        value: { kind: 'up-to', amount: { currency: 'USD', minor_units: 500_000 } },
      },
    ],
  },
  eligibility: { rule: { kind: 'constant', value: true } },
  access: { availability: 'public', method: 'form', url: 'https://vendor.example/startups' },
  source_ids: ['src_1'],
  ...given,
});
const vendor = (offers: unknown[], given: Record<string, unknown> = {}) =>
  stringify({
    schema_version: 'sourcey.vendor-authoring/v1alpha1',
    slug: 'vendor',
    name: 'Vendor',
    domains: [{ value: 'Vendor.Example', role: 'primary', valid_from: '2026-08-01T00:00:00Z' }],
    sources: [
      { source_id: 'src_0', url: 'https://vendor.example/other' },
      { source_id: 'src_1', url: 'https://vendor.example/startups' },
    ],
    offers,
    ...given,
  });
/** The same file in the collection's form of today. */
const entity = (offers: unknown[], given: Record<string, unknown> = {}) =>
  stringify({
    schema_version: 'sourcey.entity-authoring/v1alpha3',
    entity: {
      entity_id: 'ent_01m1srtnv1fkaczym3ryn6msvd',
      slug: 'vendor',
      slug_aliases: [],
      name: 'Vendor',
      domains: [{ value: 'Vendor.Example', role: 'primary', valid_from: '2026-08-01T00:00:00Z' }],
      category: 'hosting-infra',
    },
    profile: { description: 'A vendor.', links: { site: 'https://vendor.example' } },
    sources: [
      { source_id: 'src_0', url: 'https://vendor.example/other' },
      { source_id: 'src_1', url: 'https://vendor.example/startups' },
    ],
    programs: [],
    offers,
    ...given,
  });
const one = (given: Record<string, unknown> = {}) => parse(vendor([offer(given)])).records[0]?.facts;
const asks = (rule: unknown) => one({ eligibility: { rule } })?.eligibility;
const benefit = (given: Record<string, unknown>) => one({ economics: { benefits: [{ description: 'It', ...given }] } });
const predicate = (fact: string, operator: string, value: unknown, statement = 'As stated.') => ({
  kind: 'predicate',
  fact: `company.${fact}`,
  operator,
  statement,
  value: Array.isArray(value) ? { type: 'string-set', values: value } : { type: typeof value, value },
});

describe('a vendor file of startup credits', () => {
  it('becomes a record that names its source and promises nothing', () => {
    const { records, problems, ended } = parse(vendor([offer()]));
    expect({ problems, ended }).toEqual({ problems: [], ended: [] });
    expect(records).toEqual([
      {
        origin: 'startup-credits',
        originKey: 'off_01kyh8fpe0h05h6q0n7vvcdjgk',
        label: 'public-source',
        organizationId: null,
        toolsGuessed: true,
        facts: {
          slug: 'vendor-cloud-credits',
          title: 'Cloud credits',
          summary: 'Credits for young companies.',
          vendor: { name: 'Vendor', domain: 'vendor.example' },
          tools: ['vendor'],
          kind: 'credits',
          value: {
            text: 'Up to $5,000 in credits',
            amountCents: 500_000,
            currency: 'USD',
            percent: null,
            months: 12,
            upTo: true,
          },
          claim: 'provider_link',
          url: 'https://vendor.example/startups',
          termsUrl: null,
          eligibility: { rules: [], other: [] },
          lastReadAt: '2026-08-03',
          lastConfirmedAt: null,
          endsAt: null,
          sources: [
            {
              url: 'https://vendor.example/startups',
              via: 'https://github.com/sourcey/startup-credits',
              readAt: '2026-08-03',
              facts: ['title', 'value', 'eligibility', 'vendor', 'url'],
            },
          ],
        },
      },
    ]);
  });

  it('becomes the same in the form of an entity, whatever its minor version', () => {
    const old = parse(vendor([offer()]));
    expect(parse(entity([offer()]))).toEqual(old);
    expect(parse(entity([offer()], { schema_version: 'sourcey.entity-authoring/v1alpha1' }))).toEqual(old);
    expect(parse(entity([offer()], { schema_version: undefined }))).toEqual(old);
  });

  it('in the form of an entity needs the entity', () => {
    expect(parse(entity([offer()], { entity: 'Vendor' })).problems.map(({ problems }) => problems[0]?.pointer)).toEqual(
      ['/offers/0/slug'],
    );
  });

  it('takes figures from machine-readable parts alone, and only where they state one', () => {
    const amount = (value: unknown) => benefit({ kind: 'credit', value })?.value;
    expect(amount({ kind: 'exact', amount: { currency: 'EUR', minor_units: 1 } })).toMatchObject({
      amountCents: 1,
      currency: 'EUR',
      upTo: false,
    });
    expect(
      amount({
        kind: 'range',
        minimum: { currency: 'USD', minor_units: 5 },
        maximum: { currency: 'USD', minor_units: 9 },
      }),
    ).toMatchObject({ amountCents: 9, upTo: true });
    for (const unstated of [
      { kind: 'at-least', amount: { currency: 'USD', minor_units: 5 } },
      { kind: 'exact', amount: { currency: 'USD', minor_units: 0 } },
      { kind: 'exact', amount: { currency: 'USD', minor_units: 1.5 } },
      { kind: 'exact', amount: { currency: 'dollars', minor_units: 5 } },
      { kind: 'exact', amount: { currency: 'USD', minor_units: '5' } },
      { kind: 'something-new', amount: { currency: 'USD', minor_units: 5 } },
    ])
      expect(amount(unstated), JSON.stringify(unstated)).toMatchObject({ amountCents: null, currency: null });
    const percent = (percentage: unknown) => benefit({ kind: 'discount', percentage })?.value;
    expect(percent({ kind: 'up-to', basis_points: 3_300 })).toMatchObject({ percent: 33, upTo: true });
    expect(percent({ kind: 'at-least', basis_points: 1 })?.percent).toBeNull();
    expect(percent({ kind: 'exact', basis_points: 10_001 })?.percent).toBeNull();
    const months = (value: unknown) =>
      benefit({ kind: 'free-service', duration: { kind: 'exact', value } })?.value.months;
    expect(['P6M', 'P2Y', 'P1Y6M', 'P90D', 'P', 'P0M', 12].map(months)).toEqual([6, 24, 18, null, null, null, null]);
    expect(benefit({ kind: 'other', description: '$1,000 in credits' })).toMatchObject({
      kind: 'credits',
      value: { amountCents: null },
    });
  });

  it('makes rules of what facts decide, and keeps every other requirement as a sentence', () => {
    expect(
      asks({
        kind: 'all',
        rules: [
          predicate('age_months', 'lt', 24),
          predicate('age_years', 'lte', 5),
          predicate('is_current_customer', 'eq', false),
          predicate('has_professional_email_and_website', 'eq', true),
          predicate('stage', 'in', ['Pre-Seed', 'seed', 'series_a']),
          predicate('partner_memberships', 'contains', 'YC current batch', 'In the current batch of Y Combinator.'),
          predicate('user_count', 'lt', 100, 'Fewer than 100 users.'),
          predicate('stage', 'in', ['idea'], 'At the stage of an idea.'),
          { kind: 'manual', statement: 'The vendor decides.' },
          { kind: 'not', rule: predicate('industry', 'eq', 'crypto', 'No crypto companies.') },
          {
            kind: 'any',
            rules: [predicate('age_months', 'lt', 3, 'Very young.'), { kind: 'manual', statement: 'Well known.' }],
          },
          { kind: 'something-new', statement: 'A new kind of rule.' },
        ],
      }),
    ).toEqual({
      rules: [
        { fact: 'companyAgeMonths', op: 'lt', value: 24 },
        { fact: 'companyAgeMonths', op: 'lte', value: 60 },
        { fact: 'newCustomer', op: 'eq', value: true },
        { fact: 'companyEmail', op: 'eq', value: true },
        { fact: 'hasWebsite', op: 'eq', value: true },
        { fact: 'fundingStage', op: 'in', value: ['pre_seed', 'seed', 'series_a'] },
        { fact: 'partners', op: 'in', value: ['Y Combinator'] },
      ],
      other: [
        'In the current batch of Y Combinator.',
        'Fewer than 100 users.',
        'At the stage of an idea.',
        'The vendor decides.',
        'No crypto companies.',
        'One of: Very young; or Well known.',
        'A new kind of rule.',
      ],
    });
  });

  it('calls no one eligible because requirements are missing or were not understood', () => {
    for (const eligibility of [
      undefined,
      null,
      {},
      'everyone',
      { rule: 7 },
      { rule: { kind: 'all' } },
      { rule: { kind: 'any', rules: [] } },
    ])
      expect(one({ eligibility })?.eligibility.other, JSON.stringify(eligibility)).toHaveLength(1);
    expect(asks({ kind: 'constant', value: true, statement: 'For customers of a partner.' })?.other).toEqual([
      'For customers of a partner.',
    ]);
    expect(asks(predicate('employee_count', 'lt', 'ten', 'Fewer than ten.'))).toEqual({
      rules: [],
      other: ['Fewer than ten.'],
    });
    expect(
      one({ access: { availability: 'membership', url: 'https://vendor.example/x' } })?.eligibility.other,
    ).toHaveLength(1);
    let deep: unknown = { kind: 'manual', statement: 'Deep.' };
    for (let level = 0; level < 30; level += 1) deep = { kind: 'all', rules: [deep] };
    expect(asks(deep)?.other).toEqual(['The source states a requirement in a form that could not be read.']);
  });

  it('leaves out what is over, and tells its key', () => {
    const over = (lifecycle: Record<string, unknown>) => parse(vendor([offer({ lifecycle })]));
    expect(over({ status: 'expired' })).toMatchObject({
      records: [],
      ended: ['off_01kyh8fpe0h05h6q0n7vvcdjgk'],
      problems: [{ problems: [{ pointer: '/offers/0/lifecycle/status', code: 'not_active' }] }],
    });
    expect(over({ status: 'active', effective_to: '2026-11-19T23:00:00Z' }).problems[0]?.problems[0]?.code).toBe(
      'ended',
    );
    expect(over({ status: 'active', effective_to: '2026-11-20' }).records[0]?.facts.endsAt).toBe('2026-11-20');
  });

  it('makes plain, short texts of others’ texts, and takes public addresses alone', () => {
    const title = `\u202eEvil\u0000 \u200b<b>title</b>\n\n${'x'.repeat(500)}💩`;
    const facts = one({ title, terms_url: 'http://10.0.0.1/', access: { url: 'javascript:alert(1)' } });
    expect(facts?.title).toMatch(/^Evil <b>title<\/b> x+…$/);
    expect(facts?.title.length).toBeLessThanOrEqual(200);
    expect([facts?.url, facts?.termsUrl]).toEqual(['https://vendor.example/startups', null]);
    const nowhere = parse(
      vendor([offer({ access: {}, source_ids: [] })], {
        sources: [{ source_id: 'src_1', url: 'https://user:pw@vendor.example/' }],
      }),
    );
    expect(nowhere).toMatchObject({ records: [], problems: [{ problems: [{ pointer: '/offers/0/url' }] }] });
    expect(
      parse(vendor([offer()], { domains: [{ value: 'not a domain' }] })).records[0]?.facts.vendor.domain,
    ).toBeNull();
  });

  it('refuses a whole file with one reason, in little time', () => {
    const bomb = `a: &a [x, x]\n${Array.from({ length: 30 }, (_one, index) => `b${index}: &b${index} [*${index ? `b${index - 1}` : 'a'}, *${index ? `b${index - 1}` : 'a'}]`).join('\n')}\noffers: [*b29]`;
    const files: [string, string][] = [
      ['', 'malformed_yaml'],
      ['just text', 'malformed_yaml'],
      ['- a\n- b', 'malformed_yaml'],
      ['a: 1\n---\nb: 2', 'malformed_yaml'],
      ['a: 1\na: 2', 'malformed_yaml'],
      ['a: [1, 2', 'malformed_yaml'],
      ['a: !!js/function "x"', 'malformed_yaml'],
      [bomb, 'malformed_yaml'],
      ['['.repeat(60_000), 'malformed_yaml'],
      [Array.from({ length: 6_000 }, (_one, index) => `k${index}: 1`).join('\n'), 'no_offers'],
      ['x'.repeat(64 * 1024 + 1), 'too_large'],
      [vendor([]), 'no_offers'],
      [vendor([offer()], { schema_version: 'somebody.else/v9' }), 'unknown_form'],
      [entity([offer()], { schema_version: 'sourcey.entity-authoring/v2' }), 'unknown_form'],
    ];
    const started = process.cpuUsage();
    for (const [text, code] of files)
      expect(parse(text), text.slice(0, 40)).toMatchObject({
        records: [],
        problems: [{ key: 'vendor.yaml', problems: [{ code }] }],
      });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });

  it('says of every offer that it cannot take why, and takes the others', () => {
    const { records, problems } = parse(
      vendor([null, 'text', offer({ offer_id: 'x', offer_slug: 'Bad Slug' }), offer({ title: '' }), offer()]),
    );
    expect(records).toHaveLength(1);
    expect(problems.map(({ key }) => key)).toEqual([
      'vendor.yaml#0',
      'vendor.yaml#1',
      'vendor.yaml#2',
      'off_01kyh8fpe0h05h6q0n7vvcdjgk',
    ]);
    for (const { problems: own } of problems) expect(own.length).toBeGreaterThan(0);
    expect(problems[2]?.problems).toMatchObject([{ pointer: '/offers/2/slug' }]);
  });

  it('survives a thousand broken files: what it takes has the form of an offer', () => {
    const random = seeded(20_261_120);
    const whole = {
      slug: 'vendor',
      name: 'Vendor',
      domains: [{ value: 'vendor.example' }],
      sources: [{ source_id: 'src_1', url: 'https://vendor.example/x' }],
      offers: [offer()],
    };
    for (let round = 0; round < 1_000; round += 1) {
      let file: unknown = whole;
      for (let change = 0; change < 3; change += 1) file = mutated(file, random);
      const { records } = parse(JSON.stringify(file) ?? '');
      for (const { facts } of records) expect(parseOfferFacts(facts)).toHaveProperty('facts');
    }
    for (const value of hostileValues) expect(() => parse(JSON.stringify({ offers: [value] }) ?? '')).not.toThrow();
  });
});

/**
 * The contents of a set: its files, their offers, those with an amount and those with rules of eligibility at least, and the files without an offer.
 */
const CONTENTS = {
  'in the repository': { files: 26, offers: 37, amounts: 11, rules: 16, empty: 2 },
  'beside the repository': { files: 94, offers: 105, amounts: 21, rules: 31, empty: 5 },
};

describe.each(sampleSets('offers/startup-credits/vendors'))('the vendor files $set', ({ set, folder }) => {
  const contents = CONTENTS[set];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));

  it('is read whole, twice the same, and every row is a record or says why not', () => {
    const read = () => files.map((name) => parse(readFileSync(path.join(folder, name), 'utf8')));
    const parsed = read();
    expect(read()).toEqual(parsed);
    const records = parsed.flatMap((one) => one.records);
    expect([files.length, records.length]).toEqual([contents.files, contents.offers]);
    expect(new Set(records.map(({ originKey }) => originKey)).size).toBe(contents.offers);
    expect(new Set(records.map(({ facts }) => facts.slug)).size).toBe(contents.offers);
    expect(records.filter(({ facts }) => facts.value.amountCents !== null).length).toBeGreaterThanOrEqual(
      contents.amounts,
    );
    expect(records.filter(({ facts }) => facts.eligibility.rules.length > 0).length).toBeGreaterThanOrEqual(
      contents.rules,
    );
    expect(parsed.flatMap(({ problems }) => problems.flatMap((row) => row.problems.map(({ code }) => code)))).toEqual(
      Array(contents.empty).fill('no_offers'),
    );
  });
});
