import type { FieldProblem } from '../platform/fault.js';
import {
  type Graded,
  type GradedTotals,
  GradeId,
  gradesOf,
  noOverallGrade,
  overallGrade,
  ReportGrade,
} from './grade.rules.js';
import type { EnterpriseFinding } from './report.types.js';
import type { EnterpriseMetricsInput, EnterpriseSessionBriefArgs } from './session-brief.types.js';
import { isAbove, percent } from './share.rules.js';

type Metrics = Readonly<EnterpriseMetricsInput>;

/** Invented numbers that show what a brief says; no organization has them. */
export const SAMPLE_METRICS: Metrics = {
  events: 12_480,
  eventsWithAccount: 9_610,
  eventsOfUse: 7_320,
  eventsOfUseWithoutTime: 410,
  calls: 2_150,
  failed: 86,
  families: 5,
  developers: 840,
  accounts: 96,
  newDevelopers: 310,
  accountsActivated: 22,
  activated: 118,
  newActivated: 84,
  activationShare: 84 / 310,
  retained: 47,
  matured: 130,
  returned: 41,
  returnShare: 41 / 130,
  refused: 95,
  refusedShare: 95 / 12_575,
};

/** Lists the problems of a call: a brief has exactly one basis, and its numbers must agree with each other. */
export function briefProblems({ metrics, sample, live, productId }: EnterpriseSessionBriefArgs): FieldProblem[] {
  const given = [metrics ? 'metrics' : null, sample ? 'sample' : null, live ? 'live' : null].filter(
    (one) => one !== null,
  );
  if (given.length !== 1)
    return [
      {
        pointer: '',
        code: 'exactly_one',
        detail: 'a brief needs exactly one of metrics, sample: true, and live: true with productId',
      },
    ];
  if (live && !productId) return [{ pointer: '/productId', code: 'required', detail: 'live needs productId' }];
  return metrics ? metricProblems(metrics) : [];
}

/** A part is no more than its whole. */
const PARTS: readonly (readonly [part: keyof Metrics, whole: keyof Metrics])[] = [
  ['eventsWithAccount', 'events'],
  ['eventsOfUse', 'events'],
  ['eventsOfUseWithoutTime', 'eventsOfUse'],
  ['failed', 'calls'],
  ['newDevelopers', 'developers'],
  ['newActivated', 'newDevelopers'],
  ['retained', 'activated'],
  ['returned', 'matured'],
];
/** A share is given with at least three decimals, if it is given. */
const TOLERANCE = 0.0005;

function metricProblems(metrics: Metrics): FieldProblem[] {
  const known = Object.values(metrics).some((value) => value !== null && value !== undefined);
  if (!known) return [{ pointer: '/metrics', code: 'required', detail: 'at least one number must be known' }];
  const { newActivated, newDevelopers, returned, matured, refused, events } = metrics;
  const sent = isKnown(refused) && isKnown(events) ? refused + events : null;
  return [
    ...PARTS.flatMap(([part, whole]) => {
      const [a, b] = [metrics[part], metrics[whole]];
      return isKnown(a) && isKnown(b) && a > b
        ? [{ pointer: `/metrics/${part}`, code: 'max', detail: `must not be greater than ${whole}` }]
        : [];
    }),
    ...shareProblems('activationShare', metrics.activationShare, newActivated, newDevelopers),
    ...shareProblems('returnShare', metrics.returnShare, returned, matured),
    ...shareProblems('refusedShare', metrics.refusedShare, refused, sent),
  ];
}

const isKnown = (value: number | null | undefined): value is number => value !== null && value !== undefined;

function shareProblems(
  name: string,
  share: number | null | undefined,
  part: number | null | undefined,
  whole: number | null | undefined,
): FieldProblem[] {
  if (!isKnown(share) || !isKnown(part) || !isKnown(whole)) return [];
  if (whole > 0 && Math.abs(share - part / whole) <= TOLERANCE) return [];
  return [{ pointer: `/metrics/${name}`, code: 'disagrees', detail: 'must equal what its counts say' }];
}

export interface Analysis {
  readonly grade: ReportGrade | null;
  readonly findings: EnterpriseFinding[];
  readonly questions: string[];
  readonly nulls: { pointer: string; reason: string }[];
}

/** Derives weak grades from numbers, and the questions that their gaps leave open. */
export function analyse(metrics: Metrics, label: 'modelled' | 'sample'): Analysis {
  const totals = knownTotals(metrics);
  const grades = gradesOf(totals);
  const grade = overallGrade(grades);
  const weak = grades.filter((one) => one.grade !== null && one.grade >= ReportGrade.C);
  const untimed = withoutTime(metrics, label);
  return {
    grade,
    findings: [
      ...weak
        .toSorted((a, b) => (a.grade === b.grade ? 0 : (a.grade ?? '') > (b.grade ?? '') ? -1 : 1))
        .map((one) => ({
          title: `${one.id} has the grade ${one.grade}: ${one.basis}`,
          metric: one.id,
          value: one.value,
          previous: null,
          window: null,
          label,
        })),
      ...untimed,
    ],
    questions: questionsOf(grades),
    nulls: [
      ...(grade === null ? [{ pointer: '/grade', reason: noOverallGrade(grades) }] : []),
      ...grades.flatMap(({ id, grade: own, reason }) =>
        own === null ? [{ pointer: `/grades/${id}`, reason: reason ?? '' }] : [],
      ),
    ],
  };
}

const knownTotals = (metrics: Metrics): GradedTotals => ({
  events: metrics.events ?? null,
  eventsWithAccount: metrics.eventsWithAccount ?? null,
  newDevelopers: metrics.newDevelopers ?? null,
  newActivated: metrics.newActivated ?? null,
  matured: metrics.matured ?? null,
  returned: metrics.returned ?? null,
  calls: metrics.calls ?? null,
  failed: metrics.failed ?? null,
  families: metrics.families ?? null,
  refused: metrics.refused ?? null,
});

const UNTIMED_THOUSANDTHS = 300;

/** Events of use without a time prove no return, whatever the grade of retention says. */
function withoutTime({ eventsOfUse, eventsOfUseWithoutTime }: Metrics, label: string): EnterpriseFinding[] {
  if (!isKnown(eventsOfUse) || !isKnown(eventsOfUseWithoutTime) || eventsOfUse === 0) return [];
  const share = { part: eventsOfUseWithoutTime, whole: eventsOfUse };
  if (!isAbove(share, UNTIMED_THOUSANDTHS)) return [];
  return [
    {
      title: `${percent(share)} of the events of use have no occurredAt`,
      metric: 'eventsOfUseWithoutTime ÷ eventsOfUse',
      value: share.part / share.whole,
      previous: null,
      window: null,
      label,
    },
  ];
}

const QUESTIONS: Readonly<Record<GradeId, { readonly weak: string; readonly unknown: string }>> = {
  activation: {
    weak: 'At which step do new developers stop before they activate?',
    unknown: 'How many developers were new in the window, and how many of them activated?',
  },
  retention: {
    weak: 'What do developers who returned within 14 days do that others do not?',
    unknown: 'How many developers activated 14 days earlier, and how many of them returned?',
  },
  tool_success: {
    weak: 'Which tool fails most often, and with which error?',
    unknown: 'How many tool calls were there, and how many of them failed?',
  },
  data_quality: {
    weak: 'Which sender is refused, and which one names no account?',
    unknown: 'How many events arrived, were refused, and named an account?',
  },
  coverage: {
    weak: 'Which families of events does the product never send?',
    unknown: 'How many of the six families of events arrived?',
  },
};

/** A question for each grade that is weak or unknown. */
export const questionsOf = (grades: readonly Pick<Graded, 'id' | 'grade'>[]): string[] =>
  grades.flatMap(({ id, grade }) => {
    if (grade === null) return [QUESTIONS[id].unknown];
    return grade >= ReportGrade.C ? [QUESTIONS[id].weak] : [];
  });
