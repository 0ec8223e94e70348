import type { Tool } from '../catalog/index.js';
import type { IntentAnalysis, RequestedCapability, RequestedModifier } from './intent.rules.js';
import { inSentence } from './lexicon.rules.js';
import { isGeneric, NAME_RANK, type NamedTool } from './name.rules.js';
import type { ToolName } from './name-evidence.rules.js';
import type { Question, SearchParts } from './question.rules.js';
import { readWords } from './words.rules.js';

/** Names stand above capabilities, capabilities above words that merely occur; a score is a whole number, so that equals are equal. */
const WEIGHT = {
  name: 1_000,
  nameAlias: 980,
  nameShort: 960,
  namePackage: 940,
  /** Every letter that differs from the name. */
  mistake: 60,
  /** A name that the question has beside other words, when the tool does what is asked or nothing is asked. */
  nameWithin: 150,
  /** A name that is only the surroundings: `orm for postgres`. */
  nameAround: 15,
  capability: 100,
  /** A name that stands in another tool's description. */
  mention: 12,
  /** Words beside the capability that the tool's description has as well. */
  context: 30,
  /** The words of the capability itself in the description. */
  wording: 8,
  text: 60,
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
function likeness(
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
export const publicUse = (tool: Pick<Tool, 'measures'>): number =>
  tool.measures.reduce((most, { value }) => Math.max(most, value), 0);

/** Parts of the best score below which a tool is no answer any more. */
const TAIL = { capability: 0.38, text: 0.5, alternative: 0.4 } as const;

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
): Map<string, Tally> {
  const targets = replaced.flatMap(({ tools }) => parts.tools.get(tools[0]?.id ?? '') ?? []);
  const tallies = new Map<string, Tally>();
  for (const target of targets) {
    const candidates = new Set(target.capabilities.flatMap((id) => [...(parts.byCapability.get(id) ?? [])]));
    for (const id of candidates) {
      const tool = parts.tools.get(id);
      if (!tool || targets.includes(tool)) continue;
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
  addContext(parts, question, tallies);
  return withoutTail(tallies, TAIL.alternative);
}

/** In the words of the capability: `for full-text search`, `for SMS`. */
const reasonFor = ({ lexicon }: SearchParts, capability: string): string =>
  `for ${inSentence(lexicon.titles.get(capability) ?? capability)}`;

/** Tools by what they do, the names that stand beside, and the words of their description. */
export function described(parts: SearchParts, question: Question): Map<string, Tally> {
  const { analysis, names } = question;
  const tallies = new Map<string, Tally>();
  for (const { id: capability } of analysis.capabilities)
    for (const id of parts.byCapability.get(capability) ?? []) {
      const tool = parts.tools.get(id);
      if (!tool || tallies.has(id)) continue;
      const { fit, offered } = capabilityFit(tool, analysis);
      const unwanted = tool.capabilities[0] !== undefined && analysis.excluded.includes(tool.capabilities[0]) ? 0.3 : 1;
      tallies.set(id, {
        score: WEIGHT.capability * fit * unwanted * modifierFit(tool, analysis.modifiers),
        extra: 0,
        reasons: [...offered.map((one) => reasonFor(parts, one)), ...modifierReasons(tool, analysis)],
      });
    }
  for (const { tools, refused } of names)
    for (const { id, mistakes } of refused ? [] : tools) {
      const known = tallies.get(id);
      const isMeant = known !== undefined || analysis.capabilities.length === 0;
      const tally = known ?? { score: 0, extra: 0, reasons: [] };
      tally.extra += isMeant ? WEIGHT.nameWithin : WEIGHT.nameAround;
      tally.reasons.unshift(mistakes === 0 ? 'name match' : `close to the name ${parts.tools.get(id)?.name}`);
      tallies.set(id, tally);
    }
  addContext(parts, question, tallies);
  if (analysis.capabilities.length === 0) addMentions(parts, question, tallies);
  for (const { tools, refused } of names) if (refused) for (const { id } of tools) tallies.delete(id);
  return withoutTail(tallies, analysis.capabilities.length > 0 ? TAIL.capability : TAIL.text);
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

/** Adds tools that only their descriptions find. */
function addMentions(parts: SearchParts, { stems }: Question, tallies: Map<string, Tally>): void {
  const strict = parts.texts.find(stems, 'any');
  const hits = strict.length === 0 && tallies.size === 0 ? parts.texts.find(stems, 'loosely') : strict;
  const best = Math.max(1, hits[0]?.score ?? 0);
  for (const { id, score, found } of hits) {
    const share = stems.filter((stem) => found.has(stem)).length / stems.length;
    if (share <= SHARE_MIN || tallies.has(id)) continue;
    tallies.set(id, { score: WEIGHT.text * (share * 0.7 + (score / best) * 0.3), extra: 0, reasons: [MENTIONED] });
  }
}
const MENTIONED = 'mentioned in the description';

const modifierReasons = (tool: Tool, { modifiers }: IntentAnalysis): string[] =>
  modifiers.filter((modifier) => modifierFit(tool, [modifier]) === 1).map(({ title }) => title);

function withoutTail(tallies: Map<string, Tally>, part: number): Map<string, Tally> {
  const best = Math.max(0, ...[...tallies.values()].map(({ score }) => score));
  return new Map([...tallies].filter(([, { score, extra }]) => extra > 0 || (score > 0 && score >= best * part)));
}
