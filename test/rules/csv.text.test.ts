import { describe, expect, it } from 'vitest';
import { csvLine } from '../../server/platform/csv-text.rules.js';

const cell = (text: string): string => csvLine([text]).slice(0, -2);

describe('a cell of CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(1)', "'＠SUM(1)"],
    ['﹦1', "'﹦1"],
    ['﹢1', "'﹢1"],
    ['﹣1', "'﹣1"],
    ['﹫SUM(1)', "'﹫SUM(1)"],
    ['\uFEFF=1', "'\uFEFF=1"],
    ['\u200B+1', "'\u200B+1"],
    ['\u00AD-1', "'\u00AD-1"],
    ['\v=1', "'\v=1"],
    ['\f=1', "'\f=1"],
    ['\u0085=1', "'\u0085=1"],
    ['\u2028@x', "'\u2028@x"],
    ['\u2029 \u200D=1', "'\u2029 \u200D=1"],
    ['a;\uFEFF=1', `"a;'\uFEFF=1"`],
    [' =1', "' =1"],
    ['\t=1', `"'\t'=1"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    ['\n=1', `"'\n'=1"`],
    ['a;=1', `"a;'=1"`],
    ['a; -1', `"a;' -1"`],
    ['a\n@b', `"a\n'@b"`],
    ['a;"=1"', `"a;'""=1"""`],
  ])('%j is text for every spreadsheet', (text, written) => {
    expect(cell(text)).toBe(written);
  });

  it.each([
    ['dev-1', 'dev-1'],
    ['a=b', 'a=b'],
    ['\u200Bx', '\u200Bx'],
    ['a\u2028=1', 'a\u2028=1'],
    ['a;b', '"a;b"'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['', ''],
  ])('%j keeps its letters', (text, written) => {
    expect(cell(text)).toBe(written);
  });

  it('keeps numbers, truth values and times, and what is unknown is empty', () => {
    expect(csvLine([-5, true, new Date('2026-11-20T09:30:00Z'), null, 'x'])).toBe(
      '-5,true,2026-11-20T09:30:00.000Z,,x\r\n',
    );
  });

  it('begins no cell with a formula for a reader that splits at semicolons, whatever quotes it heeds', () => {
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    for (const sign of signs)
      for (const before of ['', 'a;', 'a;;', 'a\r\n', 'a;"', '";', ' ', 'a,', 'a\t'])
        for (const piece of csvLine(['x', `${before}${sign}1`, 'y']).split(/[;\t\r\n]/))
          expect(piece).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  });
});
