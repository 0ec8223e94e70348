import { describe, expect, it } from 'vitest';
import { dialectOf } from '../../server/platform/csv.rules.js';

describe('the delimiter of a CSV file', () => {
  it.each([
    ['a comma', 'slug,name,summary\n', ','],
    ['a semicolon', 'slug;name;summary\r\na,b,c,d,e\n', ';'],
    ['a tab', 'slug\tname\rx,y,z', '\t'],
    ['a comma where the first line has none', 'slug\na;b;c\n', ','],
    ['a comma where two are as many', 'a;b,c\n', ','],
    ['what stands outside quotes', '"slug, name, or address";summary\n', ';'],
    ['what follows a line break inside quotes', '"slug\nname";summary\n', ';'],
    ['a comma in an empty text', '', ','],
  ])('is %s', (_, head, delimiter) => {
    expect(dialectOf(head)).toEqual({ delimiter, hasDirective: false });
  });

  it.each([
    ['sep=;\r\na;b,c,d\r\n', ';'],
    ['sep=,\na,b;c;d\n', ','],
    ['SEP=\t\na\tb\n', '\t'],
    ['sep=|\na|b\n', '|'],
    ['\uFEFFsep=;\na;b\n', ';'],
    [Buffer.from('\uFEFFsep=;\na;b\n').toString('latin1'), ';'],
    ['"sep=;"\na;b\n', ';'],
    ['sep=;;;\na;b;c;d\n', ';'],
    ['sep=; \r\na;b\r\n', ';'],
    ['sep = ;\na;b\n', ';'],
    ['\uFEFF"sep = |" \na|b\n', '|'],
    ['sep=;', ';'],
  ])('is what the first line of %j says', (head, delimiter) => {
    expect(dialectOf(head)).toEqual({ delimiter, hasDirective: true });
  });

  it.each([
    ['sep=\r\na;b,c;d\r\n', ';'],
    ['sep=\na,b;c,d\n', ','],
    ['sep = \na\tb\n', '\t'],
  ])('is what the second line of %j has most of, where the first names none', (head, delimiter) => {
    expect(dialectOf(head)).toEqual({ delimiter, hasDirective: true });
  });

  it.each(['sep=;x\na;b\n', 'sep=x\na,b\n', 'sep\na\n', 'a\nsep=;\n'])('%j begins with a header', (head) => {
    expect(dialectOf(head).hasDirective).toBe(false);
  });
});
