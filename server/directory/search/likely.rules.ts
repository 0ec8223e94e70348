import { type IntentAnalysis, type RequestedCapability, sentencesOf } from './intent.rules.js';
import type { Lexicon } from './lexicon.rules.js';
import type { ToolName } from './name-evidence.rules.js';
import type { Span } from './negation.rules.js';
import type { SearchParts } from './question.rules.js';
import type { Word } from './words.rules.js';

/** Sentences of one text that are compared with what is known of every tool. */
const SENTENCES_MAX = 24;
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
  /** How much of the evidence of the best tools is for a capability, against the one that has most. */
  shareOf(capability: string): number;
  /** The capability that has most of it; null where too little is known. */
  readonly first: string | null;
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
  isForeign: boolean,
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
  const fulfilled = new Set(
    names.flatMap(({ role, tools: [first] }) =>
      role === 'existing' ? (parts.tools.get(first?.id ?? '')?.capabilities[0] ?? []) : [],
    ),
  );
  // A tool that is there meets the need that it is for, unless a sentence says that the need is open.
  const isMet = ({ id, from }: RequestedCapability): boolean => fulfilled.has(id) && !isWished(words, from);
  const corrected = analysis.capabilities.map((need): RequestedCapability => {
    const sentence = compared.find((one) => inside(one, need.from));
    const own = analysis.capabilities.filter(({ from }) => sentence && inside(sentence, from));
    if (!sentence?.first || own.length !== 1 || need.size === 0 || need.size >= SURE_SIZE || isForeign) return need;
    if (
      sentence.shareOf(need.id) >= CORRECTED_MAX ||
      isItem(parts.lexicon, words, need) ||
      analysis.excluded.includes(sentence.first)
    )
      return need;
    return { ...need, id: sentence.first };
  });
  const supported = corrected.filter((need) => !isMet(need) && isHeld(need));
  // The evidence against the only need of a text is no better than the phrase for it.
  const held = supported.length > 0 ? supported : analysis.capabilities;
  const isPart = (item: Span): boolean => !compared.some(({ from, to }) => from === item.from && to === item.to);
  const added = itemsOf(parts, words, telling, compared, names).flatMap(
    ({ agreed, from, to }): RequestedCapability[] => {
      const spoken =
        held.some((one) => from <= one.from && one.from < to) ||
        names.some(
          (name) => inside({ from, to }, name.from) && (isPart({ from, to }) || SPOKEN.has(name.role ?? 'wanted')),
        );
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
    },
  );
  return [...held, ...added].toSorted((a, b) => a.from - b.from).map((one, order) => ({ ...one, order }));
}
const PHRASE_MAX = 60;
/** A need of few words that is the only one of its sentence gives way to the likeliest where its share of the evidence is less: `hosting` in "postgres hosting with branching". */
const CORRECTED_MAX = 0.3;

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

/** Sentences, and the items of those that list several things: each may ask for something of its own. */
function itemsOf(
  parts: SearchParts,
  words: readonly Word[],
  telling: ReadonlySet<string>,
  sentences: readonly Compared[],
  names: readonly ToolName[],
): Compared[] {
  return sentences.flatMap((sentence) => {
    const items = joinedItems(parts.lexicon, words, sentence);
    if (items.length === 1) return [sentence];
    return items.slice(0, ITEMS_MAX).flatMap((item) => compare(parts, words, telling, item, names) ?? []);
  });
}
const ITEMS_MAX = 8;

/** The items of a sentence, parted by commas and joining words. */
function joinedItems({ joins }: Lexicon, words: readonly Word[], { from, to }: Span): Span[] {
  const starts = [from];
  for (let at = from + 1; at < to; at += 1)
    if (words[at]?.break === 'clause' || joins.has(words[at - 1]?.plain ?? '')) starts.push(at);
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
}

/**
 * Items of a list beside a need in which nothing was read and of which no tool knows much, as written: `a trampoline` in "error tracking and a
 * trampoline". A sentence without any need is unread as a whole.
 */
export function unreadItems(
  { texts, lexicon }: SearchParts,
  words: readonly Word[],
  needs: readonly RequestedCapability[],
  names: readonly ToolName[],
): string[] {
  const spoken = [...needs, ...names];
  return sentencesOf(words).flatMap((sentence) => {
    if (!needs.some(({ from, to }) => from < sentence.to && to > sentence.from)) return [];
    return joinedItems(lexicon, words, sentence)
      .slice(0, ITEMS_MAX)
      .flatMap(({ from, to }) => {
        if (spoken.some((one) => one.from < to && one.to > from)) return [];
        const own = words.slice(from, to).filter(({ plain }) => !lexicon.stopWords.has(plain));
        const stems = [...new Set(own.map(({ stem }) => stem))];
        if (stems.length === 0) return [];
        const shared = Math.max(0, ...lexicon.needs.find(own).map((need) => need.shared));
        if (Math.max(shared, texts.find(stems, 'any')[0]?.share ?? 0) >= UNREAD_SHARE_MAX) return [];
        const item = words.slice(from, to).filter(({ plain }) => !lexicon.joins.has(plain));
        const text = item.map(({ written }) => written).join(' ');
        return text.length > PHRASE_MAX ? `${text.slice(0, PHRASE_MAX - 1).trimEnd()}…` : text;
      });
  });
}
/** An item of which a tool, or how people ask for a need, knows this part is no gap: it says more of a need beside it. */
const UNREAD_SHARE_MAX = 0.6;

/** Words before a need that say it is open. */
const WISHING = new Set(
  'need needs needed want wants wanted looking find add missing wish require requires like love search seek build brauche brauchen suche suchen besoin cherche busco necesito preciso'.split(
    ' ',
  ),
);
function isWished(words: readonly Word[], from: number): boolean {
  for (let at = from; at > 0 && !words[at]?.stops; at -= 1) if (WISHING.has(words[at - 1]?.plain ?? '')) return true;
  return false;
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
    best.share >= (words[sentence.from]?.stops ? SHARE_MIN : ITEM_MIN.share) &&
    likeliest[1] >= (words[sentence.from]?.stops ? AGREED_MIN : ITEM_MIN.agreed) * whole &&
    (likelihood.get(likeliest[0]) ?? 0) >= LIKELY_MIN;
  const supportOf = (id: string): number => Math.max(support.get(id) ?? 0, likelihood.get(id) ?? 0);
  const shares = sharesOf(
    hits.slice(0, VOTING).flatMap(({ id, score }) => {
      const capabilities = tools.get(id)?.capabilities.slice(0, PURPOSES + 1) ?? [];
      return [{ capabilities, known: score / best.score }];
    }),
    likelihood,
  );
  const [first] = [...shares].toSorted((x, y) => y[1] - x[1]);
  const shareOf = (id: string): number => (shares.get(id) ?? 0) / (first?.[1] ?? 1);
  return {
    ...sentence,
    supportOf,
    shareOf,
    first: first && best.share >= SHARE_MIN && (likelihood.get(first[0]) ?? 0) >= LIKELY_MIN ? first[0] : null,
    agreed: isAgreed ? likeliest[0] : null,
  };
}
const LIKELY_MIN = 0.5;
/** The same for an item of a list, which has fewer words. */
const ITEM_MIN = { share: 0.6, agreed: 0.8 } as const;
/** The tools that know most of a sentence. */
const VOTING = 10;

/** How much of the evidence of the tools that know most of a sentence is for each capability, by how likely the sentence asks for it. */
function sharesOf(
  voting: readonly { readonly capabilities: readonly string[]; readonly known: number }[],
  likelihood: ReadonlyMap<string, number>,
): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { capabilities, known } of voting)
    capabilities.forEach((id, place) => {
      const share = (known * known * (0.35 + (likelihood.get(id) ?? 0))) / (1 + 0.7 * place);
      shares.set(id, (shares.get(id) ?? 0) + share);
    });
  return shares;
}
