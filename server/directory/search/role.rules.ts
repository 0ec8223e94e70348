import { type Lexicon, matchesAt } from './lexicon.rules.js';
import type { NameRole } from './lexicon.schema.js';
import type { Span } from './negation.rules.js';
import { RUNNING, type StatedRole, statedRole } from './statement-role.rules.js';
import type { Word } from './words.rules.js';

/** Words that may stand between the first word of a cue and the name that it is about, fillers included. */
const BEFORE_MAX = 9;
/** A role that a text gives a name outweighs those behind it: "we use X, but X is too expensive" replaces X. */
const PRECEDENCE: readonly NameRole[] = ['banned', 'replaced', 'acted_in', 'existing', 'compared', 'context'];
/** Roles that a list goes on with: "we use X for mail and Y for payments". */
const CARRIED: ReadonlySet<NameRole> = new Set(['banned', 'existing']);
/** Words that join the names of one list, in the languages in which people ask. */
const JOINING = new Set([
  'and',
  'or',
  'nor',
  'plus',
  'und',
  'oder',
  'noch',
  'et',
  'ou',
  'ni',
  'y',
  'o',
  'e',
  'と',
  'や',
]);
const COMPARING = new Set(['vs', 'versus', 'v', 'against', 'gegen', 'contre', 'contra']);
/** Words between a name and what it is used for. */
const PURPOSE = new Set(['for', 'as', 'to', 'fur', 'als', 'pour', 'para', 'comme', 'como']);
/** Words before "like" that make it a wish or a look, not a comparison. */
const NO_COMPARISON = new Set([
  'would',
  'id',
  'i',
  'we',
  'wed',
  'you',
  'they',
  'looks',
  'look',
  'feels',
  'd',
  'also',
  'not',
]);

/** The roles of the names of a text, and the needs that it says are fulfilled. */
export interface Roles<Name extends Span> {
  readonly of: ReadonlyMap<Name, NameRole>;
  /** Spans of capabilities that what is there already does: `we use X for mail`. */
  readonly fulfilled: ReadonlySet<Span>;
  /** Spans of capabilities that are the objects of acts in an application: `raise a bug report in X`. */
  readonly acted: ReadonlySet<Span>;
}

/**
 * Gives each name of a text its role by the words around it: a cue before the list in which it stands (`moving off X and Y`), a cue behind it
 * (`X is out of the question`), the words that join the list (`X vs Y`), or the list that goes on from another name. `negated` are the names
 * that a negation reaches. Names and capabilities stand in the order of the text.
 */
export function rolesOf<Name extends Span>(
  lexicon: Lexicon,
  words: readonly Word[],
  names: readonly Name[],
  capabilities: readonly Span[],
  negated: ReadonlySet<Span>,
): Roles<Name> {
  const of = new Map<Name, NameRole>();
  const fulfilled = new Set<Span>();
  const acted = new Set<Span>();
  let carried: { readonly role: NameRole; readonly to: number } | null = null;
  for (const list of listsOf(lexicon, words, names)) {
    const [first] = list;
    const last = list.at(-1);
    if (!first || !last) continue;
    const span = { from: first.from, to: last.to };
    const stated = statedRole(words, span, names);
    const cue = weightier(cueAround(lexicon, words, span, capabilities), stated);
    const own: NameRole =
      cue?.role ??
      (list.some((name) => negated.has(name)) ? 'banned' : null) ??
      (carried && carried.to === first.from ? carried.role : null) ??
      (list.length > 1 && isCompared(words, list) ? 'compared' : 'wanted');
    for (const name of list)
      of.set(name, negated.has(name) && own !== 'replaced' && own !== 'existing' ? 'banned' : own);
    const reach = reachOf(lexicon, words, last.to, capabilities, cue?.at[0] === last.to ? cue.at.length : 0);
    if (own === 'existing') for (const span of reach.spans) fulfilled.add(span);
    // "Mail is handled by X" has mail, and "raise a bug report in X" is about X.
    if (cue)
      for (const span of capabilities)
        if (isObject(words, span, cue)) (cue.role === 'acted_in' ? acted : fulfilled).add(span);
    if (stated !== null && own === 'existing')
      for (const need of metBy(words, stated, last, capabilities)) fulfilled.add(need);
    carried = CARRIED.has(own) ? { role: own, to: reach.to } : null;
  }
  return { of, fulfilled, acted };
}

/** Verbs of acts in an application, at the beginning of a sentence: `Open an issue on our GitLab project`. */
const ACTS = new Set(
  (
    'open create raise file log post send write append insert update change edit move drag rename label tag assign close reopen resolve ' +
    'add put set play publish sync submit push change mark delete remove archive book schedule reschedule cancel invite share upload save comment reply pin merge approve fetch pull read list download'
  ).split(' '),
);
const READS = new Set(['fetch', 'pull', 'read', 'list', 'download', 'remove', 'delete']);
const PLACES = new Set(['in', 'on', 'to', 'into', 'onto', 'inside']);
/** Words that may stand before the verb: `please`, `the agent should`. */
const BEFORE_ACT = new Set(
  'please then also now first the an a our my agent agents bot assistant it should must can could will shall to you i we want need let have'.split(
    ' ',
  ),
);

/** An act that a name is the place of, from its verb to the end of its sentence; null where the sentence is none. */
function actIn(lexicon: Lexicon, words: readonly Word[], { from }: Span): Cue | null {
  let place = from - 1;
  while (place > 0 && lexicon.fillers.has(words[place]?.plain ?? '')) place -= 1;
  let verb = place;
  while (verb > 0 && !words[verb]?.stops) verb -= 1;
  while (BEFORE_ACT.has(words[verb]?.plain ?? '')) verb += 1;
  const [act, leading] = [words[verb]?.plain ?? '', words[place]?.plain ?? ''];
  if (verb >= place || !ACTS.has(act)) return null;
  if (!PLACES.has(leading) && !(leading === 'from' && READS.has(act))) return null;
  let end = from;
  while (end + 1 < words.length && !words[end + 1]?.stops) end += 1;
  return { role: 'acted_in', at: Array.from({ length: end - verb + 1 }, (_none, n) => verb + n) };
}

/** Whether words around a name say that it is one, so that an ordinary word (`render`) counts as the tool. */
export function hasCue(lexicon: Lexicon, words: readonly Word[], span: Span): boolean {
  const cue = cueAround(lexicon, words, span);
  if (cue === null) return isBesideComparing(words, span) || isStatedName(words, span);
  if (isOrdinary(lexicon, words, span) && !isStrong(words, span, cue)) return false;
  return cue.role === 'replaced' || cue.at[0] === span.to || endsPhrase(words, span.to);
}

/** A capital letter at the beginning of a statement about something that ends or is turned down: `Bamboo server reaches end of life`. */
const isStatedName = (words: readonly Word[], span: Span): boolean => {
  if (!/^\p{Lu}/u.test(words[span.from]?.written ?? '')) return false;
  const stated = statedRole(words, span, []);
  return stated !== null && (stated.role === 'replaced' || stated.role === 'banned') && stated.at[0] === span.to;
};

/** A single English word in small letters. */
const isOrdinary = (lexicon: Lexicon, words: readonly Word[], { from, to }: Span): boolean =>
  to - from === 1 && /^\p{Ll}+$/u.test(words[from]?.written ?? '') && lexicon.isEnglish(words[from]?.plain ?? '');

/** Whether a cue makes a name of an ordinary word: "scrolls like glue" and "Docker Desktop got too expensive" name no Glue and no Got. */
function isStrong(words: readonly Word[], { from, to }: Span, { at }: Cue): boolean {
  if (at.length === 1 && words[at[0] ?? 0]?.plain === 'like') return false;
  return at[0] !== to || words[from]?.break !== 'none' || !/^\p{Lu}/u.test(words[from - 1]?.written ?? '');
}

const isBesideComparing = (words: readonly Word[], { from, to }: Span): boolean =>
  [words[from - 1], words[to]].some((word) => word !== undefined && (word.plain === 'vs' || word.plain === 'versus'));

/** A name stands at the end of its phrase: nothing follows that it could describe. */
const endsPhrase = (words: readonly Word[], at: number): boolean => {
  const next = words[at];
  return (
    next === undefined ||
    next.break !== 'none' ||
    JOINING.has(next.plain) ||
    PURPOSE.has(next.plain) ||
    ENDS.has(next.plain)
  );
};
const ENDS = new Set([
  'but',
  'because',
  'since',
  'please',
  'is',
  'are',
  'so',
  'already',
  'anymore',
  'any',
  'in',
  'on',
  'with',
]);

/** Names that only joining words, fillers and commas part. */
function listsOf<Name extends Span>(lexicon: Lexicon, words: readonly Word[], names: readonly Name[]): Name[][] {
  const lists: Name[][] = [];
  for (const name of names) {
    const list = lists.at(-1);
    const last = list?.at(-1);
    if (list && last && joinsNames(lexicon, words, last.to, name.from)) list.push(name);
    else lists.push([name]);
  }
  return lists;
}

function joinsNames(lexicon: Lexicon, words: readonly Word[], from: number, to: number): boolean {
  if (words.slice(from, to + 1).some(({ stops }) => stops)) return false;
  const between = words.slice(from, to);
  if (between.length === 0) return words[to]?.break !== 'none';
  if (between.length === 1 && ATTACHING.has(between[0]?.plain ?? '')) return true;
  return between.every(
    ({ plain }) => JOINING.has(plain) || COMPARING.has(plain) || (lexicon.fillers.has(plain) && !OWNED.has(plain)),
  );
}
/** Words by which one tool stands on another: `Next.js on Vercel`. */
const ATTACHING = new Set(['on', 'with', 'mit', 'auf', 'avec', 'sur', 'con', 'com']);
/** Fillers that say whose something is, and so begin again: `Stripe and our Slack`. */
const OWNED = new Set(['my', 'our', 'your', 'their', 'his', 'her', 'its']);

const isCompared = (words: readonly Word[], list: readonly Span[]): boolean => {
  const between = words.slice(list[0]?.to ?? 0, list.at(-1)?.from ?? 0);
  return between.some(({ plain }) => COMPARING.has(plain) || plain === 'or' || plain === 'oder' || plain === 'ou');
};

/** How far a role goes on behind a list: over what the names are used for, and the word that joins the next list. */
function reachOf(
  lexicon: Lexicon,
  words: readonly Word[],
  from: number,
  capabilities: readonly Span[],
  behind: number,
): { to: number; spans: Span[] } {
  const spans: Span[] = [];
  let at = from + behind;
  while (behind > 0 && ECHOES.has(words[at]?.plain ?? '') && !words[at]?.stops) at += 1;
  let hasPurpose = false;
  while (at < words.length && !words[at]?.stops) {
    const span = capabilities.find((one) => one.from === at);
    const plain = words[at]?.plain ?? '';
    if (span && hasPurpose) {
      spans.push(span);
      at = span.to;
    } else if (PURPOSE.has(plain)) {
      hasPurpose = true;
      at += 1;
    } else if (JOINING.has(plain) || lexicon.fillers.has(plain)) at += 1;
    else break;
  }
  return { to: at, spans };
}

/** Words by which a cue behind one name goes on to the next: `X is off the table, so is Y`. */
const ECHOES = new Set(['and', 'so', 'neither', 'nor', 'is', 'are', 'as', 'same', 'goes', 'for', 'likewise']);

/** A cue of a role, and the words that are its own. */
interface Cue {
  readonly role: NameRole;
  readonly at: readonly number[];
}

/** A need that a cue has as its object: within an act, or right before "is handled by". */
function isObject(words: readonly Word[], span: Span, { at, role }: Cue): boolean {
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 0];
  if (role === 'acted_in') return span.from > first && span.to <= last + 1;
  return role === 'existing' && words[last]?.plain === 'by' && span.to <= first && first - span.to <= 1;
}

/** The role of a cue, or of the whole statement where that weighs more. */
const weightier = (cue: Cue | null, stated: StatedRole | null): Cue | null =>
  stated !== null && (cue === null || PRECEDENCE.indexOf(stated.role) < PRECEDENCE.indexOf(cue.role)) ? stated : cue;

/** Needs that a statement says are met: its subject, and the noun for what is run (`X game`). */
const metBy = (words: readonly Word[], { subject }: StatedRole, { to }: Span, capabilities: readonly Span[]): Span[] =>
  capabilities.filter(
    (need) =>
      (subject !== null && need.from >= subject.from && need.to <= subject.to) ||
      (need.from === to && RUNNING.has(words[to]?.plain ?? '')),
  );

/** The weightiest role that a cue before or behind a list of names gives it; null where none does. */
function cueAround(
  lexicon: Lexicon,
  words: readonly Word[],
  { from, to }: Span,
  capabilities: readonly Span[] = [],
): Cue | null {
  const act = actIn(lexicon, words, { from, to });
  const cues = [...(act ? [act] : []), ...cuesBefore(lexicon, words, from), ...cuesBehind(lexicon, words, to)];
  const [weightiest] = cues
    .filter(({ at }) => !isWithin(at, capabilities, { from, to }))
    .toSorted((a, b) => PRECEDENCE.indexOf(a.role) - PRECEDENCE.indexOf(b.role));
  return weightiest ?? null;
}

/** Words of a longer phrase for a need that stands beside the name are no cue: `drag and drop`. */
const isWithin = (at: readonly number[], capabilities: readonly Span[], name: Span): boolean =>
  capabilities.some(
    ({ from, to }) =>
      (to <= name.from || from >= name.to) && to - from > at.length && at.every((one) => one >= from && one < to),
  );

/** Words that, before a colon, say that what follows is there: `Stack: Laravel and MySQL`. */
const HEADINGS = new Set([
  'stack',
  'existing',
  'given',
  'today',
  'current',
  'currently',
  'setup',
  'have',
  'bestand',
  'vorhanden',
  'existant',
  'existente',
]);

function cuesBefore(lexicon: Lexicon, words: readonly Word[], from: number): Cue[] {
  const heading = words[from - 1];
  if (words[from]?.stops && heading?.opensSentence && HEADINGS.has(heading.plain))
    return [{ role: 'existing', at: [from - 1] }];
  if (words[from]?.break === 'clause') return [];
  const found: Found[] = [];
  for (let start = Math.max(0, from - BEFORE_MAX); start < from; start += 1) {
    if (words[start]?.plain === 'like' && NO_COMPARISON.has(words[start - 1]?.plain ?? '')) continue;
    for (const { at, meaning } of matchesAt(lexicon.roles.before, words, start, lexicon)) {
      const end = (at.at(-1) ?? start) + 1;
      if (end <= from && words.slice(end, from).every(({ plain }) => lexicon.fillers.has(plain)))
        found.push({ role: meaning.role, at });
    }
  }
  return withoutParts(found);
}

function cuesBehind(lexicon: Lexicon, words: readonly Word[], to: number): Cue[] {
  const next = words[to];
  if (!next || next.break === 'clause') return [];
  const matches = (from: number): Found[] =>
    matchesAt(lexicon.roles.after, words, from, lexicon)
      .filter(({ at }) => at[0] === from && at.every((one) => words[one]?.break !== 'clause'))
      .map(({ at, meaning }) => ({ role: meaning.role, at: from === to ? at : [to, ...at] }));
  // "Unity services are not an option"
  return withoutParts([...matches(to), ...(OFFERINGS.has(next.plain) ? matches(to + 1) : [])]);
}

/** Nouns for what a name stands for, between it and its cue. */
const OFFERINGS = new Set([
  'services',
  'service',
  'products',
  'tools',
  'software',
  'stuff',
  'solutions',
  'server',
  'hosting',
  'cloud',
]);

interface Found {
  /** Null looks like a cue and is none: `should we use X`. */
  readonly role: NameRole | null;
  readonly at: readonly number[];
}

/** Leaves out cues that are only part of a longer one, also of one that is none. */
const withoutParts = (found: readonly Found[]): Cue[] =>
  found
    .filter(
      ({ at }) => !found.some((other) => other.at.length > at.length && at.every((one) => other.at.includes(one))),
    )
    .flatMap(({ role, at }) => (role === null ? [] : [{ role, at }]));
