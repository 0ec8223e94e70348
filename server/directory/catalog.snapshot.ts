import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type CatalogHead, loadTools, readCatalogHead } from './catalog.load.js';
import { newSearchIndex, type SearchIndex } from './search.index.js';
import { proofOf } from './tool.proof.rules.js';
import type { OfferFacts, Proof, Tool } from './tool.types.js';

/** Answers every live offer; the offers domain's part of the catalog, handed in by the composition root (architecture, Direction). */
export type LoadOffers = (em: EntityManager) => Promise<OfferFacts[]>;

/** One version of the catalog in memory: immutable but for the search index, which follows the newest snapshot. */
export interface CatalogSnapshot extends CatalogHead {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly bySlug: ReadonlyMap<string, Tool>;
  readonly offers: ReadonlyMap<string, OfferFacts>;
  readonly categories: ReadonlySet<string>;
  readonly search: SearchIndex;
  /** Live offers of a tool that have not ended at that time. */
  offersOf(toolId: string, at: Date): OfferFacts[];
  /** Evidence that stands behind a tool at that time: published signals alone. */
  proofOf(tool: Tool, at: Date): Proof[];
}

export interface Catalog {
  /** The newest version, as far as this process knows: at most a second behind what another process committed. */
  read(): Promise<CatalogSnapshot>;
  /** The version alone; what a conditional read needs. */
  head(): Promise<CatalogHead>;
  /** Has the next read look at the version again: called after a write of this process has committed. */
  changed(): void;
}

/** How long a version is believed without asking: other replicas' writes show after that. */
const BELIEVED_MS = 1_000;
/** Above this many changed tools a new index is cheaper than bringing the old one up to date. */
const REBUILD_FROM = 500;

/** Keeps the catalog in memory; it is read when first asked for, and again when its version changes. */
export function openCatalog(em: () => EntityManager, loadOffers: LoadOffers): Catalog {
  let snapshot: CatalogSnapshot | null = null;
  let head: CatalogHead | null = null;
  let believedUntil = 0;
  let asking: Promise<CatalogHead> | null = null;
  let loading: Promise<CatalogSnapshot> | null = null;

  const readHead = (): Promise<CatalogHead> => {
    if (head && performance.now() < believedUntil) return Promise.resolve(head);
    asking ??= readCatalogHead(em())
      .then((read) => {
        head = read;
        believedUntil = performance.now() + BELIEVED_MS;
        return read;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  const load = async (): Promise<CatalogSnapshot> => {
    const previous = snapshot;
    // One read-only transaction: tools, offers and version belong together.
    const parts = await em().transactional(
      async (tx) => {
        const now = await readCatalogHead(tx);
        return { now, changed: await loadTools(tx, previous?.version ?? 0), offers: await loadOffers(tx) };
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
    );
    const next = await snapshotOf(previous, parts.now, parts.changed, parts.offers);
    snapshot = next;
    return next;
  };

  return {
    async read() {
      const now = await readHead();
      while (!snapshot || snapshot.version < now.version) {
        loading ??= load().finally(() => {
          loading = null;
        });
        await loading; // one that began before this version was committed may not have it yet
      }
      return snapshot;
    },
    head: readHead,
    changed() {
      believedUntil = 0;
    },
  };
}

async function snapshotOf(
  previous: CatalogSnapshot | null,
  head: CatalogHead,
  changed: { tools: Tool[]; unlisted: string[] },
  offers: OfferFacts[],
): Promise<CatalogSnapshot> {
  const tools = new Map(previous?.tools);
  for (const id of changed.unlisted) tools.delete(id);
  for (const tool of changed.tools) tools.set(tool.id, tool);
  const fits = previous !== null && changed.tools.length + changed.unlisted.length <= REBUILD_FROM;
  const search = fits ? previous.search : newSearchIndex();
  if (fits) search.update(changed.tools, changed.unlisted);
  else await search.fill([...tools.values()]);
  const byTool = new Map<string, OfferFacts[]>();
  for (const offer of offers)
    for (const toolId of offer.toolIds) byTool.set(toolId, [...(byTool.get(toolId) ?? []), offer]);
  const offersOf = (toolId: string, at: Date): OfferFacts[] =>
    (byTool.get(toolId) ?? []).filter(({ endsAt }) => endsAt === null || endsAt > at);
  return {
    ...head,
    tools,
    bySlug: new Map([...tools.values()].map((tool) => [tool.slug, tool])),
    offers: new Map(offers.map((offer) => [offer.id, offer])),
    categories: new Set([...tools.values()].flatMap(({ categories }) => categories)),
    search,
    offersOf,
    proofOf: (tool, at) => proofOf(tool, offersOf(tool.id, at)),
  };
}
