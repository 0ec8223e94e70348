import { describe, expect, it } from 'vitest';
import { errorsOf, read, skillText, warningsOf } from './skill.builder.js';

const body = '# PDF forms\n\nFill in the form.\n';
const full = skillText([
  'license: MIT',
  'compatibility: Requires poppler',
  'metadata:',
  '  author: acme',
  '  version: "1.0"',
  'allowed-tools: Bash(git log:*) Read',
]);

describe('a valid skill', () => {
  const expected = {
    name: 'pdf-forms',
    description: 'Fills in forms.',
    license: 'MIT',
    compatibility: 'Requires poppler',
    metadata: { author: 'acme', version: '1.0' },
    allowedTools: ['Bash(git log:*)', 'Read'],
    headings: [{ level: 1, text: 'PDF forms', line: 12 }],
    lines: 14,
    validation: { valid: true, errors: [], warnings: [] },
    findings: [],
  };

  it.each([
    ['LF', full],
    ['CRLF', full.replaceAll('\n', '\r\n')],
    ['lone CR', full.replaceAll('\n', '\r')],
    ['blanks behind the hyphens', full.replaceAll(/^---$/gm, '--- \t')],
    ['mixed line ends', full.replace('\n', '\r\n').replace('MIT\n', 'MIT\r')],
    ['a byte order mark', `\uFEFF${full}`],
    ['a byte order mark and CRLF', `\uFEFF${full.replaceAll('\n', '\r\n')}`],
  ])('is read whole with %s', (_case, text) => {
    const reading = read(text);
    expect(reading).toMatchObject(expected);
    expect([reading.content, reading.bytes]).toEqual([text, Buffer.byteLength(text)]);
  });

  it('may be written in any language', () => {
    const text = skillText(['description: フォームに記入します。 Заполняет формы.'], '# フォーム\n\n## 사용법\n');
    expect(read(text)).toMatchObject({
      description: 'フォームに記入します。 Заполняет формы.',
      headings: [{ text: 'フォーム' }, { text: '사용법', level: 2 }],
      validation: { valid: true, warnings: [] },
    });
  });

  it('has a digest of its bytes as they came', () => {
    expect(read('abc').digest).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('may fold its description over lines', () => {
    expect(read(skillText(['description: >', '  Fills in', '  forms.'])).description).toBe('Fills in forms.');
  });
});

describe('bytes that are no text', () => {
  it.each([
    ['no UTF-8', Buffer.concat([Buffer.from('---\nname: a\r\n'), Buffer.from([0xc3, 0x28])]), 'not_utf8 - 3'],
    ['a surrogate in UTF-8', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 'not_utf8 - 1'],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${full}`, 'utf16le'), 'not_utf8 - 1'],
  ])('%s: one error, and no content', (_case, bytes, error) => {
    expect(errorsOf(bytes)).toEqual([error]);
    expect(read(bytes)).toMatchObject({ content: null, name: null, headings: [], findings: [] });
  });

  it('NUL cannot be stored, and what is wrong beside it is told all the same', () => {
    const text = skillText(['name: PDF'], 'a\0b\n');
    expect(errorsOf(text)).toEqual(['name_uppercase name 2', 'nul_character - 6']);
    expect(read(text).content).toBeNull();
    expect(errorsOf(Buffer.from(full, 'utf16le'))).toContain('nul_character - 1');
  });

  it('an empty file and a page of HTML are told by one error', () => {
    expect(errorsOf('')).toEqual(['empty_file - -']);
    for (const page of ['<!DOCTYPE html>\n<html></html>', '\n  <html lang="en">', '<head>']) {
      expect(errorsOf(page)).toEqual(['looks_like_html - 1']);
    }
  });

  it('control characters are an error in the frontmatter, with their line', () => {
    expect(errorsOf(skillText(['license: "a\u0007b"']))).toEqual(
      expect.arrayContaining(['control_character - 4', 'control_character license 4']),
    );
  });

  it.each(['\\0', '\\u0007', '\\ud800'])('an escape that stands for what no database stores is one: %s', (spelled) => {
    const text = skillText([`license: "a${spelled}"`, 'metadata:', `  b: "${spelled}"`]);
    expect(errorsOf(text)).toEqual(['control_character license 4', 'control_character metadata.b 6']);
  });
});

describe('the frontmatter', () => {
  it.each([
    ['none', body, ['no_frontmatter - 1']],
    ['none, though rules divide the text', `${body}---\ntext\n---\n`, ['no_frontmatter - 1']],
    ['not closed', `---\nname: a\ndescription: b\n\n${body}`, ['frontmatter_unclosed - 1']],
    ['closed by an indented ---', `---\nname: a\n ---\n${body}`, ['frontmatter_unclosed - 1']],
    ['after a blank line', `\n${full}`, ['frontmatter_not_first - 2']],
    ['after text', `Hello.\n\n${full}`, ['frontmatter_not_first - 3']],
    ['opened by an indented ---', ` ${full}`, ['frontmatter_not_first - 1']],
    ['late, with a bad name', `\n${skillText(['name: A'])}`, ['frontmatter_not_first - 2', 'name_uppercase name 3']],
    ['empty', `---\n---\n${body}`, ['name_missing name -', 'description_missing description -']],
    ['a list', `---\n- a\n---\n${body}`, ['frontmatter_not_mapping - 2']],
    ['a text', `---\nhello\n---\n${body}`, ['frontmatter_not_mapping - 2']],
    ['a colon without quotes', skillText(['license: MIT: see LICENSE']), ['yaml_error - 4']],
    ['two lines with colons', skillText(['a: b: c', 'd: e: f']), ['yaml_error - 4', 'yaml_error - 5']],
    ['a tab as indentation', skillText(['metadata:', '\ta: b']), ['yaml_error - 5']],
    ['an open quote', skillText(['license: "MIT']), ['yaml_error - 5']],
    ['a bad name above an error', skillText(['name: A', 'license: a: b']), ['name_uppercase name 2', 'yaml_error - 4']],
    ['a key twice', skillText(['license: MIT', 'license: ISC']), ['duplicate_key - 5']],
    ['a key twice further in', skillText(['x:', '  a: 1', '  a: 2']), ['duplicate_key - 6']],
  ])('%s', (_case, text, errors) => {
    expect(errorsOf(text)).toEqual(expect.arrayContaining(errors));
    expect(new Set(errorsOf(text)).size).toBe(errors.length);
  });
});

describe('name', () => {
  const nameErrors = (value: string): string[] => errorsOf(skillText([`name: ${value}`]));

  it.each(['a', '7z', 'pdf-forms-2', 'a'.repeat(64)])('may be %s', (name) => {
    expect(nameErrors(name)).toEqual([]);
    expect(warningsOf(skillText([`name: ${name}`]))).not.toContain('name_not_ascii name 2');
  });

  it.each(['formulaire-é', '提交助手', 'मदद', 'é'.repeat(64)])(
    'may be %s, with the warning that some hosts take ASCII alone',
    (name) => {
      expect(nameErrors(name)).toEqual([]);
      expect(warningsOf(skillText([`name: ${name}`]))).toContain('name_not_ascii name 2');
    },
  );

  it('is its directory however the address composes its letters', () => {
    const url = `https://raw.githubusercontent.com/acme/skills/0123abc/skills/${encodeURIComponent('e\u0301quipe')}/SKILL.md`;
    expect(warningsOf(skillText(['name: \u00e9quipe']), url)).toEqual(['name_not_ascii name 2']);
  });

  it.each([
    ['a'.repeat(65), ['name_too_long']],
    ['Pdf', ['name_uppercase']],
    ['pdf_forms', ['name_characters']],
    ['zażółć_gęślą', ['name_characters']],
    ['Équipe', ['name_uppercase']],
    ['pdf™', ['name_characters']],
    ['"pdf forms"', ['name_characters']],
    ['"-pdf"', ['name_hyphen_at_edge']],
    ['pdf-', ['name_hyphen_at_edge']],
    ['pdf--forms', ['name_double_hyphen']],
    [
      `-PDF__--${'x'.repeat(60)}-`,
      ['name_too_long', 'name_uppercase', 'name_characters', 'name_hyphen_at_edge', 'name_double_hyphen'],
    ],
    ['123', ['name_not_string']],
    ['1.5', ['name_not_string']],
    ['yes', ['name_not_string']],
    ['2026-11-20', ['name_not_string']],
    ['[a]', ['name_not_string']],
    ['{a: b}', ['name_not_string']],
    ['', ['name_missing']],
    ['""', ['name_missing']],
    ['~', ['name_missing']],
  ])('%s: every reason at once, with the line', (name, errors) => {
    expect(nameErrors(name)).toEqual(errors.map((code) => `${code} name 2`));
  });

  it('may be a number in quotes', () => {
    expect(nameErrors('"123"')).toEqual([]);
  });

  it.each([
    ['https://raw.githubusercontent.com/a/b/main/skills/pdf-forms/SKILL.md', []],
    ['https://raw.githubusercontent.com/a/b/refs/heads/main/x/other/SKILL.md', ['name_differs_from_directory name 2']],
    ['https://raw.githubusercontent.com/a/b/refs/heads/main/SKILL.md', []],
    ['https://raw.githubusercontent.com/a/b/main/SKILL.md', []],
    ['https://github.com/a/b/blob/main/SKILL.md', []],
    ['https://github.com/a/b/blob/main/other/SKILL.md', ['name_differs_from_directory name 2']],
    ['https://a.example/pdf%2Dforms/SKILL.md?x=1', []],
    ['https://a.example/other/SKILL.md', ['name_differs_from_directory name 2']],
    ['https://a.example/%ff/SKILL.md', ['name_differs_from_directory name 2']],
    ['https://a.example/SKILL.md', []],
    ['no address', []],
  ])('is compared with the directory of %s', (url, warnings) => {
    expect(warningsOf(skillText(), url)).toEqual(warnings);
  });
});

describe('the other fields', () => {
  it.each([
    ['no description', '---\nname: a\n---\nx', ['description_missing description -']],
    ['an empty description', skillText(['description: "  "']), ['description_missing description 3']],
    ['1,024 characters', skillText([`description: ${'😀'.repeat(1_024)}`]), []],
    ['1,025 characters', skillText([`description: ${'é'.repeat(1_025)}`]), ['description_too_long description 3']],
    ['a list as description', skillText(['description: [a]']), ['description_not_string description 3']],
    ['500 characters', skillText([`compatibility: ${'x'.repeat(500)}`]), []],
    ['501 characters', skillText([`compatibility: ${'x'.repeat(501)}`]), ['compatibility_too_long compatibility 4']],
    ['an empty compatibility', skillText(['compatibility: ""']), ['compatibility_empty compatibility 4']],
    ['a license that is a number', skillText(['license: 2']), ['license_not_string license 4']],
    ['tools as a list', skillText(['allowed-tools: [Read, Write]']), ['allowed_tools_not_string allowed-tools 4']],
    ['metadata as a text', skillText(['metadata: x']), ['metadata_not_mapping metadata 4']],
    [
      'nested metadata',
      skillText(['metadata:', '  a: {b: c}', '  d: "e"', '  f:', '    - g']),
      ['metadata_value_nested metadata.a 5', 'metadata_value_nested metadata.f 7'],
    ],
  ])('%s', (_case, text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });

  it('warn of numbers, truth values, dates and nothing in the metadata, and keep what they say', () => {
    const text = skillText(['metadata:', '  a: 1.5', '  b: true', '  c: 2026-11-20', '  d:', '  e: 1.10']);
    expect(warningsOf(text)).toEqual(
      ['a 5', 'b 6', 'c 7', 'd 8', 'e 9'].map((one) => `metadata_value_not_string metadata.${one}`),
    );
    expect(read(text)).toMatchObject({
      metadata: { a: 1.5, b: true, c: '2026-11-20', d: null },
      validation: { valid: true },
    });
  });

  it('warn of commas between tools, and of each field that the specification does not know', () => {
    const text = skillText(['allowed-tools: Bash(git a, b), Read', 'version: 1', 'x-y: [z]', 'license:']);
    expect(warningsOf(text)).toEqual([
      'allowed_tools_commas allowed-tools 4',
      'unknown_field version 5',
      'unknown_field x-y 6',
      'empty_field license 7',
    ]);
    expect(read(text)).toMatchObject({ allowedTools: ['Bash(git a, b)', 'Read'], license: null });
  });

  it('are followed by instructions, or a warning says that there are none', () => {
    expect(warningsOf(skillText([], ' \n\n'))).toEqual(['empty_body - -']);
  });

  it('are all told at once', () => {
    const text = '---\nname: PDF\ncompatibility: 5\nallowed-tools: [a]\nmetadata: [b]\nlicense: yes\n---\n';
    expect(errorsOf(text)).toEqual([
      'description_missing description -',
      'name_uppercase name 2',
      'compatibility_not_string compatibility 3',
      'allowed_tools_not_string allowed-tools 4',
      'metadata_not_mapping metadata 5',
      'license_not_string license 6',
    ]);
  });
});

describe('headings', () => {
  const headingsOf = (text: string) =>
    read(skillText([], text)).headings.map(({ level, text: title, line }) => [level, title, line]);

  it('have a level, a text and a line', () => {
    expect(headingsOf('# One\n\n###### Six ##\n   ## `Code` #1\n#\n')).toEqual([
      [1, 'One', 6],
      [6, 'Six', 8],
      [2, '`Code` #1', 9],
      [1, '', 10],
    ]);
  });

  it('are cut at 200 characters, never within one', () => {
    const [heading] = read(skillText([], `# a${'😀'.repeat(300)}\n`)).headings;
    expect([heading?.text.length, heading?.text.isWellFormed()]).toEqual([200, true]);
  });

  it('are none in fenced code, without a space, indented as code, with seven signs or in the frontmatter', () => {
    expect(
      headingsOf('```sh\n# no\n~~~\n# no\n```\n~~~~\n# no\n~~~\n# no\n~~~~\n#no\n    # no\n####### no\n# Yes\n'),
    ).toEqual([[1, 'Yes', 19]]);
    expect(read('---\n# a comment\nname: a\n---\n').headings).toEqual([]);
  });
});
