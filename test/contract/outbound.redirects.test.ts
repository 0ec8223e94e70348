import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch } from '../../server/platform/outbound/guarded.fetch.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { endOf } from '../setup/outside.raw.js';

let first: Outside;
let other: Outside;
beforeAll(async () => {
  first = await startOutside();
  other = await startOutside();
});
afterEach(() => {
  first.reset();
  other.reset();
});
afterAll(() => Promise.all([first.close(), other.close()]));

const follow = (location: string, status = 302): Promise<string> =>
  endOf(first.redirect('/', location, status), { allow: [first.host] });

describe('a redirect', () => {
  it.each([
    ['plain http', 'http://example.com/', 'not_https'],
    ['another scheme', 'file:///etc/passwd', 'not_https'],
    ['data', 'data:text/plain,hello', 'not_https'],
    ['another port', 'https://example.com:8443/', 'port'],
    ['the port of http', 'https://example.com:80/', 'port'],
    ['user info', 'https://user:secret@example.com/', 'user_info'],
    ['an address', 'https://127.0.0.1/', 'not_allowed_address'],
    ['a mapped address', 'https://[::ffff:127.0.0.1]/', 'not_allowed_address'],
    ['metadata', 'https://169.254.169.254/latest/meta-data', 'not_allowed_address'],
    ['a private name', 'https://metadata.google.internal/', 'not_allowed_address'],
    ['an address of the same scheme, without one', '//127.0.0.2/', 'not_https'],
    ['backslashes', '\\\\127.0.0.2\\', 'not_https'],
    ['nothing that is an address', 'https://[', 'not_a_url'],
    ['more than an address has room for', `/${'x'.repeat(2_048)}`, 'not_a_url'],
  ])('to %s is refused', async (_kind, location, reason) => {
    expect(await follow(location)).toBe(reason);
    expect(first.hits()).toBe(1);
  });

  it('to an address that is open on another port is refused without a connection', async () => {
    expect(await follow(`https://${other.host}/`)).toBe('port');
    expect(await follow(other.url('/'))).toBe('not_https');
    expect(other.hits()).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('of status %i is followed', async (status) => {
    first.serve('/there', 'hello');
    expect(await follow('/there', status)).toBe('answered 200');
  });

  it.each(['there', './there', '?x=1', `//HOST/a/there`])('may be relative: %s', async (location) => {
    first.serve('/a/there', 'hello');
    first.serve('/a/?x=1', 'hello');
    const url = first.redirect('/a/', location.replace('HOST', first.host));
    expect(await endOf(url, { allow: [first.host] })).toBe('answered 200');
  });

  it.each([300, 304, 305, 306])('is none with status %i', async (status) => {
    expect(await follow('/there', status)).toBe(`answered ${status}`);
    expect(first.hits()).toBe(1);
  });

  it('without a Location is an answer', async () => {
    expect(await endOf(first.serve('/', { status: 302 }), { allow: [first.host] })).toBe('answered 302');
  });

  it('is followed as often as the bounds say and no further', async () => {
    for (const step of [1, 2, 3]) first.redirect(`/${step}`, `/${step - 1}`);
    first.serve('/0', 'hello');
    expect(await endOf(first.url('/3'), { allow: [first.host], redirectsMax: 3 })).toBe('answered 200');
    expect(await endOf(first.url('/3'), { allow: [first.host], redirectsMax: 2 })).toBe('too_many_redirects');
    expect(await endOf(first.url('/1'), { allow: [first.host], redirectsMax: 0 })).toBe('too_many_redirects');
  });

  it('that leads to itself ends', async () => {
    expect(await follow('/')).toBe('too_many_redirects');
    expect(first.hits('/')).toBe(4);
  });

  it('shares the time of the whole', async () => {
    first.serve('/slow', { wait: new Promise(() => {}) });
    const url = first.redirect('/', '/slow');
    expect(await endOf(url, { allow: [first.host], timeoutMs: 200 })).toBe('timeout');
    expect(first.hits('/slow')).toBe(1);
  });

  it('carries no cookie, no credential, no referrer and no fragment to the next address', async () => {
    other.serve('/there', 'hello');
    const from = first.serve('/', {
      status: 302,
      headers: { location: `${other.url('/there')}#secret`, 'set-cookie': 'a=b', 'www-authenticate': 'Basic' },
    });
    const bounds = { timeoutMs: 2_000, redirectsMax: 3, bytesMax: 100, allow: [first.host, other.host] };
    const { finalUrl } = await guardedFetch(`${from}#mine`, bounds);
    expect(finalUrl).toBe(other.url('/there'));
    for (const { headers } of [...first.requested, ...other.requested])
      expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });
});
