import { describe, expect, it } from 'vitest';
import { amountExample, centsOfText } from '../../admin/spending/money.js';

describe('an amount as it is typed', () => {
  it.each([
    ['10.50', 'en-US', 1_050],
    ['10.5', 'en-US', 1_050],
    ['10', 'en-US', 1_000],
    [' 0.01 ', 'en-US', 1],
    ['10,50', 'de-DE', 1_050],
    ['10,5', 'es-ES', 1_050],
    ['10.50', 'de-DE', 1_050],
    ['10,50', 'es-MX', null],
    ['10,50', 'en-US', null],
    ['1,234', 'en-US', null],
    ['1.234', 'de-DE', null],
    ['1.234,50', 'de-DE', null],
    ['10,505', 'de-DE', null],
    ['', 'de-DE', null],
    ['1000000000', 'en-US', 100_000_000_000],
    ['1000000000.01', 'en-US', null],
  ])('%o in %s is %s minor units', (text, locale, cents) => {
    expect(centsOfText(text, locale)).toBe(cents);
  });

  it('has an example in the reader’s own form', () => {
    expect([amountExample('en-US'), amountExample('de-DE')]).toEqual(['12.34', '12,34']);
  });
});
