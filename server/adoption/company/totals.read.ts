import type { EntityManager } from '@mikro-orm/postgresql';
import { readRefused } from '../../tracking/index.js';
import type { DayWindow } from '../evidence/index.js';
import { type Activated, readCohorts } from './cohorts.read.js';
import type { AdoptionTotals } from './company-adoption.types.js';
import type { CompanyScope } from './company-scope.read.js';
import { type Counts, readCounts } from './counts.read.js';
import { readNewAccounts } from './new-accounts.read.js';

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** What is counted in a window, under the label of the scope. */
export async function readTotals(em: EntityManager, scope: CompanyScope, window: DayWindow): Promise<AdoptionTotals> {
  const { all } = await readCounts(em, scope, window);
  return totalsOf(em, scope, window, all, await readCohorts(em, scope, window));
}

/** The totals of counts that were read already. A refused event was never read so far that it had a family: of one family nothing is known of them. */
export async function totalsOf(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
  { events, developers, accounts }: Counts,
  { activated, retained }: Activated,
): Promise<AdoptionTotals> {
  const refused = scope.family ? null : await readRefused(em, scope.organizationUuid, scope.productUuids, window);
  return {
    events,
    developers,
    accounts,
    accountsActivated: await readNewAccounts(em, scope, window),
    activated,
    retained,
    activationShare: share(activated, developers),
    refused,
    refusedShare: refused === null ? null : share(refused, refused + events),
  };
}
