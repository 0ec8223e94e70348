import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FetchRefused, guardedPost } from '../../server/platform/outbound/guarded.fetch.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { type RawOutside, startRaw } from '../setup/outside.raw.js';

let outside: Outside;
const raws: RawOutside[] = [];
beforeAll(async () => {
  outside = await startOutside();
});
afterEach(async () => {
  outside.reset();
  await Promise.all(raws.splice(0).map((one) => one.close()));
});
afterAll(() => outside.close());

const endOfPost = (url: string, allow: readonly string[], timeoutMs = 1_000): Promise<string> =>
  guardedPost(url, { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }, { timeoutMs, allow }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof FetchRefused ? error.reason : String(error)),
  );

/** A server that answers each connection with these bytes, and keeps it open. */
async function speaking(answer: string | Buffer, again?: () => Buffer): Promise<RawOutside> {
  const raw = await startRaw((socket) => {
    socket.write(answer);
    const more = (): void => {
      if (again && !socket.destroyed) socket.write(again(), more);
    };
    more();
  });
  raws.push(raw);
  return raw;
}

describe('a post to an address that a user chose', () => {
  it('reaches a name that is allowed, once, with its own headers', async () => {
    const url = outside.serve('/in', { status: 204 });
    expect(await endOfPost(url, [outside.host])).toBe('answered 204');
    expect(outside.requested).toMatchObject([
      { path: '/in', headers: { 'content-type': 'application/json', 'content-length': '7' } },
    ]);
    expect(outside.requested[0]?.headers).not.toHaveProperty('cookie');
  });

  it.each([
    ['https://127.0.0.1/in', 'not_allowed_address'],
    ['https://[::ffff:10.0.0.1]/in', 'not_allowed_address'],
    ['https://hooks.internal/in', 'not_allowed_address'],
    ['http://example.com/in', 'not_https'],
    ['https://example.com:8443/in', 'port'],
    ['https://user@example.com/in', 'user_info'],
  ])('to %s is refused: %s', async (url, reason) => {
    expect(await endOfPost(url, [])).toBe(reason);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i is an answer', async (status) => {
    outside.serve('/next', 'hello');
    const url = outside.redirect('/in', '/next', status);
    expect(await endOfPost(url, [outside.host])).toBe(`answered ${status}`);
    expect(outside.hits('/next')).toBe(0);
  });

  it('that is not answered ends in time, and leaves no connection', async () => {
    const raw = await speaking('');
    expect(await endOfPost(`http://${raw.host}/`, [raw.host], 200)).toBe('timeout');
    await expect.poll(raw.open).toBe(0);
  });

  it('ends with the head of the answer: a body without an end is not read', async () => {
    const raw = await speaking('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', () =>
      Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536), Buffer.from('\r\n')]),
    );
    expect(await endOfPost(`http://${raw.host}/`, [raw.host], 5_000)).toBe('answered 200');
    await expect.poll(raw.open).toBe(0);
  });

  it('refuses a head that has no end', async () => {
    const raw = await speaking('HTTP/1.1 200 OK\r\n', () => Buffer.from(`x-long: ${'x'.repeat(8_000)}\r\n`));
    expect(await endOfPost(`http://${raw.host}/`, [raw.host], 5_000)).toBe('unreachable');
    await expect.poll(raw.open).toBe(0);
  });
});
