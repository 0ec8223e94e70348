import type { NameRole } from './lexicon.schema.js';
import type { Span } from './negation.rules.js';
import type { Word } from './words.rules.js';

/** A role that the statement around a name gives it, and the words from the name's end to the end of the statement. */
export interface StatedRole {
  readonly role: NameRole;
  readonly at: readonly number[];
  /** Words that the statement is about, before its verb: `analytics` in "Analytics is done with X". */
  readonly subject: Span | null;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Verbs and adjectives by which something is turned down. */
const REFUSING = setOf(
  'rejected reject rejects refused refuse refuses vetoed veto vetoes dismissed dismiss disqualified blacklisted blocked prohibited disallowed unacceptable ' +
    'ruled nixed discarded declined denied scrapped eliminated failed abgelehnt verboten refuse interdit rechazado prohibido rejeitado',
);
/** Verbs with a preposition that together turn something down: `we decided against X`. */
const AGAINST: readonly (readonly [verbs: ReadonlySet<string>, particle: string])[] = [
  [setOf('decided decide voted vote advised advise'), 'against'],
  [setOf('said say says'), 'no'],
  [setOf('turned turn'), 'down'],
  [setOf('ruled rule'), 'out'],
  [setOf('cross crossed strike struck'), 'off'],
];
/** Verbs that, denied, say that something does not serve: `does not fit our budget`. */
const SERVING = setOf(
  'fit fits suit suits work works scale scales meet meets satisfy satisfies support supports cover covers convince convinced like want pass allowed ' +
    'acceptable suitable enough affordable compliant permitted approved available possible wanted viable passen passt reicht',
);
const DENYING = setOf(
  'not never dont doesnt didnt isnt arent wasnt werent cant cannot couldnt wont wouldnt hardly nicht pas no nao non',
);
const DENIED_AT_MOST = 3;
/** Words that say that something ends. */
const ENDING = setOf(
  'ends ending ended expires expiring expired lapses discontinued discontinues sunset sunsets sunsetting sunsetted deprecated retired retires retiring closing ' +
    'closes closed eol unmaintained abandoned acquired unsupported decommissioned dying dead shutting shut shuts dies eingestellt abgekundigt',
);
/** Two or three words that say the same. */
const ENDINGS: readonly (readonly string[])[] = [
  ['end', 'of', 'life'],
  ['end', 'of', 'support'],
  ['going', 'away'],
  ['goes', 'away'],
  ['no', 'longer'],
  ['runs', 'out'],
  ['out', 'of', 'business'],
];
/** Another than the one that is left: `from X to something else`. */
const ANOTHER = setOf('another something anything other different else better cheaper');
const STAYING = setOf('stays stay remains remain staying stayed bleibt bleiben reste queda');
const BE = setOf(
  'is are was were be been being s gets got runs run lives live sits sit stands stays ist sind est sont esta estan',
);
/** Participles of how something that is there was made or is done. */
const MADE = setOf(
  'built written made hosted done handled stored managed deployed based coded implemented developed powered covered solved provided served kept run running set wired ' +
    'gebaut geschrieben ecrit construit escrito hecho',
);
const BY = setOf('with in on at by using from via through over mit auf bei avec sur en con em');
/** Words that make a statement a wish. */
const WISHING = setOf(
  'should must want wants wanted need needs needed like likes would could can may might will shall please help build make create develop looking look find ' +
    'suggest recommend which what how let lets prefer ideally planning plan going brauche brauchen suche suchen mochte mochten soll muss wollen will cherche besoin busco necesito preciso',
);
/** Nouns for what a company runs: `our X shop`, `X cluster with 40 services`. */
export const RUNNING = setOf(
  'app apps application applications site sites website shop store storefront game cluster clusters project codebase monolith backend frontend ' +
    'services microservices repo repository repos warehouse installation instance tenant setup stack pipeline pipelines tests suite shopsystem',
);
const HAVING = setOf('our my their existing current have has got ive weve run running own operate');
const PRONOUNS = setOf('it them that this');

/**
 * The role that a whole statement gives the names of a list, read from its grammar: what is turned down or found wanting (`X was rejected by
 * procurement`), what ends (`X reaches end of life`), what something is made with (`the site is written in X`), and what stays. A wish gives
 * none.
 */
export function statedRole(words: readonly Word[], list: Span, names: readonly Span[]): StatedRole | null {
  const { from, to } = statementAround(words, list, names);
  const before = words.slice(from, list.from).map(({ plain }) => plain);
  const behind = words.slice(list.to, to).map(({ plain }) => plain);
  const upTo = (length: number): number[] => Array.from({ length }, (_none, at) => list.to + at);
  const isWish = before.some((word) => WISHING.has(word));

  const refused = refusalIn(behind);
  if (refused > 0) return { role: 'banned', at: upTo(refused), subject: null };
  if (!isWish && isTurnedDown(before)) return { role: 'banned', at: [list.from - 1], subject: null };
  const wanting = wantingIn(behind);
  if (wanting > 0) return { role: 'replaced', at: upTo(wanting), subject: null };
  const end = endIn(behind);
  if (end > 0) return { role: 'replaced', at: upTo(end), subject: null };
  if (before.at(-1) === 'from' && behind[0] === 'to' && behind.slice(1, 3).some((word) => ANOTHER.has(word)))
    return { role: 'replaced', at: [list.from - 1], subject: null };
  const stays = behind.slice(0, 4).findIndex((word) => STAYING.has(word));
  if (stays >= 0) return { role: 'existing', at: upTo(stays + 1), subject: null };
  if (isWish) return null;
  // "Shop with 20,000 products on X": a noun alone.
  const isLater = words.slice(to).some(({ plain }) => WISHING.has(plain));
  if (isLater && before.slice(0, 2).some((word) => RUNNING.has(word)) && BY.has(before.at(-1) ?? ''))
    return { role: 'existing', at: [list.from - 1], subject: { from, to: list.from } };
  const made = madeWith(before);
  if (made >= 0) return { role: 'existing', at: [list.from - 1], subject: { from, to: from + made } };
  if (RUNNING.has(behind[0] ?? '') && words[list.to]?.break === 'none') {
    const own = behind.findIndex((word) => !RUNNING.has(word));
    // "Electron app that transcribes meetings" is to be built; "Godot game. We need a leaderboard" is there.
    const isThere = isLater || before.some((word) => HAVING.has(word));
    return { role: isThere ? 'existing' : 'context', at: upTo(own < 0 ? behind.length : own), subject: null };
  }
  return null;
}

/** The statement in which a list stands: its sentence, up to the next name. */
function statementAround(words: readonly Word[], list: Span, names: readonly Span[]): Span {
  let from = list.from;
  while (from > 0 && !words[from]?.stops) from -= 1;
  const earlier = names.findLast((name) => name.to <= list.from);
  if (earlier && earlier.to > from) from = earlier.to;
  let to = list.to;
  while (to < words.length && !words[to]?.stops) to += 1;
  const later = names.find((name) => name.from >= list.to);
  return { from, to: later && later.from < to ? later.from : to };
}

/** Words up to one that turns down what stands before it; 0 where none does. */
function refusalIn(behind: readonly string[]): number {
  const at = behind.findIndex((word, place) => REFUSING.has(word) && behind.slice(0, place).some((one) => BE.has(one)));
  if (at >= 0) return at + 1;
  const against = behind.findIndex((word, place) =>
    AGAINST.some(([verbs, particle]) => verbs.has(word) && behind.slice(place + 1, place + 3).includes(particle)),
  );
  // "Argo CD has been evaluated and we said no to it": the object is the name.
  return against >= 0 && behind.slice(against).some((word) => PRONOUNS.has(word)) ? against + 2 : 0;
}

/** Whether the words before a name turn it down: `our lawyers rejected X`, `we decided against X`. */
function isTurnedDown(before: readonly string[]): boolean {
  const last = before.slice(-3);
  return (
    last.some((word) => REFUSING.has(word) && word !== 'failed' && word !== 'blocked' && word !== 'ruled') ||
    AGAINST.some(([verbs, particle]) => {
      const verb = last.findIndex((word) => verbs.has(word));
      return verb >= 0 && last.slice(verb + 1).includes(particle);
    })
  );
}

/** Words up to where a name is found wanting: `too heavy`, `does not fit`; 0 where it is not. */
function wantingIn(behind: readonly string[]): number {
  const too = behind.findIndex(
    (word, at) => (word === 'too' || word === 'zu' || word === 'trop') && at > 0 && behind[at + 1] !== undefined,
  );
  if (too > 0 && behind.slice(0, too).some((word) => BE.has(word) || PRONOUNS.has(word) || FOUND.has(word)))
    return too + 2;
  const denied = behind.findIndex(
    (word, at) =>
      DENYING.has(word) &&
      at <= DENIED_AT_MOST &&
      behind.slice(at + 1, at + 1 + DENIED_AT_MOST).some((one) => SERVING.has(one)),
  );
  return denied < 0 ? 0 : denied + 2;
}
const FOUND = setOf('found find finds became becomes got gets has feels felt seems');

/** Words up to where a name ends; 0 where it goes on. */
function endIn(behind: readonly string[]): number {
  const one = behind.findIndex((word) => ENDING.has(word));
  if (one >= 0 && one < ENDS_WITHIN) return one + 1;
  for (const [at] of behind.slice(0, ENDS_WITHIN).entries())
    for (const ending of ENDINGS)
      if (ending.every((word, place) => behind[at + place] === word)) return at + ending.length;
  return 0;
}
const ENDS_WITHIN = 8;

/** Words of the subject of a statement that ends before a name, about what something is made with; -1 where it is none. */
function madeWith(before: readonly string[]): number {
  const by = before.findLastIndex((word) => !AROUND.has(word));
  const preposition = before[by] ?? '';
  const isBe = BE.has(preposition);
  if (!isBe && !BY.has(preposition)) return -1;
  const subject = before.findIndex((word) => BE.has(word) || MADE.has(word));
  if (subject < 0 || subject > by) return -1;
  // "Our help desk is X", "everything is written in X", "an app written with X".
  if (isBe) return subject === by && by > 0 && by <= SUBJECT_MAX ? subject : -1;
  const verb = before.slice(subject, by);
  const isMade = verb.some((word) => MADE.has(word));
  const isPlain = verb.length > 0 && verb.every((word) => BE.has(word) || AROUND.has(word));
  return isMade || isPlain ? subject : -1;
}
const SUBJECT_MAX = 5;
const AROUND = setOf(
  'the a an our my their your already now still currently all also just only mostly entirely done schon bereits deja ya',
);
