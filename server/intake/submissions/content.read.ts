import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isAddress, isTime } from '../../platform/constraints.js';
import { asciiHost, normalizeAccountDomain } from '../../platform/domain.rules.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault, type FieldProblem, invalid } from '../../platform/fault.js';
import { isRecord, pointerTo } from '../../platform/json.rules.js';
import { findCredentials } from '../../platform/secrets/secret.rules.js';
import { isPrivateName } from '../../tracking/index.js';
import type { SubmittedContent } from '../draft.types.js';
import { type IntakeKindName, intakeKinds } from '../intake-state.rules.js';
import { intakeContracts } from './contract.schema.js';
import { formOfRule, type TextForm, textForms } from './text-form.rules.js';

/** A whole submission; what is longer is not read. */
export const INPUT_BYTES_MAX = 64 * 1024;
const LEVELS_MAX = 8;

/** `verbose` hands the broken rule over with its error, by which its wording is found. */
const ajv = new Ajv2020({ allErrors: true, strict: true, validateFormats: false, verbose: true });

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
  const { kind } = given;
  if (!isKind(kind))
    return {
      fault: invalid([
        kind === undefined || kind === null
          ? { pointer: '/kind', code: 'required', detail: 'kind is required' }
          : { pointer: '/kind', code: 'not_allowed', detail: `kind must be one of ${intakeKinds.join(', ')}` },
      ]),
    };
  const validate = ajv.compile<SubmittedContent>(intakeContracts[kind]); // ajv compiles each contract once, when it is first asked for
  const content: unknown = given;
  const isContent = validate(content);
  const problems = isContent ? [] : problemsOf(validate.errors ?? []);
  const found = [...problems, ...valueProblems(given, problems)];
  return isContent && found.length === 0 ? { content: normalFormOf(plainOf(content)) } : { fault: invalid(found) };
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

/** Without the optional members that are null, since a contract has no null elsewhere, and with each address as the network knows it. */
const plainOf = (content: SubmittedContent): SubmittedContent =>
  JSON.parse(JSON.stringify(content), (name, member) =>
    ADDRESS_NAMES.has(name) && typeof member === 'string' ? withAsciiHost(member) : (member ?? undefined),
  );

/** An address whose host is written in its own letters, as its URL; any other as it is. */
const withAsciiHost = (text: string): string =>
  /^https:\/\/[^/?#]*[^\p{ASCII}/?#]/u.test(text) ? new URL(text).href : text;

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1) || 'the input';

const PAIR = 'an amount and its currency come together';

/** A member that is null is absent; an item of a list is there, whatever it is. */
const isAbsent = ({ data, instancePath }: ErrorObject): boolean => data === null && !/\/\d+$/.test(instancePath);

function problemOf(error: ErrorObject): FieldProblem | null {
  const { instancePath: at, keyword, params, schemaPath, schema } = error;
  if (schemaPath.includes('/oneOf/')) return null;
  const name = nameOf(at);
  const isOfPair = schemaPath.includes('/then/');
  if (isAbsent(error)) return { pointer: at, code: 'required', detail: isOfPair ? PAIR : `${name} is required` };
  const form = formOfRule(schema);
  if (form) return problemOfForm(at, form);
  switch (keyword) {
    case 'required': {
      const pointer = pointerTo(at, String(params.missingProperty));
      return { pointer, code: 'required', detail: isOfPair ? PAIR : `${nameOf(pointer)} is required` };
    }
    case 'if':
      return null; // what `then` asks for is an error of its own
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
      return { pointer: at, code: 'wrong_type', detail: `${name} must be of type ${notNull(params.type)[0]}` };
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
        detail: `${name} must be one of ${notNull(params.allowedValues).join(', ')}`,
      };
    case 'pattern':
      return { pointer: at, code: 'pattern', detail: `${name} does not have the form that the contract asks for` };
    default:
      return { pointer: at, code: 'invalid', detail: `${name} does not fit the contract` };
  }
}

const problemOfForm = (pointer: string, { code, detail }: TextForm): FieldProblem => ({
  pointer,
  code,
  detail: `${nameOf(pointer)} ${detail}`,
});

const notNull = (words: unknown): unknown[] => [words].flat().filter((one) => one !== null && one !== 'null');

function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  for (const error of errors) {
    const problem = problemOf(error);
    if (problem && !found.has(problem.pointer)) found.set(problem.pointer, problem);
  }
  return [...found.values()];
}

/** Problems that the contract lets pass in members that fit it. */
function valueProblems(input: Record<string, unknown>, known: readonly FieldProblem[]): FieldProblem[] {
  const wrong = new Set(known.map(({ pointer }) => pointer));
  const sponsors = indexesOf(valueAt(input, '/fields/sponsors')).map((index) => `/fields/sponsors/${index}/domain`);
  const times = ['event/startsAt', 'event/endsAt', 'submissionsDueAt', 'offer/endsAt'].map((name) => `/fields/${name}`);
  const broken = (pointers: readonly string[], form: TextForm, isRight: (value: string) => boolean): FieldProblem[] =>
    pointers.flatMap((pointer) => {
      const value = valueAt(input, pointer);
      return typeof value === 'string' && !wrong.has(pointer) && !isRight(value) ? [problemOfForm(pointer, form)] : [];
    });
  return [
    ...broken(['/contact/email'], textForms.email, isAddress),
    ...broken(
      ['/organization/domain', ...sponsors],
      textForms.domain,
      (value) => normalizeAccountDomain(value) !== null,
    ),
    ...broken(times, textForms.time, isTime),
    ...broken(addressPointers(input), textForms.https, isAddressOfHost),
  ];
}

/** The members that hold an address and nothing else. */
const ADDRESS_NAMES = new Set(['website', 'docsUrl', 'url', 'termsUrl', 'rulesUrl']);

/** The pointers of the addresses in an input. */
const addressPointers = ({ fields }: Record<string, unknown>): string[] => pointersOfAddresses(fields, '/fields', 0);

function pointersOfAddresses(value: unknown, at: string, level: number): string[] {
  if (level > LEVELS_MAX) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => pointersOfAddresses(item, `${at}/${index}`, level + 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    ADDRESS_NAMES.has(name) && typeof member === 'string'
      ? [pointerTo(at, name)]
      : pointersOfAddresses(member, pointerTo(at, name), level + 1),
  );
}

/** Whether an address names a host that can be registered. */
const isAddressOfHost = (text: string): boolean => URL.canParse(text) && asciiHost(new URL(text).hostname) !== null;

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
