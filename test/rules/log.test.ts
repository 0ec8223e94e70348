import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openLog } from '../../server/platform/log.js';

/** The lines that a log writes for an error, as text. */
function linesOf(error: Error): string {
  const written: string[] = [];
  const to = new Writable({
    write(line, _encoding, done) {
      written.push(String(line));
      done();
    },
  });
  openLog('info', to).error({ err: error }, 'failed');
  return written.join('');
}
const failing = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('an error of PostgreSQL in the log', () => {
  it.each([
    ['22P02', 'invalid input syntax for type uuid: "sub_01a2.a-secret"'],
    ['22008', 'date/time field value out of range: "a-secret"'],
    ['22P02', 'invalid input syntax for type json: "{"a":"a-secret\nof two lines"}"'],
  ])('of the code %s keeps its kind, and not the value that it quotes', (code, message) => {
    const lines = linesOf(failing(code, message));
    expect(lines).not.toContain('secret');
    expect(lines).toContain(message.slice(0, message.indexOf('"')));
    expect(linesOf(new Error('the import failed', { cause: failing(code, message) }))).not.toContain('secret');
  });

  it('of another kind keeps the name that it quotes', () => {
    expect(linesOf(failing('23505', 'duplicate key value violates unique constraint "credential_hash"'))).toContain(
      'credential_hash',
    );
  });
});
