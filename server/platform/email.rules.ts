import { createHash } from 'node:crypto';
import { isEmail } from 'class-validator';
import { domainInAscii } from './domain.rules.js';

const LENGTH_MAX = 254;
/** No mailbox has them, and an address that holds one reads like another address. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A quoted local part spells a mailbox a second time: servers deliver "dev"@example.com and dev@example.com to the same one (RFC 5321, 4.1.2).
 * Refuse it, since one person would count as two.
 */
const QUOTED = /["\\]/;

/** Parsing a host ends at these, decodes them or leaves them out: what is written around a domain is no part of an address. */
const NOT_IN_A_DOMAIN = /[\s\p{Cc}/\\?#%:[\]@]/u;

/**
 * The one form in which an e-mail address is compared and stored: trimmed, NFC, lower case, its domain in ASCII (IDNA). Null for what is no
 * address of at most 254 characters, so that every transport takes the same ones.
 */
export function normalizeEmail(text: string): string | null {
  if (text.length > 2 * LENGTH_MAX) return null;
  const lowered = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = lowered.lastIndexOf('@');
  const local = lowered.slice(0, at);
  const domain = lowered.slice(at + 1);
  if (at < 1 || UNSEEN.test(local) || QUOTED.test(local) || NOT_IN_A_DOMAIN.test(domain)) return null;
  const email = `${local}@${domainInAscii(domain)}`;
  return email.length <= LENGTH_MAX && isEmail(email) ? email : null;
}

/** The normal form of an address that is stored already; what no longer counts as an address stays as it is. */
export const storedEmail = (text: string): string => normalizeEmail(text) ?? text.trim();

/**
 * An address without its part after a plus, and without the quotes that an address stored by an earlier build may have: by this one person is
 * told from another, where the question is who may approve.
 */
export function mailboxOf(text: string): string {
  const email = unquoted(storedEmail(text));
  const [plus, at] = [email.indexOf('+'), email.lastIndexOf('@')];
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email;
}

/** Takes quotes and backslashes out of a quoted local part; any other address stays as it is. */
function unquoted(email: string): string {
  const at = email.lastIndexOf('@');
  if (!QUOTED.test(email.slice(0, at))) return email;
  const local = email
    .slice(0, at)
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\\(.)/gs, '$1');
  return storedEmail(`${local}${email.slice(at)}`);
}

/** A mark by which a person is known again under another account or an alias, without the address itself being kept. */
export const mailboxDigest = (email: string): string => createHash('sha256').update(mailboxOf(email)).digest('hex');

/** Whether two addresses are of one person. */
export const isSamePerson = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);
