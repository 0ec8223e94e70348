import { describe, expect, it } from 'vitest';
import { correctionsOf, type ToolFact } from '../../admin/catalog-tools/tool.fields.js';
import { diffWords } from '../../admin/components/word.diff.js';
import { readFacts } from '../../admin/offers/facts.js';
import { describeReasons, formatWorth } from '../../admin/offers/offer.labels.js';
import { runsOf, visible } from '../../admin/skills/hidden.runs.js';
import { countsOf, describeRisk, linesOf, marksOf } from '../../admin/skills/skill.labels.js';
import { formatDuration, formatSpend } from '../../admin/usage/receipt.labels.js';

const NOTHING = { text: null, amountCents: null, currency: null, percent: null, months: null, upTo: false };

describe('what an offer is worth', () => {
  it.each([
    [
      { kind: 'credits', value: { ...NOTHING, amountCents: 2_500_000, currency: 'USD', upTo: true } },
      'up to $25,000 credits',
    ],
    [
      { kind: 'discount', value: { ...NOTHING, amountCents: 9_950, currency: 'EUR', months: 1 } },
      '€99.50 off for a month',
    ],
    [{ kind: 'discount', value: { ...NOTHING, percent: 50, months: 12 } }, '50 % off for 12 months'],
    [{ kind: 'perk', value: { ...NOTHING, text: 'A seat' } }, 'A seat'],
    [{ kind: 'perk', value: NOTHING }, null],
  ])('is said from its figures, else in the words of its source, else not at all', (offer, text) => {
    expect(formatWorth(offer)).toBe(text);
  });
});

describe('facts of a company', () => {
  it('are read back from text without what does not fit, which may have been edited by hand', () => {
    const text = JSON.stringify({
      companyAgeMonths: 8,
      employees: -1,
      fundingStage: 'rich',
      partners: [],
      student: 'yes',
      shoeSize: 42,
    });
    expect(readFacts(text)).toEqual({ companyAgeMonths: 8 });
    expect(readFacts('{broken')).toEqual({});
    expect(readFacts(null)).toEqual({});
  });

  it('are named where they are missing, and conditions that no fact decides are left to the reader', () => {
    const open = { fact: null, requirement: 'Read this.', result: 'unknown' };
    const judged = { verdict: 'unknown', failed: [], requirements: [open] };
    expect(describeReasons({ ...judged, missing: ['aiProduct', 'other'] })).toBe('missing: builds an AI product');
    expect(describeReasons({ ...judged, missing: ['other'] })).toBe('facts fit; one condition to read yourself');
    expect(describeReasons({ ...judged, verdict: 'eligible', missing: [] })).toBeNull();
  });
});

describe('a use of a tool', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_250, '1.25 s'],
    [90_000, '1.5 min'],
    [86_400_000, '24 h'],
  ])('took %d milliseconds, which is said as %s', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text);
  });

  it.each([
    [0, '0 ¢'],
    [0.000001, '0.000001 ¢'],
    [12.5, '12.5 ¢'],
    [123_456.5, '$1,234.565'],
    [100_000_000, '$1,000,000.00'],
  ])('cost %d US cents, which is said as %s', (spendCents, text) => {
    expect(formatSpend(spendCents)).toBe(text);
  });
});

describe('a correction of a tool', () => {
  it('carries the changed facts alone, and what was emptied as not known', () => {
    const texts: Partial<Record<ToolFact, string>> = {
      aliases: 'one, , two',
      'pricing.url': ' ',
      'vendor.name': 'Acme',
      'vendor.domain': 'acme.example',
    };
    const changed: ToolFact[] = ['aliases', 'pricing.url', 'vendor.name', 'install.kind'];
    expect(correctionsOf(changed, (fact) => texts[fact] ?? '')).toEqual({
      aliases: ['one', 'two'],
      pricing: { url: null },
      vendor: { name: 'Acme', domain: 'acme.example' },
      install: null,
    });
  });
});

describe('two texts beside each other', () => {
  it.each([
    ['', ''],
    ['one two three', 'one 2 three four'],
    ['the end', ''],
    [' spaces  stay ', 'spaces stay'],
    ['word '.repeat(800), 'other '.repeat(800)],
  ])('are told apart word by word, and joined again they are the texts that they were', (before, after) => {
    const runs = diffWords(before, after);
    const side = (kind: 'old' | 'new') =>
      runs.filter((run) => run.kind === 'same' || run.kind === kind).map(({ text }) => text);
    expect(side('old').join('')).toBe(before);
    expect(side('new').join('')).toBe(after);
  });

  it('keep what they share', () => {
    expect(diffWords('Payments by API', 'Payments and payouts by API')).toEqual([
      { kind: 'same', text: 'Payments ' },
      { kind: 'new', text: 'and payouts ' },
      { kind: 'same', text: 'by API' },
    ]);
  });
});

describe('the text of a skill', () => {
  it.each([
    ['turns \u202eback\u202c', 'turns ⟨U+202E⟩back⟨U+202C⟩'],
    ['a\u200bb\u2060\ufeff', 'a⟨U+200B⟩b⟨U+2060⟩⟨U+FEFF⟩'],
    ['tag \u{e0041}\u{e0042}', 'tag ⟨U+E0041⟩⟨U+E0042⟩'],
    ['bell \u0007 and escape \u001b[2J', 'bell ⟨U+0007⟩ and escape ⟨U+001B⟩[2J'],
    ['picked a\ufe00, filler \u3164', 'picked a⟨U+FE00⟩, filler ⟨U+3164⟩'],
    ['a\ttab, 漢字, é, עברית', 'a\ttab, 漢字, é, עברית'],
    ['👩‍💻 ❤️ 👍🏽', '👩‍💻 ❤️ 👍🏽'],
  ])('shows what it hides by its number and leaves the rest alone', (text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(
      runsOf(text)
        .map((run) => run.text)
        .join(''),
    ).toBe(shown);
  });

  it('is drawn in few pieces even where every other character is hidden', () => {
    const text = 'a\u200b'.repeat(5_000);
    expect(runsOf(text)).toEqual([{ kind: 'seen', text: 'a⟨U+200B⟩'.repeat(5_000) }]);
  });

  it('has its lines counted as the service counts them', () => {
    expect(linesOf('one\r\ntwo\rthree\n\nfive\n')).toEqual(['one', 'two', 'three', '', 'five']);
    expect(linesOf('')).toEqual([]);
  });

  it('is marked where something was found, a severity that is not known as a grave one', () => {
    const finding = { ruleId: 'r', severity: 'extreme', title: 'Does something', line: 4, excerpt: 'x' };
    const problem = { code: 'c', field: null, detail: 'It is wrong' };
    const validation = { valid: false, errors: [{ ...problem, line: 2 }], warnings: [{ ...problem, line: null }] };
    expect(marksOf(validation, [finding])).toEqual([
      { line: 2, label: 'error', description: 'It is wrong' },
      { line: 4, label: 'high', description: 'Does something' },
    ]);
    expect(describeRisk(countsOf([finding, finding, { severity: 'low' }]))).toBe('2 high · 1 low');
    expect(describeRisk(countsOf([]))).toBeNull();
  });
});
