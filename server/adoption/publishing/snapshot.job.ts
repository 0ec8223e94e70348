import type { EntityManager } from '@mikro-orm/postgresql';
import { findAdoptedTools } from '../../directory/index.js';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import { newUuid, publicId } from '../../platform/ids.js';
import type { Job, Work } from '../../platform/jobs/queue.js';
import { addDays } from '../day.rules.js';
import type { ToolFigures } from '../evidence/index.js';
import { METHODOLOGY_VERSION } from './methodology.rules.js';
import { ALL_RULES, newestDueDay, windowOf } from './publication.rules.js';
import { AdoptionSnapshot, AdoptionSnapshotTool } from './snapshot.entity.js';
import { findNeighbour, hasSnapshot, readBasis, readNewestDay, readPublishedRows } from './snapshot.query.js';
import { type ComposedSnapshot, composeSnapshot } from './snapshot.rules.js';
import {
  type PeriodId,
  type PublishedPeriod,
  periodDays,
  periodIds,
  type ReadTrueFigures,
  type ToolBasis,
} from './snapshot.types.js';

/** How many days that no worker saw are made up for; older ones are an operator's (`dai adoption snapshot --day`). */
const MISSED_DAYS_MAX = 14;

/** Makes the snapshot of each closed day once its late events had time to arrive, a day a round. */
export const snapshotJob = (readFigures: ReadTrueFigures): Job => ({
  name: 'adoption_snapshot',
  cron: '*/5 * * * *',
  run: (work) => makeNextSnapshot(work, readFigures),
});

/** Makes the next missing day's snapshot, and answers whether another day waits. */
async function makeNextSnapshot({ em, clock, log }: Work, readFigures: ReadTrueFigures): Promise<boolean> {
  const at = clock.now();
  const due = newestDueDay(at);
  const newest = (await readNewestDay(em()))?.day;
  if (newest !== undefined && newest >= due) return false;
  const oldest = addDays(due, 1 - MISSED_DAYS_MAX);
  const next = newest === undefined ? due : addDays(newest, 1);
  const day = next < oldest ? oldest : next;
  if (await makeSnapshot(em(), { day, at, readFigures })) log.info({ day }, 'an adoption snapshot was made');
  return day < due;
}

interface SnapshotOrder {
  /** A closed day. */
  readonly day: string;
  readonly at: Date;
  readonly readFigures: ReadTrueFigures;
}

/**
 * Makes the snapshot of a day that has none, and answers whether it did: one that stands is never made again, whatever arrived since. All
 * is computed before the transaction; of two processes that make the same day, one writes.
 */
export async function makeSnapshot(em: EntityManager, { day, at, readFigures }: SnapshotOrder): Promise<boolean> {
  if (await hasSnapshot(em, day)) return false;
  const composed = await compose(em, day, readFigures);
  return em.transactional(async (tx) => {
    const snapshot = {
      day,
      id: newUuid(),
      methodology: METHODOLOGY_VERSION,
      periods: withoutRows(composed),
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

async function compose(em: EntityManager, day: string, readFigures: ReadTrueFigures): Promise<ComposedSnapshot> {
  const figures = {
    '7d': await readByTool(em, windowOf('7d', day), readFigures),
    '30d': await readByTool(em, windowOf('30d', day), readFigures),
    '90d': await readByTool(em, windowOf('90d', day), readFigures),
  };
  const [earlier, later] = [await findNeighbour(em, day, 'earlier'), await findNeighbour(em, day, 'later')];
  const [basis, laterBasis] = [await readBasis(em, earlier), await readBasis(em, later)];
  const since = await readDevelopersSince(em, day, [...basis.values(), ...laterBasis.values()], readFigures);
  const before = {
    '7d': await readPublishedRows(em, addDays(day, -periodDays['7d'])),
    '30d': await readPublishedRows(em, addDays(day, -periodDays['30d'])),
    '90d': await readPublishedRows(em, addDays(day, -periodDays['90d'])),
  };
  // A tool that had a row keeps one: it is missing where its vendor has gone.
  const known = new Set([...basis.keys(), ...periodIds.flatMap((id) => [...figures[id].keys()])]);
  return composeSnapshot(
    {
      day,
      tools: await findAdoptedTools(em, [...known]),
      figures,
      basis,
      later: laterBasis,
      developersSince: (toolId, from) => since.get(from)?.get(toolId)?.developers ?? 0,
      publishedBefore: (toolId, period) => before[period].get(toolId)?.[period].developers ?? null,
    },
    ALL_RULES,
  );
}

const readByTool = async (
  em: EntityManager,
  window: { from: string; to: string },
  readFigures: ReadTrueFigures,
): Promise<Map<string, ToolFigures>> =>
  new Map((await readFigures(em, window)).map((figures) => [figures.toolId, figures]));

/** The figures of the days between this one and each on which a number was set; those days are few, since numbers rest. */
async function readDevelopersSince(
  em: EntityManager,
  day: string,
  bases: readonly ToolBasis[],
  readFigures: ReadTrueFigures,
): Promise<Map<string, Map<string, ToolFigures>>> {
  const days = new Set(
    bases.flatMap((basis) => Object.values(basis).flatMap((one) => (typeof one === 'string' ? [] : [one.day]))),
  );
  const since = new Map<string, Map<string, ToolFigures>>();
  for (const from of days) {
    const window = from < day ? { from: addDays(from, 1), to: day } : { from: addDays(day, 1), to: from };
    since.set(from, window.from > window.to ? new Map() : await readByTool(em, window, readFigures));
  }
  return since;
}

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
