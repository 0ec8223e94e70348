import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../server/platform/csv.rows.js';

async function* inChunks(text: string, bytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text);
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes);
}

async function rowsOf(text: string, { delimiter = ',', bytes = 64, rowBytesMax = 1024 } = {}): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const some of csvRows(inChunks(text, bytes), { delimiter, rowBytesMax })) rows.push(...some);
  return rows;
}

/** The reading of the same text by the field's usual parser; null where it refuses it. */
function parsed(text: string, delimiter = ','): string[][] | null {
  try {
    return parse(text, { bom: true, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, delimiter });
  } catch {
    return null;
  }
}

/** Numbers that look random and are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield state >>> 16;
  }
}

describe('rows of CSV', () => {
  it('are those of the usual parser, whatever stands in the cells and however the bytes arrive', async () => {
    const parts = [
      'a',
      'b c',
      ',',
      ',',
      ';',
      '"',
      '"',
      '""',
      '"x"',
      '"x,y"',
      '"x\ny"',
      '\n',
      '\r\n',
      '\r',
      ' ',
      'é',
      '€',
      '😀',
      '\uFEFF',
      '',
    ];
    const random = numbers(7);
    let refused = 0;
    for (let turn = 0; turn < 4_000; turn += 1) {
      const text = Array.from(
        { length: random.next().value % 14 },
        () => parts[random.next().value % parts.length],
      ).join('');
      const delimiter = turn % 5 === 0 ? ';' : ',';
      const expected = parsed(text, delimiter);
      const bytes = 1 + (turn % 9);
      const found = await rowsOf(text, { delimiter, bytes }).catch(() => null);
      expect(found, JSON.stringify(text)).toEqual(expected);
      if (expected === null) refused += 1;
    }
    expect(refused).toBeGreaterThan(500);
    expect(refused).toBeLessThan(3_500);
  });

  it.each([
    ['a,b\n1,2"3\n', 'stray_quote', 'row 2'],
    ['a,b\n"1" ,2\n', 'stray_quote', 'row 2'],
    ['a,b\n1,2"3', 'stray_quote', 'row 2'],
    ['a,b\n1,"2\n3', 'quote_not_closed', 'row 2'],
    [`a,b\n1,2"${'x\n'.repeat(600)}`, 'stray_quote', 'row 2'],
    [`a,b\n1,"${'x\n'.repeat(600)}`, 'row_too_large', 'row 2'],
    [`a,b\n${'x,'.repeat(600)}\n`, 'row_too_large', 'row 2'],
  ])('%j is %s at %s', async (text, code, at) => {
    await expect(rowsOf(text)).rejects.toMatchObject({
      errors: [{ code, detail: expect.stringContaining(at) as string }],
    });
  });

  it('leave what is not asked for unread', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        read += 1;
        yield Buffer.from('1,2\n');
      }
    }
    for await (const _rows of csvRows(endless(), { delimiter: ',', rowBytesMax: 10 })) if (read > 5) break;
    expect(read).toBe(6);
  });
});
