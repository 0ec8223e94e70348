import type { EntityManager, EntityName } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import {
  claimEventWindow,
  closeEventWindow,
  countReceiptsSinceEver,
  type EventWindow,
  fillRegisteredDomains,
  holdFoldedWindows,
} from '../../tracking/index.js';
import {
  AccountEvidence,
  Activity,
  DeveloperEvidence,
  EarlyUse,
  EventCount,
  FirstSeen,
  NamedActivity,
  Period,
  PeriodActivity,
  Presence,
  ReceiptCount,
  ReceivedCount,
  ToolCalls,
} from '../rollup.entity.js';
import { FOLD, FOLD_WITH_NEW_ACCOUNTS } from './fold.query.js';
import { analyzeOutgrown } from './statistics.query.js';

export interface Fold {
  /** Events that this step counted. */
  readonly events: number;
  /** True when more waits behind the watermark's next step. */
  readonly more: boolean;
}

/** An account whose first event a fold counted. Ids are bare UUIDs. */
export interface NewAccount {
  readonly organizationUuid: string;
  readonly productUuid: string;
  readonly domain: string;
  readonly firstEventAt: Date;
}

/** Hears of accounts that send their first event, inside the transaction of the fold that counts it: once each, whatever is folded again. */
export interface AccountObserver {
  /** The organizations that want to hear of theirs (bare UUIDs). */
  listeners(tx: EntityManager): Promise<readonly string[]>;
  announce(tx: EntityManager, accounts: readonly NewAccount[]): Promise<void>;
}

/**
 * Folds the events recorded since the watermark into the rollups, and notes the accounts and campaigns that they name first. The watermark
 * moves in the same transaction, and its row is locked from the first statement on: a crash folds again, never twice, and two processes
 * take turns.
 */
export async function foldEvents(em: EntityManager, observer?: AccountObserver): Promise<Fold> {
  const fold = await foldStep(em, observer);
  if (fold.events > 0) await analyzeOutgrown(em);
  return fold;
}

async function foldStep(em: EntityManager, observer: AccountObserver | undefined): Promise<Fold> {
  return em.transactional(async (tx) => {
    const window = await claimEventWindow(tx);
    if (!window) return { events: 0, more: false };
    const listeners = (await observer?.listeners(tx)) ?? [];
    const events =
      observer && listeners.length > 0
        ? await foldAnnouncing(tx, window, { observer, listeners })
        : await foldWindow(tx, window);
    await closeEventWindow(tx, window);
    return { events, more: !window.last };
  });
}

interface Announcing {
  readonly observer: AccountObserver;
  readonly listeners: readonly string[];
}

export const FOLDED = new BareStatement({ events: 'bigint' }, FOLD);
export const FOLDED_WITH_NEW_ACCOUNTS = new BareStatement(
  {
    events: 'bigint',
    organization_id: 'uuid?',
    product_uuid: 'uuid?',
    domain: 'text?',
    first_event_at: 'timestamp with time zone?',
  },
  FOLD_WITH_NEW_ACCOUNTS,
);

async function foldAnnouncing(
  tx: EntityManager,
  { since, until }: Pick<EventWindow, 'since' | 'until'>,
  { observer, listeners }: Announcing,
): Promise<number> {
  const rows = await tx.execute<RowOf<typeof FOLDED_WITH_NEW_ACCOUNTS>[]>(FOLDED_WITH_NEW_ACCOUNTS.text, [
    since,
    until,
    JSON.stringify(listeners),
  ]);
  const accounts = rows.flatMap(({ organization_id, product_uuid, domain, first_event_at }) =>
    organization_id && product_uuid && domain && first_event_at
      ? { organizationUuid: organization_id, productUuid: product_uuid, domain, firstEventAt: first_event_at }
      : [],
  );
  if (accounts.length > 0) await observer.announce(tx, accounts);
  return Number(rows[0]?.events ?? 0);
}

/** Counts the events recorded after `since` and up to `until` in the caller's transaction; answers how many there were. */
export async function foldWindow(
  tx: EntityManager,
  { since, until }: Pick<EventWindow, 'since' | 'until'>,
): Promise<number> {
  const [counted] = await tx.execute<RowOf<typeof FOLDED>[]>(FOLDED.text, [since, until]);
  return Number(counted?.events ?? 0);
}

/** The numbers of developers and accounts are no rollup: they stay as they are. Periods are compacted again by their job. */
const ROLLUPS: readonly EntityName<object>[] = [
  EventCount,
  ReceivedCount,
  Activity,
  NamedActivity,
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
