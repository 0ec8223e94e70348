import { type IntentAnalysis, type RequestedCapability, sentencesOf } from './intent.rules.js';
import type { Lexicon } from './lexicon.rules.js';
import type { ToolName } from './name-evidence.rules.js';
import type { Span } from './negation.rules.js';
import type { SearchParts } from './question.rules.js';
import type { Word } from './words.rules.js';

/** Sentences of one text that are compared with what is known of every tool. */
const SENTENCES_MAX = 8;
/** Words that say something and make a sentence worth comparing. */
const TELLING_MIN = 2;
/** A need that has less than this part of the best one’s share of its sentence is none: `one` in "through one API". */
const SUPPORT_MIN = 0.3;
/** Words of a phrase that is believed without support. */
const SURE_SIZE = 3;
/** The capabilities of a tool that say what it is for. */
const PURPOSES = 2;
/** The best tools of a sentence, which must agree on what it asks for. */
const BEST = 5;
/** The part of a sentence's weight that the best tool must know. */
const SHARE_MIN = 0.5;
/** How much of the evidence of the best tools one capability must have. */
const AGREED_MIN = 0.5;

interface Compared extends Span {
  /** How much of the sentence is about a capability, against the one that has most: by its tools, or by how people ask for it. */
  supportOf(capability: string): number;
  /** The capability on which the best tools agree; null where they don't, or know too little. */
  readonly agreed: string | null;
}

/**
 * Holds the needs that phrases found against what is known of every tool, sentence by sentence: a need that little of its sentence is about is
 * left out, and a sentence without a need asks for what its best tools agree on. One that no tool of the catalog meets stays: it is a gap.
 */
export function weighNeeds(
  parts: SearchParts,
  words: readonly Word[],
  stems: readonly string[],
  analysis: IntentAnalysis,
  names: readonly ToolName[],
): readonly RequestedCapability[] {
  const telling = new Set(stems);
  const compared = sentencesOf(words)
    .slice(0, SENTENCES_MAX)
    .flatMap((sentence) => compare(parts, words, telling, sentence, names) ?? []);
  const inside = ({ from, to }: Span, at: number): boolean => from <= at && at < to;
  const isHeld = ({ id, size, from, to }: RequestedCapability): boolean => {
    if (size === 0 || size >= SURE_SIZE || isItem(parts.lexicon, words, { from, to })) return true;
    const sentence = compared.find((one) => inside(one, from));
    return !sentence || !parts.byCapability.has(id) || sentence.supportOf(id) >= SUPPORT_MIN;
  };
  const supported = analysis.capabilities.filter(isHeld);
  // The evidence against the only need of a text is no better than the phrase for it.
  const held = supported.length > 0 ? supported : analysis.capabilities;
  const added = compared.flatMap(({ agreed, from, to }): RequestedCapability[] => {
    const spoken =
      held.some((one) => from <= one.from && one.from < to) ||
      names.some((name) => inside({ from, to }, name.from) && SPOKEN.has(name.role ?? 'wanted'));
    if (agreed === null || spoken || held.some(({ id }) => id === agreed) || analysis.excluded.includes(agreed))
      return [];
    const phrase = words
      .slice(from, to)
      .map(({ written }) => written)
      .join(' ');
    return [
      {
        id: agreed,
        phrase: phrase.length > PHRASE_MAX ? `${phrase.slice(0, PHRASE_MAX - 1).trimEnd()}…` : phrase,
        order: 0,
        size: 1,
        from,
        to,
      },
    ];
  });
  return [...held, ...added].toSorted((a, b) => a.from - b.from).map((one, order) => ({ ...one, order }));
}
const PHRASE_MAX = 60;

/** Words after which a list begins or goes on. */
const LISTING = new Set([
  'with',
  'plus',
  'using',
  'then',
  'need',
  'needs',
  'want',
  'wants',
  'including',
  'mit',
  'avec',
  'con',
  'com',
]);

/** Whether words are a whole item of a list, or a whole clause: a list wants each of its items. */
function isItem({ joins, fillers }: Lexicon, words: readonly Word[], { from, to }: Span): boolean {
  let first = from;
  while (words[first]?.break === 'none' && fillers.has(words[first - 1]?.plain ?? '')) first -= 1;
  const [before, after] = [words[first - 1], words[to]];
  const begins = words[first]?.break !== 'none' || joins.has(before?.plain ?? '') || LISTING.has(before?.plain ?? '');
  return begins && (after === undefined || after.break !== 'none' || joins.has(after.plain));
}

/** Roles of names that say by themselves what a sentence asks for. */
const SPOKEN: ReadonlySet<string> = new Set(['wanted', 'acted_in', 'compared', 'replaced']);

function compare(
  { texts, tools, lexicon }: SearchParts,
  words: readonly Word[],
  telling: ReadonlySet<string>,
  sentence: Span,
  names: readonly ToolName[],
): Compared | null {
  const isSilent = (at: number): boolean =>
    names.some(({ from, to, role }) => from <= at && at < to && (role === 'banned' || role === 'existing'));
  const own = words.flatMap(({ stem }, at) =>
    at >= sentence.from && at < sentence.to && telling.has(stem) && !isSilent(at) ? stem : [],
  );
  if (new Set(own).size < TELLING_MIN) return null;
  const hits = texts.find([...new Set(own)], 'any');
  const [best] = hits;
  if (!best) return null;
  const support = new Map<string, number>();
  for (const { id, score } of hits)
    for (const capability of tools.get(id)?.capabilities.slice(0, PURPOSES) ?? [])
      if (!support.has(capability)) support.set(capability, score / best.score);
  const votes = new Map<string, number>();
  const top = hits.slice(0, BEST);
  for (const { id, score } of top) {
    const [purpose] = tools.get(id)?.capabilities ?? [];
    if (purpose) votes.set(purpose, (votes.get(purpose) ?? 0) + score);
  }
  const [likeliest] = [...votes].toSorted((a, b) => b[1] - a[1]);
  const whole = top.reduce((sum, { score }) => sum + score, 0);
  const likelihood = lexicon.needs.likelihoods(words.slice(sentence.from, sentence.to));
  const isAgreed =
    likeliest &&
    best.share >= SHARE_MIN &&
    likeliest[1] >= AGREED_MIN * whole &&
    (likelihood.get(likeliest[0]) ?? 0) >= LIKELY_MIN;
  const supportOf = (id: string): number => Math.max(support.get(id) ?? 0, likelihood.get(id) ?? 0);
  return { ...sentence, supportOf, agreed: isAgreed ? likeliest[0] : null };
}
const LIKELY_MIN = 0.5;
