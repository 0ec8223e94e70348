import type { EntityManager, EntityName } from '@mikro-orm/postgresql';
import { countReceiptsSinceEver, fillRegisteredDomains, holdFoldedWindows } from '../../tracking/index.js';
import {
  AccountEvidence,
  Activity,
  DeveloperEvidence,
  EarlyUse,
  EventCount,
  FirstSeen,
  Period,
  PeriodActivity,
  Presence,
  ReceiptCount,
  ReceivedCount,
  ToolCalls,
} from '../rollup.entity.js';
import { foldWindow } from './events.fold.js';

/** The numbers of developers and accounts are no rollup: they stay as they are. Periods are compacted again by their job. */
const ROLLUPS: readonly EntityName<object>[] = [
  EventCount,
  ReceivedCount,
  Activity,
  ToolCalls,
  ReceiptCount,
  DeveloperEvidence,
  FirstSeen,
  EarlyUse,
  AccountEvidence,
  Presence,
  Period,
  PeriodActivity,
];

/**
 * Counts every event up to the watermark again, in one transaction: readers see the rollups of before until they see those of after, and
 * folding waits meanwhile. Published snapshots are no rollups and stay as they are. Answers how many events were counted.
 */
export async function rebuildRollups(em: EntityManager): Promise<number> {
  return em.transactional(async (tx) => {
    const windows = await holdFoldedWindows(tx);
    for (const rollup of ROLLUPS) await tx.nativeDelete(rollup, {});
    await countReceiptsSinceEver(tx);
    await fillRegisteredDomains(tx);
    let events = 0;
    for (const window of windows) events += await foldWindow(tx, window);
    return events;
  });
}
