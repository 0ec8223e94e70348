import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const TOP_LABEL = /[a-z]/;

/**
 * A registrable-looking domain in lower-case ASCII (IDNA), or null: at least two labels, no scheme, port, path, user or address.
 * One rule for every place where a domain comes in: an organization's own and the customer accounts of events.
 */
export function normalizeDomain(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, '');
  if (trimmed === '' || /[\s/:@?#\\%]/.test(trimmed) || trimmed.length > 253) return null;
  const ascii = domainToASCII(trimmed).toLowerCase();
  const labels = ascii.split('.');
  if (ascii === '' || ascii.length > 253 || labels.length < 2 || isIP(ascii) !== 0) return null;
  return labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(labels.at(-1) ?? '') ? ascii : null;
}
