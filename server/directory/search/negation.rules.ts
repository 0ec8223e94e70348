import { type Lexicon, matchesAt } from './lexicon.rules.js';
import type { Word } from './words.rules.js';

/** Something that a text asks for: words `from` up to, not including, `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Words that may stand between a negation and what it is about: `no need for a separate login`. */
const REACH = 3;

interface Negation extends Span {
  readonly kind: 'before' | 'after';
  readonly carriesAnd: boolean;
}

/** Which of the spans (in the order of the text) are said not to be wanted. */
export function negatedSpans(lexicon: Lexicon, words: readonly Word[], spans: readonly Span[]): Set<Span> {
  const negated = new Set<Span>();
  for (const negation of readNegations(lexicon, words, spans)) {
    if (negation.kind === 'after') {
      const last = spans.findLast(({ to }) => to <= negation.from);
      const reach = meansWithout(words, negation.from) ? 0 : REACH;
      if (last && isOneClause(words, last.to, negation.from + 1) && negation.from - last.to <= reach) negated.add(last);
      continue;
    }
    let reached = negation.to;
    let isFirst = true;
    for (const span of spans) {
      if (span.from < negation.to) continue;
      const joins = isFirst
        ? isOneClause(words, reached, span.from + 1) && span.from - reached <= REACH
        : joinsOn(lexicon, words, reached, span.from, negation.carriesAnd || listEndsWithOr(lexicon, words, span));
      if (!joins) break;
      negated.add(span);
      reached = span.to;
      isFirst = false;
    }
  }
  return negated;
}

/** The negations of a text, longest first at each place; one inside a span (`no code`) belongs to it. */
function readNegations(lexicon: Lexicon, words: readonly Word[], spans: readonly Span[]): Negation[] {
  const read: Negation[] = [];
  for (let from = 0; from < words.length; from += 1) {
    if (meansWithout(words, from)) {
      if (!spans.some((span) => span.from < from && from < span.to))
        read.push({ from, to: from + 1, kind: 'after', carriesAnd: false });
      continue;
    }
    const longest = matchesAt(lexicon.negations, words, from, lexicon).reduce<
      { to: number; meaning: { kind: string; carriesAnd: boolean } } | undefined
    >((best, { at, meaning }) => {
      const to = (at.at(-1) ?? from) + 1;
      return best && best.to >= to ? best : { to, meaning };
    }, undefined);
    if (!longest) continue;
    const { to, meaning } = longest;
    const isInside = spans.some((span) => span.from <= from && to <= span.to);
    if (!isInside && (meaning.kind === 'before' || meaning.kind === 'after'))
      read.push({ from, to, kind: meaning.kind, carriesAnd: meaning.carriesAnd });
    from = to - 1;
  }
  return read;
}

/** Whether a word is the "free" of `kubernetes-free`: the hyphen distinguishes it from something that costs nothing. */
export const meansWithout = (words: readonly Word[], at: number): boolean =>
  words[at]?.plain === 'free' && words[at].hyphened;

const isOneClause = (words: readonly Word[], from: number, to: number): boolean =>
  words.slice(from, to).every((word) => word.break !== 'clause');

/** Whether what stands between two spans only joins them: fillers, "or", and with `reaching` also "and" and commas. */
function joinsOn(lexicon: Lexicon, words: readonly Word[], from: number, to: number, reaching: boolean): boolean {
  const between = words.slice(from, to);
  const joins = between.every(
    ({ plain }) => lexicon.or.has(plain) || lexicon.fillers.has(plain) || (reaching && lexicon.and.has(plain)),
  );
  if (!joins) return false;
  const hasOr = between.some(({ plain }) => lexicon.or.has(plain));
  if (words.slice(from, to + 1).some(({ stops }) => stops)) return false;
  const parted = words.slice(from, to + 1).some((word) => word.break === 'clause');
  return hasOr || reaching ? true : !parted && words[to]?.break === 'list';
}

/** `no login, payments or search`: the "or" at the end shows that the commas go on with the negation. */
function listEndsWithOr(lexicon: Lexicon, words: readonly Word[], span: Span): boolean {
  for (let at = span.from; at < Math.min(words.length, span.to + REACH * 3); at += 1) {
    const plain = words[at]?.plain ?? '';
    if (lexicon.or.has(plain)) return true;
    if (lexicon.and.has(plain)) return false;
  }
  return false;
}
