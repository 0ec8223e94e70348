import { isIP, type LookupFunction } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkedLookup } from '../../server/platform/outbound/address.check.js';
import { type Outside, startOutside } from '../setup/outside.js';
import { endOf } from '../setup/outside.raw.js';

const open: Outside[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

/** A resolver whose answers are given in advance, one list for each look-up; it repeats the last one and counts. */
function resolverOf(...answers: string[][]): LookupFunction & { requested: string[] } {
  const requested: string[] = [];
  const resolver: LookupFunction = (hostname, _options, done) => {
    const addresses = answers[Math.min(requested.length, answers.length - 1)] ?? [];
    requested.push(hostname);
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    setImmediate(done, null, found); // as a real one: never before the call returns
  };
  return Object.assign(resolver, { requested });
}

/** No resolver may be asked about these. */
const refusesLookup: LookupFunction = (hostname) => {
  throw new Error(`${hostname} was looked up`);
};

const PRIVATE = [
  ['this network', '0.1.2.3'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '192.168.1.1'],
  ['CGNAT', '100.64.0.1'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['metadata, link-local', '169.254.169.254'],
  ['metadata of Azure', '168.63.129.16'],
  ['metadata of Oracle, IETF protocol assignments', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarking', '198.18.0.1'],
  ['benchmarking', '198.19.255.254'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped and public', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64 of a network', '64:ff9b:1::7f00:1'],
  ['discard', '100::1'],
  ['dummy', '100:0:0:1::1'],
  ['Teredo', '2001:0:7f00:1::'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['6to4', '2002:7f00:1::'],
  ['never given out', '4000::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['metadata of AWS', 'fd00:ec2::254'],
  ['metadata of Google', 'fd20:ce::254'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
] as const;

describe('an address that is not public', () => {
  it.each(PRIVATE)('is not reached when it is written: %s %s', async (_kind, address) => {
    const host = isIP(address) === 6 ? `[${address}]` : address;
    expect(await endOf(`https://${host}/`, { resolver: refusesLookup })).toBe('not_allowed_address');
  });

  it.each(PRIVATE)('is not reached when a name leads to it: %s %s', async (_kind, address) => {
    expect(await endOf('https://skills.example.com/', { resolver: resolverOf([address]) })).toBe('not_allowed_address');
  });

  it.each(PRIVATE)('is not reached when the name has a public address too: %s %s', async (_kind, address) => {
    for (const answer of [
      ['8.8.8.8', address],
      [address, '2606:4700:4700::1111'],
    ])
      expect(await endOf('https://skills.example.com/', { resolver: resolverOf(answer) })).toBe('not_allowed_address');
  });

  it.each([
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://127.0.1/',
    'https://127.0.0.1./',
    'https://0/',
    'https://①②⑦.⓪.⓪.①/',
    'https://１２７.0.0.1/',
    'https://127。0。0。1/',
    'https://127．0｡0。1/',
    'https://%31%32%37.0.0.1/',
    'https://127%2e0%2E0%2e1/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:127.0.0.1]/',
    'https://[0000::0001]/',
    'https://[::127.0.0.1]/',
  ])('is recognized in another notation: %s', async (url) => {
    expect(await endOf(url, { resolver: refusesLookup })).toBe('not_allowed_address');
  });

  it.each(['https://[fe80::1%25eth0]/', 'https://[fe80::1%eth0]/', 'https://0400.0.0.1/', 'https://1.2.3.4.5/'])(
    'is no address at all: %s',
    async (url) => {
      expect(await endOf(url, { resolver: refusesLookup })).toBe('not_a_url');
    },
  );

  it.each(['fe80::1%eth0', '::1%lo', '127.0.0.1%lo', '0177.0.0.1', '127.1', 'localhost', ''])(
    'is not reached when a resolver answers %s',
    async (address) => {
      expect(await endOf('https://skills.example.com/', { resolver: resolverOf([address]) })).toBe(
        'not_allowed_address',
      );
    },
  );
});

describe('a name of one’s own network', () => {
  it.each([
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://api.localhost/',
    'https://api.localhost./',
    'https://metadata.google.internal/',
    'https://metadata/',
    'https://printer.local/',
    'https://router.home.arpa/',
    'https://vendor.test/',
    'https://a.invalid/',
    'https://a.onion/',
    'https://intranet/',
    'https://intranet./',
    'https://com/',
    'https://skills.example.com./',
  ])('is not even looked up: %s', async (url) => {
    expect(await endOf(url, { resolver: refusesLookup })).toBe('not_allowed_address');
  });
});

describe('a resolver', () => {
  it('is asked once for a connection, which goes to the address that it answered', async () => {
    const outside = await startOutside();
    open.push(outside);
    outside.serve('/', 'hello');
    const host = outside.host.replace('127.0.0.1', 'rebind.example.com');
    const resolver = resolverOf(['127.0.0.1'], ['127.0.0.99']);
    expect(await endOf(`http://${host}/`, { allow: [host], resolver })).toBe('answered 200');
    expect(resolver.requested).toEqual(['rebind.example.com']);
    expect(outside.hits()).toBe(1);
  });

  it('is asked again for a redirect, and a private answer then is refused', async () => {
    const outside = await startOutside();
    open.push(outside);
    const host = outside.host.replace('127.0.0.1', 'rebind.example.com');
    outside.redirect('/', 'https://rebind.example.com/');
    const resolver = resolverOf(['127.0.0.1'], ['127.0.0.1']);
    expect(await endOf(`http://${host}/`, { allow: [host], resolver })).toBe('not_allowed_address');
    expect(resolver.requested).toEqual(['rebind.example.com', 'rebind.example.com']);
  });

  it('is believed when every address is public', async () => {
    const addresses = ['8.8.8.8', '168.63.129.17', '2606:4700:4700::1111', '2a00:1450::1'];
    const lookup = checkedLookup(resolverOf(addresses));
    const one = await new Promise((settle) => lookup('example.com', {}, (error, ...rest) => settle([error, ...rest])));
    expect(one).toEqual([null, '8.8.8.8', 4]);
    const all = await new Promise((settle) => lookup('example.com', { all: true }, (_error, found) => settle(found)));
    expect(all).toEqual(addresses.map((address) => ({ address, family: isIP(address) })));
  });

  it('may answer nothing', async () => {
    expect(await endOf('https://skills.example.com/', { resolver: resolverOf([]) })).toBe('unreachable');
  });

  it('may fail', async () => {
    const failing: LookupFunction = (_hostname, _options, done) =>
      setImmediate(done, Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '');
    expect(await endOf('https://skills.example.com/', { resolver: failing })).toBe('unreachable');
  });

  it('may never answer: the time limit ends the call', async () => {
    expect(await endOf('https://skills.example.com/', { resolver: () => undefined, timeoutMs: 100 })).toBe('timeout');
  });
});
