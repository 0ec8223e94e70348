import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as authenticator apps take it without being told: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
const ISSUER = 'DAI';

/** The secret of a new factor, as apps take it: 160 bits in base32. */
export const newFactorSecret = (): string => new Secret({ size: 20 }).base32;

const appOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, period: PERIOD_S, secret: Secret.fromBase32(secret) });

/** The address that a QR code carries to the app. */
export const enrolmentUri = (secret: string, email: string): string => appOf(secret, email).toString();

/** The step of a code: the present one, the one before or the one after, since clocks differ. Null for a wrong code. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const delta = appOf(secret).validate({ token: code, timestamp: at.getTime(), window: 1 });
  return delta === null ? null : Math.floor(at.getTime() / 1000 / PERIOD_S) + delta;
}

/** True for what an authenticator app shows; anything else may be a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Removes the blanks and hyphens that apps and people put into a code. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();

const CODES = 10;
/** 64 bits: a code is no shorter than what guessing could never reach. */
const CODE_BYTES = 8;

/** Ten new recovery codes, as they are shown once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () =>
    randomBytes(CODE_BYTES)
      .toString('hex')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );

/** Covers the person too, so that equal codes of two people have different digests. */
export const recoveryDigest = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${plainCode(code)}`)
    .digest();
