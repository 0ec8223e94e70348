import { normalizeEmail } from '../../platform/email.rules.js';

/** A person as the provider describes them after every check of its ID token. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  /** In normal form; null when the provider gave no address. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** When the person last proved themselves to the provider; null when it does not say. */
  readonly authenticatedAt: Date | null;
  /** Whether the provider reported several factors: `mfa` of RFC 8176 in the list `amr` of the ID token, and nothing that would have to be guessed. */
  readonly multiFactor: boolean;
}

const GOOGLE = 'https://accounts.google.com';
/** The last second that a Date can hold. */
const SECONDS_MAX = 8_640_000_000_000;

/**
 * Reads the claims of a verified ID token. An address counts as verified by the boolean `true` alone: a provider that says nothing about it
 * (Microsoft Entra) verifies nothing.
 */
export function readClaims(claims: Readonly<Record<string, unknown>>): Claims {
  const email = typeof claims.email === 'string' ? normalizeEmail(claims.email) : null;
  const at = claims.auth_time;
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email,
    emailVerified: email !== null && claims.email_verified === true && isAuthority(claims, email),
    name: typeof claims.name === 'string' ? claims.name : null,
    authenticatedAt: typeof at === 'number' && at >= 0 && at <= SECONDS_MAX ? new Date(Math.floor(at) * 1000) : null,
    multiFactor: isMultiFactor(claims.amr),
  };
}

/** A claim of another form than a list of texts reports nothing. */
const isMultiFactor = (amr: unknown): boolean =>
  Array.isArray(amr) && amr.every((method) => typeof method === 'string') && amr.includes('mfa');

/**
 * Google verified other addresses at some time and says itself that it is no authority for their present owner: it is one for gmail.com and
 * for the domain of a Workspace (`hd`).
 */
function isAuthority({ iss, hd }: Readonly<Record<string, unknown>>, email: string): boolean {
  if (iss !== GOOGLE) return true;
  const domain = domainOf(email);
  return domain === 'gmail.com' || (typeof hd === 'string' && hd.toLowerCase() === domain);
}

/** The domain of an address in normal form. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
