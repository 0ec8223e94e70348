import { describe, expect, it } from 'vitest';
import { readCsv, rowsOf } from '../../server/tracking/csv/csv.read.js';
import { suggestMapping } from '../../server/tracking/csv/mapping.suggest.js';
import { heapUsed } from '../setup/heap.js';

async function* inChunks(text: string, bytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text);
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes);
}

const read = (text: string, bytes = 65_536) => readCsv(inChunks(text, bytes));
const rows = async (text: string, bytes?: number) => (await read(text, bytes)).pieces.flatMap(rowsOf);

describe('reading a CSV file', () => {
  it('gives the same rows however the bytes arrive', async () => {
    const text = '\uFEFFname,"a ""b"", c",größe\r\nx,"two\r\nlines",1 €\r\n\r\n"",, \r\ny,,😀\r\n';
    const whole = await read(text);
    expect(whole).toMatchObject({ columns: ['name', 'a "b", c', 'größe'], rows: 2, delimiter: ',' });
    expect(await rows(text)).toEqual([
      [2, ['x', 'two\r\nlines', '1 €']],
      [5, ['y', '', '😀']],
    ]);
    for (const bytes of [1, 2, 3, 7]) expect(await read(text, bytes)).toEqual(whole);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('ends rows at %s, with and without one at the end', async (_name, end) => {
    const expected = [
      [2, ['1', '2']],
      [3, ['3', '4']],
    ];
    expect(await rows(`a,b${end}1,2${end}3,4${end}`)).toEqual(expected);
    expect(await rows(`a,b${end}1,2${end}3,4`)).toEqual(expected);
  });

  it.each([
    [';', 'a;"b,c,d,e";f\n1;2;3\n'],
    ['\t', 'a\tb,c\td\n1\t2\t3\n'],
    [',', 'a\n1\n'],
  ])('takes %j for the separator where the header says so', async (delimiter, text) => {
    expect((await read(text)).delimiter).toBe(delimiter);
  });

  it('keeps of a ragged row only how many cells it has, and lets blank cells beyond the header pass', async () => {
    expect(await rows('a,b\n1\n1,2,3\n1,2,, \n')).toEqual([
      [2, 1],
      [3, 3],
      [4, ['1', '2']],
    ]);
  });

  it('names columns that have no name by their position', async () => {
    expect((await read('a,,c\n1,2,3\n')).columns).toEqual(['a', 'column 2', 'c']);
  });

  it('never holds the rows of a file of 20,000 at once', async () => {
    const start = heapUsed();
    let most = 0;
    async function* file(): AsyncGenerator<Buffer> {
      yield Buffer.from('event_name,developer_id,idempotencyKey,note\n');
      for (let row = 0; row < 20_000; row += 1) {
        yield Buffer.from(`FIRST_API_CALL,dev_${row},key-${row},${`${row} `.repeat(80)}\n`);
        if (row % 2_500 === 2_499) most = Math.max(most, heapUsed() - start);
      }
    }
    const { pieces, rows: count } = await readCsv(file());
    expect(count).toBe(20_000);
    expect(most).toBeLessThan(4 * 1024 * 1024);
    expect(Math.max(...pieces.map((piece) => rowsOf(piece).length))).toBeLessThanOrEqual(500);
  });
});

describe('a suggested mapping', () => {
  it('takes the column that fits best for each member, each once, and nothing for metadata', () => {
    const columns = ['ID', 'messageId', 'User Id', 'timestamp', 'utm_campaign', 'Plan', 'Event-Name', 'event'];
    expect(suggestMapping(columns)).toEqual([
      { column: 'Event-Name', member: 'event_name' },
      { column: 'User Id', member: 'developer_id' },
      { column: 'timestamp', member: 'occurredAt' },
      { column: 'messageId', member: 'idempotencyKey' },
      { column: 'utm_campaign', member: 'campaignId' },
    ]);
  });
});
