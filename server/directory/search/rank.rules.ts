import type { Tool } from '../catalog/index.js';
import type { IntentAnalysis, RequestedCapability, RequestedModifier } from './lexicon-analyze.rules.js';
import { NAME_RANK } from './name.rules.js';
import type { NamedTool } from './name-index.new.js';

/** Names stand above capabilities, capabilities above words that merely occur; a score is a whole number, so that equals are equal. */
export const WEIGHT = {
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

/** What a capability counts by its place in the tool's list: the first is what the tool is for. */
export const capabilityWeight = (position: number): number => BY_POSITION[position] ?? LATER;

/** What a name in full counts, whole question or not. */
export function nameScore({ rank, mistakes }: NamedTool): number {
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
export function capabilityFit(
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
/** What is asked first, and in more words, counts most. */
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

/** What the public uses most, by public figures; breaks ties, and is never part of a score. */
export const publicUse = (tool: Pick<Tool, 'measures'>): number =>
  tool.measures.reduce((most, { value }) => Math.max(most, value), 0);

/** Parts of the best score below which a tool is no answer any more. */
export const TAIL = { capability: 0.38, text: 0.5, alternative: 0.4 } as const;
