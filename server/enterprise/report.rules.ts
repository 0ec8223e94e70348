import type { AdoptionTotals, DayWindow, ReportFigures, UnknownFigure, WindowReceipts } from '../adoption/index.js';
import type { Action } from './actions.rules.js';
import { counted } from './finding.rules.js';
import { gradesOf, noOverallGrade, overallGrade } from './grade.rules.js';
import type {
  EnterpriseFinding,
  EnterpriseReceipts,
  EnterpriseReceiptType,
  EnterpriseReport,
  EnterpriseSummary,
} from './report.types.js';

const LARGEST_MAX = 3;

/** Everything of a report but its pages. */
export type WholeReport = Omit<EnterpriseReport, 'truncated' | 'leftOut' | 'nextCursor' | 'auditReceiptId'>;

/** Composes the report of a product: the view's numbers as they are, and what grades and rules say of them. */
export function composeReport(
  { view, receipts }: Pick<ReportFigures, 'view' | 'receipts'>,
  productId: string,
  previousWindow: DayWindow,
  actions: readonly Action[],
): WholeReport {
  const { scope, window, asOf, label, sources, funnel, totals, previous, accounts, campaigns, retention, toolCalls } =
    view;
  const grades = gradesOf(totals);
  const overall = overallGrade(grades);
  const shown = receiptsOf(receipts);
  const nulls: UnknownFigure[] = [
    ...(overall === null ? [{ pointer: '/summary/grade', reason: noOverallGrade(grades) }] : []),
    ...grades.flatMap(({ grade, reason }, n) =>
      grade === null ? [{ pointer: `/grades/${n}/grade`, reason: reason ?? '' }] : [],
    ),
    ...view.nulls,
    ...unknownReceipts(receipts),
    ...(toolCalls.some(({ failureShare }) => failureShare === null)
      ? [{ pointer: '/toolCalls', reason: 'failureShare is null of a tool with fewer than 5 calls.' }]
      : []),
  ];
  const report = {
    scope: { organizationId: scope.organizationId, productId },
    window,
    previousWindow: { ...previousWindow, days: window.days },
    label,
    asOf,
    sources,
    funnel,
    totals,
    previous,
    accounts,
    campaigns,
    retention,
    toolCalls,
    receipts: shown,
    grades,
    nulls,
    notices: noticesOf(view),
  };
  const summary: EnterpriseSummary = {
    grade: overall,
    headline: headlineOf(report, overall, actions.length),
    nulls: nulls.map(({ pointer }) => pointer),
    largest: actions.length > 0 ? actions.slice(0, LARGEST_MAX).map(findingOf) : changesOf(report),
  };
  return { summary, ...report };
}

/** An action as a finding: its first evidence is the number that it is about. */
export function findingOf({ title, evidence: [first] }: Action): EnterpriseFinding {
  if (!first) throw new Error('an action has no evidence');
  const { metric, value, previous, window, label } = first;
  return { title, metric, value, previous, window, label };
}

type Compared = Pick<WholeReport, 'totals' | 'previous' | 'window' | 'label'>;

/** The three largest relative changes of the totals; those from 0 have none. */
function changesOf({ totals, previous, window, label }: Compared): EnterpriseFinding[] {
  return (Object.keys(totals) as (keyof AdoptionTotals)[])
    .flatMap((metric) => {
      const [value, before] = [totals[metric], previous[metric]];
      if (value === null || before === null || before === 0 || value === before) return [];
      return [{ metric, value, previous: before, change: (value - before) / before }];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.metric < b.metric ? -1 : 1))
    .slice(0, LARGEST_MAX)
    .map(({ metric, value, previous: before, change }) => ({
      title: `${metric} ${change > 0 ? 'rose' : 'fell'} by ${Math.round(Math.abs(change) * 1_000) / 10} %`,
      metric,
      value,
      previous: before,
      window,
      label,
    }));
}

function headlineOf(
  { scope, window, label }: Pick<WholeReport, 'scope' | 'window' | 'label'>,
  grade: EnterpriseSummary['grade'],
  actions: number,
): string {
  const verdict = grade === null ? 'No grade' : `Grade ${grade}`;
  const due = actions === 0 ? 'No action is due' : `${counted(actions, 'action is', 'actions are')} due`;
  return `${verdict} for ${scope.productId} from ${window.from} to ${window.to} (${label}). ${due}.`;
}

/** Takes over the view's notices except reasons of nulls, which have a member of their own. */
function noticesOf({ notices, nulls, totals, accounts }: ReportFigures['view']): string[] {
  const reasons = new Set(nulls.map(({ pointer, reason }) => `${pointer} is null: ${reason}`));
  return [
    ...notices.filter((notice) => !reasons.has(notice)),
    ...(totals.accounts > accounts.length
      ? [`accounts lists the ${accounts.length} with most events; totals.accounts counts all ${totals.accounts}.`]
      : []),
  ];
}

const UNCOUNTED: EnterpriseReceipts = {
  byType: [],
  receipts: null,
  withOutcome: null,
  successShare: null,
  withCost: null,
  costCents: null,
  withLatency: null,
  latencyMs: { p50: null, p95: null },
};

function receiptsOf({ all, byType }: WindowReceipts): EnterpriseReceipts {
  if (all === null) return UNCOUNTED;
  return {
    byType: byType.map(
      ({ receiptType, ...numbers }): EnterpriseReceiptType => ({ receiptType, ...numbersOf(numbers) }),
    ),
    ...numbersOf(all),
  };
}

const numbersOf = (figures: NonNullable<WindowReceipts['all']>): Omit<EnterpriseReceiptType, 'receiptType'> => ({
  receipts: figures.receipts,
  withOutcome: figures.succeeded + figures.failed,
  successShare: figures.successShare,
  withCost: figures.costed,
  costCents: figures.costCents,
  withLatency: figures.timed,
  latencyMs: { p50: figures.p50Ms, p95: figures.p95Ms },
});

function unknownReceipts({ since, all, byType }: WindowReceipts): UnknownFigure[] {
  if (all === null)
    return [
      {
        pointer: '/receipts',
        reason: `Receipts are counted since ${since?.toISOString() ?? 'later'}, within this window; the operator can count earlier ones by dai adoption rebuild.`,
      },
    ];
  const none = all.receipts === 0 ? 'No event of this window carries a receipt.' : null;
  return [
    ...(all.successShare === null
      ? [{ pointer: '/receipts/successShare', reason: none ?? 'No receipt says whether its call succeeded.' }]
      : []),
    ...(all.costCents === null ? [{ pointer: '/receipts/costCents', reason: none ?? 'No receipt has a cost.' }] : []),
    ...(all.p50Ms === null ? [{ pointer: '/receipts/latencyMs', reason: none ?? 'No receipt has a latency.' }] : []),
    ...(byType.some(({ successShare, costCents, p50Ms }) => [successShare, costCents, p50Ms].includes(null))
      ? [{ pointer: '/receipts/byType', reason: 'A number is null where no receipt of the kind has it.' }]
      : []),
  ];
}
