import { isDeepStrictEqual } from 'node:util';
import { licenceIdsOf } from '../../platform/spdx.rules.js';
import type { CheckOutcome, Seen } from '../check.entity.js';

/** The end of a question about a subject. */
export type CheckAnswer =
  | { readonly kind: 'seen'; readonly seen: Seen; readonly etag: string | null; readonly lastModified: string | null }
  | { readonly kind: 'not_modified' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreachable' }
  /** The source lets no program look, or answers in no form that is known. */
  | { readonly kind: 'unknown' }
  /** The host asks to be left alone for a while. */
  | { readonly kind: 'busy'; readonly waitMs: number };

/** The findings of the checks so far. */
export interface Standing {
  readonly outcome: CheckOutcome | null;
  readonly checkedAt: Date | null;
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly seen: Seen | null;
}

/** A fact is marked when as many checks in a row found it not to hold. */
const FAILURES_MARKED = 2;
export const isMarked = ({ failures }: Pick<Standing, 'failures'>): boolean => failures >= FAILURES_MARKED;

export interface Judgement {
  readonly standing: Standing;
  /** The facts with news for the change feed; none where the check found what it found before. */
  readonly news: readonly string[];
}

/** Judges a check for the facts behind it: an answer that shows nothing changes neither what was found before nor its day. */
export function judgeCheck(
  before: Standing,
  answer: Exclude<CheckAnswer, { kind: 'busy' }>,
  { facts, licence, at }: { readonly facts: readonly string[]; readonly licence: string | null; readonly at: Date },
): Judgement {
  if (answer.kind === 'unknown') return { standing: { ...before, outcome: 'unknown' }, news: [] };
  const seen = answer.kind === 'seen' ? answer.seen : before.seen;
  const outcome = outcomeOf(answer, seen, licence);
  const changed = answer.kind === 'seen' && before.seen !== null ? changesOf(before.seen, answer.seen) : [];
  if (outcome === 'confirmed')
    return {
      standing: { outcome, checkedAt: at, failures: 0, failingSince: null, seen },
      news: [...new Set([...(isMarked(before) ? facts : []), ...changed])],
    };
  const failures = before.failures + 1;
  const isNew = isMarked({ failures }) && !isMarked(before);
  return {
    standing: { ...before, outcome, failures, failingSince: before.failingSince ?? at, seen },
    news: [...new Set([...(isNew ? facts : []), ...changed])],
  };
}

function outcomeOf(
  answer: Exclude<CheckAnswer, { kind: 'busy' | 'unknown' }>,
  seen: Seen | null,
  licence: string | null,
): CheckOutcome {
  if (answer.kind === 'gone' || answer.kind === 'unreachable') return answer.kind;
  return licence !== null && seen?.licence !== undefined && !isSameLicence(licence, seen.licence)
    ? 'contradicted'
    : 'confirmed';
}

const WATCHED: readonly (readonly [keyof Seen, string])[] = [
  ['version', 'version'],
  ['licence', 'licence'],
  ['deprecated', 'deprecated'],
  ['archived', 'archived'],
  ['tools', 'mcp_tools'],
];

/** The names of what a source shows otherwise than before; what it showed only once is not compared, but for a new address. */
const changesOf = (before: Seen, now: Seen): string[] => [
  ...WATCHED.filter(
    ([member]) =>
      now[member] !== undefined && before[member] !== undefined && !isDeepStrictEqual(before[member], now[member]),
  ).map(([, name]) => name),
  ...(before.movedTo === now.movedTo ? [] : ['address']),
];

const familyOf = (id: string): string => id.toLowerCase().replace(/-(?:only|or-later)$|\+$/, '');

/** Whether a forge's id is one of those that the catalog's expression names; a forge knows no `-only` and `-or-later`. */
const isSameLicence = (expression: string, seen: string): boolean =>
  (licenceIdsOf(expression) ?? [expression]).some((id) => familyOf(id) === familyOf(seen));
