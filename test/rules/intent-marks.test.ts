import { describe, expect, it } from 'vitest';
import { markIntent, withNeed, withoutPhrase } from '../../admin/workbench/intent.marks.js';

describe('an intent on the page', () => {
  it('shows what asks for a need and what nothing was made of, and loses no word', () => {
    const pieces = markIntent('Payments, zorb and e-mail (receipts)', ['payments', 'e-mail'], ['zorb', '(']);
    expect(pieces.map(({ text }) => text).join('')).toBe('Payments, zorb and e-mail (receipts)');
    expect(pieces.filter(({ as }) => as).map(({ text, as }) => [text, as])).toEqual([
      ['Payments', 'understood'],
      ['zorb', 'unknown'],
      ['e-mail', 'understood'],
    ]);
  });

  it.each([
    ['payments, search and login', 'payments', 'search and login'],
    ['payments, search and login', 'search', 'payments and login'],
    ['payments, search and login', 'login', 'payments, search'],
    ['payments, search, and login', 'login', 'payments, search'],
    ['a shop with payments', 'payments', 'a shop with'],
    ['payments', 'pay', 'payments'],
  ])('%j without %j is %j', (intent, phrase, left) => {
    expect(withoutPhrase(intent, phrase)).toBe(left);
  });

  it('takes one more need at its end', () => {
    expect(withNeed('a shop with payments.', 'Full-text search')).toBe('a shop with payments, full-text search');
  });
});
