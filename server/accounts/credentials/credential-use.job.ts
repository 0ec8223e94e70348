import type { EntityManager } from '@mikro-orm/postgresql';
import type { Log } from '../../platform/log.js';
import type { CredentialUses } from '../accounts.context.js';
import { writeLastUses } from './credential.query.js';

/** Each process writes the last use of one credential at most once in this time (scale S8: never with a request). */
const WRITTEN_EACH_MS = 60_000;
const TICK_MS = 5_000;

interface Use {
  latestMs: number;
  /** The time that stands in the database, and when it was written; null before the first write. */
  writtenMs: number | null;
  dueMs: number;
}

/** Keeps when credentials were last used, beside the requests; a crash may lose the last minute, an orderly end loses nothing. */
export function openCredentialUses(em: () => EntityManager, log: Log): CredentialUses {
  const uses = new Map<string, Use>();
  let writing: Promise<void> = Promise.resolve();

  async function write(all: boolean): Promise<void> {
    const now = performance.now();
    const unwritten: { c: string; t: string; use: Use; ms: number }[] = [];
    for (const [c, use] of uses) {
      if (use.latestMs === use.writtenMs) {
        if (use.dueMs <= now) uses.delete(c); // idle: the next use is a first one again
      } else if (all || use.dueMs <= now)
        unwritten.push({ c, t: new Date(use.latestMs).toISOString(), use, ms: use.latestMs });
    }
    if (unwritten.length === 0) return;
    unwritten.sort((a, b) => (a.c < b.c ? -1 : 1));
    try {
      await writeLastUses(
        em(),
        unwritten.map(({ c, t }) => ({ c, t })),
      );
      for (const { use, ms } of unwritten) {
        use.writtenMs = ms;
        use.dueMs = now + WRITTEN_EACH_MS;
      }
    } catch (error) {
      log.warn({ err: error, credentials: unwritten.length }, 'last uses could not be written and are tried again');
    }
  }

  const start = (all: boolean): Promise<void> => {
    writing = writing.then(() => write(all));
    return writing;
  };
  const timer = setInterval(() => void start(false), TICK_MS).unref();

  return {
    note(credentialUuid, at) {
      const use = uses.get(credentialUuid);
      if (use) use.latestMs = Math.max(use.latestMs, at.getTime());
      else uses.set(credentialUuid, { latestMs: at.getTime(), writtenMs: null, dueMs: 0 });
    },
    flush: () => start(true),
    async close() {
      clearInterval(timer);
      await start(true);
    },
  };
}
