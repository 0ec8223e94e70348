import type { EnterpriseParts } from './enterprise.open.js';
import { enterpriseRead } from './enterprise-read.operations.js';
import { answerReport, ruleWindow } from './report.operations.js';
import { analyse, briefProblems, questionsOf, SAMPLE_METRICS } from './session-brief.rules.js';
import { BriefBasis, type EnterpriseSessionBrief, type EnterpriseSessionBriefArgs } from './session-brief.types.js';

const LIVE_DAYS = 30;

type BriefAnswer = Omit<EnterpriseSessionBrief, 'auditReceiptId'>;

/**
 * A short analysis of numbers that the caller supplies, of sample ones, or of the live report. Supplied numbers are stored nowhere. Live is
 * the canonical report or its refusal: no path from it leads to a sample (decisions §9).
 */
export const readEnterpriseSessionBrief = enterpriseRead<EnterpriseSessionBriefArgs, BriefAnswer, EnterpriseParts>(
  { name: 'enterpriseSessionBrief', tool: 'enterprise_session_brief', cost: 1_000 },
  async function enterpriseSessionBrief(ctx, { metrics, live }, authority): Promise<BriefAnswer> {
    if (live) {
      const report = await answerReport(ctx, authority, LIVE_DAYS, null);
      return {
        label: report.label,
        basis: BriefBasis.live,
        grade: report.summary.grade,
        findings: report.summary.largest,
        questions: questionsOf(report.grades),
        report: { ...report, auditReceiptId: authority.auditReceiptId },
        nulls: report.nulls.map(({ pointer, reason }) => ({ pointer: `/report${pointer}`, reason })),
        notices: report.notices,
      };
    }
    const label = metrics ? 'modelled' : 'sample';
    return {
      label,
      basis: metrics ? BriefBasis.supplied : BriefBasis.sample,
      ...analyse(metrics ?? SAMPLE_METRICS, label),
      report: null,
      notices: [
        metrics
          ? 'These numbers were supplied by the caller: they are not checked, and nothing of them is stored.'
          : 'These numbers are invented: they are no organization’s.',
        ...authority.notices,
      ],
    };
  },
  {
    check: briefProblems,
    windowOf: ({ live }, now) => (live ? ruleWindow(now) : null),
  },
);
