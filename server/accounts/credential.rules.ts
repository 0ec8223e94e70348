import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type CredentialKind = 'tracking_key' | 'workflow_token' | 'enterprise_key';

/** What each kind of bearer credential begins with (decisions §2, Credentials). */
export const credentialPrefixes: Record<CredentialKind, string> = {
  tracking_key: 'dtk_',
  workflow_token: 'dai_',
  enterprise_key: 'dae_',
};

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = /^(dai_|dtk_|dae_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
/** 62 × 4: bytes at or above it are drawn again, so that every character is equally likely. */
const UNBIASED_BELOW = 248;

/** A new token: prefix, 30 random base62 characters, and the CRC-32 of both as 6 base62 characters. */
export function generateToken(kind: CredentialKind): string {
  let random = '';
  while (random.length < RANDOM_LENGTH)
    for (const byte of randomBytes(RANDOM_LENGTH))
      if (byte < UNBIASED_BELOW && random.length < RANDOM_LENGTH) random += ALPHABET[byte % 62];
  const body = credentialPrefixes[kind] + random;
  return body + checksumOf(body);
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < CHECK_LENGTH; digit += 1) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** The kind of a well-formed token, or null: a mistyped one is refused without a query. */
export function kindOfToken(token: string): CredentialKind | null {
  const parts = FORM.exec(token);
  if (!parts) return null;
  const body = token.slice(0, -CHECK_LENGTH);
  if (checksumOf(body) !== parts[3]) return null;
  return parts[1] === 'dai_' ? 'workflow_token' : parts[1] === 'dtk_' ? 'tracking_key' : 'enterprise_key';
}

/** The only form in which a token is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What lists show of a token: its prefix and last four characters. */
export const hintOf = (token: string): string => `${token.slice(0, 4)}…${token.slice(-4)}`;

export type BearerReading =
  | { kind: 'none' }
  | { kind: 'token'; token: string; credential: CredentialKind }
  | { kind: 'refused'; code: 'invalid' | 'placeholder_not_expanded' };

/** Forms in which programs name a variable (`${DAI_TOKEN}`, `$env:DAI_TOKEN`, `{{DAI_TOKEN}}`, `%DAI_TOKEN%`), and what guides write in a token's place. */
const PLACEHOLDERS: readonly RegExp[] = [
  /^\$\{[^{}]*\}$/,
  /^\$(env:)?[A-Za-z_][A-Za-z0-9_]*$/i,
  /^\$\([^()]*\)$/,
  /^\$?\{\{[^{}]*\}\}$/,
  /^\{[A-Za-z_][A-Za-z0-9_:.-]*\}$/,
  /^<[^<>]*>$/,
  /^\[[^[\]]*\]$/,
  /^%[A-Za-z_][A-Za-z0-9_]*%$/,
  /^(process\.env|import\.meta\.env|ENV|env)[.:][A-Za-z_][A-Za-z0-9_]*$/,
  /^(DAI_TOKEN|DAI_ENTERPRISE_TOKEN|SERVICE_ADOPTION_KEY|WORKFLOW_TOKEN|TRACKING_KEY|TOKEN|API_KEY)$/i,
  /^((dai|dtk|dae)_)?(your|my|insert|paste|replace)[a-z0-9 _-]*(token|key|secret|here)$/i,
  /^(dai|dtk|dae)_([^0-9A-Za-z]+|x{2,})$/i,
];
/** No guide writes a longer one; the forms are not tried on more. */
const PLACEHOLDER_LENGTH_MAX = 120;

/** A token between quotes is what a configuration leaves behind that quotes twice. */
const unquoted = (text: string): string => /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text;

const isPlaceholder = (text: string): boolean =>
  text.length <= PLACEHOLDER_LENGTH_MAX && PLACEHOLDERS.some((form) => form.test(unquoted(text).trim()));

const SCHEME = /^bearer(?: +|$)/i;
/** A token of ours whose scheme was left out: the caller meant a credential, so that it must not count as none. */
const BARE_TOKEN = /^(dai|dtk|dae)_/;

/**
 * Reads an Authorization header. Only Bearer is ours: another scheme belongs to whatever stands in front of us, as Basic to a proxy, and must
 * not beat the session's cookie. A literal `${DAI_TOKEN}` is named as what it is: a variable that was not expanded.
 */
export function readBearer(header: string | undefined): BearerReading {
  const value = header?.trim() ?? '';
  if (value === '') return { kind: 'none' };
  const isBearer = SCHEME.test(value);
  const token = value.replace(SCHEME, '');
  if (isPlaceholder(token)) return { kind: 'refused', code: 'placeholder_not_expanded' };
  if (!isBearer) return BARE_TOKEN.test(value) ? { kind: 'refused', code: 'invalid' } : { kind: 'none' };
  const credential = kindOfToken(token);
  return credential ? { kind: 'token', token, credential } : { kind: 'refused', code: 'invalid' };
}
