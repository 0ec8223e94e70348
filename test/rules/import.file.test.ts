import { describe, expect, it } from 'vitest';
import { importMax } from '../../server/directory/imports/import.types.js';
import { compareVersions, parseJsonFile, plainLine, textOf } from '../../server/directory/imports/import-file.rules.js';
import { readMcpRegistry } from '../../server/directory/imports/mcp-registry.query.js';
import { readNpmDownloads } from '../../server/directory/imports/npm-downloads.schema.js';
import { readToolTable } from '../../server/directory/imports/tool-table.schema.js';
import { Fault } from '../../server/platform/fault.js';

const fileOf = (text: string | Buffer, name = 'file.json') => ({ name, bytes: Buffer.from(text) });
const terms = { asOf: null, today: '2026-11-20' };

type Refusal = { code: string; detail: string; hint?: string };

/** The code of the one problem that a file is refused with. */
function refusalOf(read: () => unknown): Refusal {
  try {
    read();
  } catch (error) {
    return problemOfFile(error);
  }
  throw new Error('the file was taken');
}

/** The same of a file that is read bit by bit. */
const refusalIn = (reading: Promise<unknown>): Promise<Refusal> =>
  reading.then(() => Promise.reject(new Error('the file was taken')), problemOfFile);

function problemOfFile(error: unknown): Refusal {
  if (error instanceof Fault && error.status === 400 && error.errors?.[0]?.pointer === '/file') return error.errors[0];
  throw error;
}

describe('the text of a file', () => {
  it('is read with and without a byte order mark', () => {
    expect(textOf(fileOf('\uFEFFa'))).toBe('a');
    expect(textOf(fileOf('a'))).toBe('a');
  });

  it.each([
    ['empty_file', Buffer.alloc(0)],
    ['not_utf8', Buffer.from([0x61, 0xff])],
    ['nul_character', Buffer.from('a\u0000b')],
    ['file_too_large', Buffer.alloc(importMax.fileBytes + 1, 0x20)],
  ])('is refused as %s', (code, bytes) => {
    expect(refusalOf(() => textOf(fileOf(bytes))).code).toBe(code);
  });
});

describe('a JSON file', () => {
  it('may hold any key but the prototype’s, keys of inherited members too', () => {
    expect(parseJsonFile(fileOf('{"constructor":1,"toString":[{"a":1},{"a":2}],"a\\"b":"{\\"a\\":1}"}'))).toEqual(
      JSON.parse('{"constructor":1,"toString":[{"a":1},{"a":2}],"a\\"b":"{\\"a\\":1}"}'),
    );
  });

  it.each([
    ['malformed_json', `{"a":1,\n"b":tru ${'x'.repeat(100)}}`, ''],
    ['malformed_json', '[1,\n2', 'line 2'],
    ['malformed_json', '"half', ''],
    ['duplicate_key', '{"a":1,\n"a":2}', 'line 2'],
    ['duplicate_key', '{"a":1,"\\u0061":2}', ''],
    ['prototype_key', '[{"x":{"__proto__":{"polluted":true}}}]', ''],
    ['prototype_key', '{"\\u005f_proto__":1}', ''],
    ['too_deep', '['.repeat(100_000), ''],
    ['too_deep', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, ''],
    ['too_many_values', `[${`[${'1,'.repeat(90_000)}1],`.repeat(34)}1]`, ''],
    ['too_many_rows', `[${'[],'.repeat(3_000_001)}1]`, ''],
    ['too_many_rows', `{"servers":[${'{},'.repeat(100_000)}{}]}`, ''],
  ])('is refused as %s, with the line and without the content', (code, text, reported) => {
    const refusal = refusalOf(() => parseJsonFile(fileOf(text)));
    expect(refusal.code).toBe(code);
    expect(refusal.detail).toContain(reported);
    expect(refusal.detail).not.toContain('polluted');
  });

  it.each(['1', '"x"', 'null', 'true', '{}', '{"servers":1}'])('is no registry when it is %s', async (text) => {
    expect((await refusalIn(readMcpRegistry([fileOf(text)], terms))).code).toBe('wrong_top_level');
  });

  it.each(['[]', '{"servers":[]}'])('is no registry without a server: %s', async (text) => {
    expect((await refusalIn(readMcpRegistry([fileOf(text)], terms))).code).toBe('no_rows');
  });

  it.each(['1', '[]', '"x"', 'null'])('holds no counts when it is %s', async (text) => {
    const read = readNpmDownloads([fileOf(text, 'npm-2026-08-16.json')], terms);
    expect((await refusalIn(read)).code).toBe('wrong_top_level');
  });

  it('has at most 100,000 rows', async () => {
    const counts = Object.fromEntries(Array.from({ length: importMax.rows + 1 }, (_one, index) => [`p${index}`, 1]));
    const file = fileOf(JSON.stringify(counts), 'npm-2026-08-16.json');
    expect((await refusalIn(readNpmDownloads([file], terms))).code).toBe('too_many_rows');
  });

  it.each([
    ['no_day', 'downloads.json', null],
    ['no_day', 'npm-2026-13-45.json', null],
    ['future_day', 'npm-2026-11-21.json', null],
    ['future_day', 'downloads.json', '2027-01-01'],
  ])('of counts is refused as %s: %s', async (code, name, asOf) => {
    const read = readNpmDownloads([fileOf('{"react":1}', name)], { ...terms, asOf });
    expect((await refusalIn(read)).code).toBe(code);
  });
});

describe('the header of a table', () => {
  const header = (text: string): Promise<Refusal> =>
    readToolTable([fileOf(text)]).then(() => Promise.reject(new Error('the file was taken')), problemOfFile);

  it('that has an unknown column is refused with a hint', async () => {
    expect(await header('slug,name,summary,web_site\n')).toMatchObject({
      code: 'unknown_column',
      hint: 'did you mean website?',
    });
    expect((await header('slug,name,summary,colour\n')).hint).toContain('the columns are slug, name');
  });

  it.each([
    ['repeated_column', 'slug,name,summary,name\na,b,c,d\n'],
    ['missing_column', 'slug,name\na,b\n'],
    ['unknown_column', '"slug,name,summary"\n'],
    ['no_rows', 'slug,name,summary\n\n,,\n'],
    ['quote_not_closed', 'slug,name,summary\na,"b,c\n'],
    ['stray_quote', 'slug,name,summary\na,b"c,d\n'],
    ['row_too_large', `slug,name,summary\na,b,${'x'.repeat(70_000)}\n`],
    ['too_many_rows', `slug,name,summary\n${'a,b,c\n'.repeat(importMax.rows + 1)}`],
  ])('or its rows: %s', async (code, text) => {
    expect((await header(text)).code).toBe(code);
  });

  it('is judged before the rows are read, which a gateway reads beside other requests', async () => {
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    }, 0);
    const rows = 'a,b,c\n'.repeat(20_000);
    await expect(header(`slug,name,colour\n${rows}`)).resolves.toMatchObject({ code: 'unknown_column' });
    const ofHeader = turns;
    await readToolTable([fileOf(`slug,name,summary\n${rows}`)]);
    clearInterval(count);
    expect(ofHeader).toBeLessThan(5);
    expect(turns - ofHeader).toBeGreaterThan(10);
  });

  it.each([',', ';', '\t'])('separates cells by %j', async (separator) => {
    const text = ['\uFEFFSlug,NAME,summary', 'a,b,"c;d,e\tf"', ''].join('\r\n').replaceAll(',', separator);
    expect((await readToolTable([fileOf(text)])).total).toBe(1);
  });
});

describe('text of others', () => {
  it.each([
    ['one\r\n\ttwo\u2028three', 'one two three'],
    ['a\u202Eb\u200Bc\uFEFFd\u2066e', 'abcde'],
    ['hidden\u{E0041}\u{E0042}', 'hidden'],
    ['\ud800half', '\ufffdhalf'],
    ['<b>&amp;</b>', '<b>&amp;</b>'],
    ['  ', ''],
  ])('%j becomes one plain line', (text, line) => {
    expect(plainLine(text)).toBe(line);
  });

  it('is cut at a word, and never through a character', () => {
    expect(plainLine('one two three', 10)).toBe('one two…');
    expect(plainLine('😀'.repeat(10), 8)).toBe('😀😀😀…');
    expect(plainLine('x'.repeat(600), 500)).toHaveLength(500);
  });
});

describe('versions', () => {
  const ascending = [
    '0.0.1-seed',
    '0.0.1',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    'v1.2.0',
    '1.10.0',
  ];

  it('stand in the order of semantic versioning', () => {
    for (const [index, older] of ascending.entries())
      for (const newer of ascending.slice(index + 1)) {
        expect(compareVersions(newer, older), `${newer} over ${older}`).toBeGreaterThan(0);
        expect(compareVersions(older, newer), `${older} under ${newer}`).toBeLessThan(0);
      }
  });

  it('that are equal, or none, decide nothing', () => {
    expect(compareVersions('1.0.0+a', 'v1.0.0+b')).toBe(0);
    expect(compareVersions('2025-05', '1.0.0')).toBe(0);
    expect(compareVersions(null, '1.0.0')).toBe(0);
  });
});
