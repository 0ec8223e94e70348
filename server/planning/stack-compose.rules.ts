import { inSentence, type Tool } from '../directory/index.js';
import { isAgentReady, isFreeToStart, vendorOf } from './stack-quality.rules.js';
import type { RequestedBy } from './stack-reason.rules.js';

/** A tool that may take a part of the stack. */
export interface Candidate {
  readonly tool: Tool;
  /** Its match with the capability, 0 to 1. */
  readonly quality: number;
  readonly requested: RequestedBy | null;
}

/** One capability that is asked for: the tools that may take it, best first, or the reason why none may. */
export interface Part {
  readonly capability: string;
  readonly title: string;
  readonly phrase: string;
  readonly candidates: readonly Candidate[];
  /** Why it is a gap; null when there are candidates. */
  readonly gap: string | null;
}

/** One tool for each part that is no gap, in the order of the parts. */
export interface Stack {
  readonly title: string;
  readonly picks: readonly Candidate[];
}

/** A tool takes several parts only where it matches each at least this well, against the best tool for it. */
const GOOD_ENOUGH = 0.6;

/**
 * Different stacks for the same parts, each with its idea as title: best fit, fewest vendors, open source, free to start, agent-ready,
 * then the first one with a part exchanged. No two have the same tools; fewer than `limit` is fine. A tool that was asked for keeps its
 * part in all of them.
 */
export function composeStacks(parts: readonly Part[], limit: number): Stack[] {
  const open = parts.filter(({ candidates }) => candidates.length > 0);
  if (open.length === 0) return [];
  const best = open.map(firstOf);
  const seen = new Set<string>();
  const stacks: Stack[] = [];
  const add = (stack: Stack | null): void => {
    const key = stack?.picks.map(({ tool }) => tool.id).join(' ');
    if (!stack || key === undefined || seen.has(key)) return;
    seen.add(key);
    stacks.push(stack);
  };
  add({ title: 'Best fit for each part', picks: best });
  add(fewestVendors(open, best));
  add(preferring(open, ({ pricing }) => pricing.model === 'open_source', 'Open source'));
  add(preferring(open, isFreeToStart, 'Free to start'));
  add(preferring(open, isAgentReady, 'Ready for agents (MCP, llms.txt or OpenAPI)'));
  const deepest = Math.max(...open.map(({ candidates }) => candidates.length));
  for (let depth = 1; depth < deepest && stacks.length < limit; depth += 1)
    for (const [index, part] of open.entries()) add(exchanged(best, index, part, depth));
  return stacks.slice(0, limit);
}

function firstOf({ candidates, capability }: Part): Candidate {
  const [first] = candidates;
  if (!first) throw new Error(`${capability} has no candidate`);
  return first;
}

/** The best tool of each part among those that have a quality; where a part has none, its best. Nothing when no part changes for it. */
function preferring(parts: readonly Part[], has: (tool: Tool) => boolean, name: string): Stack | null {
  const picks = parts.map((part) => {
    const best = firstOf(part);
    return best.requested ? best : (part.candidates.find(({ tool }) => has(tool)) ?? best);
  });
  const having = picks.filter(({ tool }) => has(tool)).length;
  if (having === 0) return null;
  return {
    title: having === picks.length ? name : `${name} where possible: ${having} of ${picks.length} parts`,
    picks,
  };
}

/** Vendors that can take several parts take them, the one with the most first; nothing when that saves no vendor. */
function fewestVendors(parts: readonly Part[], best: readonly Candidate[]): Stack | null {
  const picks: (Candidate | null)[] = best.map((one) => (one.requested ? one : null));
  const usable = parts.map(({ candidates }, index) =>
    candidates.filter(({ quality }) => quality >= GOOD_ENOUGH * (best[index]?.quality ?? 0)),
  );
  const byVendor = usable.map(
    (candidates) => new Map(candidates.toReversed().map((one) => [vendorOf(one.tool), one.quality])),
  );
  const take = (vendor: string): void =>
    usable.forEach((candidates, index) => {
      picks[index] ??= candidates.find(({ tool }) => vendorOf(tool) === vendor) ?? null;
    });
  for (const one of best) if (one.requested) take(vendorOf(one.tool));
  for (let widest = widestVendor(byVendor, picks); widest !== null; widest = widestVendor(byVendor, picks))
    take(widest);
  const full = picks.flatMap((one, index) => one ?? best[index] ?? []);
  const vendors = countVendors(full);
  if (vendors >= countVendors(best)) return null;
  const wide = [...new Set(full.map(({ tool }) => tool))].filter(
    (tool) => full.filter((one) => one.tool === tool).length > 1,
  );
  const names = wide.map(({ name }) => name).join(' and ');
  return { title: `Fewest vendors: ${vendors}${names ? `, ${names} for several parts` : ''}`, picks: full };
}

const countVendors = (picks: readonly Candidate[]): number => new Set(picks.map(({ tool }) => vendorOf(tool))).size;

/**
 * The vendor that can take the most parts that are still open, at least two; of equal ones the better match. Each part has the quality of the best
 * tool of each vendor that can take it.
 */
function widestVendor(
  byVendor: readonly ReadonlyMap<string, number>[],
  picks: readonly (Candidate | null)[],
): string | null {
  const widths = new Map<string, { parts: number; quality: number }>();
  byVendor.forEach((qualities, index) => {
    if (picks[index]) return;
    for (const [vendor, quality] of qualities) {
      const width = widths.get(vendor) ?? { parts: 0, quality: 0 };
      widths.set(vendor, { parts: width.parts + 1, quality: width.quality + quality });
    }
  });
  const [widest] = [...widths].toSorted(
    ([a, x], [b, y]) => y.parts - x.parts || y.quality - x.quality || (a < b ? -1 : 1),
  );
  return widest && widest[1].parts > 1 ? widest[0] : null;
}

/** The best stack with another tool for one part. */
function exchanged(best: readonly Candidate[], index: number, part: Part, depth: number): Stack | null {
  const [from, to] = [best[index], part.candidates[depth]];
  if (!from || !to || from.requested) return null;
  return {
    title: `${to.tool.name} instead of ${from.tool.name} for ${inSentence(part.title)}`,
    picks: best.map((one, at) => (at === index ? to : one)),
  };
}

/** The share of the question that a stack answers: the mean match of its parts, where a gap counts 0 and a tool that was asked for 1. */
export function fitOf(picks: readonly Candidate[], requested: number): number {
  if (requested === 0) return 0;
  const sum = picks.reduce((total, { requested: by, quality }) => total + (by === 'named' ? 1 : quality), 0);
  return Math.round((100 * sum) / requested) / 100;
}
