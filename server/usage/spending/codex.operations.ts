import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { actorOf, ownerOf } from '../../accounts/index.js';
import { personChain, recordAudit } from '../../platform/audit/audit.js';
import { selectRows } from '../../platform/database/kysely.js';
import { invalid } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { momentOf } from '../../platform/instant.rules.js';
import { operation } from '../../platform/operation.js';
import { refuseCredentials } from '../../platform/secrets/secret.refuse.js';
import { tooFarAhead } from '../ahead.rules.js';
import type { StoredWindow } from '../provider-snapshot.entity.js';
import { CodingAgentSnapshot, ProviderSnapshot } from '../provider-snapshot.entity.js';
import { labelOf, storedSnapshotOf } from './codex.rules.js';
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
  async function saveCodexSnapshot(ctx, input: CodexSnapshotInput): Promise<SavedCodexSnapshot> {
    const owner = ownerOf(ctx);
    refuseCredentials({ planType: input.planType }, 1); // the one text of a snapshot
    const now = ctx.platform.clock.now();
    const checkedAt = momentOf(input.checkedAt);
    const problems = tooFarAhead(checkedAt, now, '/checkedAt');
    if (problems.length) throw invalid(problems);
    return ctx.em.transactional(async (em) => {
      // A row that is newer is left as it is and locked all the same, so it cannot go before it is read.
      // By the class of all snapshots: a subclass puts its provider in the place of the comparison.
      const written = await em
        .qb(ProviderSnapshot)
        .insert({
          userId: owner,
          provider: 'coding_agent',
          snapshot: storedSnapshotOf(input),
          checkedAt,
          updatedAt: now,
        })
        .onConflict(['userId', 'provider'])
        .merge(['snapshot', 'checkedAt', 'updatedAt'])
        .where({ checkedAt: { $lte: raw('excluded.checked_at') } })
        .returning('userId')
        .execute('all');
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
  async function removeCodexSnapshot(ctx, _input: Record<string, never>): Promise<RemovedSpending> {
    const owner = ownerOf(ctx);
    return ctx.em.transactional(async (em) => {
      const gone = await em.nativeDelete(CodingAgentSnapshot, { userId: owner });
      if (gone > 0)
        await recordAudit(em, ctx.platform.clock.now(), {
          chain: personChain(owner),
          actor: actorOf(ctx),
          action: 'codex_snapshot.remove',
          resource: 'codex_snapshot',
          resourceId: publicId('usr', owner),
          changes: {},
          requestId: ctx.requestId,
        });
      return { removed: gone > 0 };
    });
  },
);

/** The saved allowance of a person (a bare UUID) as callers see it, or null. */
export async function findCodexSnapshot(em: EntityManager, owner: string): Promise<CodexSnapshot | null> {
  const saved = await selectRows(em, CodingAgentSnapshot)
    .where('user_id', '=', owner)
    .where('provider', '=', 'coding_agent')
    .executeTakeFirst();
  if (!saved) return null;
  const { planType, creditsBalance, primary, secondary } = saved.snapshot;
  return {
    checkedAt: saved.checkedAt,
    planType,
    creditsBalance,
    primary: windowOf(primary),
    secondary: windowOf(secondary),
    source: 'agent_reported',
  };
}

const windowOf = (window: StoredWindow | null): CodexWindow | null =>
  window && { ...window, label: labelOf(window.windowDurationMins) };
