import type { Tool } from '../catalog/index.js';
import { weeklyUse } from '../measure.rules.js';
import type { IntentAnalysis, RequestedCapability, RequestedModifier } from './intent.rules.js';
import { languageFit } from './language.rules.js';
import { inSentence } from './lexicon.rules.js';
import type { NameRole } from './lexicon.schema.js';
import { isGeneric, isNamesake, NAME_RANK, type NamedTool } from './name.rules.js';
import type { ToolName } from './name-evidence.rules.js';
import type { Question, SearchParts } from './question.rules.js';
import { readWords } from './words.rules.js';

/** Names stand above capabilities, capabilities above words that merely occur; a score is a whole number, so that equals are equal. */
const WEIGHT = {
  name: 1_000,
  nameAlias: 980,
  nameShort: 960,
  namePackage: 940,
  nameVendor: 920,
  /** Every letter that differs from the name. */
  mistake: 60,
  /** A name that the question has beside other words, when the tool does what is asked or nothing is asked. */
  nameWithin: 40,
  /** A name that the question is about: one of those it compares, the application that something is to be done in, or the first word of few. */
  nameFirst: 400,
  /** A name that is only the surroundings: `orm for postgres`. */
  nameAround: 15,
  capability: 30,
  /** A name that stands in another tool's description. */
  mention: 12,
  /** Words beside the capability that the tool's description has as well. */
  context: 30,
  /** The words of the capability itself in the description. */
  wording: 8,
  text: 60,
  /** The words of a question in all that is known of a tool, against the tool that has most of them. */
  relevance: 150,
  /** How likely the question asks for what the tool is for. */
  likelihood: 75,
  alternative: 100,
} as const;

const BY_POSITION = [1, 0.72, 0.6, 0.52, 0.46];
const LATER = 0.42;

/** The weight of a capability by its place in the tool's list: the first is what the tool is for. */
const capabilityWeight = (position: number): number => BY_POSITION[position] ?? LATER;

/** The score of a name in full, whole question or not. */
function nameScore({ rank, mistakes }: NamedTool): number {
  const direct = {
    [NAME_RANK.name]: WEIGHT.name,
    [NAME_RANK.alias]: WEIGHT.nameAlias,
    [NAME_RANK.short]: WEIGHT.nameShort,
    [NAME_RANK.package]: WEIGHT.namePackage,
    [NAME_RANK.vendor]: WEIGHT.nameVendor,
  }[rank];
  return direct - mistakes * WEIGHT.mistake;
}

/** How well a tool is what the modifiers of a question want, 0 to 1; unknown facts count in between. */
export function modifierFit(
  tool: Pick<Tool, 'pricing' | 'interfaces'>,
  modifiers: readonly RequestedModifier[],
): number {
  return modifiers.reduce((fit, { pricing, interfaces }) => {
    const priced = pricing.length === 0 || pricing.includes(tool.pricing.model);
    const known = tool.pricing.model !== 'unknown';
    const reached = interfaces.length === 0 || interfaces.some((one) => tool.interfaces.includes(one));
    return fit * (priced ? 1 : known ? 0.5 : 0.7) * (reached ? 1 : 0.8);
  }, 1);
}

/** How much of what is asked a tool offers, 0 to 1, and which of it. What it does best counts in full: a tool for the very thing stands above one that does a little of all. */
function capabilityFit(
  tool: Pick<Tool, 'capabilities'>,
  { capabilities }: Pick<IntentAnalysis, 'capabilities'>,
): { fit: number; offered: string[] } {
  const offered = capabilities.filter(({ id }) => tool.capabilities.includes(id));
  const whole = capabilities.map(requestedWeight);
  const own = offered.map(
    (requested) => requestedWeight(requested) * capabilityWeight(tool.capabilities.indexOf(requested.id)),
  );
  return {
    fit: offered.length === 0 ? 0 : bestAndRest(own) / bestAndRest(whole),
    offered: offered.map(({ id }) => id),
  };
}
/** The weight of a need: one that is asked first, and in more words, counts most. */
const requestedWeight = ({ order, size }: RequestedCapability): number =>
  (0.5 + Math.min(size, 4) * 0.5) / (1 + order * 0.25);
const bestAndRest = (weights: readonly number[]): number => {
  const best = Math.max(...weights);
  return best + (weights.reduce((sum, weight) => sum + weight, 0) - best) * 0.35;
};

/** How far a tool can stand in for another, 0 to 1: how much of what that one does, whether what that one is for, and where it is listed. */
export function likeness(
  tool: Pick<Tool, 'capabilities' | 'categories'>,
  other: Pick<Tool, 'capabilities' | 'categories'>,
): number {
  const listed = tool.categories[0] !== undefined && tool.categories[0] === other.categories[0] ? 1 : 0;
  const weightIn = (id: string): number => {
    const position = tool.capabilities.indexOf(id);
    return position < 0 ? 0 : capabilityWeight(position);
  };
  const whole = other.capabilities.reduce((sum, _id, at) => sum + capabilityWeight(at) ** 2, 0);
  const shared = other.capabilities.reduce((sum, id, at) => sum + capabilityWeight(at) * weightIn(id), 0);
  const [purpose] = other.capabilities;
  return (
    (whole === 0 ? 0 : Math.min(1, shared / whole)) * 0.5 +
    (purpose === undefined ? 0 : weightIn(purpose)) * 0.2 +
    listed * 0.3
  );
}

/** Public use, by public figures; it breaks ties, and is never part of a score. */
export const publicUse = (tool: Pick<Tool, 'measures'>): number => weeklyUse(tool.measures);

/** Parts of the best score below which a tool is no answer any more. */
const TAIL = { capability: 0.38, text: 0.5, alternative: 0.4 } as const;

/** A rule that took a tool out of an answer; a score that was too low stands beside the least that was needed. */
export interface LeftOut {
  readonly rule: 'banned' | 'existing' | 'replaced' | 'language' | 'below_cut';
  readonly score?: number;
  readonly least?: number;
}

/** Notes of one search about what it left out, for who asks why; a search without them does the same. */
export interface Trace {
  /** The question was read as a name, as a wish for others in place of a name, or by what it describes. */
  way: 'name' | 'alternatives' | 'description' | null;
  readonly leftOut: Map<string, LeftOut>;
}

/** The score of one tool so far; `extra` does not raise the bar for the others. */
export interface Tally {
  score: number;
  extra: number;
  readonly reasons: string[];
}

/** The tools of a name, then those in whose description it stands. */
export function namesakes(parts: SearchParts, { stems }: Question, named: readonly NamedTool[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const tool of named)
    if (!tallies.has(tool.id))
      tallies.set(tool.id, {
        score: nameScore(tool),
        extra: 0,
        reasons: [tool.mistakes === 0 ? 'name match' : `close to the name ${parts.tools.get(tool.id)?.name}`],
      });
  const target = parts.tools.get(named[0]?.id ?? '');
  const requested =
    (named[0]?.mistakes ?? 0) === 0 ? stems : readWords(target?.name ?? '', parts.lexicon.stem).map(({ stem }) => stem);
  const own = requested.filter((stem) => !isGeneric(stem));
  for (const id of parts.texts.withEvery(own))
    if (!tallies.has(id)) tallies.set(id, { score: WEIGHT.mention, extra: 0, reasons: [MENTIONED] });
  return tallies;
}

/** Tools that can stand in for those named, never these themselves. */
export function alternativesTo(
  parts: SearchParts,
  question: Question,
  replaced: readonly ToolName[],
  trace?: Trace,
): Map<string, Tally> {
  const family = new Set(replaced.flatMap(({ tools }) => familyOf(parts, tools.slice(0, 1))));
  for (const id of family) trace?.leftOut.set(id, { rule: 'replaced' });
  const targets = replaced.flatMap(({ tools }) => parts.tools.get(tools[0]?.id ?? '') ?? []);
  const tallies = new Map<string, Tally>();
  for (const target of targets) {
    const candidates = new Set(target.capabilities.flatMap((id) => [...(parts.byCapability.get(id) ?? [])]));
    for (const id of candidates) {
      const tool = parts.tools.get(id);
      if (!tool || family.has(id)) continue;
      const { fit, offered } = capabilityFit(tool, question.analysis);
      const like = likeness(tool, target) * (question.analysis.capabilities.length === 0 ? 1 : 0.6 + 0.6 * fit);
      const score = WEIGHT.alternative * like * modifierFit(tool, question.analysis.modifiers);
      const known = tallies.get(id);
      if (known && known.score >= score) continue;
      tallies.set(id, {
        score,
        extra: 0,
        reasons: [
          `alternative to ${target.name}`,
          ...offered.map((one) => reasonFor(parts, one)),
          ...modifierReasons(tool, question.analysis),
        ],
      });
    }
  }
  const beside = question.stems.filter((stem) => question.context.has(stem)).length;
  addRelevance(parts, question, tallies, BESIDE_LIKENESS * Math.min(1, beside / TELLING_BESIDE));
  leaveOutUnwanted(parts, question.names, tallies, trace);
  for (const id of family) tallies.delete(id);
  limitToLanguages(parts, question, tallies, trace);
  return withoutTail(tallies, TAIL.alternative, trace);
}

/** In the words of the capability: `for full-text search`, `for SMS`. */
const reasonFor = ({ lexicon }: SearchParts, capability: string): string =>
  `for ${inSentence(lexicon.titles.get(capability) ?? capability)}`;

/** Tools by what they do, the names that stand beside, and the words that are known of them. */
export function described(parts: SearchParts, question: Question, trace?: Trace): Map<string, Tally> {
  const { analysis, names } = question;
  const tallies = new Map<string, Tally>();
  for (const { id: capability } of analysis.capabilities)
    for (const id of parts.byCapability.get(capability) ?? []) {
      const tool = parts.tools.get(id);
      if (!tool || tallies.has(id)) continue;
      const { fit, offered } = capabilityFit(tool, analysis);
      const unwanted = tool.capabilities[0] !== undefined && analysis.excluded.includes(tool.capabilities[0]) ? 0.3 : 1;
      tallies.set(id, {
        score: WEIGHT.capability * fit * unwanted,
        extra: 0,
        reasons: offered.map((one) => reasonFor(parts, one)),
      });
    }
  addRelevance(parts, question, tallies);
  for (const [id, tally] of tallies) {
    const tool = parts.tools.get(id);
    if (!tool) continue;
    tally.score *= modifierFit(tool, analysis.modifiers);
    tally.reasons.push(...modifierReasons(tool, analysis));
  }
  limitToLanguages(parts, question, tallies, trace);
  for (const name of names)
    for (const { id, mistakes, rank } of isUnwanted(name.role) ? [] : name.tools) {
      const known = tallies.get(id);
      if (!known && rank === NAME_RANK.vendor && analysis.capabilities.length > 0) continue;
      const isMeant = known !== undefined || analysis.capabilities.length === 0;
      const tally = known ?? { score: 0, extra: 0, reasons: [] };
      const isSubject = isFirstOf(name.role) || (known !== undefined && leads(name, question));
      tally.extra += isSubject ? WEIGHT.nameFirst : isMeant ? WEIGHT.nameWithin : WEIGHT.nameAround;
      tally.reasons.unshift(mistakes === 0 ? 'name match' : `close to the name ${parts.tools.get(id)?.name}`);
      tallies.set(id, tally);
    }
  addContext(parts, question, tallies);
  if (analysis.capabilities.length === 0 && names.length === 0 && !analysis.isGuarded)
    addLikelyNeeds(parts, question, tallies);
  if (tallies.size === 0) addMisspelt(parts, question, tallies);
  leaveOutUnwanted(parts, names, tallies, trace);
  return withoutTail(tallies, analysis.capabilities.length > 0 ? TAIL.capability : TAIL.text, trace);
}

function leaveOutUnwanted(
  parts: SearchParts,
  names: readonly ToolName[],
  tallies: Map<string, Tally>,
  trace?: Trace,
): void {
  for (const [id, rule] of unwantedIds(parts, names)) {
    tallies.delete(id);
    trace?.leftOut.set(id, { rule });
  }
}

const isFirstOf = (role: NameRole | undefined): boolean => role === 'acted_in' || role === 'compared';

/** Words of a question that a name leads: `twilio sms api`, but not `postgres with branches`. */
const LED_WORDS_MAX = 4;
const leads = ({ from }: ToolName, { words }: Question): boolean =>
  from === 0 && words.length <= LED_WORDS_MAX && words.every(({ plain }) => !LEADING_OVER.has(plain));
const LEADING_OVER = new Set(['with', 'for', 'without', 'in', 'on', 'to', 'from', 'and', 'or']);

const isUnwanted = (role: NameRole | undefined): boolean => role === 'banned' || role === 'existing';

/** Tools that a text doesn't want: what it bans with the family of its vendor, and what it says is there. */
const unwantedIds = (parts: SearchParts, names: readonly ToolName[]): Map<string, 'banned' | 'existing'> =>
  new Map(
    names.flatMap(({ tools, role }): [string, 'banned' | 'existing'][] => {
      if (role === 'banned') return [...familyOf(parts, tools), ...dependentsOf(parts, tools)].map((id) => [id, role]);
      if (role !== 'existing') return [];
      return tools.flatMap(({ id, rank }) => (rank === NAME_RANK.vendor ? [] : [[id, role]]));
    }),
  );

/** The tools of a name, with all of the vendor's where the name is the vendor's, and those that are called after them. */
export const familyOf = (parts: SearchParts, named: readonly NamedTool[]): string[] =>
  named.flatMap(({ id }) => {
    const known = parts.families.get(id) ?? familyOfOne(parts, id);
    parts.families.set(id, known);
    return known;
  });

function familyOfOne({ tools, byVendor }: SearchParts, id: string): string[] {
  const tool = tools.get(id);
  if (!tool) return [];
  const vendor = tool.vendor?.name;
  const family = vendor && isNamesake(tool) ? (byVendor.get(vendor) ?? []) : [];
  const after = [...tools.values()].filter(({ name }) => name.startsWith(`${tool.name} `)).map((other) => other.id);
  return [...new Set([id, ...family, ...after])];
}

/** Tools that run on one of a name or belong to it, as their summaries say: a queue `on Redis`, `managed PostgreSQL`, mail that is `part of Twilio`. */
export function dependentsOf({ tools, dependents }: SearchParts, named: readonly NamedTool[]): string[] {
  return named.flatMap(({ id }) => {
    const name = tools.get(id)?.name;
    if (name === undefined) return [];
    const known = dependents.get(id) ?? whichRunOn(name, [...tools.values()]);
    dependents.set(id, known);
    return known;
  });
}

function whichRunOn(name: string, tools: readonly Tool[]): string[] {
  const written = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const runsOn = new RegExp(
    `\\b(?:on|on top of|backed by|built on|managed|hosted|serverless|over|using|powered by|part of|owned by) ${written}\\b|\\b${written}[- ](?:based|backed|powered)\\b`,
    'i',
  );
  return tools.filter(({ summary }) => runsOn.test(summary)).map(({ id }) => id);
}

/** A tool that is for other languages than those of a question is no answer; one of which it isn't known stands behind those that are for them. */
function limitToLanguages(
  parts: SearchParts,
  { registries }: Question,
  tallies: Map<string, Tally>,
  trace?: Trace,
): void {
  if (registries.size === 0) return;
  for (const [id, tally] of tallies) {
    const tool = parts.tools.get(id);
    const fit = tool ? languageFit(tool, registries) : 'unknown';
    if (fit === 'no') {
      tallies.delete(id);
      trace?.leftOut.set(id, { rule: 'language' });
    } else if (fit !== 'yes') tally.score *= fit === 'any' ? ANY_LANGUAGE : UNKNOWN_LANGUAGE;
  }
}
const ANY_LANGUAGE = 0.95;
const UNKNOWN_LANGUAGE = 0.85;

/** The share of a question's own words beside how alike a tool is to the one that is to be replaced. */
const BESIDE_LIKENESS = 0.8;
/** So many words beside the name tell as much as they can. */
const TELLING_BESIDE = 4;

/** Adds how much of the question stands in what is known of each tool, and how likely it asks for what each is for. */
export function addRelevance(
  parts: SearchParts,
  { words, english, stems }: Question,
  tallies: Map<string, Tally>,
  part = 1,
): void {
  const hits = parts.texts.find(stems, 'any');
  const best = hits[0]?.score ?? 0;
  for (const { id, score, share } of hits) {
    const tally = tallies.get(id) ?? (share > SHARE_MIN ? { score: 0, extra: 0, reasons: [MENTIONED] } : null);
    if (!tally) continue;
    tally.score += (part * WEIGHT.relevance * score) / best;
    tallies.set(id, tally);
  }
  const likelihoods = parts.lexicon.needs.likelihoods([...words, ...english]);
  for (const [id, tally] of tallies) {
    const capabilities = parts.tools.get(id)?.capabilities ?? [];
    tally.score +=
      part *
      WEIGHT.likelihood *
      Math.max(0, ...capabilities.map((one, place) => (likelihoods.get(one) ?? 0) * capabilityWeight(place)));
  }
}

/** A description in which no more than this part of the question's words stand is no answer. */
const SHARE_MIN = 0.5;

/** Adds what the descriptions of the tools found so far say. */
function addContext(parts: SearchParts, { stems, context }: Question, tallies: ReadonlyMap<string, Tally>): void {
  const around = stems.filter((stem) => context.has(stem));
  for (const [id, tally] of tallies) {
    const matched = parts.texts.standIn(id, stems);
    const aside = matched.filter((stem) => context.has(stem)).length;
    if (aside > 0) tally.reasons.push(MENTIONED);
    tally.score += around.length === 0 ? 0 : (WEIGHT.context * aside) / around.length;
    tally.score += (WEIGHT.wording * matched.length) / Math.max(1, stems.length);
  }
}

/** The part of a question's words that the sentences of a capability must share before its tools are shown. */
const SHARED_MIN = 0.35;
/** A single word that no phrase explains may mean anything. */
const TELLING_WORDS = 2;

/** Adds the tools of what people ask for in such words, where no phrase was understood. */
function addLikelyNeeds(parts: SearchParts, { words, english, stems }: Question, tallies: Map<string, Tally>): void {
  if (stems.length < TELLING_WORDS) return;
  for (const [place, { capability, shared }] of parts.lexicon.needs.find([...words, ...english]).entries()) {
    if (shared < SHARED_MIN) continue;
    for (const id of parts.byCapability.get(capability) ?? []) {
      const at = parts.tools.get(id)?.capabilities.indexOf(capability) ?? 0;
      const score = (WEIGHT.capability * capabilityWeight(at)) / (1 + place);
      const known = tallies.get(id);
      if (!known) tallies.set(id, { score, extra: 0, reasons: [reasonFor(parts, capability)] });
      else if (known.score < score) known.score = score;
    }
  }
}

/** Adds tools in whose descriptions words stand that begin like those of the question, or almost are them. */
function addMisspelt(parts: SearchParts, { stems }: Question, tallies: Map<string, Tally>): void {
  const hits = parts.texts.find(stems, 'loosely');
  const best = Math.max(1, hits[0]?.score ?? 0);
  for (const { id, score, found } of hits) {
    const share = stems.filter((stem) => found.has(stem)).length / stems.length;
    if (share <= SHARE_MIN) continue;
    tallies.set(id, { score: WEIGHT.text * (share * 0.7 + (score / best) * 0.3), extra: 0, reasons: [MENTIONED] });
  }
}
const MENTIONED = 'mentioned in the description';

const modifierReasons = (tool: Tool, { modifiers }: IntentAnalysis): string[] =>
  modifiers.filter((modifier) => modifierFit(tool, [modifier]) === 1).map(({ title }) => title);

function withoutTail(tallies: Map<string, Tally>, part: number, trace?: Trace): Map<string, Tally> {
  const best = Math.max(0, ...[...tallies.values()].map(({ score }) => score));
  return new Map(
    [...tallies].filter(([id, { score, extra }]) => {
      const stays = extra > 0 || (score > 0 && score >= best * part);
      if (!stays) trace?.leftOut.set(id, { rule: 'below_cut', score, least: best * part });
      return stays;
    }),
  );
}
