import type { EntityManager } from '@mikro-orm/postgresql';
import { findAdoptedTools, readPublicRankings } from '../../directory/index.js';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import { newUuid, publicId } from '../../platform/ids.js';
import type { Job, Work } from '../../platform/jobs/queue.js';
import { addDays } from '../day.rules.js';
import { movementKey, type WantedMovement } from '../evidence/index.js';
import { METHODOLOGY_VERSION } from './methodology.rules.js';
import { ALL_RULES, newestDueDay, peopleBehind, windowOf } from './publication.rules.js';
import { AdoptionSnapshot, AdoptionSnapshotTool } from './snapshot.entity.js';
import {
  findNeighbour,
  hasSnapshot,
  readBasis,
  readLastOlderDay,
  readNewestDay,
  readPublishedRows,
} from './snapshot.query.js';
import { type ComposedSnapshot, composeSnapshot } from './snapshot.rules.js';
import {
  type BasisKey,
  type Movements,
  type PeriodId,
  type PublishedPeriod,
  periodDays,
  type ReadTruths,
  type ToolBasis,
} from './snapshot.types.js';

/** How many days that no worker saw are made up for; older ones are an operator's (`dai adoption snapshot --day`). */
const MISSED_DAYS_MAX = 14;

/** Makes the snapshot of each closed day once its late events had time to arrive, a day a round. */
export const snapshotJob = (readTruths: ReadTruths, readSecret: () => Promise<Buffer>): Job => ({
  name: 'adoption_snapshot',
  cron: '*/5 * * * *',
  run: (work) => makeNextSnapshot(work, readTruths, readSecret),
});

/** Makes the next missing day's snapshot, and answers whether another day waits. */
async function makeNextSnapshot(
  { em, clock, log }: Work,
  readTruths: ReadTruths,
  readSecret: () => Promise<Buffer>,
): Promise<boolean> {
  const at = clock.now();
  const due = newestDueDay(at);
  const newest = (await readNewestDay(em()))?.day;
  if (newest !== undefined && newest >= due) return false;
  const oldest = addDays(due, 1 - MISSED_DAYS_MAX);
  const next = newest === undefined ? due : addDays(newest, 1);
  const day = next < oldest ? oldest : next;
  if (await makeSnapshot(em(), { day, at, readTruths, secret: await readSecret() }))
    log.info({ day }, 'an adoption snapshot was made');
  return day < due;
}

interface SnapshotOrder {
  /** A closed day. */
  readonly day: string;
  readonly at: Date;
  readonly readTruths: ReadTruths;
  /** The publication secret of this database. */
  readonly secret: Buffer;
}

/**
 * Makes the snapshot of a day that has none, and answers whether it did: one that stands is never made again, whatever arrived since. All
 * is computed before the transaction; of two processes that make the same day, one writes.
 */
export async function makeSnapshot(em: EntityManager, order: SnapshotOrder): Promise<boolean> {
  const { day, at } = order;
  if (await hasSnapshot(em, day)) return false;
  const composed = await compose(em, order);
  const publicRankings = await readPublicRankings(em, day);
  return em.transactional(async (tx) => {
    const snapshot = {
      day,
      id: newUuid(),
      methodology: METHODOLOGY_VERSION,
      periods: withoutRows(composed),
      publicRankings,
      createdAt: at,
    };
    if (!(await insertUnlessTaken(tx, AdoptionSnapshot, snapshot, ['day']))) return false;
    for (const { tool } of composed.periods['30d'].rows)
      tx.create(AdoptionSnapshotTool, {
        day,
        toolId: tool.id,
        rows: rowsOf(composed, tool.id),
        basis: composed.basis.get(tool.id) ?? {},
      });
    await tx.flush();
    return true;
  });
}

async function compose(em: EntityManager, { day, readTruths, secret }: SnapshotOrder): Promise<ComposedSnapshot> {
  const [earlier, later] = [await findNeighbour(em, day, 'earlier'), await findNeighbour(em, day, 'later')];
  const [basis, laterBasis] = [await readBasis(em, earlier), await readBasis(em, later)];
  const wanted = (toolId: string): WantedMovement[] =>
    [basis.get(toolId), laterBasis.get(toolId)].flatMap((one) => movementsOf(one ?? {}));
  const truths = new Map((await readTruths(em, day, wanted)).map((truth) => [truth.toolId, truth]));
  const movements: Movements = (toolId, key, setOn) => {
    const { window, figures } = peopleBehind(key);
    const moved = truths.get(toolId)?.movements;
    return Math.max(0, ...figures.map((figure) => moved?.get(movementKey({ figure, window, setOn })) ?? 0));
  };
  const before = {
    '7d': await readPublishedRows(em, addDays(day, -periodDays['7d'])),
    '30d': await readPublishedRows(em, addDays(day, -periodDays['30d'])),
    '90d': await readPublishedRows(em, addDays(day, -periodDays['90d'])),
  };
  const older = await readLastOlderDay(em);
  // A tool that had a row keeps one: it is missing where its vendor has gone.
  const known = new Set([...basis.keys(), ...truths.keys()]);
  return composeSnapshot(
    {
      day,
      secret,
      tools: await findAdoptedTools(em, [...known]),
      truths,
      basis,
      later: laterBasis,
      movements,
      publishedFrom: older === null ? null : addDays(older, 1),
      windowFrom: {
        '7d': windowOf('7d', day).from,
        '30d': windowOf('30d', day).from,
        '90d': windowOf('90d', day).from,
      },
      publishedBefore: (toolId, period) => before[period].get(toolId)?.[period].developers ?? null,
    },
    ALL_RULES,
  );
}

/** The sets of people behind the numbers that were published before. */
const movementsOf = (basis: ToolBasis): WantedMovement[] =>
  (Object.entries(basis) as [BasisKey, { readonly day: string }][]).flatMap(([key, { day: setOn }]) => {
    const { window, figures } = peopleBehind(key);
    return figures.map((figure) => ({ figure, window, setOn }));
  });

function withoutRows({ periods }: ComposedSnapshot): AdoptionSnapshot['periods'] {
  const periodOf = (id: PeriodId): Omit<PublishedPeriod, 'rows'> => {
    const { categories, proof, rankings } = periods[id];
    return { categories, proof, rankings };
  };
  return { '7d': periodOf('7d'), '30d': periodOf('30d'), '90d': periodOf('90d') };
}

/** The rows of a tool as they are stored and published: with its public id. */
function rowsOf({ periods }: ComposedSnapshot, toolId: string): AdoptionSnapshotTool['rows'] {
  const rowOf = (id: PeriodId) => {
    const row = periods[id].rows.find(({ tool }) => tool.id === toolId);
    if (!row) throw new Error(`a snapshot has no row of ${toolId} in ${id}`);
    return { ...row, tool: { ...row.tool, id: publicId('tol', toolId) } };
  };
  return { '7d': rowOf('7d'), '30d': rowOf('30d'), '90d': rowOf('90d') };
}
