import { LRUCache } from 'lru-cache';
import type { AdoptionProofs, ReadAdoptionProofs } from '../../directory/index.js';
import type { Platform } from '../../platform/context.js';
import type { ReadSource } from '../../platform/database/replicas.js';
import { isDatabaseUnavailable } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { openPatience } from '../../platform/patience.js';
import { addDays } from '../day.rules.js';
import { openNamedSnapshots, type SnapshotName } from './named-snapshot.query.js';
import {
  type DaySnapshot,
  type ExclusionDay,
  readExclusions,
  readNewestServed,
  readPublishedTools,
  readSnapshot,
  readToolHistory,
  type ToolDay,
} from './snapshot.query.js';

/** How long the newest snapshot is believed to be the newest: it is another one once a day. */
const BELIEVED_MS = 2_000;
/** Proof signals are made of evidence, which is published for this period. */
const PROOF_PERIOD = '90d';
/** Days of the ledger of exclusions, and the tools that must report on a day before it stands in it. */
const LEDGER_DAYS = 90;
const LEDGER_TOOLS_MIN = 10;
/** Tools whose histories are kept. */
const HISTORIES_MAX = 500;

/** The newest snapshot, kept in memory: reading it costs the same however many events stand behind it. */
export interface PublishedAdoption {
  /** The newest snapshot, or null before the first one. While the database is away the last one that was read answers. */
  newest(): Promise<DaySnapshot | null>;
  /** The snapshot of that day or id, or null where there is none. */
  named(name: SnapshotName): Promise<DaySnapshot | null>;
  /** What was published of a tool after a day, oldest first; while the database is away, what was last read of it. */
  history(toolId: string, after: string): Promise<readonly ToolDay[]>;
  /** The ledger of exclusions over the last 90 days, newest first; null while the database is away and it wasn't read before. */
  exclusions(): Promise<readonly ExclusionDay[] | null>;
  /** Has the next read look for a newer one: called after this process made one. */
  changed(): void;
}

export interface PublishingParts {
  readonly publishedAdoption: PublishedAdoption;
}

export function openSnapshots({
  em,
  replicas,
  clock,
  log,
}: Pick<Platform, 'em' | 'replicas' | 'clock' | 'log'>): PublishedAdoption {
  let snapshot: DaySnapshot | null = null;
  /** Those with a history: of any other tool it is known that nothing was published, also while the database is away. */
  let publishedTools: ReadonlySet<string> = new Set();
  let isKnown = false; // also that none was published yet
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<DaySnapshot | null> | null = null;
  const withPatience = openPatience();
  const histories = new LRUCache<string, { readonly days: readonly ToolDay[]; readonly readAt: number }>({
    max: HISTORIES_MAX,
  });
  const isBelieved = (at: number): boolean => Math.abs(clock.now().getTime() - at) < BELIEVED_MS;
  let isOwn = false; // this process made one since it last read: a standby may not have it yet
  const readFrom = async ({ em: source, asOf }: ReadSource): Promise<DaySnapshot | null> => {
    const newest = await readNewestServed(source);
    const isOlder = asOf !== null && snapshot !== null && (newest === null || newest.day < snapshot.day);
    if (!isOlder && newest && newest.id !== snapshot?.id) {
      const tools = await readPublishedTools(source);
      snapshot = await readSnapshot(source, newest.day);
      publishedTools = tools;
    }
    return snapshot;
  };
  const read = async (): Promise<DaySnapshot | null> => {
    if (!isOwn) return replicas.read(readFrom);
    const found = await readFrom({ em: em(), asOf: null });
    isOwn = false;
    return found;
  };
  const newest = (): Promise<DaySnapshot | null> => {
    const now = clock.now().getTime();
    if (isBelieved(readAt)) return Promise.resolve(snapshot);
    reading ??= read()
      .catch((error: unknown) => {
        if (!isKnown) throw error;
        log.warn(
          { err: error, day: snapshot?.day },
          'a newer adoption snapshot could not be read; the old one answers',
        );
        return snapshot;
      })
      .then((found) => {
        readAt = now;
        isKnown = true;
        return found;
      })
      .finally(() => {
        reading = null;
      });
    return isKnown ? withPatience(reading).then((found) => found ?? snapshot) : reading;
  };
  const history = async (toolId: string, after: string): Promise<readonly ToolDay[]> => {
    const published = await newest();
    const key = JSON.stringify([toolId, after, published?.id]);
    const known = histories.get(key);
    if (known && isBelieved(known.readAt)) return known.days;
    const read = async (): Promise<readonly ToolDay[]> => {
      const days = await replicas.read((source) => readToolHistory(source.em, toolId, after));
      histories.set(key, { days, readAt: clock.now().getTime() });
      return days;
    };
    try {
      return known || !publishedTools.has(toolId) ? ((await withPatience(read())) ?? known?.days ?? []) : await read();
    } catch (error) {
      if (!known && publishedTools.has(toolId)) throw error;
      log.warn(
        { err: error, toolId: publicId('tol', toolId) },
        'the adoption history of a tool could not be read; the one read before answers',
      );
      return known?.days ?? [];
    }
  };
  let ledger: { readonly of: DaySnapshot; readonly days: readonly ExclusionDay[] } | null = null;
  const exclusions = async (): Promise<readonly ExclusionDay[] | null> => {
    const of = await newest();
    if (of === null) return [];
    if (ledger?.of === of) return ledger.days;
    try {
      const days = await replicas.read((source) =>
        readExclusions(source.em, addDays(of.day, 1 - LEDGER_DAYS), LEDGER_TOOLS_MIN),
      );
      ledger = { of, days };
      return days;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      return ledger?.days ?? null;
    }
  };
  return {
    newest,
    exclusions,
    named: openNamedSnapshots({ em, replicas }),
    history,
    changed() {
      readAt = Number.NEGATIVE_INFINITY;
      isOwn = true;
      histories.clear();
    },
  };
}

/** Answers the directory's question which tools have published adoption proof; the same snapshot gives the same answer object. */
export function openAdoptionProofs(published: PublishedAdoption): ReadAdoptionProofs {
  let known: { readonly snapshot: DaySnapshot | null; readonly proofs: AdoptionProofs } | null = null;
  return async () => {
    const snapshot = await published.newest();
    if (known?.snapshot === snapshot) return known.proofs;
    const proofs = proofsOf(snapshot);
    known = { snapshot, proofs };
    return proofs;
  };
}

/** The proofs by the public ids of the tools, which the catalog in memory and the stored rows hold. */
function proofsOf(snapshot: DaySnapshot | null): AdoptionProofs {
  const { rows = [], proof = [] } = snapshot?.periods[PROOF_PERIOD] ?? {};
  const idOf = new Map(rows.map(({ tool }) => [tool.slug, tool.id]));
  const byTool = Map.groupBy(proof, ({ tool }) => idOf.get(tool.slug) ?? '');
  return {
    id: snapshot && publicId('snp', snapshot.id),
    ofTool: (toolId) => (byTool.get(toolId) ?? []).map(({ signal, label, asOf }) => ({ signal, label, asOf })),
  };
}
