/** Takes a member away. */
export const ABSENT = Symbol('absent');

/** Values of one member, the rest of the input being valid: those that are taken, and those that are refused. */
export interface Row {
  readonly pointer: string;
  readonly taken?: readonly unknown[];
  readonly refused?: readonly unknown[];
  /** Refused by the operation for the reason that is given, while the schema takes them: no schema can say it. */
  readonly beyond?: readonly (readonly [value: unknown, reason: string])[];
}

export const text = (pointer: string, max: number): Row => ({
  pointer,
  taken: ['x', ' x ', 'x'.repeat(max), '🙂', 'two\nlines'],
  refused: ['', ' \n ', '\u00a0', 'x'.repeat(max + 1), 'x\u0000', 'x\ud800', 7, null, ABSENT, ['x']],
});
export const name = (pointer: string, max: number): Row => ({
  pointer,
  taken: ['x', 'x'.repeat(max), 'Ärzte & Co.', '株式会社', 'O’Neill', 'www', 'swww.example', '🙂'],
  refused: [
    ...[
      '',
      '   ',
      'x'.repeat(max + 1),
      'two\nlines',
      'tab\there',
      'x\u0000',
      'x\ud800',
      'x\u007f',
      'x\u0085',
      'x\u2028y',
    ],
    ...['x\u202ey', 'x\u2066y', 'see https://a.example', 'WWW.a.example', 'at www.a.example', 7, null, ABSENT],
  ],
});
const unseen = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u17b4',
  '\u180b',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\u3164',
];
export const publicName = (pointer: string, max: number): Row => {
  const row = name(pointer, max);
  const wide = [
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufff0',
    '\u{1bca0}',
    '\u{1d173}',
    '\u{e0000}',
    '\u{e0041}',
    '\u{e0fff}',
  ];
  return { ...row, refused: [...(row.refused ?? []), ...[...unseen, ...wide].map((one) => `Str${one}ipe`)] };
};
const label = 'a'.repeat(63);
const SUFFIX = 'whose suffix it is changes with a list';
const IDNA = 'what IDNA takes is a table of Unicode';
export const domain = (pointer: string): Row => ({
  pointer,
  taken: [
    ...[
      'example.com',
      'EXAMPLE.com',
      ' example.com\n',
      'example.com.',
      'a-b.example',
      '1.example',
      'xn--bcher-kva.example',
    ],
    ...['bücher.example', 'пример.рф', 'ｅxample.com', 'ex\u00adample.com', 'example。com', `${label}.example`, 'a.1b'],
    `${label}.${label}.${label}.${'b'.repeat(57)}.com`,
  ],
  refused: [
    ...['', ' ', 'example', 'https://example.com', 'example.com/', 'example.com:80', 'a@example.com', 'exa mple.com'],
    ...[
      '-a.example',
      'a-.example',
      'a_b.example',
      '.example.com',
      'a..example',
      'example.com..',
      '127.0.0.1',
      '1.2',
      'a.0x1',
    ],
    ...['a.0X', '[::1]', 'ex%61mple.com', 'a,b.example', `${label}a.example`, 'a.123', 7, null, ABSENT],
    `${label}.${label}.${label}.${'b'.repeat(58)}.com`,
  ],
  beyond: [
    ['co.uk', SUFFIX],
    ['github.io', SUFFIX],
    ['公司.cn', SUFFIX],
    ['xn--a\u00fc.example', IDNA],
    ['a\u2100b.example', IDNA],
    [`${'ü'.repeat(63)}.example`, IDNA],
  ],
});
export const email: Row = {
  pointer: '/contact/email',
  taken: [
    ...['ada@a.example', ' Ada@A.Example\n', 'ada+x@a.example', "o'hara@a.example"],
    ...[
      'ada@bücher.example',
      'ada@пример.рф',
      'dév@a.example',
      'o’hara@a.example',
      'ada@example。com',
      'ada@ex\u00adample.com',
    ],
    ...['ada@a.xn--p1ai', `${'a'.repeat(64)}@a.example`, `ada@${label}.example`, '!#$%&*/=?^_`{|}~-@a.example'],
    `${'a'.repeat(64)}@${label}.${label}.${'c'.repeat(53)}.example`,
  ],
  refused: [
    ...[
      '',
      ' ',
      'ada',
      'ada@',
      '@a.example',
      'ada@a',
      'ada@a.example.',
      'ada@a.e',
      'ada@a.e1',
      'ada@a_b.example',
      'ada@-a.example',
    ],
    ...[
      'ada@a-.example',
      'a.@a.example',
      '.a@a.example',
      'a..b@a.example',
      'a b@a.example',
      '"a b"@a.example',
      '"ada"@a.example',
      '"a@b"@a.example',
      '""@a.example',
      'a"b@a.example',
    ],
    ...[
      'a@b@a.example',
      'a,b@a.example',
      'ada@127.0.0.1',
      'ada@[127.0.0.1]',
      'Ada <ada@a.example>',
      'mailto:ada@a.example',
    ],
    ...[
      'ada@a.example, b@a.example',
      'ada@a.example/x',
      'ada@a.example?x',
      'ada@a.example#x',
      'ada@a.example\\x',
      'ada@a\n.example',
    ],
    ...[
      'ada@%61.example',
      'ada@a.example:25',
      'ad\u200ba@a.example',
      'ad\u00a0a@a.example',
      'ad\u2003a@a.example',
      'ada\u0000@a.example',
    ],
    ...[
      'ada@a\u0000.example',
      `${'a'.repeat(65)}@a.example`,
      `ada@${label}a.example`,
      'ad\ud800a@a.example',
      '🙂@a.example',
    ],
    `${'a'.repeat(64)}@${label}.${label}.${'c'.repeat(54)}.example`,
    ...[7, null, ABSENT],
  ],
  beyond: [
    ['ada@a\u2100b.example', IDNA],
    [`${'é'.repeat(33)}@a.example`, 'the octets of a mailbox beyond ASCII'],
    ['ad\u0378a@a.example', 'which characters are assigned is a table of Unicode'],
  ],
};
export const https = (pointer: string): Row => ({
  pointer,
  taken: [
    'https://a.example',
    'https://a.example/?q#x',
    'https://a.example:443/x',
    `https://a.example/${'x'.repeat(2030)}`,
  ],
  refused: [
    ...[
      '',
      'http://a.example',
      'https://a',
      'https://127.0.0.1/',
      'https://u:p@a.example/',
      'https://u@a.example/',
      'a.example',
    ],
    ...['https://a.example:8443/', 'https://a.example/x y', `https://a.example/${'x'.repeat(2031)}`, 7, null, ABSENT],
  ],
});
const hours = ['T00:00Z', 'T23:59:59Z', 't12:00z', ' 12:00+02', 'T12:00:00.123456789Z', 'T12:00:00,5Z', 'T12:00-0330'];
const noHours = [
  'T24:00Z',
  'T23:60Z',
  'T23:59:60Z',
  'T12:00',
  'T12Z',
  'T12:00:00.Z',
  'T12:00+24:00',
  'T12:00+02:60',
  'T12:00 Z',
];
export const instant = (pointer: string): Row => ({
  pointer,
  taken: [...hours.map((hour) => `2099-05-03${hour}`), '2096-02-29T00:00Z', '2400-02-29T00:00Z', '9999-12-31T23:59Z'],
  refused: [
    ...noHours.map((hour) => `2099-05-03${hour}`),
    ...[
      '2099-02-29',
      '2100-02-29',
      '2099-02-30',
      '2099-04-31',
      '2099-06-31',
      '2099-01-32',
      '2099-00-01',
      '2099-13-01',
      '2099-01-00',
    ]
      .concat('0000-01-01', '99-01-01', '+12099-01-01', '2099-1-1', '2099-W10-1')
      .map((day) => `${day}T00:00Z`),
    ...['', 'soon', '4081190400', 4_081_190_400, null, ABSENT],
  ],
  beyond: [
    ['9999-12-31T23:59:59-00:01', 'a pattern does not add the offset'],
    ['0001-01-01T00:00:00+14:00', 'a pattern does not add the offset'],
  ],
});
export const time = (pointer: string): Row => {
  const row = instant(pointer);
  const days = [
    '0001-01-01',
    '2096-02-29',
    '2099-12-31',
    '2099-01-31',
    '2099-02-28',
    '2099-04-30',
    '9999-12-31',
    '2000-02-29',
  ];
  const none = [
    '2099-02-29',
    '2100-02-29',
    '1900-02-29',
    '2099-02-30',
    '2099-04-31',
    '2099-12-32',
    '0000-01-01',
    '2099/01/01',
  ];
  return { ...row, taken: [...(row.taken ?? []), ...days], refused: [...(row.refused ?? []), ...none] };
};
export const word = (pointer: string, max: number): Row => ({
  pointer,
  taken: ['stripe', 'a-1', 'a'.repeat(max)],
  refused: ['', 'Stripe', '-a', 'a-', 'a--b', 'a b', 'ä', 'a'.repeat(max + 1), 7, null],
});
export const choice = (pointer: string, taken: readonly string[]): Row => ({
  pointer,
  taken,
  refused: [
    '',
    'none',
    taken[0]?.toUpperCase() === taken[0] ? taken[0]?.toLowerCase() : taken[0]?.toUpperCase(),
    7,
    null,
    ABSENT,
  ],
});
/** The same with null and nothing taken. */
export const optional = ({ pointer, taken = [], refused = [], beyond = [] }: Row): Row => {
  const isNothing = (value: unknown): boolean => value === null || value === ABSENT;
  return { pointer, taken: [...taken, null, ABSENT], refused: refused.filter((value) => !isNothing(value)), beyond };
};
export const group = (pointer: string): Row => ({
  pointer,
  refused: ['x', 7, [], {}, null, ABSENT],
});
export const list = (pointer: string, item: unknown, min: number, max: number): Row => ({
  pointer,
  taken: [Array.from({ length: max }, () => item), Array.from({ length: min }, () => item)],
  refused: [
    ...(min > 0 ? [Array.from({ length: min - 1 }, () => item)] : []),
    ...[Array.from({ length: max + 1 }, () => item), [null], [item, null], 'x', {}, null, ABSENT],
  ],
});
export const productId = (pointer: string): Row => ({
  pointer,
  taken: ['a', 'A.b_c:d-9', 'p'.repeat(128)],
  refused: ['', 'has blank', 'ünïcode', 'p'.repeat(129), 7, null, ABSENT],
});
/** Members that the contract does not have. */
export const unknownIn = (pointer: string): Row => ({ pointer: `${pointer}/surprise`, refused: ['x', null] });
