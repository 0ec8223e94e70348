import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Scope } from '../platform/context.js';
import type { FieldProblem } from '../platform/fault.js';

export type CredentialKind = 'tracking_key' | 'workflow_token' | 'enterprise_key';

/** The first characters of each kind of bearer credential (decisions §2, Credentials). */
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
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The part of a token that lists show: its prefix and last four characters. */
export const hintOf = (token: string): string => `${token.slice(0, 4)}…${token.slice(-4)}`;

export type BearerReading =
  | { kind: 'none' }
  | { kind: 'token'; token: string; credential: CredentialKind }
  | { kind: 'refused'; code: 'invalid' | 'placeholder_not_expanded' };

/** Forms in which programs name a variable (`${DAI_TOKEN}`, `$env:DAI_TOKEN`, `{{DAI_TOKEN}}`, `%DAI_TOKEN%`), and the placeholders that guides write. */
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

/** A configuration that quotes twice leaves a token between quotes. */
const unquoted = (text: string): string => /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text;

const isPlaceholder = (text: string): boolean =>
  text.length <= PLACEHOLDER_LENGTH_MAX && PLACEHOLDERS.some((form) => form.test(unquoted(text).trim()));

const SCHEME = /^bearer(?: +|$)/i;
/** A token of ours without its scheme: the caller meant a credential, so we refuse it instead of reading it as anonymous. */
const BARE_TOKEN = /^(dai|dtk|dae)_/;

/**
 * Reads an Authorization header. Only Bearer is ours: another scheme belongs to a server in front of us, as Basic to a proxy, and must
 * not beat the session's cookie. A literal `${DAI_TOKEN}` is reported as a variable that was not expanded.
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

/** The scopes that a workflow token can have (the specification, §5). */
export const SCOPES: readonly Scope[] = ['project:read', 'tools:read', 'project:publish'];

const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

/** The problems of the scopes that were asked for, with the position of each; publishing is never bound to one project (decisions §2). */
export function scopeProblems(scopes: readonly string[], isOnProject: boolean): FieldProblem[] {
  const detail = `scopes has 1 to ${SCOPES.length} of ${SCOPES.join(', ')}`;
  if (scopes.length === 0) return [{ pointer: '/scopes', code: 'too_short', detail }];
  if (scopes.length > SCOPES.length) return [{ pointer: '/scopes', code: 'too_long', detail }];
  return scopes.flatMap((scope, index): FieldProblem[] => {
    const at = (code: string, detail: string) => [{ pointer: `/scopes/${index}`, code, detail }];
    if (!isScope(scope)) return at('not_allowed', `a scope is one of ${SCOPES.join(', ')}`);
    if (scopes.indexOf(scope) < index) return at('duplicate', 'this scope is in the list already');
    if (scope === 'project:publish' && isOnProject)
      return at('not_on_project_token', 'project:publish cannot be put on a token that is bound to a project');
    return [];
  });
}

/** The scopes in their one order, whatever order they were asked for in. */
export const scopesOf = (given: readonly string[]): Scope[] => SCOPES.filter((scope) => given.includes(scope));

/** How many days before its end a key is told of (decisions §9), the earliest first. */
export const NOTICE_DAYS = [30, 20, 10] as const;

const DAY_MS = 86_400_000;
const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/**
 * The notice that is due by now, in UTC days; null when none is. The day of the creation has none, since the person who creates a key sees its end.
 * A worker that was away sends the latest one alone: an earlier one would say less.
 */
export function dueNotice({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: Date): number | null {
  if (expiresAt <= now) return null;
  const due = NOTICE_DAYS.filter((days) => {
    const day = dayOf(expiresAt) - days;
    return day > dayOf(createdAt) && day <= dayOf(now);
  });
  return due.at(-1) ?? null;
}
