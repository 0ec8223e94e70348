import { isAddress } from '../../platform/constraints.js';
import { type FieldProblem, invalid } from '../../platform/fault.js';
import { pointerStep } from '../../platform/graphql/input.walk.js';
import { hasUnstorableText } from '../../platform/http/body.js';
import { isName } from '../../platform/name.rules.js';

/** The rule of one member: null when the value fits, otherwise the problem. */
type Rule = (value: unknown, workspaceUrl?: string) => Omit<FieldProblem, 'pointer'> | null;

interface Member {
  readonly rule: Rule;
  readonly required: boolean;
}

const wrong = (code: string, detail: string) => ({ code, detail });
const text =
  (what: string, min: number, max: number): Rule =>
  (value) => {
    if (typeof value !== 'string') return wrong('wrong_type', `${what} must be a string`);
    if (hasUnstorableText(value)) return wrong('nul_character', `${what} must not hold NUL or lone surrogates`);
    const length = value.trim() === '' ? 0 : value.length;
    if (length < min) return wrong('too_short', `${what} has at least ${min} character${min === 1 ? '' : 's'}`);
    return length > max ? wrong('too_long', `${what} has at most ${max} characters`) : null;
  };
const flag =
  (what: string): Rule =>
  (value) =>
    typeof value === 'boolean' ? null : wrong('wrong_type', `${what} must be true or false`);

const address: Rule = (value) =>
  text('an e-mail address', 1, 254)(value) ??
  (isAddress(value) ? null : wrong('pattern', 'this is not an e-mail address'));
/** The path to which the link of a letter leads in the end: one of the workspace, never another site. */
const path =
  (what: string): Rule =>
  (value) =>
    text(what, 1, 500)(value) ??
    (/^\/(?![/\\])[\x21-\x7e]*$/.test(String(value))
      ? null
      : wrong('not_allowed', `${what} must be a path of the workspace, such as /admin/`));
/** The same, or the workspace's own absolute address. */
const placeOfWorkspace =
  (what: string): Rule =>
  (value, workspaceUrl) =>
    path(what)(
      typeof value === 'string' && workspaceUrl && value.startsWith(workspaceUrl)
        ? value.slice(workspaceUrl.length) || '/'
        : value,
    );
const onlyTrue =
  (what: string, because: string): Rule =>
  (value) =>
    flag(what)(value) ?? (value ? null : wrong('not_allowed', because));

const personName: Rule = (value) =>
  text('a name', 1, 100)(value) ??
  (isName(String(value)) ? null : wrong('not_allowed', 'a name is one line, without a web address'));

const PURPOSES = ['sign_in', 'connect', 'prove'];
const purpose: Rule = (value) =>
  PURPOSES.some((one) => one === value) ? null : wrong('not_allowed', `purpose is one of ${PURPOSES.join(', ')}`);

const passkeyPurpose: Rule = (value) =>
  value === 'sign_in' || value === 'second_factor'
    ? null
    : wrong('not_allowed', 'purpose is one of sign_in, second_factor');
const object =
  (what: string): Rule =>
  (value) =>
    typeof value === 'object' && !Array.isArray(value) ? null : wrong('wrong_type', `${what} must be an object`);

const needed = (rule: Rule): Member => ({ rule, required: true });
const optional = (rule: Rule): Member => ({ rule, required: false });
const newPassword = needed(text('a password', 8, 128));

/** The members that each sign-in path takes; any other member is refused, so that no one gives themselves a role. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, Member>>>> = {
  '/sign-up/email': {
    name: needed(personName),
    email: needed(address),
    password: newPassword,
    callbackURL: optional(path('callbackURL')),
    rememberMe: optional(flag('rememberMe')),
  },
  '/sign-in/email': {
    email: needed(address),
    password: needed(text('a password', 1, 128)),
    callbackURL: optional(path('callbackURL')),
    rememberMe: optional(flag('rememberMe')),
  },
  '/sign-in/second-factor': { code: needed(text('a code', 1, 64)) },
  '/passkey-options': { purpose: optional(passkeyPurpose) },
  '/sign-in/passkey': { purpose: optional(passkeyPurpose), passkey: needed(object('a passkey’s answer')) },
  '/single-sign-on': { email: optional(address), purpose: optional(purpose), next: optional(path('next')) },
  '/send-verification-email': { email: needed(address), callbackURL: optional(path('callbackURL')) },
  '/change-password': {
    currentPassword: needed(text('a password', 1, 128)),
    newPassword,
    revokeOtherSessions: optional(onlyTrue('revokeOtherSessions', 'a new password ends all other sessions')),
  },
  '/request-password-reset': { email: needed(address), redirectTo: optional(placeOfWorkspace('redirectTo')) },
  '/reset-password': { token: needed(text('a token', 1, 100)), newPassword },
};

/** Checks a parsed body against the members of its path. Throws with a pointer at each wrong, missing or unknown member. */
export function sessionBody(at: string, body: unknown, workspaceUrl: string): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid([{ pointer: '', code: 'wrong_type', detail: 'the body must be an object' }]);
  const given = new Map<string, unknown>(Object.entries(body));
  const members = MEMBERS[at] ?? {};
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(members, name));
  const problems: FieldProblem[] = unknown.map((name) => ({
    pointer: pointerStep(name),
    code: 'unknown_field',
    detail: 'this member is not part of the input',
    hint: Object.keys(members).length ? `allowed: ${Object.keys(members).join(', ')}` : 'send an empty object',
  }));
  for (const [name, { rule, required }] of Object.entries(members)) {
    const value = given.get(name);
    const found =
      value === undefined || value === null
        ? required && wrong('required', `${name} is required`)
        : rule(value, workspaceUrl);
    if (found) problems.push({ pointer: pointerStep(name), ...found });
  }
  if (problems.length) throw invalid(problems);
  return Object.fromEntries([...given].filter(([, value]) => value !== null));
}

/** The same rule for the one address that comes in a query string. */
export function checkCallback(callbackURL: unknown): void {
  const found = callbackURL === undefined ? null : path('callbackURL')(callbackURL);
  if (found) throw invalid([{ pointer: '/callbackURL', ...found }]);
}
