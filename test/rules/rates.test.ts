import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ageRefusal, convert, needsRate, parseRates, sumUp } from '../../server/usage/spending/estimate.rules.js';
import { dailyFile, ECB_RATES } from '../setup/rates.js';
import { sampleSets } from '../setup/samples.js';

const parse = (text: string) => parseRates(Buffer.from(text));
const ratesOf = (rates: Record<string, string> = ECB_RATES) => {
  const parsed = parse(dailyFile('2026-10-06', rates));
  if (!parsed) throw new Error('the file does not parse');
  return parsed;
};
const inUsd = (currency: string, amountCents: number, rates = ratesOf()) =>
  convert({ currency, amountCents }, { rates });

describe('the daily file of reference rates', () => {
  it('is read with its day and its decimals as they stand, and the euro is 1', () => {
    const { date, perEur } = ratesOf();
    expect(date).toBe('2026-10-06');
    expect(Object.fromEntries(perEur)).toEqual({ ...ECB_RATES, EUR: '1' });
  });

  it.each<[string, (file: string) => string]>([
    ['double quotes and no white space', (file) => file.replaceAll("'", '"').replaceAll(/[\n\t]/g, '')],
    ['a namespace that moved to https', (file) => file.replace('http://www.ecb.int', 'https://www.ecb.europa.eu')],
    ['a prefix for its own elements', (file) => prefixed(file)],
    ['a byte order mark', (file) => `\ufeff${file}`],
    [
      'a comment, and one of the five entities of XML',
      (file) => file.replace('Reference rates', '<!-- a --> A &amp; B'),
    ],
  ])('is read with %s', (_what, change) => {
    const file = change(dailyFile());
    expect(file).not.toBe(dailyFile());
    expect(Object.fromEntries(parse(file)?.perEur ?? [])).toEqual({ ...ECB_RATES, EUR: '1' });
  });

  const day = "<Cube time='2026-10-06'>";
  const doctype = (inside: string) => (file: string) => file.replace('?>', `?><!DOCTYPE x ${inside}>`);
  it.each<[string, (file: string) => string]>([
    ['nothing at all', () => ''],
    ['a page of HTML', () => '<!doctype html><html><body>Sorry</body></html>'],
    ['HTML that is XML', () => '<html><body>Sorry</body></html>'],
    ['JSON', () => '{"USD":1.1269}'],
    ['a DOCTYPE', doctype('')],
    ['a DOCTYPE with an outside file', doctype('SYSTEM "file:///etc/passwd"')],
    ['an entity of its own', (file) => doctype('[<!ENTITY r "1.1">]')(file).replace("'1.1269'", "'&r;'")],
    ['an entity that no one declared', (file) => file.replace("'1.1269'", "'&r;'")],
    ['its end cut off', (file) => file.slice(0, -60)],
    ['something after its end', (file) => `${file}<more/>`],
    ['two days', (file) => file.replace(day, `<Cube time='2026-10-05'></Cube>${day}`)],
    ['no day', (file) => file.replace(day, '<Cube>')],
    ['a day that is none', (file) => file.replace('2026-10-06', '2026-02-30')],
    ['a day with a time', (file) => file.replace('2026-10-06', '2026-10-06T00:00:00Z')],
    ['no rate', () => dailyFile('2026-10-06', {})],
    ['a currency twice', (file) => file.replace("currency='GBP'", "currency='USD'")],
    ['a currency that is none', (file) => file.replace("currency='GBP'", "currency='pound'")],
    ['a rate without a currency', (file) => file.replace("currency='GBP'", '')],
    ['a currency without a rate', (file) => file.replace("rate='0.84880'", '')],
    ['an attribute twice', (file) => file.replace("currency='GBP'", "currency='GBP' currency='GBP'")],
    ['a currency outside its day', (file) => file.replace('<Cube>', "<Cube><Cube currency='CHF' rate='0.9'/>")],
    [
      'a day deeper inside',
      (file) => file.replace(day, `<Cube>${day}`).replace('</Cube>\n\t</Cube>', '</Cube></Cube></Cube>'),
    ],
    ['another root', (file) => file.replaceAll('gesmes:Envelope', 'gesmes:Letter')],
    ['another vocabulary', (file) => file.replace('eurofxref', 'other')],
    ...[
      '0',
      '0.000',
      '-1.2',
      '+1.2',
      '1,2',
      '1.2e3',
      '1.',
      '.5',
      ' 1.2',
      '',
      'NaN',
      'Infinity',
      '0x10',
      '1.2.3',
      '１.２',
    ].map((rate): [string, (file: string) => string] => [
      `the rate ${JSON.stringify(rate)}`,
      (file) => file.replace("'0.84880'", `'${rate}'`),
    ]),
    ['a rate of too many digits', (file) => file.replace('0.84880', `0.${'8'.repeat(40)}`)],
  ])('is refused as a whole with %s', (_what, change) => {
    expect(parse(change(dailyFile()))).toBeNull();
  });

  it('is refused where it is not UTF-8', () => {
    expect(parseRates(Buffer.from(dailyFile(), 'utf16le'))).toBeNull();
    expect(parseRates(Buffer.from(dailyFile().replace('European', 'Européan'), 'latin1'))).toBeNull();
  });

  it.each(sampleSets('fx'))('is read as it was really published, $set', ({ folder }) => {
    const rates = parseRates(readFileSync(path.join(folder, 'eurofxref-daily-2025-05-09.xml')));
    expect([rates?.date, rates?.perEur.size]).toEqual(['2025-05-09', 31]);
    expect(rates?.perEur.get('MXN')).toBe('21.9473');
  });

  it.each([
    ['2026-10-06T00:00:00Z', null],
    ['2026-10-13T23:59:59Z', null],
    ['2026-10-14T00:00:00Z', 'rates_too_old'],
    ['2026-10-05T23:59:59Z', 'rates_in_the_future'],
  ])('of 6 October is, at %s, refused as %s', (now, refusal) => {
    expect(ageRefusal(ratesOf(), new Date(now))).toBe(refusal);
  });
});

/** The same file with a prefix where the default namespace was. */
const prefixed = (file: string): string =>
  file.replaceAll(/<(\/?)Cube/g, '<$1e:Cube').replace('xmlns="http://www.ecb', 'xmlns:e="http://www.ecb');

describe('an amount in US dollars', () => {
  it.each([
    ['MXN', 100_000, 5573],
    ['GBP', 1_000, 1328],
    ['EUR', 1_000, 1127],
    ['GBP', 1, 1],
    ['MXN', 1, 0],
    ['MXN', 9, 1],
    ['MXN', 8, 0],
    ['EUR', 100_000_000_000, 112_690_000_000],
  ])('of %s %i is %i cents, to the cent', (currency, amountCents, usdCents) => {
    expect(inUsd(currency, amountCents)).toMatchObject({ usdCents, reason: null });
  });

  it('carries the rates that made it, as the feed wrote them', () => {
    expect(inUsd('GBP', 1_000).rate).toEqual({ date: '2026-10-06', usdPerEur: '1.1269', currencyPerEur: '0.84880' });
  });

  it('rounds a half away from zero, and what is below a half by a hair not', () => {
    const half = ratesOf({ USD: '1.5', GBP: '1' });
    expect(inUsd('GBP', 1, half).usdCents).toBe(2);
    expect(inUsd('GBP', 3, half).usdCents).toBe(5);
    expect(inUsd('GBP', 1, ratesOf({ USD: '1.499999999999', GBP: '1' })).usdCents).toBe(1);
    // 0.5 less 2.5e-21: a quotient that is first rounded to 20 places would be 0.5, and then 1.
    expect(inUsd('GBP', 1, ratesOf({ USD: '99999999.999999999999', GBP: '199999999.999999999999' })).usdCents).toBe(0);
    // Binary numbers make 1.005 × 100 less than 100.5.
    expect(inUsd('EUR', 100, ratesOf({ USD: '1.005' })).usdCents).toBe(101);
  });

  it('is the same amount for dollars and nothing for nothing, without any rate', () => {
    for (const amount of [
      { currency: 'USD', amountCents: 1234 },
      { currency: 'GBP', amountCents: 0 },
    ]) {
      expect(needsRate(amount)).toBe(false);
      for (const reading of [null, { refusal: 'rates_invalid' } as const, { rates: ratesOf() }])
        expect(convert(amount, reading)).toEqual({ usdCents: amount.amountCents, rate: null, reason: null });
    }
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['its currency is missing', { USD: '1.1', GBP: '0.8' }, 'MXN', 'currency_missing'],
    ['the dollar is missing', { GBP: '0.8' }, 'EUR', 'currency_missing'],
    ['the rate makes a fortune of it', { USD: '999999999', GBP: '0.000000000001' }, 'GBP', 'rate_implausible'],
  ])('is unknown, with the reason, where %s', (_what, rates, currency, reason) => {
    expect(inUsd(currency, 1_000, ratesOf(rates))).toEqual({ usdCents: null, rate: null, reason });
  });

  it('is unknown for the reason that there are no rates', () => {
    expect(convert({ currency: 'EUR', amountCents: 1 }, { refusal: 'rates_too_old' })).toEqual({
      usdCents: null,
      rate: null,
      reason: 'rates_too_old',
    });
  });
});

describe('the sums of an estimate', () => {
  it.each<[(number | null)[], number | null, number | null]>([
    [[], null, null],
    [[0], 0, 0],
    [[1, 2], 3, 3],
    [[1, null, 2], null, 3],
    [[0, null], null, 0],
    [[null], null, null],
  ])('of %j are a total of %s and a known part of %s', (values, totalCents, knownSubtotalCents) => {
    expect(sumUp(values)).toEqual({ totalCents, knownSubtotalCents });
  });
});
