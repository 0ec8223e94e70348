import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch } from '../../server/platform/outbound/guarded.fetch.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { endOf } from '../setup/outside.raw.js';

let outside: Outside;
beforeAll(async () => {
  outside = await startOutside();
});
afterEach(() => outside.reset());
afterAll(() => outside.close());

const bounds = { timeoutMs: 2_000, redirectsMax: 3, bytesMax: 1_000 };
const refusesLookup = (): never => {
  throw new Error('a name was looked up');
};

describe('an outbound fetch of an address that a user chose', () => {
  it.each([
    ['http://example.com/', 'not_https'],
    ['ftp://example.com/', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['data:text/plain,hello', 'not_https'],
    ['https://example.com:8443/', 'port'],
    ['https://example.com:80/', 'port'],
    ['https://user:pass@example.com/', 'user_info'],
    ['https://user@example.com/', 'user_info'],
    ['https://:pass@example.com/', 'user_info'],
    ['example.com', 'not_a_url'],
    ['', 'not_a_url'],
    ['https://', 'not_a_url'],
    [`https://example.com/${'x'.repeat(2_048)}`, 'not_a_url'],
  ])('refuses %s before any look-up: %s', async (url, reason) => {
    expect(await endOf(url, { resolver: refusesLookup })).toBe(reason);
  });

  it('answers status, type, body and where it was found', async () => {
    outside.serve('/b?x=1', { content: 'hello', headers: { 'content-type': 'text/markdown' } });
    const url = outside.redirect('/a', '/b?x=1#part');
    const fetched = await guardedFetch(url, { ...bounds, allow: [outside.host] });
    expect({ ...fetched, body: fetched.body.toString() }).toEqual({
      status: 200,
      headers: expect.objectContaining({ connection: expect.any(String) }),
      finalUrl: outside.url('/b?x=1'),
      contentType: 'text/markdown',
      body: 'hello',
    });
  });

  it('reaches a private address on the allow list by exactly that name and port, and over http or https alone', async () => {
    outside.serve('/', 'hello');
    const port = Number(outside.host.split(':')[1]);
    expect(await endOf(outside.url('/'), { allow: [outside.host] })).toBe('answered 200');
    expect(await endOf(outside.url('/'))).toBe('not_https');
    expect(await endOf(outside.url('/'), { allow: [`127.0.0.1:${port + 1}`, `127.0.0.2:${port}`] })).toBe('not_https');
    expect(await endOf(`http://localhost:${port}/`, { allow: [outside.host] })).toBe('not_https');
    expect(await endOf(`ftp://${outside.host}/`, { allow: [outside.host] })).toBe('not_https');
    expect(outside.hits()).toBe(1);
  });

  it('finds a name of .test on the allow list at loopback', async () => {
    outside.serve('/', 'hello');
    const host = outside.host.replace('127.0.0.1', 'vendor.test');
    expect(await endOf(`http://${host}/`, { allow: [host] })).toBe('answered 200');
  });

  it('leaves fetches that run side by side to their own bounds', async () => {
    const slow = outside.serve('/slow', { wait: new Promise(() => {}) });
    const quick = outside.serve('/quick', 'hello');
    const ends = await Promise.all([
      endOf(slow, { allow: [outside.host], timeoutMs: 200 }),
      endOf(quick, { allow: [outside.host] }),
      endOf(quick, { allow: [outside.host], bytesMax: 1 }),
    ]);
    expect(ends).toEqual(['timeout', 'answered 200', 'too_large']);
  });
});
