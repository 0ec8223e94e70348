import domains from 'email-providers/all.json' with { type: 'json' };
import { registeredDomain } from './domain.rules.js';

/** Mail services that are younger than the published list, or are left out of it. */
const LEFT_OUT: readonly string[] = [
  '139.com',
  '189.cn',
  'disroot.org',
  'duck.com',
  'fastmail.com',
  'kakao.com',
  'keemail.me',
  'mailfence.com',
  'onmail.com',
  'posteo.de',
  'posteo.net',
  'riseup.net',
  'startmail.com',
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
  'zohomail.com',
];

/** Reserved for examples (RFC 2606); it stands in the published list although it is no mail service. */
const RESERVED = 'example.com';

const known: ReadonlySet<string> = new Set([...domains, ...LEFT_OUT].filter((domain) => domain !== RESERVED));

/** Whether a domain in normal form is of a mail service that gives an address to everyone, or below one: it says nothing of a company. */
export function isFreeMail(domain: string): boolean {
  if (known.has(domain)) return true;
  const registered = registeredDomain(domain);
  return registered !== null && registered !== domain && known.has(registered);
}
