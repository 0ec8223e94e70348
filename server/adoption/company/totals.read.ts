import type { EntityManager } from '@mikro-orm/postgresql';
import { readRefused } from '../../tracking/index.js';
import type { DayWindow } from '../evidence/index.js';
import { type Activated, readCohorts } from './cohorts.read.js';
import type { AdoptionTotals } from './company-adoption.types.js';
import type { CompanyScope } from './company-scope.read.js';
import { type CountsOfWindow, readCounts } from './counts.read.js';
import { readNewAccounts } from './new-accounts.read.js';
import { readNewDevelopers } from './new-developers.read.js';
import { readReturned } from './returned.read.js';
import { readAllCalls } from './tool-calls.read.js';

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** What is counted in a window, under the label of the scope. */
export async function readTotals(em: EntityManager, scope: CompanyScope, window: DayWindow): Promise<AdoptionTotals> {
  const counts = await readCounts(em, scope, window);
  return totalsOf(em, scope, window, counts, await readCohorts(em, scope, window));
}

/** The totals of counts that were read already. A refused event was never read so far that it had a family: of one family nothing is known of them. */
export async function totalsOf(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
  { all, funnel }: CountsOfWindow,
  { activated, retained }: Activated,
): Promise<AdoptionTotals> {
  const refused = scope.family ? null : await readRefused(em, scope.organizationId, scope.productUuids, window);
  const { newDevelopers, newActivated } = await readNewDevelopers(em, scope, window);
  const { matured, returned } = await readReturned(em, scope, window);
  return {
    ...all,
    ...(await readAllCalls(em, scope, window)),
    families: funnel.filter(({ events }) => events > 0).length,
    newDevelopers,
    accountsActivated: await readNewAccounts(em, scope, window),
    activated,
    newActivated,
    activationShare: share(newActivated, newDevelopers),
    activatedShare: share(activated, all.developers),
    retained,
    matured,
    returned,
    returnShare: share(returned, matured),
    refused,
    refusedShare: refused === null ? null : share(refused, refused + all.events),
  };
}
