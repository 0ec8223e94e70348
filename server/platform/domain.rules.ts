import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const TOP_LABEL = /[a-z]/;

/** The callers pass a host in normal form: nothing has to be taken out of an address or checked again. */
const HOST = { extractHostname: false, validateHostname: false } as const;

/**
 * A domain as it is registered, in lower-case ASCII (IDNA), or '' for one that IDNA refuses. Node takes a name of ASCII letters as it stands, also
 * where a label says that it is encoded and decodes to nothing, or to letters that would be written another way.
 */
export function domainInAscii(text: string): string {
  const ascii = domainToASCII(text).toLowerCase();
  if (!ascii.includes('xn--')) return ascii;
  const read = domainToUnicode(ascii);
  return !/(?:^|\.)xn--/.test(read) && domainToASCII(read) === ascii ? ascii : '';
}

/** A host name of at least two labels in lower-case ASCII (IDNA), or null: no scheme, port, path, user or address in digits. */
export function asciiHost(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, '');
  if (trimmed === '' || /[\s/:@?#\\%]/.test(trimmed) || trimmed.length > 253) return null;
  const ascii = domainInAscii(trimmed);
  const labels = ascii.split('.');
  if (ascii === '' || ascii.length > 253 || labels.length < 2 || isIP(ascii) !== 0) return null;
  return labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(labels.at(-1) ?? '') ? ascii : null;
}

/**
 * A domain in lower-case ASCII (IDNA), or null, also for a suffix of a registry such as `co.uk`, which is no one's. One rule for every place
 * where a domain comes in.
 */
export function normalizeDomain(text: string): string | null {
  const host = asciiHost(text);
  return host !== null && getDomain(host, HOST) !== null ? host : null;
}

/**
 * Whether a host in normal form is a bare public suffix: of a registry, or of a service such as `github.io` under which others have names.
 * What is there has many owners, so it is no organization's domain and no account's. A vendor of the catalog may have one: `surge.sh`.
 */
export const isPublicSuffix = (host: string): boolean => registeredDomain(host) === null;

/** The domain that was registered, of a host in normal form; null for a bare public suffix. */
export const registeredDomain = (host: string): string | null =>
  getDomain(host, { ...HOST, allowPrivateDomains: true });

/** The domain of an organization or of a customer account, in normal form, or null. */
export function normalizeAccountDomain(text: string): string | null {
  const host = asciiHost(text);
  return host === null || isPublicSuffix(host) ? null : host;
}
