import { asciiHost, registeredDomain } from '../../platform/domain.rules.js';
import { isFreeMail } from '../../platform/free-mail.rules.js';
import type { FieldProblem, Findings } from '../catalog/index.js';

/** Names what is wrong with a text that is no domain. */
export function domainProblem(text: string, pointer: string): FieldProblem {
  const trimmed = text.trim();
  const hint = 'send the bare domain, such as customer.example';
  const wrong = (code: string, detail: string): FieldProblem => ({ pointer, code, detail, hint });
  if (trimmed.includes('://')) return wrong('has_scheme', 'A domain has no scheme');
  if (trimmed.includes('@')) return wrong('has_user', 'A domain is not an e-mail address and has no user');
  if (/[/?#\\]/.test(trimmed)) return wrong('has_path', 'A domain has no path or query');
  if (/:\d*$/.test(trimmed) && !trimmed.startsWith('[')) return wrong('has_port', 'A domain has no port');
  if (/^[^.]+\.?$/.test(trimmed)) return wrong('one_label', 'A domain has at least two labels');
  if (asciiHost(text) !== null)
    return wrong('public_suffix', 'This is a public suffix, under which many have their domains');
  return wrong('not_a_domain', 'This is not a domain name');
}

/** A domain that is in normal form already, as most are; the shared rule reads all others. */
const normalForm = /^(?:(?!-|xn--)[a-z0-9-]{1,63}(?<!-)\.)+[a-z]{2,63}$/;
/** The domain of a customer's account, or null; a bare public suffix is of no customer. */
export function accountDomainOf(text: string): string | null {
  const domain = text.length <= 253 && normalForm.test(text) ? text : asciiHost(text);
  return domain === null || registeredDomain(domain) === null ? null : domain;
}

/**
 * Normalises the customer's domain and marks the vendor's own, which is stored but excluded from every cohort, and one of free mail, which is
 * stored and is no account.
 */
export function checkAccount(
  { problems, warnings, mapped }: Findings,
  text: string,
  vendorDomain: string | null,
): void {
  const pointer = '/account_domain';
  const domain = accountDomainOf(text);
  if (domain === null) {
    problems.push(domainProblem(text, pointer));
    return;
  }
  mapped.accountDomain = domain;
  mapped.account = registeredDomain(domain);
  const vendor = vendorDomain?.toLowerCase() ?? null;
  mapped.vendorOwnDomain = vendor !== null && (domain === vendor || domain.endsWith(`.${vendor}`));
  if (mapped.vendorOwnDomain) {
    const hint = 'send the domain of the customer that uses the product';
    warnings.push({
      pointer,
      code: 'vendor_own_domain',
      detail: 'This is the sending vendor’s own domain: the event is excluded from every cohort',
      hint,
    });
  }
  mapped.freeMail = !mapped.vendorOwnDomain && isFreeMail(domain);
  if (mapped.freeMail) {
    const hint = 'send the domain of the company, or leave it out where a person uses the product for themselves';
    warnings.push({
      pointer,
      code: 'free_mail',
      detail: 'This is the domain of a mail service for everyone: the event counts, and belongs to no account',
      hint,
    });
  }
}
