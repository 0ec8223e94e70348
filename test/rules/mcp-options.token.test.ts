import { describe, expect, it } from 'vitest';
import { serveOptions } from '../../mcp/options.js';
import { seeded } from '../setup/hostile.js';

const TOKEN = `dai_${'a1B2c3'.repeat(6)}`;
const API = 'https://api.example.com';

/** The reading of a text in DAI_TOKEN. */
function readingOf(text: string): string {
  const { token } = serveOptions({ api: API }, { DAI_TOKEN: text });
  return token.kind === 'refused' ? token.code : token.kind;
}

describe('DAI_TOKEN', () => {
  it.each(['', ' ', '\n', '\t \r\n'])('is none where it is %j', (text) => {
    expect(readingOf(text)).toBe('none');
  });

  it.each([`${TOKEN}\n`, ` ${TOKEN} `, `\r\n${TOKEN}`])('is read without the white space around it', (text) => {
    expect(serveOptions({ api: API }, { DAI_TOKEN: text }).token).toEqual({ kind: 'token', token: TOKEN });
  });

  it.each(
    [
      `\${DAI_TOKEN}`,
      '$DAI_TOKEN',
      '%DAI_TOKEN%',
      '{{DAI_TOKEN}}',
      '{{ secrets.DAI_TOKEN }}',
      '${{ secrets.DAI_TOKEN }}',
      `\${env:DAI_TOKEN}`,
      `\${input:dai-token}`,
      `\${DAI_TOKEN:-}`,
      '$env:DAI_TOKEN',
      '$(DAI_TOKEN)',
      '$(cat token)',
      '{env:DAI_TOKEN}',
      '<your token>',
      '<DAI_TOKEN>',
      '[your token]',
      'DAI_TOKEN',
      'dai_token',
      'DAI_ENTERPRISE_TOKEN',
    ].flatMap((text) => [text, ` ${text}\n`, `"${text}"`, `'${text}'`, `\`${text}\``]),
  )('is a placeholder where it is %j', (text) => {
    expect(readingOf(text)).toBe('placeholder_not_expanded');
  });

  it.each([
    `dae_${'a'.repeat(36)}`,
    `dtk_${'a'.repeat(36)}`,
    `Bearer ${TOKEN}`,
    `"${TOKEN}"`,
    TOKEN.toUpperCase(),
    `${TOKEN} ${TOKEN}`,
    `${TOKEN}\n${TOKEN}`,
    `${TOKEN}\u0000`,
    `${TOKEN}é`,
    'dai_…',
    'sk-something-else',
    `dai_${'a'.repeat(10_000)}`,
  ])('is refused and not sent where it is another kind or malformed: %j', (text) => {
    expect(readingOf(text)).toBe('invalid');
  });

  it.each(['${', '${{', '$(', '<', '[', '%', '{{', '"${', '$env:', '{', '$', '/', 'dai_'])(
    'is judged at once where it is a megabyte of %s',
    (text) => {
      expect(readingOf(text.repeat(Math.ceil(1_000_000 / text.length)))).toBe('invalid');
    },
  );

  it('stands in no message and in no reading that refuses it', () => {
    const random = seeded(20_261_120);
    const signs = `abcXYZ0189_-.:$\{}()<>[]%"'\`/\\ \n\u0000é💩`;
    const prefixes = ['dai_', 'dae_', 'dtk_', 'DAI_', '$', '<', ''];
    for (let round = 0; round < 3_000; round += 1) {
      const length = 8 + Math.floor(random() * 40);
      const body = Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join('');
      const text = `${prefixes[round % prefixes.length]}${body}`;
      for (const [mode, api] of [
        ['public', API],
        ['enterprise', API],
        ['public', 'http://api.example.com'],
      ] as const)
        expect(outputOf(mode, api, text), `round ${round}`).not.toContain(text.trim());
    }
  });
});

/** Everything that may be shown of a text in both variables. */
function outputOf(mode: string, api: string, text: string): string {
  try {
    const { token, ...rest } = serveOptions({ api, mode }, { DAI_TOKEN: text, DAI_ENTERPRISE_TOKEN: text });
    return `${rest.apiUrl} ${rest.mode} ${token.kind === 'refused' ? token.detail : ''}`;
  } catch (error) {
    return error instanceof Error ? `${error.message}${error.stack}` : String(error);
  }
}
