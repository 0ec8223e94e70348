import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Log } from '../../platform/log.js';
import { type Gap, GapCount, gapKinds } from '../gap.entity.js';

/** Counts gaps beside the requests, which write nothing. */
export interface GapLog {
  /** Counts a question once for each of its gaps. */
  add(gaps: readonly Gap[], at: Date): void;
  /** Adds what was counted to the table; what could not be written waits for the next time. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const INTERVAL_MS = 60_000;
/** Needs come from the lexicon and the catalog, so that a process holds some hundred numbers; more would be a mistake of ours. */
const NUMBERS_MAX = 5_000;

/** Opens the counts of one process; a crash may lose the last minute of them. */
export function openGapLog(em: () => EntityManager, log: Log): GapLog {
  let pending = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const taken = pending;
    if (taken.size === 0) return;
    pending = new Map();
    const rows = [...taken].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(rowOf);
    try {
      await em()
        .qb(GapCount)
        .insert(rows)
        .onConflict(['day', 'kind', 'need'])
        .merge({ questions: raw('gap_count.questions + excluded.questions') })
        .execute();
    } catch (error) {
      log.warn({ err: error }, 'gaps could not be counted yet');
      for (const [key, questions] of taken) pending.set(key, (pending.get(key) ?? 0) + questions);
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), INTERVAL_MS).unref();

  return {
    add(gaps, at) {
      const day = at.toISOString().slice(0, 10);
      for (const key of new Set(gaps.map(({ kind, need }) => `${day} ${kind} ${need}`)))
        if (pending.has(key) || pending.size < NUMBERS_MAX) pending.set(key, (pending.get(key) ?? 0) + 1);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function rowOf([key, questions]: [string, number]) {
  const [day = '', kind = '', ...need] = key.split(' ');
  return { day, kind: gapKinds.find((one) => one === kind) ?? 'capability', need: need.join(' '), questions };
}
