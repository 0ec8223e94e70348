import { describe, expect, it } from 'vitest';
import { isSamePerson, normalizeEmail } from '../../server/platform/email.rules.js';

describe('the normal form of an e-mail address', () => {
  it.each([
    [' Dev@Example.COM\n', 'dev@example.com'],
    ['dev@bücher.example', 'dev@xn--bcher-kva.example'],
    ['dev@bu\u0308cher.example', 'dev@xn--bcher-kva.example'],
    ['DEV@BÜCHER.example', 'dev@xn--bcher-kva.example'],
    ['dev@XN--BCHER-KVA.example', 'dev@xn--bcher-kva.example'],
    ['dev@xn--i-7iq.ws', 'dev@xn--i-7iq.ws'],
    ['dev@xn--fa-hia.de', 'dev@xn--fa-hia.de'],
    ['dev@пример.рф', 'dev@xn--e1afmkfd.xn--p1ai'],
    ['dev@ｅxample.com', 'dev@example.com'],
    ['dev@ex\u00adample.com', 'dev@example.com'],
    ['dev@example。com', 'dev@example.com'],
    ['De\u0301v@example.com', 'd\u00e9v@example.com'],
    ['o’hara+News@example.com', 'o’hara+news@example.com'],
  ])('%j is %s', (given, normal) => {
    expect(normalizeEmail(given)).toBe(normal);
    expect(normalizeEmail(normal)).toBe(normal);
  });

  it.each([
    '',
    ' ',
    'dev',
    'dev@',
    '@example.com',
    'dev@example',
    'dev@example.com.',
    'dev@exa mple.com',
    'd\u200bev@example.com',
    'd\u00a0ev@example.com',
    'd\u202eev@example.com',
    'dev\u0000@example.com',
    'dev\ud800@example.com',
    'dev@exa\u0000mple.com',
    'dev@exa\ud800mple.com',
    'dev@192.168.0.1',
    'dev@xn--a.dev',
    'dev@xn--ercel-xs33a.dev',
    'dev@xn--tripe-r4e.dev',
    'dev@sub.XN--A.dev',
    '"dev"@example.com',
    '"dev+news"@example.com',
    '"d\\ev"@example.com',
    '"dev@example.com"@example.com',
    'd"e"v@example.com',
    'd\\ev@example.com',
    'dev@example.com/x',
    'dev@example.com?subject=x',
    'dev@example.com#x',
    'dev@example.com\\x',
    'dev@example.com:443',
    'dev@exam\tple.com',
    'dev@ex%61mple.com',
    'dev@example%2Ecom',
    'dev@[example.com]',
    'dev@example.com, other@example.com',
    `${'a'.repeat(65)}@example.com`,
    `dev@${'a.'.repeat(124)}com`,
  ])('%j is none', (given) => {
    expect(normalizeEmail(given)).toBeNull();
  });

  it('takes 254 characters and no more', () => {
    const domain = (length: number): string => `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(length)}.example`;
    const longest = `${'d'.repeat(64)}@${domain(254 - 65 - 63 - 63 - 2 - 8)}`;
    expect(longest).toHaveLength(254);
    expect(normalizeEmail(longest)).toBe(longest);
    expect(normalizeEmail(longest.replace('.example', 'x.example'))).toBeNull();
  });
});

describe('one person', () => {
  it.each([
    ['dev+reviews@example.com', 'dev@example.com', true],
    ['Dev+A@bücher.example', 'dev+b@xn--bcher-kva.example', true],
    ['dev+a+b@example.com', 'dev@example.com', true],
    ['dev@example.com', 'dev@example.org', false],
    ['d.ev@example.com', 'dev@example.com', false],
    ['"dev"@example.com', 'dev@example.com', true],
    ['"Dev+x"@example.com', 'dev@example.com', true],
    ['"d\\ev"@example.com', 'dev@example.com', true],
    ['"dev"@example.com', 'other@example.com', false],
    ['+a@example.com', '+b@example.com', false],
    ['dev@a+b.example', 'dev@a.example', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(isSamePerson(one, other)).toBe(same);
    expect(isSamePerson(other, one)).toBe(same);
  });
});
