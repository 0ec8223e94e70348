import type { EntityManager } from '@mikro-orm/postgresql';
import { actorOf, ownerOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit.js';
import { invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { refuseCredentials } from '../../platform/secret.refuse.js';
import { tooFarAhead } from '../ahead.rules.js';
import { labelOf, type StoredCodexSnapshot, type StoredWindow, storedSnapshotOf } from './codex.rules.js';
import type { CodexSnapshot, CodexSnapshotInput, CodexWindow, SavedCodexSnapshot } from './codex.types.js';
import type { RemovedSpending } from './spend.types.js';

/**
 * Saves a coding agent's allowance. Newer snapshots win: the statement itself compares, so that of two at once the newer one stays
 * whichever comes last; the same moment again replaces. Snapshots are readings that agents send all day, so they are not audited.
 */
export const saveCodexSnapshot = operation(
  {
    name: 'saveCodexSnapshot',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async (ctx, input: CodexSnapshotInput): Promise<SavedCodexSnapshot> => {
    const owner = ownerOf(ctx);
    refuseCredentials({ planType: input.planType }, 1); // the one text of a snapshot
    const now = ctx.platform.clock.now();
    const checkedAt = new Date(input.checkedAt);
    const problems = tooFarAhead(checkedAt, now, '/checkedAt');
    if (problems.length) throw invalid(problems);
    return ctx.em.transactional(async (em) => {
      // A row that is newer is left as it is and locked all the same, so it cannot go before it is read.
      const written = await em.execute<unknown[]>(
        `insert into provider_snapshot (user_id, provider, snapshot, checked_at, updated_at) values (?, 'coding_agent', ?::jsonb, ?, ?)
         on conflict (user_id, provider) do update
           set snapshot = excluded.snapshot, checked_at = excluded.checked_at, updated_at = excluded.updated_at
           where provider_snapshot.checked_at <= excluded.checked_at
         returning 1`,
        [owner, JSON.stringify(storedSnapshotOf(input)), checkedAt, now],
      );
      const saved = await findCodexSnapshot(em, owner);
      if (!saved) throw new Error('a snapshot that was just saved is not there');
      return { codexSnapshot: saved, updated: written.length > 0 };
    });
  },
);

/** Takes the saved allowance away; what was reported before it is not kept anywhere. */
export const removeCodexSnapshot = operation(
  {
    name: 'removeCodexSnapshot',
    who: ['session', 'workflow_token'],
    scope: 'project:publish',
    accountLevel: true,
    writes: true,
    limit: 'workflow',
  },
  async (ctx, _input: Record<string, never>): Promise<RemovedSpending> => {
    const owner = ownerOf(ctx);
    return ctx.em.transactional(async (em) => {
      const gone = await em.execute<unknown[]>(
        `delete from provider_snapshot where user_id = ? and provider = 'coding_agent' returning 1`,
        [owner],
      );
      if (gone.length)
        await recordAudit(em, ctx.platform.clock.now(), {
          chain: personChain(owner),
          actor: actorOf(ctx),
          action: 'codex_snapshot.remove',
          resource: 'codex_snapshot',
          resourceId: publicId('usr', owner),
          changes: {},
          requestId: ctx.requestId,
        });
      return { removed: gone.length > 0 };
    });
  },
);

/** The saved allowance of a person (a bare UUID) as callers see it, or null. */
export async function findCodexSnapshot(em: EntityManager, owner: string): Promise<CodexSnapshot | null> {
  const [row] = await em.execute<{ snapshot: StoredCodexSnapshot; checked_at: string }[]>(
    `select snapshot, checked_at from provider_snapshot where user_id = ? and provider = 'coding_agent'`,
    [owner],
  );
  if (!row) return null;
  const { planType, creditsBalance, primary, secondary } = row.snapshot;
  return {
    checkedAt: new Date(row.checked_at),
    planType,
    creditsBalance,
    primary: windowOf(primary),
    secondary: windowOf(secondary),
    source: 'agent_reported',
  };
}

const windowOf = (window: StoredWindow | null): CodexWindow | null =>
  window && { ...window, label: labelOf(window.windowDurationMins) };
