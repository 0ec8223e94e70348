import {
  addDays,
  type DayWindow,
  daysOf,
  precedingWindow,
  readReportFigures,
  windowEndingAt,
} from '../adoption/index.js';
import type { RequestContext } from '../platform/context.js';
import { invalid } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import { actionsOf } from './actions.rules.js';
import type { EnterpriseAuthority } from './authority.query.js';
import type { EnterpriseParts } from './enterprise.open.js';
import { enterpriseRead } from './enterprise-read.operations.js';
import { readFacts } from './facts.query.js';
import { composeReport, type WholeReport } from './report.rules.js';
import type { EnterpriseReport, EnterpriseReportArgs } from './report.types.js';
import { digestOf, type ReportPlace } from './report-cursor.rules.js';
import { cutLists, LISTED, NO_ROWS } from './report-page.rules.js';

/** The window of the rules, also inside a report of another one (decisions §9). */
const RULE_DAYS = 30;
/**
 * A report in bytes of compact JSON. A tool's text may have 24 KiB (decisions §9): the rest is for what the session brief says around a
 * report, which is the same there, and for what a transport adds.
 */
const REPORT_BYTES = 19 * 1024;

/** So many closed UTC days before the day of a moment. */
export const closedWindow = (now: Date, days: number): DayWindow =>
  windowEndingAt(addDays(now.toISOString().slice(0, 10), -1), days);
/** The window of the rules on the day of a moment. */
export const ruleWindow = (now: Date): DayWindow => closedWindow(now, RULE_DAYS);

export type ReportAnswer = Omit<EnterpriseReport, 'auditReceiptId'>;

type EnterpriseRequest = RequestContext<EnterpriseParts>;

/** The company view of a product in closed days, with grades and what stands out (decisions §9). */
export const readEnterpriseReport = enterpriseRead<EnterpriseReportArgs, ReportAnswer, EnterpriseParts>(
  { name: 'enterpriseReport', tool: 'get_enterprise_report', cost: 1_000 },
  function enterpriseReport(ctx, { periodDays, cursor }, authority) {
    return answerReport(ctx, authority, periodDays, cursor ?? null);
  },
  { windowOf: ({ periodDays }, now) => closedWindow(now, periodDays) },
);

/** The report of a product whose reading was admitted. A cursor keeps the window of the first answer. */
export async function answerReport(
  ctx: EnterpriseRequest,
  authority: EnterpriseAuthority,
  periodDays: number,
  cursor: string | null,
): Promise<ReportAnswer> {
  const place = cursor === null ? null : placeOf(ctx, authority, periodDays, cursor);
  const { organization, product, now, notices } = authority;
  const window = place === null ? closedWindow(now, periodDays) : { from: place.from, to: place.to };
  const question = { organizationId: organization.id, productId: product.productId, window, asOf: now };
  // The report states until when events were folded, as the standby that answers has it.
  const figures = await ctx.platform.replicas.read(({ em }) => readReportFigures(em, question, ruleWindow(now)));
  const { actions } = actionsOf(await readFacts(ctx, authority, figures.rules));
  const whole = composeReport(figures, product.productId, precedingWindow(window), actions);
  return pageOf(ctx, authority, { ...whole, notices: [...whole.notices, ...notices] }, place);
}

/** The part of a report that follows a place, or its beginning. */
function pageOf(
  { parts: { reportCursors } }: EnterpriseRequest,
  { organization, product }: EnterpriseAuthority,
  whole: WholeReport,
  place: ReportPlace | null,
): ReportAnswer {
  const { accounts, campaigns, toolCalls, retention, ...head } = whole;
  const lists = { accounts, campaigns, toolCalls, retention };
  const digest = digestOf(lists);
  const hasChanged = place !== null && place.digest !== digest;
  const asOf = place === null || hasChanged ? whole.asOf : new Date(place.asOf);
  const notices = hasChanged
    ? [
        ...whole.notices,
        `Events arrived since the first answer, which was as of ${place.asOf}: rows may be missing or stand in both. Ask again without the cursor for one whole.`,
      ]
    : whole.notices;
  const from = place?.offsets ?? NO_ROWS;
  const sign = (offsets: ReportPlace['offsets']): string =>
    reportCursors.sign({
      organizationUuid: organization.id,
      productUuid: product.id,
      from: whole.window.from,
      to: whole.window.to,
      asOf: asOf.toISOString(),
      digest,
      offsets,
    });
  const empty = { accounts: [], campaigns: [], toolCalls: [], retention: [] };
  const leftOut = LISTED.map((part) => ({ part, rows: lists[part].length }));
  const around = {
    ...head,
    scope: { ...head.scope, organizationId: publicId('org', organization.id) },
    asOf,
    notices,
    ...empty,
    truncated: true,
    leftOut,
    nextCursor: sign(from),
    auditReceiptId: RECEIPT,
  };
  const cut = cutLists(lists, from, REPORT_BYTES - Buffer.byteLength(JSON.stringify(around)));
  return {
    ...whole,
    asOf,
    notices,
    ...cut.rows,
    truncated: cut.leftOut.length > 0,
    leftOut: cut.leftOut,
    nextCursor: cut.next === null ? null : sign(cut.next),
  };
}

/** As long as the id of an audit receipt in the answer, as bytes are counted there. */
const RECEIPT = 'ear_00000000-0000-0000-0000-000000000000';

/** The place of a cursor of this product and period. Another product's cursor is refused like a text that was never one. */
function placeOf(
  { parts: { reportCursors } }: EnterpriseRequest,
  { organization, product }: EnterpriseAuthority,
  periodDays: number,
  cursor: string,
): ReportPlace {
  const place = reportCursors.verify(cursor);
  const isOwn = place !== null && place.organizationUuid === organization.id && place.productUuid === product.id;
  if (!isOwn) throw invalid([{ pointer: '/cursor', code: 'pattern', detail: 'this is not a cursor of this report' }]);
  if (daysOf(place) !== periodDays)
    throw invalid([{ pointer: '/cursor', code: 'other_query', detail: 'this cursor belongs to another period' }]);
  return place;
}
