import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import { EventFamilyName, readRefusedByCode } from '../../tracking/index.js';
import { type DayWindow, precedingWindow } from '../evidence/index.js';
import type { EventCount } from '../rollup.entity.js';
import type {
  AdoptionOfCampaign,
  AdoptionOfToolCall,
  AdoptionTotals,
  CompanyAdoption,
} from './company-adoption.types.js';
import { type CompanyFiguresQuestion, viewOf } from './company-figures.read.js';
import { type CompanyScope, inProducts, readScope, readSnapshot } from './company-scope.read.js';
import { readRanked } from './ranked.read.js';
import { readWindowReceipts, type WindowReceipts } from './receipts.read.js';
import { readSilentAccounts, type SilentAccounts } from './silent-accounts.read.js';
import { readToolCalls } from './tool-calls.read.js';
import { readTotals } from './totals.read.js';

/** What rules about a product compare: its window beside the one before, and what is true whenever it was. */
export interface RuleFigures {
  readonly label: CompanyScope['label'];
  readonly window: DayWindow;
  readonly asOf: Date;
  readonly totals: AdoptionTotals;
  readonly previous: AdoptionTotals;
  readonly toolCalls: readonly AdoptionOfToolCall[];
  readonly previousToolCalls: readonly AdoptionOfToolCall[];
  readonly campaigns: readonly AdoptionOfCampaign[];
  readonly refusedByCode: readonly { readonly code: string; readonly refused: number }[];
  readonly accounts: SilentAccounts;
  readonly familiesEver: readonly { readonly family: EventFamilyName; readonly events: number }[];
}

/** A report's numbers: the company view of its window, its receipts, and what the rules say by their own window. */
export interface ReportFigures {
  readonly view: CompanyAdoption;
  readonly receipts: WindowReceipts;
  readonly rules: RuleFigures;
}

/** The figures of the rules alone, from one snapshot of the database. */
export const readRuleFigures = (em: EntityManager, question: CompanyFiguresQuestion): Promise<RuleFigures> => {
  const { organizationId, productId, window, asOf } = question;
  return readSnapshot(em, { organizationId, productId, ...window }, asOf, (tx, scope) => rulesOf(tx, scope, asOf));
};

/** The company view's answer for a window, number by number, with receipts and the figures of the rules, all from one snapshot. */
export const readReportFigures = (
  em: EntityManager,
  question: CompanyFiguresQuestion,
  rulesWindow: DayWindow,
): Promise<ReportFigures> => {
  const { organizationId, productId, window, asOf } = question;
  return readSnapshot(em, { organizationId, productId, ...window }, asOf, async (tx, scope) => {
    const view = await viewOf(tx, scope, productId, asOf);
    const isSame = window.from === rulesWindow.from && window.to === rulesWindow.to;
    const ruleScope = isSame ? scope : await readScope(tx, { organizationId, productId, ...rulesWindow }, asOf);
    return {
      view,
      receipts: await readWindowReceipts(tx, scope),
      rules: await rulesOf(tx, ruleScope, asOf, isSame ? view : null),
    };
  });
};

/** The figures of the rules; a view of the same window has some of them already. */
async function rulesOf(
  em: EntityManager,
  scope: CompanyScope,
  now: Date,
  view: CompanyAdoption | null = null,
): Promise<RuleFigures> {
  const { organizationId, productUuids, window, label, asOf } = scope;
  const before = precedingWindow(window);
  return {
    label,
    window,
    asOf,
    totals: view?.totals ?? (await readTotals(em, scope, window)),
    previous: view?.previous ?? (await readTotals(em, scope, before)),
    toolCalls: view?.toolCalls ?? (await readToolCalls(em, scope)),
    previousToolCalls: await readToolCalls(em, { ...scope, window: before }),
    campaigns: view?.campaigns ?? (await readRanked(em, scope)).campaigns,
    refusedByCode: await readRefusedByCode(em, organizationId, productUuids, window),
    accounts: await readSilentAccounts(em, scope, now.toISOString().slice(0, 10)),
    familiesEver: await readFamiliesEver(em, scope),
  };
}

/** How many events of each family ever counted. */
async function readFamiliesEver(
  em: EntityManager,
  { organizationId, productUuids, counted }: CompanyScope,
): Promise<RuleFigures['familiesEver']> {
  const rows = await em
    .getKysely<{ readonly adoption_count: TableOf<EventCount> }>()
    .selectFrom('adoption_count')
    .where('organization_id', '=', organizationId)
    .where(inProducts(productUuids))
    .where('source', '=', 'api')
    .where('vendor_own_domain', '=', false)
    .where('data_label', '=', counted)
    .groupBy('event_family')
    .select(({ fn }) => ['event_family as family', fn.sum<string>('events').as('events')])
    .execute();
  const events = new Map(rows.map((row) => [row.family, Number(row.events)]));
  return Object.values(EventFamilyName).map((family) => ({ family, events: events.get(family) ?? 0 }));
}
