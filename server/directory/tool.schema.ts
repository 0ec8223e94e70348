import { z } from 'zod';
import { normalizeDomain } from '../platform/domain.rules.js';
import type { FieldProblem } from '../platform/fault.js';
import { membersOf } from '../platform/form.rules.js';
import { pointerStep } from '../platform/graphql/input.walk.js';
import { hasUnstorableText } from '../platform/http/body.js';
import { isDay } from '../platform/instant.rules.js';
import { isSeen, UNSEEN_DETAIL } from '../platform/name.rules.js';
import { licenceIdsOf } from '../platform/spdx.rules.js';
import type { ToolFacts } from './tool.types.js';
import { installKinds, maturities, pricingModels, toolInterfaces } from './vocabulary.types.js';

/** The name and the sentence of a rule that is a function. */
export const coded = (code: string, error: string) => ({ error, params: { code } });

/** Text of 1 to `max` characters that PostgreSQL can store, trimmed. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !hasUnstorableText(value), coded('unstorable_text', 'holds a NUL or half of a surrogate pair'));
/** The name of a tool or a vendor: text that reads as it is written. */
export const nameText = (max: number) => text(max).refine(isSeen, coded('unseen_character', UNSEEN_DETAIL));
/** Lower-case words joined by hyphens. */
export const word = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');

/** Bounds of a tool's texts and lists; what becomes a tool is taken within the same. */
export const TOOL_BOUNDS = {
  slug: 80,
  name: 120,
  aliases: 20,
  summary: 500,
  vendorName: 120,
  category: 60,
  categories: 5,
  address: 2048,
  questions: 40,
} as const;

/** An https address that a tracked link may lead to: no user info, no port but 443. */
export const publicAddress = z
  .string()
  .max(TOOL_BOUNDS.address)
  .refine(
    isPublicAddress,
    coded('not_a_public_address', 'must be an https address of a named host, without user name, password or port'),
  );

/** A host of two labels or more that is no IP address: such an address leads to the reader's own machine or network. */
const NAMED_HOST = /\.[a-z][^.]*\.?$/;

/**
 * Checks an address that is shown and that browsers open. Addresses that the gateway itself calls are checked by `refusalOfAddress` of the
 * platform, which also knows the operator's allowances and takes no host in digits.
 */
export function isPublicAddress(value: string): boolean {
  if (!URL.canParse(value) || hasUnstorableText(value)) return false;
  const url = new URL(value);
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.port === '' &&
    NAMED_HOST.test(url.hostname)
  );
}

const address = publicAddress.nullable();
/** A day of the calendar, YYYY-MM-DD. */
export const day = z.string().refine(isDay, coded('not_a_day', 'must be a day, YYYY-MM-DD'));

/** A page on which facts of a record were read, so that anyone can look them up. */
const factSource = z.strictObject({
  url: publicAddress,
  /** The collection through which it was read, when that was not the page itself. */
  via: publicAddress.nullish(),
  readAt: day,
  facts: z.array(text(40)).min(1).max(30),
});

/**
 * The one declaration of the facts that an import or a reviewer states of a tool. The type `ToolFacts`, the input of a correction, the columns of a
 * table and the names of facts in sources and audit entries are made of it. Absent knowledge is null, an empty list or `unknown`; nothing is
 * guessed. The whole of a record is checked before anything is written.
 */
export const toolFacts = z.strictObject({
  slug: word.max(TOOL_BOUNDS.slug),
  name: nameText(TOOL_BOUNDS.name),
  aliases: z.array(nameText(TOOL_BOUNDS.name)).max(TOOL_BOUNDS.aliases),
  summary: text(TOOL_BOUNDS.summary),
  vendor: z
    .strictObject({
      name: nameText(TOOL_BOUNDS.vendorName).nullable(),
      domain: z
        .string()
        .refine((value) => normalizeDomain(value) !== null, coded('not_a_domain', 'must be a domain'))
        .nullable(),
    })
    .nullable(),
  website: address,
  categories: z.array(word.max(TOOL_BOUNDS.category)).max(TOOL_BOUNDS.categories),
  capabilities: z.array(word.max(60)).max(12),
  pricing: z.strictObject({ model: z.enum(pricingModels), freeTier: text(300).nullable(), url: address }),
  signupUrl: address,
  maturity: z.enum(maturities),
  interfaces: z.array(z.enum(toolInterfaces)).max(5),
  install: z.strictObject({ kind: z.enum(installKinds), command: text(500) }).nullable(),
  packages: z.array(z.strictObject({ registry: word.max(30), name: text(214) })).max(20),
  /** Its own terms, not those of its packages; a record that says nothing of it knows nothing. */
  licence: z
    .strictObject({
      spdx: text(200).refine(
        (value) => licenceIdsOf(value) !== null,
        coded('not_a_licence', 'must be an expression of ids of the SPDX licence list'),
      ),
      source: publicAddress.max(200),
      checkedAt: day,
    })
    .nullable()
    .default(null),
  /** Names of environment variables that its own documentation uses; never values. */
  environment: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of a variable')).max(50),
  docs: z.strictObject({ url: address, llmsTxt: address, openapi: address }),
  /** Sentences by which people ask for it without its name: they find it, and are shown to reviewers alone. */
  questions: z.array(text(200)).max(TOOL_BOUNDS.questions).default([]),
  sources: z.array(factSource).max(30),
});

/** The members of the form, for the types that are made of it. */
export const toolMembers = membersOf(toolFacts);

/** Parses one record; answers the facts, or every problem with its pointer and without its value. */
export function parseToolFacts(value: unknown): { facts: ToolFacts } | { problems: FieldProblem[] } {
  const parsed = toolFacts.safeParse(value);
  return parsed.success ? { facts: parsed.data } : { problems: problemsOf(parsed.error) };
}

/** zod's issues as field problems. */
export const problemsOf = (error: z.ZodError): FieldProblem[] =>
  error.issues.map((issue) => ({
    pointer: issue.path.map((step) => pointerStep(typeof step === 'symbol' ? String(step) : step)).join(''),
    code: codeOf(issue),
    detail: issue.message,
  }));

/** The name of an issue; docs/operations.md explains each. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return typeof issue.params?.code === 'string' ? issue.params.code : 'not_allowed';
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const isMissing = issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1;
    if (isMissing) return 'required';
    const isLength = issue.origin === 'string' || issue.origin === 'array';
    return isLength ? (issue.code === 'too_big' ? 'too_long' : 'too_short') : 'out_of_range';
  }
  return CODES[issue.code] ?? 'not_allowed';
}

const CODES: Readonly<Partial<Record<string, string>>> = {
  invalid_type: 'type',
  invalid_format: 'pattern',
  not_multiple_of: 'out_of_range',
  unrecognized_keys: 'unknown_field',
};
