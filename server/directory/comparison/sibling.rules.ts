import type { Tool } from '../catalog/index.js';
import { inSentence, likeness, publicUse } from '../search/index.js';
import type { Distinction, ToolAlternative } from './comparison.types.js';
import { interfaceInWords, inWords, languagesOf } from './fact.rules.js';

type Titles = ReadonlyMap<string, string>;
const titleIn = (titles: Titles, id: string): string => titles.get(id) ?? inWords(id);

/** Tools compete when the same capability is the first of each: what they are for. */
export function sharedPurpose(tools: readonly Pick<Tool, 'capabilities'>[]): string | null {
  const purposes = new Set(tools.map(({ capabilities }) => capabilities[0]));
  const [purpose] = purposes;
  return purposes.size === 1 && purpose !== undefined ? purpose : null;
}

/** The other tools that are for the same as a tool, those that do most of what it does first; then by public use, then by slug. */
export function siblingsOf(tool: Tool, tools: Iterable<Tool>): Tool[] {
  const siblings = [...tools].filter((other) => other.id !== tool.id && sharedPurpose([tool, other]) !== null);
  const likenesses = new Map(siblings.map((other) => [other.id, likeness(other, tool)]));
  const likenessOf = ({ id }: Tool): number => likenesses.get(id) ?? 0;
  return siblings.toSorted(
    (a, b) => likenessOf(b) - likenessOf(a) || publicUse(b) - publicUse(a) || (a.slug < b.slug ? -1 : 1),
  );
}

/** Capabilities beside the purpose that a reason names. */
const SHARED_SHOWN = 2;

/** A sibling as an alternative, with the capabilities that both have. */
export function alternativeOf(tool: Tool, sibling: Tool, titles: Titles): ToolAlternative {
  const [purpose, ...others] = tool.capabilities;
  const shared = others.filter((id) => sibling.capabilities.includes(id)).slice(0, SHARED_SHOWN);
  const { slug, name, summary } = sibling;
  return {
    slug,
    name,
    summary,
    reasons: [
      ...(purpose === undefined ? [] : [`same capability: ${inSentence(titleIn(titles, purpose))}`]),
      ...shared.map((id) => `both also for ${inSentence(titleIn(titles, id))}`),
    ],
  };
}

/** Fewer others say nothing about what is common among them. */
const OTHERS_MIN = 3;
/** A fact that is known of a larger part of the others tells nothing apart. */
const COMMON_SHARE = 0.25;
const DISTINCTIONS_MAX = 5;

/** Facts that are known of a tool and of few of its siblings, the rarest first. A sibling of which it isn't known may have it as well. */
export function distinctionsOf(tool: Tool, siblings: readonly Tool[], titles: Titles): Distinction[] {
  if (siblings.length < OTHERS_MIN) return [];
  const others = siblings.map((sibling) => new Set(traitsOf(sibling, titles).keys()));
  return [...traitsOf(tool, titles)]
    .map(([id, text]) => ({ id, text, alsoKnownOf: others.filter((traits) => traits.has(id)).length }))
    .filter(({ alsoKnownOf }) => alsoKnownOf <= siblings.length * COMMON_SHARE)
    .toSorted((a, b) => a.alsoKnownOf - b.alsoKnownOf)
    .slice(0, DISTINCTIONS_MAX);
}

/** Known facts that tools may have in common, with their texts. */
function traitsOf(tool: Tool, titles: Titles): Map<string, string> {
  const { interfaces, capabilities, docs, licence, maturity, pricing } = tool;
  const libraries = Map.groupBy(languagesOf(tool), ({ registry }) => registry);
  return new Map([
    ...capabilities.slice(1).map((id) => [`capability.${id}`, `also for ${inSentence(titleIn(titles, id))}`] as const),
    ...interfaces
      .filter((name) => name !== 'sdk' || libraries.size === 0)
      .map((name) => [`interface.${name}`, interfaceInWords(name)] as const),
    ...[...libraries].map(
      ([registry, languages]) =>
        [`library.${registry}`, `library for ${languages.map(({ language }) => language).join(' and ')}`] as const,
    ),
    ...(pricing.freeTier ? [['pricing.freeTier', 'free tier'] as const] : []),
    ...(pricing.model === 'unknown'
      ? []
      : [[`pricing.${pricing.model}`, `pricing: ${inWords(pricing.model)}`] as const]),
    ...(licence ? [[`licence.${licence.spdx}`, `licence ${licence.spdx}`] as const] : []),
    ...(maturity === 'unknown' ? [] : [[`maturity.${maturity}`, `maturity: ${maturity}`] as const]),
    ...(docs.llmsTxt ? [['docs.llmsTxt', 'llms.txt for agents'] as const] : []),
    ...(docs.openapi ? [['docs.openapi', 'OpenAPI description'] as const] : []),
  ]);
}
