import { ANY_KIND } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { operation } from '../../platform/operation.js';
import { startOfDay, type Tool } from '../catalog/index.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { type CatalogSnapshot, describeTool, loadLexicon, publicUse } from '../search/index.js';
import type { ToolLanguage } from '../tool-parts.types.js';
import type { CapabilityName, CompareToolsArgs, ToolComparison, ToolSiblings } from './comparison.types.js';
import { comparedFacts, inWords, languagesOf } from './fact.rules.js';
import { alternativeOf, distinctionsOf, sharedPurpose, siblingsOf } from './sibling.rules.js';

/** Changes when the same tools get another comparison: it is part of the ETag. */
const ANSWER_VERSION = 2;
const ALTERNATIVES_MAX = 6;

const capabilityNamed = (id: string): CapabilityName => ({ id, title: loadLexicon().titles.get(id) ?? inWords(id) });

/** Two to four listed tools fact by fact, in the order of their slugs. Reads memory alone. */
export const compareTools = operation(
  { name: 'compareTools', who: ANY_KIND, limit: 'public-read' },
  async function compareTools(ctx: DirectoryRequestContext, args: CompareToolsArgs): Promise<ToolComparison> {
    const { clock, config } = ctx.platform;
    const now = clock.now();
    const slugs = args.tools.toSorted();
    const snapshot = await ctx.parts.catalog.read();
    const tools = slugs.map((slug) => snapshot.bySlug.get(slug));
    const compared = tools.flatMap((tool) => tool ?? []);
    if (compared.length < tools.length) throw new Fault('NOT_FOUND', { say: 'There is no such tool.' });
    const { version, adoptionId, changedAt } = snapshot;
    const { titles, version: lexicon } = loadLexicon();
    endIfNotModified(ctx, ['compare', ANSWER_VERSION, lexicon, version, adoptionId, startOfDay(now).getTime(), slugs]);
    const purpose = sharedPurpose(compared);
    return {
      tools: compared.map((tool) => describeTool(tool, snapshot, now, config.baseUrl)),
      competeFor: purpose === null ? null : capabilityNamed(purpose),
      facts: comparedFacts(compared.map((tool) => ({ tool, offers: snapshot.offersOf(tool.id, now), titles }))),
      others: purpose === null ? [] : othersFor(compared, snapshot),
      asOf: changedAt,
    };
  },
);

/** Others for the same as all of the compared tools, in the order of the first one's alternatives. */
function othersFor(compared: readonly Tool[], { tools }: CatalogSnapshot) {
  const [first] = compared;
  if (!first) return [];
  return siblingsOf(first, tools.values())
    .filter((sibling) => !compared.includes(sibling))
    .slice(0, ALTERNATIVES_MAX)
    .map((sibling) => alternativeOf(first, sibling, loadLexicon().titles));
}

/** The tools for the same as a listed tool; null where nothing is known that it is for. */
export async function readToolSiblings({ parts }: DirectoryRequestContext, slug: string): Promise<ToolSiblings | null> {
  const { bySlug, tools } = await parts.catalog.read();
  const tool = bySlug.get(slug);
  const [purpose] = tool?.capabilities ?? [];
  if (!tool || purpose === undefined) return null;
  const { titles } = loadLexicon();
  const siblings = siblingsOf(tool, tools.values());
  return {
    capability: capabilityNamed(purpose),
    total: siblings.length,
    alternatives: siblings.slice(0, ALTERNATIVES_MAX).map((sibling) => alternativeOf(tool, sibling, titles)),
    tellsApart: distinctionsOf(tool, siblings, titles),
  };
}

/** The languages that a listed tool has a library for. */
export async function readToolLanguages({ parts }: DirectoryRequestContext, slug: string): Promise<ToolLanguage[]> {
  const tool = (await parts.catalog.read()).bySlug.get(slug);
  return tool ? languagesOf(tool) : [];
}

/** Comparisons of pairs that search engines are led to: a few of each tool, those of the most used tools first. */
const PAIRS_OF_TOOL = 3;
const PAIRS_MAX = 2_000;

/** A pair of tools that compete. */
export interface ComparedPair {
  readonly slugs: readonly [string, string];
  readonly changedAt: Date;
}

/** The pairs that compete and are named in the sitemap, found once for each version of the catalog. */
export async function readComparedPairs({ recall, tools }: CatalogSnapshot): Promise<readonly ComparedPair[]> {
  return (await recall(['compared pairs'], async () => comparedPairs([...tools.values()]))) ?? [];
}

function comparedPairs(tools: readonly Tool[]): ComparedPair[] {
  const byPurpose = Map.groupBy(tools, ({ capabilities }) => capabilities[0]);
  const pairs = new Map<string, ComparedPair>();
  const mostUsed = tools.toSorted((a, b) => publicUse(b) - publicUse(a) || (a.slug < b.slug ? -1 : 1));
  for (const tool of mostUsed)
    for (const sibling of siblingsOf(tool, byPurpose.get(tool.capabilities[0]) ?? []).slice(0, PAIRS_OF_TOOL)) {
      const [one, other] = tool.slug < sibling.slug ? [tool, sibling] : [sibling, tool];
      const changedAt = one.updatedAt > other.updatedAt ? one.updatedAt : other.updatedAt;
      pairs.set(`${one.slug} ${other.slug}`, { slugs: [one.slug, other.slug], changedAt });
      if (pairs.size === PAIRS_MAX) return [...pairs.values()];
    }
  return [...pairs.values()];
}
