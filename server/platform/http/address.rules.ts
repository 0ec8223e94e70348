import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** An address as proxies write it: IPv6 in brackets, a port behind it, a zone of the machine, quotes around it (RFC 7239). */
const WRITTEN = /^"?(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?"?$/;
/** IPv4 in the last 32 bits: mapped (RFC 4291), and as translators of networks write it (RFC 6052). */
const EMBEDDED_IPV4 = /^(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const IPV6_NETWORK_BITS = 64;

/** The one form of an address, whatever form it is written in; null for what is no address. */
export function normaliseAddress(text: string): string | null {
  const [, inBrackets, ipv4] = WRITTEN.exec(text.trim()) ?? [];
  const [address = ''] = (inBrackets ?? ipv4 ?? text.trim()).split('%');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : null;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = EMBEDDED_IPV4.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const bits = [high, low].map((part) => Number.parseInt(part, 16));
  return bits.flatMap((part) => [part >> 8, part & 0xff]).join('.');
}

/**
 * The network of an address, as every limit counts it: IPv4 by itself, IPv6 by its /64 network. The first of the texts that is an address decides.
 */
export function networkOf(...texts: readonly (string | undefined)[]): string {
  for (const text of texts) {
    const address = text === undefined ? null : normaliseAddress(text);
    if (address !== null) return ipKeyGenerator(address, IPV6_NETWORK_BITS);
  }
  return 'unknown';
}

/** The parts of a request that name its address. */
interface Caller {
  readonly ip?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The address as limits count it; where a proxy names none, that of the connection. */
export const addressOf = ({ ip, socket }: Caller): string => networkOf(ip, socket.remoteAddress);

const RANGE_BITS = 48;

/** The range of a caller's address, as people are shown it: the /24 of IPv4, the /48 of IPv6. The address itself is not kept. */
export function addressRangeOf({ ip, socket }: Caller): string {
  const address = [ip, socket.remoteAddress].map((text) => (text ? normaliseAddress(text) : null)).find((one) => one);
  if (!address) return 'unknown';
  return isIP(address) === 4
    ? `${address.slice(0, address.lastIndexOf('.'))}.0/24`
    : ipKeyGenerator(address, RANGE_BITS);
}
