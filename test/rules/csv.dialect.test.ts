import { describe, expect, it } from 'vitest';
import { delimiterOf } from '../../server/platform/csv.rules.js';

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
    expect(delimiterOf(head)).toBe(delimiter);
  });
});
