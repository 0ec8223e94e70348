import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isAddress } from '../../platform/constraints.js';
import { normalizeAccountDomain } from '../../platform/domain.rules.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault, type FieldProblem, invalid } from '../../platform/fault.js';
import { hasUnstorableText } from '../../platform/http/body.js';
import { readTime } from '../../platform/instant.rules.js';
import { isRecord, pointerTo } from '../../platform/json.rules.js';
import { isName, isSeen, UNSEEN_DETAIL } from '../../platform/name.rules.js';
import { findCredentials } from '../../platform/secrets/secret.rules.js';
import { isTimeZone } from '../../platform/time-zone.rules.js';
import { isPrivateName } from '../../tracking/index.js';
import type { SubmittedContent } from '../draft.types.js';
import { type IntakeKindName, intakeKinds } from '../intake-state.rules.js';
import { HTTPS, INSTANT, intakeContracts, NOT_BLANK, TIME } from './contract.schema.js';

/** A whole submission; what is longer is not read. */
export const INPUT_BYTES_MAX = 64 * 1024;
const LEVELS_MAX = 8;

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, validateFormats: false });

const isKind = (value: unknown): value is IntakeKindName => intakeKinds.some((kind) => kind === value);

/**
 * Reads a submission of any shape: what is submitted, or the fault with every problem and its pointer. A member that is null is absent.
 * Nothing of a value is repeated.
 */
export function readContent(given: unknown): { content: SubmittedContent } | { fault: Fault } {
  if (!isRecord(given))
    return { fault: invalid([{ pointer: '', code: 'wrong_type', detail: 'the input must be an object' }]) };
  if (JSON.stringify(given).length > INPUT_BYTES_MAX)
    return { fault: new Fault('PAYLOAD_TOO_LARGE', { say: 'A submission may have 64 KiB.' }) };
  const privates = privateProblems(given, '', 0);
  const credentials = findCredentials(given, LEVELS_MAX).problems;
  if (privates.length + credentials.length > 0)
    return {
      fault: new Fault('PRIVATE_CONTENT', {
        say: 'The submission holds private content.',
        errors: [...privates, ...credentials].slice(0, 100),
      }),
    };
  const input = withoutNulls(given);
  if (!isKind(input.kind))
    return {
      fault: invalid([
        input.kind === undefined
          ? { pointer: '/kind', code: 'required', detail: 'kind is required' }
          : { pointer: '/kind', code: 'not_allowed', detail: `kind must be one of ${intakeKinds.join(', ')}` },
      ]),
    };
  const validate = ajv.compile<SubmittedContent>(intakeContracts[input.kind]); // ajv compiles each contract once, when it is first asked for
  const content: unknown = input;
  const isContent = validate(content);
  const problems = isContent ? [] : problemsOf(validate.errors ?? []);
  const found = [...problems, ...valueProblems(input, problems)];
  return isContent && found.length === 0 ? { content: normalFormOf(content) } : { fault: invalid(found) };
}

/** Members whose names hold private content wherever they are (decisions §4, Private content). */
function privateProblems(value: unknown, at: string, level: number): FieldProblem[] {
  if (level > LEVELS_MAX) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => privateProblems(item, pointerTo(at, index), level + 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isPrivateName(name)
      ? [
          {
            pointer: pointerTo(at, name),
            code: 'private_key_name',
            detail: 'A member of this name holds private content',
            hint: 'leave it out: prompts, notes, code and secrets are never stored',
          },
        ]
      : privateProblems(member, pointerTo(at, name), level + 1),
  );
}

const withoutNulls = (record: Record<string, unknown>, level = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, member]) =>
      member === null ? [] : [[name, valueWithoutNulls(member, level + 1)]],
    ),
  );

function valueWithoutNulls(value: unknown, level: number): unknown {
  if (level > LEVELS_MAX + 2) return value;
  if (Array.isArray(value)) return value.map((item) => valueWithoutNulls(item, level + 1));
  return isRecord(value) ? withoutNulls(value, level) : value;
}

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1) || 'the input';

function problemOf({ instancePath: at, keyword, params, schemaPath }: ErrorObject): FieldProblem | null {
  const name = nameOf(at);
  switch (keyword) {
    case 'required': {
      if (schemaPath.includes('/oneOf/')) return null;
      const pointer = pointerTo(at, String(params.missingProperty));
      return { pointer, code: 'required', detail: `${nameOf(pointer)} is required` };
    }
    case 'dependentRequired': {
      const pointer = pointerTo(at, String(params.missingProperty));
      return { pointer, code: 'required', detail: 'an amount and its currency come together' };
    }
    case 'oneOf':
      return {
        pointer: `${at}/toolSlug`,
        code: 'required',
        detail: 'name a tool by toolSlug, or describe one as tool: one of the two',
      };
    case 'additionalProperties':
      return {
        pointer: pointerTo(at, String(params.additionalProperty)),
        code: 'unknown_field',
        detail: 'this member is not part of the contract',
      };
    case 'type':
      return { pointer: at, code: 'wrong_type', detail: `${name} must be of type ${String(params.type)}` };
    case 'maxLength':
      return { pointer: at, code: 'too_long', detail: `${name} may have at most ${String(params.limit)} characters` };
    case 'minLength':
      return { pointer: at, code: 'required', detail: `${name} must not be empty` };
    case 'minItems':
      return { pointer: at, code: 'too_few', detail: `${name} needs at least ${String(params.limit)} item` };
    case 'maxItems':
      return { pointer: at, code: 'too_many', detail: `${name} may have at most ${String(params.limit)} items` };
    case 'minimum':
    case 'maximum':
      return { pointer: at, code: 'out_of_range', detail: `${name} is out of range` };
    case 'enum':
      return {
        pointer: at,
        code: 'not_allowed',
        detail: `${name} must be one of ${[params.allowedValues].flat().join(', ')}`,
      };
    case 'pattern':
      return patternProblem(at, name, String(params.pattern));
    default:
      return { pointer: at, code: 'invalid', detail: `${name} does not fit the contract` };
  }
}

function patternProblem(pointer: string, name: string, pattern: string): FieldProblem {
  if (pattern === NOT_BLANK) return { pointer, code: 'required', detail: `${name} must not be blank` };
  if (pattern === HTTPS)
    return {
      pointer,
      code: 'https',
      detail: `${name} must be an https address of a public host, without user name or port`,
    };
  if (pattern === TIME)
    return {
      pointer,
      code: 'time',
      detail: `${name} must be a day, or a time with its offset such as 2026-12-05T09:00:00Z`,
    };
  if (pattern === INSTANT)
    return {
      pointer,
      code: 'time',
      detail: `${name} must be a time with its offset such as 2026-12-06T17:00:00Z`,
    };
  return { pointer, code: 'pattern', detail: `${name} does not have the form that the contract asks for` };
}

function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  for (const error of errors) {
    const problem = problemOf(error);
    if (problem && !found.has(problem.pointer)) found.set(problem.pointer, problem);
  }
  return [...found.values()];
}

/** What a schema can't express, of the members that fit it. */
function valueProblems(input: Record<string, unknown>, known: readonly FieldProblem[]): FieldProblem[] {
  const wrong = new Set(known.map(({ pointer }) => pointer));
  const found: FieldProblem[] = [];
  const check = (pointer: string, code: string, detail: string, isRight: (value: string) => boolean): void => {
    const value = valueAt(input, pointer);
    if (typeof value === 'string' && !wrong.has(pointer) && !isRight(value)) {
      wrong.add(pointer);
      found.push({ pointer, code, detail });
    }
  };
  for (const pointer of textsIn(input, ''))
    check(
      pointer,
      'unstorable',
      `${nameOf(pointer)} must not hold NUL or half of a surrogate pair`,
      (text) => !hasUnstorableText(text),
    );
  check('/contact/email', 'address', 'email must be an e-mail address', isAddress);
  const sponsors = indexesOf(valueAt(input, '/fields/sponsors')).map((index) => `/fields/sponsors/${index}`);
  const publicNames = [
    '/organization/name',
    '/fields/tool/name',
    '/fields/product/name',
    '/fields/event/name',
    ...sponsors.map((sponsor) => `${sponsor}/name`),
  ];
  for (const pointer of ['/contact/name', ...publicNames])
    check(pointer, 'name', `${nameOf(pointer)} must be a name on one line, without a web address`, isName);
  for (const pointer of publicNames) check(pointer, 'unseen', `${nameOf(pointer)} ${UNSEEN_DETAIL}`, isSeen);
  const domain =
    'domain must be a domain of its own such as example.com: without scheme, port or path, and no public suffix such as co.uk';
  const isDomain = (value: string): boolean => normalizeAccountDomain(value) !== null;
  check('/organization/domain', 'domain', domain, isDomain);
  if (input.kind === 'hackathon_passport') {
    for (const sponsor of sponsors) check(`${sponsor}/domain`, 'domain', domain, isDomain);
    check(
      '/fields/event/timezone',
      'timezone',
      'timezone must be a name of the IANA list, such as Europe/Berlin',
      isTimeZone,
    );
    for (const pointer of ['/fields/event/startsAt', '/fields/event/endsAt', '/fields/submissionsDueAt'])
      check(pointer, 'time', `${nameOf(pointer)} must be a time that the calendar has`, isTime);
  }
  check('/fields/offer/endsAt', 'time', 'endsAt must be a time that the calendar has', isTime);
  return found;
}

const indexesOf = (value: unknown): number[] => (Array.isArray(value) ? [...value.keys()] : []);

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, step) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(inner)) return inner[Number(name)];
      return isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
    }, value);

function textsIn(value: unknown, at: string): string[] {
  if (typeof value === 'string') return [at];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${at}/${index}`));
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, pointerTo(at, name))) : [];
}

const isTime = (text: string): boolean => readTime(text) !== null;

/** The content in its normal form. */
function normalFormOf(given: SubmittedContent): SubmittedContent {
  const { contact, organization, note } = given;
  const head = {
    contact: { name: contact.name.trim(), email: storedEmail(contact.email) },
    organization: { name: organization.name.trim(), domain: normalizeAccountDomain(organization.domain) ?? '' },
    note: note?.trim() || null,
  };
  if (given.kind !== 'hackathon_passport') return { ...given, ...head };
  const { event } = given.fields;
  return { ...given, ...head, fields: { ...given.fields, event: { ...event, location: event.location ?? null } } };
}
