import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import type { Replicas } from '../../platform/database/replicas.js';
import { isDatabaseUnavailable } from '../../platform/fault.js';
import type { Log } from '../../platform/log.js';
import { openPatience } from '../../platform/patience.js';
import {
  type AdoptionProofs,
  type CatalogState,
  loadTools,
  type OfferFacts,
  type Proof,
  proofOf,
  type ReadAdoptionProofs,
  readCatalogHead,
  type Tool,
} from '../catalog/index.js';
import { type SearchIndex, sharedSearchIndex } from './search-index.build.js';

/** Answers every live offer; the offers domain's part of the catalog, handed in by the composition root (architecture, Direction). */
export type LoadOffers = (em: EntityManager) => Promise<OfferFacts[]>;

/** One version of the catalog in memory; it never changes. */
export interface CatalogSnapshot extends CatalogState {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly bySlug: ReadonlyMap<string, Tool>;
  readonly offers: ReadonlyMap<string, OfferFacts>;
  readonly categories: ReadonlySet<string>;
  readonly search: SearchIndex;
  /** The adoption snapshot behind its proof; null before the first one. */
  readonly adoptionId: string | null;
  /** Live offers of a tool that have not ended at that time. */
  offersOf(toolId: string, at: Date): OfferFacts[];
  /** Evidence that stands behind a tool at that time: published signals alone. */
  proofOf(tool: Tool, at: Date): Proof[];
  /**
   * Answers what is stored beside this version of the catalog, such as figures over time: read once for each key, then from memory. Null while
   * the database can't be reached and the key wasn't read before.
   */
  recall<Row extends object>(key: readonly unknown[], read: () => Promise<Row>): Promise<Row | null>;
}

export interface Catalog {
  /** A version of the catalog, whole: the newest after a write of this process, else with everything that was committed five seconds ago. */
  read(): Promise<CatalogSnapshot>;
  /** The newest version's number. */
  head(): Promise<CatalogState>;
  /** Has the next read wait for the newest version: called after a write of this process has committed. */
  changed(): void;
}

/** How long a version is believed without asking: under load one question a second, and none without a reader. */
const BELIEVED_MS = 1_000;
/** A reader waits for the newest version when the one at hand was last known to be the newest that long ago (decisions §3: five seconds). */
const BEHIND_MS_MAX = 4_000;
/** How many answers are remembered beside one version: an answer has a few kilobytes at most. */
const RECALLED_MAX = 2_000;

/** All that is read of a version in one transaction. */
interface CatalogLoad {
  readonly head: CatalogState;
  readonly changed: Awaited<ReturnType<typeof loadTools>>;
  readonly offers: OfferFacts[];
}

interface CatalogParts {
  readonly em: () => EntityManager;
  readonly replicas: Replicas;
  readonly loadOffers: LoadOffers;
  readonly readAdoptionProofs: ReadAdoptionProofs;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Keeps the catalog in memory; it is read when first asked for, and again when its version changes. While a newer one is being read the old
 * one goes on answering, under its own version, as long as it is not too far behind; while the database is away, for as long as that lasts.
 */
export function openCatalog({ em, replicas, loadOffers, readAdoptionProofs, clock, log }: CatalogParts): Catalog {
  let snapshot: CatalogVersion | null = null;
  let proven: { of: CatalogVersion; proofs: AdoptionProofs; snapshot: CatalogSnapshot } | null = null;
  let newestAt = Number.NEGATIVE_INFINITY; // a moment at which the snapshot was the newest version
  let believed: { head: CatalogState; requestedAt: number } | null = null;
  let asking: Promise<CatalogState> | null = null;
  let loading: Promise<CatalogVersion> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY; // of the last load that failed
  let written = 0; // writes of this process that were reported, and how many of them a load has shown since
  let shown = 0;
  let away = false;
  const withPatience = openPatience();

  const now = (): number => clock.now().getTime();
  /** A clock that was set back counts as one that ran on: better to ask once more than to believe for ever. */
  const isWithin = (ms: number, since: number): boolean => Math.abs(now() - since) < ms;

  const readHead = (): Promise<CatalogState> => {
    if (believed && isWithin(BELIEVED_MS, believed.requestedAt)) return Promise.resolve(believed.head);
    if (asking) return asking;
    const requestedAt = now();
    const requested = readCatalogHead(em())
      .then((head) => {
        away = false;
        if (asking === requested) believed = { head, requestedAt };
        if (snapshot && snapshot.version >= head.version) newestAt = requestedAt;
        return head;
      })
      .finally(() => {
        if (asking === requested) asking = null;
      });
    asking = requested;
    return requested;
  };

  /** One read-only transaction: tools, offers and version belong together. Null where the source does not have the version that is asked for yet. */
  const loadFrom = (source: EntityManager, since: number, version: number): Promise<CatalogLoad | null> =>
    source.transactional(
      async (tx) => {
        const head = await readCatalogHead(tx);
        if (head.version < version) return null;
        return { head, changed: await loadTools(tx, since), offers: await loadOffers(tx) };
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
    );

  const load = async (version: number): Promise<CatalogVersion> => {
    const previous = snapshot;
    const since = previous?.version ?? 0;
    const startedAt = now();
    let behindMs = 0;
    const parts =
      (await replicas.read((source) => {
        behindMs = source.asOf === null ? 0 : Math.max(0, Date.now() - source.asOf.getTime());
        return loadFrom(source.em, since, version);
      })) ?? (await loadFrom(em(), since, 0));
    if (parts === null) throw new Error('the primary has no catalog'); // it always has version 0
    snapshot = await snapshotOf(previous, parts.head, parts.changed, parts.offers);
    newestAt = startedAt - behindMs;
    return snapshot;
  };

  const startLoading = (version: number): Promise<CatalogVersion> => {
    loading ??= load(version)
      .catch((error: unknown) => {
        failedAt = now();
        throw error;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };

  const loadUpTo = async (version: number): Promise<CatalogVersion> => {
    let read = await startLoading(version);
    while (read.version < version) read = await startLoading(version); // one that began before the commit may not have it yet
    return read;
  };

  /** The old version answers while a newer one of others is being read, unless it is too far behind, and while that one can't be read. */
  const readBehind = async (old: CatalogVersion, version: number): Promise<CatalogVersion> => {
    if (isWithin(BELIEVED_MS, failedAt)) return old;
    const reading = loadUpTo(version).catch((error: unknown) => {
      log.warn({ err: error }, 'a newer catalog could not be read; the old one answers');
      return old;
    });
    return isWithin(BEHIND_MS_MAX, newestAt) ? old : ((await withPatience(reading)) ?? old);
  };

  /** The version at hand, while the database is away. */
  const lastKnown = (at: CatalogVersion, because: unknown): Pick<CatalogState, 'version'> => {
    if (!away) log.warn({ err: because, version: at.version }, 'the database is away: an old catalog answers');
    away = true;
    return at;
  };

  const readVersion = async (): Promise<CatalogVersion> => {
    const reported = written;
    const requested = readHead().catch((error: unknown) => {
      if (!snapshot || shown < reported || !isDatabaseUnavailable(error)) throw error;
      return lastKnown(snapshot, error);
    });
    const head =
      snapshot && shown >= reported
        ? ((await withPatience(requested)) ?? lastKnown(snapshot, 'no answer in time'))
        : await requested; // nothing in memory can answer
    if (snapshot && snapshot.version < head.version && shown >= reported) return readBehind(snapshot, head.version);
    const read = snapshot && snapshot.version >= head.version ? snapshot : await loadUpTo(head.version);
    shown = Math.max(shown, reported);
    return read;
  };

  return {
    async read() {
      const [of, proofs] = [await readVersion(), await readAdoptionProofs()];
      if (proven?.of !== of || proven.proofs !== proofs) proven = { of, proofs, snapshot: withProofs(of, proofs) };
      return proven.snapshot;
    },
    head: readHead,
    changed() {
      believed = null;
      asking = null;
      written += 1;
    },
  };
}

/** A version of the catalog without what the domain above has published. */
type CatalogVersion = Omit<CatalogSnapshot, 'adoptionId' | 'proofOf'>;

const withProofs = (version: CatalogVersion, proofs: AdoptionProofs): CatalogSnapshot => ({
  ...version,
  adoptionId: proofs.id,
  proofOf: (tool, at) => proofOf(tool, version.offersOf(tool.id, at), proofs.ofTool(tool.id)),
});

async function snapshotOf(
  previous: CatalogVersion | null,
  head: CatalogState,
  changed: { tools: Tool[]; unlisted: string[] },
  offers: OfferFacts[],
): Promise<CatalogVersion> {
  const tools = new Map(previous?.tools);
  for (const id of changed.unlisted) tools.delete(id);
  for (const tool of changed.tools) tools.set(tool.id, tool);
  const search =
    previous && changed.tools.length + changed.unlisted.length === 0
      ? previous.search
      : await sharedSearchIndex([...tools.values()]); // built again: an index that is brought up to date ranks by what is gone
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
    recall: openRecall(),
  };
}

function openRecall(): CatalogSnapshot['recall'] {
  const recalled = new LRUCache<string, object>({ max: RECALLED_MAX });
  return async <Row extends object>(key: readonly unknown[], read: () => Promise<Row>): Promise<Row | null> => {
    const name = JSON.stringify(key);
    const known = recalled.get(name) as Row | undefined; // each key belongs to one reader
    if (known) return known;
    try {
      const row = await read();
      recalled.set(name, row);
      return row;
    } catch (error) {
      if (isDatabaseUnavailable(error)) return null;
      throw error;
    }
  };
}
