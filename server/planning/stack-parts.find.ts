import { type CatalogSnapshot, keepMatching, languageFit, loadLexicon, type Tool } from '../directory/index.js';
import type { Asked, Intent } from './intent.rules.js';
import type { Candidate, Part } from './stack-compose.rules.js';
import { qualityOf } from './stack-quality.rules.js';

/** Bounds of the choice of tools; filters are in the form that the directory normalizes. */
export interface Bounds {
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Slugs that must not be chosen. */
  readonly exclude: ReadonlySet<string>;
  /** Slugs to be taken for what they can, the first one first. */
  readonly prefer: readonly string[];
}

/**
 * Finds the tools for each capability of an intent, best first: what the intent names, what the caller prefers, then by match. A tool
 * counts when it has the capability, passes the filters and is not deprecated; one that was asked for may be deprecated, which a brief
 * lists as a risk. Sponsorship does not count. A step is one capability: a text may ask for two hundred.
 */
export function* findParts(
  intent: Intent,
  bounds: Bounds,
  snapshot: CatalogSnapshot,
  now: Date,
): Generator<void, Part[]> {
  const parts: Part[] = [];
  for (const requested of intent.requested) {
    parts.push(partOf(requested));
    yield;
  }
  return parts;

  function partOf(requested: Asked): Part {
    const having = toolsWith(snapshot, requested.id);
    const passing = new Set(
      keepMatching(
        having.map(({ id }) => ({ id, score: 0, reasons: [] })),
        snapshot,
        bounds.filters,
        now,
      ).map(({ id }) => id),
    );
    const allowed = having.filter(
      (tool) =>
        passing.has(tool.id) &&
        !bounds.exclude.has(tool.slug) &&
        (intent.languages.size === 0 || languageFit(tool, intent.languages) !== 'no'),
    );
    const candidates = (
      ONLY_NAMED.has(requested.id) ? allowed.filter((tool) => requested.named.includes(tool)) : allowed
    )
      .map((tool) => candidateOf(tool, requested, { bounds, intent, snapshot, now }))
      .filter(({ tool, requested: by }) => by !== null || tool.maturity !== 'deprecated')
      .toSorted((a, b) => precedence(a, requested, bounds) - precedence(b, requested, bounds) || byQuality(a, b));
    const gap = candidates.length ? null : gapReason(requested.id, having, passing, bounds, intent.languages);
    return {
      capability: requested.id,
      title: loadLexicon().titles.get(requested.id) ?? requested.id,
      phrase: requested.phrase,
      candidates,
      gap,
    };
  }
}

/** Capabilities whose tools can't stand in for one another: who acts in an application names it. */
const ONLY_NAMED: ReadonlySet<string> = new Set(['saas-api']);

const byCapability = new WeakMap<CatalogSnapshot, ReadonlyMap<string, readonly Tool[]>>();

/** The tools that have a capability, out of an index that is made once for each snapshot of the catalog. */
function toolsWith(snapshot: CatalogSnapshot, capability: string): readonly Tool[] {
  const index = byCapability.get(snapshot) ?? indexOf(snapshot);
  byCapability.set(snapshot, index);
  return index.get(capability) ?? [];
}

function indexOf({ tools }: CatalogSnapshot): ReadonlyMap<string, readonly Tool[]> {
  const index = new Map<string, Tool[]>();
  for (const tool of tools.values())
    for (const capability of new Set(tool.capabilities)) {
      const having = index.get(capability);
      if (having) having.push(tool);
      else index.set(capability, [tool]);
    }
  return index;
}

function candidateOf(
  tool: Tool,
  { id, named }: Asked,
  { bounds, intent, snapshot, now }: { bounds: Bounds; intent: Intent; snapshot: CatalogSnapshot; now: Date },
): Candidate {
  const requested = named.includes(tool) ? 'named' : bounds.prefer.includes(tool.slug) ? 'preferred' : null;
  return { tool, requested, quality: qualityOf(tool, id, snapshot.proofOf(tool, now), intent) };
}

/** Named tools first, in their own order, then preferred ones in theirs, then the rest. */
function precedence({ tool, requested }: Candidate, { named }: Asked, { prefer }: Bounds): number {
  if (requested === 'named') return named.indexOf(tool);
  return requested === 'preferred' ? named.length + prefer.indexOf(tool.slug) : named.length + prefer.length;
}

const byQuality = (a: Candidate, b: Candidate): number => b.quality - a.quality || (a.tool.slug < b.tool.slug ? -1 : 1);

function gapReason(
  capability: string,
  having: readonly Tool[],
  passing: ReadonlySet<string>,
  { filters, exclude }: Bounds,
  languages: ReadonlySet<string>,
): string {
  if (having.length === 0) return `No tool of the catalog offers ${capability}.`;
  const offered = having.length === 1 ? '1 tool offers' : `${having.length} tools offer`;
  const named = Object.entries(filters).map(([name, values]) => `${name}: ${values.join(' or ')}`);
  if (passing.size === 0) return `${offered} ${capability}, but none passes the filters (${named.join('; ')}).`;
  const left = having.filter(({ id, slug }) => passing.has(id) && !exclude.has(slug));
  if (left.length === 0) return `${offered} ${capability}, but what passes the filters is excluded.`;
  if (languages.size > 0 && left.every((tool) => languageFit(tool, languages) === 'no'))
    return `${offered} ${capability}, but none is known for ${[...languages].join(', ')}.`;
  if (ONLY_NAMED.has(capability))
    return `${offered} ${capability}, each for its own application: name the application.`;
  return `${offered} ${capability}, but what is left of them is deprecated.`;
}
