import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 24;

/**
 * A secret that no one can guess, 32 characters that may stand in an address. It ends with a letter or digit: a mail program leaves a hyphen
 * or underscore at the end out of the link that it makes of an address.
 */
export function newLinkSecret(): string {
  for (;;) {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    if (/[A-Za-z0-9]$/.test(secret)) return secret;
  }
}
