import { languageFit, type Proof, type Tool, weeklyUse } from '../directory/index.js';

/** The weight of each side of a tool in its match with a capability; together 1. Sponsorship is not among them. */
const WEIGHT = { purpose: 0.5, evidence: 0.2, maturity: 0.12, access: 0.1, known: 0.08 } as const;
/** The place of a capability in a tool's list, most characteristic first, takes so much from its match. */
const PER_PLACE = 0.3;
/** Weekly downloads that count as the most that public figures can show. */
const MOST_USED_LOG10 = 8;
/** The share of being as the intent wishes: a stated wish usually decides, a filter always. */
const AS_WISHED = 0.25;
/** The share of what the intent says being known of the tool: it tells apart tools that do the same. */
const AS_DESCRIBED = 0.35;
/** The share of speaking the language that the intent and its named tools speak. */
const SAME_ECOSYSTEM = 0.2;
/** A tool without packages, or with an interface over HTTP, has so much of that share: it works from any language. */
const ANY_LANGUAGE = 0.6;

const MATURITY: Record<Tool['maturity'], number> = {
  stable: 1,
  beta: 0.7,
  unknown: 0.6,
  experimental: 0.4,
  deprecated: 0,
};
const SIGNAL: Record<Proof['signal'], number> = {
  retained: 0.4,
  activation: 0.3,
  docs_mcp: 0.15,
  offer: 0.1,
  public_source: 0,
};

/** A quality that the tools should have: a price or an interface that the intent asks for in passing (`open source`, `free`). */
export interface Wish {
  readonly title: string;
  readonly pricing: readonly string[];
  readonly interfaces: readonly string[];
}

/** The parts of an intent that bear on every tool. */
export interface Surroundings {
  readonly wishes: readonly Wish[];
  readonly ecosystem: ReadonlySet<string>;
  /** How much of what asks for a capability stands in what is known of each tool, 0 to 1, by its id. */
  relevance(capability: string): ReadonlyMap<string, number>;
}

/** True when the catalog's facts say that a tool is as wished. */
export const isAsWished = (tool: Tool, { pricing, interfaces }: Wish): boolean =>
  (pricing.length === 0 || pricing.includes(tool.pricing.model)) &&
  (interfaces.length === 0 || tool.interfaces.some((one) => interfaces.includes(one)));

/**
 * How well a tool matches a capability, 0 to 1: what it is for first, then published evidence, maturity, what an agent can read of it,
 * and whether installing it and its price are known. Must be called for tools that have the capability.
 */
export function qualityOf(
  tool: Tool,
  capability: string,
  proofs: readonly Proof[],
  { wishes, ecosystem, relevance }: Surroundings,
): number {
  const place = Math.max(0, tool.capabilities.indexOf(capability));
  const used = Math.log10(1 + weeklyUse(tool.measures)) / MOST_USED_LOG10;
  const signals = proofs.reduce((sum, { signal, label }) => sum + (label === 'sample' ? 0 : SIGNAL[signal]), 0);
  const { url, llmsTxt, openapi } = tool.docs;
  const access =
    0.4 * Number(url !== null) +
    0.2 * (Number(llmsTxt !== null) + Number(openapi !== null) + Number(tool.interfaces.includes('mcp')));
  const known = 0.5 * (Number(tool.install !== null) + Number(tool.pricing.model !== 'unknown'));
  const facts =
    WEIGHT.purpose / (1 + PER_PLACE * place) +
    WEIGHT.evidence * Math.min(1, 0.6 * Math.min(1, used) + signals) +
    WEIGHT.maturity * MATURITY[tool.maturity] +
    WEIGHT.access * access +
    WEIGHT.known * known;
  const fulfilled = wishes.filter((wish) => isAsWished(tool, wish)).length;
  const found = relevance(capability);
  const described = blend(facts, found.size > 0 ? (found.get(tool.id) ?? 0) : null, AS_DESCRIBED);
  const spoken = blend(described, ecosystem.size > 0 ? languageOf(tool, ecosystem) : null, SAME_ECOSYSTEM);
  return blend(spoken, wishes.length > 0 ? fulfilled / wishes.length : null, AS_WISHED);
}

/** Lets one more side count for a share of the whole; nothing when the intent does not ask for it. */
const blend = (base: number, side: number | null, share: number): number =>
  side === null ? base : base * (1 - share) + side * share;

function languageOf(tool: Tool, ecosystem: ReadonlySet<string>): number {
  const fit = languageFit(tool, ecosystem);
  if (fit === 'yes') return 1;
  return fit === 'no' ? 0 : ANY_LANGUAGE;
}

/** True when a package of the tool is of an ecosystem that the rest of the stack uses, such as npm. */
export const speaks = ({ packages }: Tool, ecosystem: ReadonlySet<string>): boolean =>
  packages.some(({ registry }) => ecosystem.has(registry));

/** The vendor behind a tool, to be counted; a tool without a known one is its own. */
export const vendorOf = ({ slug, vendor }: Tool): string => vendor?.domain ?? vendor?.name ?? slug;

/** True when a developer can begin without paying: free software, a free plan, or a named free tier. */
export const isFreeToStart = ({ pricing }: Tool): boolean =>
  pricing.freeTier !== null || ['free', 'freemium', 'open_source'].includes(pricing.model);

/** True when an agent can work with a tool by itself: it speaks MCP, or publishes llms.txt or an OpenAPI description. */
export const isAgentReady = ({ interfaces, docs }: Tool): boolean =>
  interfaces.includes('mcp') || docs.llmsTxt !== null || docs.openapi !== null;
