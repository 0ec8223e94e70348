import { namePatterns, UNSEEN, UNSEEN_DETAIL } from '../../platform/name.rules.js';
import { timeZones } from '../../platform/time-zone.rules.js';

/**
 * The form of a member's text: the rules that stand in the published schema and by which submitIntake checks, and the sentence of a refusal. A
 * pattern uses only the syntax that the expressions of other languages have too: no look-around, no property of a character.
 */
export interface TextForm {
  readonly code: string;
  /** Follows the name of the member. */
  readonly detail: string;
  readonly rules: readonly TextRule[];
}
type TextRule =
  | { readonly pattern: string }
  | { readonly not: { readonly pattern: string } }
  | { readonly enum: readonly string[] };

const LEAP_OF_CENTURY = '0[48]|[2468][048]|[13579][26]';
/** Each day from 0001-01-01 to 9999-12-31. */
const DAY =
  `(?:(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)-` +
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))' +
  `|(?:[0-9]{2}(?:${LEAP_OF_CENTURY})|(?:${LEAP_OF_CENTURY})00)-02-29)`;
const HOUR_AND_MINUTE = ['(?:[01][0-9]|2[0-3])', '[0-5][0-9]'] as const;
/** A time of the day with its offset, as times are sent to us (decisions §2). */
const CLOCK =
  `[Tt ]${HOUR_AND_MINUTE.join(':')}(?::[0-5][0-9](?:[.,][0-9]+)?)?` +
  `(?:[Zz]|[+-]${HOUR_AND_MINUTE[0]}(?::?${HOUR_AND_MINUTE[1]})?)`;

/** IDNA reads these as the dot between two labels. */
const DOTS = '.\\u3002\\uff0e\\uff61';
const ASCII_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** A label with a character beyond ASCII; which of them IDNA takes no pattern can say. */
const WIDE = '[^\\u0000-\\u007f\\u3002\\uff0e\\uff61]';
const WIDE_LABEL = `[A-Za-z0-9-]*${WIDE}(?:[A-Za-z0-9-]|${WIDE})*`;
const LABELS = `(?:(?:${ASCII_LABEL}|${WIDE_LABEL})[${DOTS}])+`;

/**
 * https, a host of at least two labels that is no address in digits, in ASCII or in its own letters, no user name, and no port but the usual one,
 * as `isPublicAddress` of the directory has it.
 */
const HOST_LABEL = `(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?|${WIDE_LABEL})`;
const HTTPS = `^https://(?:${HOST_LABEL}[${DOTS}])+(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?|${WIDE_LABEL})(?::443)?(?:[/?#]\\S*)?$`;

/** A mailbox as it is written in an address: words between dots. Between quotes it would be the same one spelled a second time. */
const WIDE_IN_MAILBOX =
  '\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef';
const WORD_OF_MAILBOX = `[A-Za-z0-9!#$%&'*+/=?^_\`{|}~${WIDE_IN_MAILBOX}-]+`;
const TOP_OF_MAIL = `(?:[A-Za-z]{2,63}|[Xx][Nn][A-Za-z0-9-]{1,60}[A-Za-z0-9]|${WIDE_LABEL})`;

export const textForms = {
  notBlank: { code: 'required', detail: 'must not be blank', rules: [{ pattern: '^$|\\S' }] },
  storable: {
    code: 'unstorable',
    detail: 'must not hold NUL or half of a surrogate pair',
    rules: [{ pattern: '^[^\\u0000\\ud800-\\udfff]*$' }],
  },
  name: {
    code: 'name',
    detail: 'must be a name on one line, without a web address',
    rules: [{ pattern: namePatterns.oneLine }, { not: { pattern: namePatterns.webAddress } }],
  },
  seen: { code: 'unseen', detail: UNSEEN_DETAIL, rules: [{ pattern: namePatterns.seen }] },
  email: {
    code: 'address',
    detail: 'must be an e-mail address',
    rules: [
      {
        pattern: `^\\s*${WORD_OF_MAILBOX}(?:\\.${WORD_OF_MAILBOX})*@${LABELS}${TOP_OF_MAIL}\\s*$`,
      },
      { pattern: '^\\s*\\S{1,64}@[^@]*$' },
      { pattern: `^[^${UNSEEN}]*@[^@]*$` },
    ],
  },
  domain: {
    code: 'domain',
    detail:
      'must be a domain of its own such as example.com: without scheme, port or path, and no public suffix such as co.uk',
    rules: [
      { pattern: `^\\s*${LABELS}(?:${ASCII_LABEL}|${WIDE_LABEL})[${DOTS}]?\\s*$` },
      // Its last label holds a letter and is no number in hexadecimal.
      { pattern: `[^\\u0000-@\\[-\`{-\\u007f${DOTS}][^${DOTS}]*[${DOTS}]?\\s*$` },
      { not: { pattern: `[${DOTS}]0[Xx][0-9A-Fa-f]*[${DOTS}]?\\s*$` } },
    ],
  },
  https: {
    code: 'https',
    detail: 'must be an https address of a public host, without user name or port',
    rules: [{ pattern: HTTPS }],
  },
  time: {
    code: 'time',
    detail: 'must be a day that the calendar has, or a time with its offset such as 2026-12-05T09:00:00Z',
    rules: [{ pattern: `^${DAY}(?:${CLOCK})?$` }],
  },
  /** A day alone leaves open when it ends. */
  instant: {
    code: 'time',
    detail: 'must be a time with its offset such as 2026-12-06T17:00:00Z, on a day that the calendar has',
    rules: [{ pattern: `^${DAY}${CLOCK}$` }],
  },
  timeZone: {
    code: 'timezone',
    detail: 'must be a name of the IANA list, such as Europe/Berlin',
    rules: [{ enum: timeZones }],
  },
} as const satisfies Record<string, TextForm>;

const formOf = new Map<unknown, TextForm>(
  Object.values<TextForm>(textForms).flatMap((form) =>
    form.rules.flatMap((rule) => Object.values(rule).map((value) => [value, form])),
  ),
);

/** The form that a rule of a schema is of, by the value of its keyword. */
export const formOfRule = (value: unknown): TextForm | null => formOf.get(value) ?? null;

/** The rules of several forms as members of a schema: the first beside its other members, so that a reader sees it at once. */
export function formed(...forms: readonly TextForm[]): object {
  const [first, ...others] = forms.flatMap(({ rules }) => rules);
  return { ...first, ...(others.length > 0 ? { allOf: others } : {}) };
}
