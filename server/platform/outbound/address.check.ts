import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { FetchRefused } from './fetch.refused.js';

/** Names that mean a machine or a network of one's own, or nothing at all, whatever a resolver says (RFC 6761, 6762, 7686, 8375, 9476). */
const PRIVATE_TOP = new Set(['localhost', 'local', 'internal', 'test', 'invalid', 'example', 'onion', 'alt']);

/** IPv6 is given out from here alone; the agent's library counts what no registry knows yet, such as ::/96, as public. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Azure answers its machines' questions at an address that looks public. */
const METADATA = new BlockList();
METADATA.addAddress('168.63.129.16', 'ipv4');

/** True when a host name may be looked up: at least two labels, no trailing dot, no reserved name; an address in digits is no name. */
export function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  return labels.length > 1 && !PRIVATE_TOP.has(labels.at(-1) ?? '') && !labels.includes('') && !isHomeNetwork(labels);
}

const isHomeNetwork = (labels: string[]): boolean => labels.slice(-2).join('.') === 'home.arpa';

/** True for addresses that aren't public although request-filtering-agent lets them through; it refuses the rest by itself. */
export function isMissedByAgent(address: string): boolean {
  if (isIP(address) === 4) return METADATA.check(address, 'ipv4');
  return isIP(address) === 0 || address.includes('%') || !GLOBAL_IPV6.check(address, 'ipv6');
}

/**
 * A look-up for one connection: it asks the resolver once, and hands on nothing unless every address passes. The agent checks the same list
 * again and the socket connects to an address out of it, so that a resolver that changes its mind finds no one asking.
 */
export function checkedLookup(resolver: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options, done) => {
    resolver(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return done(error, '');
      const addresses: LookupAddress[] = Array.isArray(found) ? found : [{ address: found, family: family ?? 0 }];
      const [first] = addresses;
      // An empty list would throw inside the socket, where no one can catch it.
      if (!first) return done(new FetchRefused('unreachable'), '');
      if (addresses.some(({ address }) => isMissedByAgent(address)))
        return done(new FetchRefused('not_allowed_address'), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

/** Names of the reserved domain .test exist nowhere; on the allow list they stand for servers of the test itself. */
export const toLoopback: LookupFunction = (_hostname, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
