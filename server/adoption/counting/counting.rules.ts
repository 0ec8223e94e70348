import { failedToolCall, mayActivate, mayRetain, succeededToolCall, type TrackedEvent } from '../../tracking/index.js';
import { addDays } from '../day.rules.js';
import { EVIDENCE_PERIOD, type PeriodId, periodDays, periodIds } from '../publishing/index.js';
import { CountingRule, type CountingWindow, type CountsToward } from './counting.types.js';

/** How an event stands among the proofs of its developer and account, in one scope of products. */
export interface ProofsByEvent {
  /** The developer's earliest counted event. */
  readonly isFirst: boolean;
  /** The developer's earliest activation. */
  readonly isActivation: boolean;
  /** The account's earliest activation. */
  readonly isAccountActivation: boolean;
  /** The earliest return after the activation. */
  readonly isReturn: boolean;
  /** The same, before 14 × 24 hours had passed. */
  readonly isReturnInTime: boolean;
}

/** Facts about an event beside its own members. */
export interface EventStanding {
  /** First-party events stand beside this sample event in the company view of its product. */
  readonly besideFirstParty: boolean;
  readonly inProduct: ProofsByEvent;
  /** Null while the product feeds no tool's public row. */
  readonly inPublic: {
    readonly proofs: ProofsByEvent;
    /** The periods in which first-party events stand beside this sample event. */
    readonly besideFirstParty: readonly PeriodId[];
    /** Events of its developer that arrived before it on its day reach the most that count. */
    readonly overDailyCap: boolean;
  } | null;
  /** Public windows with its day that were not all published before it arrived. */
  readonly openPeriods: readonly PeriodId[];
}

const { counted, failed_call, free_mail_account, no_occurred_at, over_daily_cap } = CountingRule;

type Bearing = readonly [figure: string, rule: CountingRule];

/** The day to which an event is counted. */
export const dayOfEvent = ({ occurredAt, receivedAt }: Pick<TrackedEvent, 'occurredAt' | 'receivedAt'>): string =>
  (occurredAt ?? receivedAt).toISOString().slice(0, 10);

/** The figures that an event bears on, each with the rule that decides (decisions §5, Company view). */
export function countingOf(event: TrackedEvent, standing: EventStanding): CountsToward[] {
  const left = leftOut(event);
  const company = left ?? (standing.besideFirstParty ? CountingRule.sample : null);
  return [
    ...answersOf('company', companyBearings(event, standing.inProduct), company, event),
    ...standing.openPeriods.flatMap((period) => {
      const { inPublic } = standing;
      const out =
        left ??
        (inPublic === null
          ? CountingRule.unlinked_product
          : inPublic.besideFirstParty.includes(period)
            ? CountingRule.sample
            : null);
      return answersOf(period, publicBearings(event, period, inPublic), out, event);
    }),
  ];
}

/** An event that is left out altogether is no proof, so that its kind says which evidence it would have been. */
function answersOf(
  window: CountingWindow,
  bearings: readonly Bearing[],
  out: CountingRule | null,
  event: TrackedEvent,
): CountsToward[] {
  const ofKind = out === null || (window !== 'company' && window !== EVIDENCE_PERIOD) ? [] : evidenceOfKind(event);
  const rules = new Map<string, CountingRule>();
  // A figure with two parts, such as a share, is counted toward when one of them is.
  for (const [figure, own] of [...bearings, ...ofKind])
    if (rules.get(figure) !== counted) rules.set(figure, out ?? own);
  return [...rules].map(([figure, rule]) => ({ figure, window, counted: rule === counted, rule }));
}

const evidenceOfKind = ({ event_name: name, event_family: family }: TrackedEvent): Bearing[] => [
  ...when(mayActivate(name, family), 'activated'),
  ...when(mayRetain(name, family), 'retained'),
];

/** The rule that leaves an event out of everything; the order is that of the company view's exclusions. */
function leftOut({ source, vendorOwnDomain }: TrackedEvent): CountingRule | null {
  if (source === 'csv_import') return CountingRule.imported;
  if (source === 'relay') return CountingRule.relayed;
  return vendorOwnDomain ? CountingRule.vendor_own_domain : null;
}

/** Figures of `totals`; what is left out of all bears on those that its kind has. */
function companyBearings(event: TrackedEvent, proofs: ProofsByEvent): Bearing[] {
  const { event_name: name, event_family: family } = event;
  const isFailed = name === failedToolCall;
  const ofAccount: Bearing[] = event.account_domain === null ? [] : [['accounts', accountRule(event)]];
  return [
    ['events', counted],
    ['developers', counted],
    ...ofAccount,
    ...ofAccount.map(([, rule]): Bearing => ['eventsWithAccount', rule]),
    ...when(family !== null, 'families'),
    ...when(mayRetain(name, family), 'eventsOfUse'),
    ...when(mayRetain(name, family) && event.occurredAt === null, 'eventsOfUseWithoutTime'),
    ...when(isFailed || name === succeededToolCall, 'calls'),
    ...when(isFailed, 'failed'),
    ...(isFailed ? (['eventsOfUse', 'activated', 'retained'] as const).map((one): Bearing => [one, failed_call]) : []),
    ...when(proofs.isFirst, 'newDevelopers'),
    ...when(proofs.isActivation, 'activated', 'newActivated', 'matured'),
    ...(event.freeMail && mayActivate(name, family)
      ? [['accountsActivated', free_mail_account] as const]
      : when(proofs.isAccountActivation, 'accountsActivated')),
    ...returns(event, 'retained', 'returned'),
    ...when(proofs.isReturn, 'retained'),
    ...when(proofs.isReturnInTime, 'returned'),
  ];
}

/** Figures of a public row in one period; evidence, events and shares are those of one alone. */
function publicBearings(event: TrackedEvent, period: PeriodId, known: EventStanding['inPublic']): Bearing[] {
  const { event_name: name } = event;
  const proofs = known?.proofs;
  const isFailed = name === failedToolCall;
  const people: Bearing[] = [
    ['developers', counted],
    ...(event.account_domain === null ? [] : [['accounts', accountRule(event)] as const]),
  ];
  if (period !== EVIDENCE_PERIOD) return people;
  return [
    ...people,
    ['events', known?.overDailyCap ? over_daily_cap : counted],
    ...(isFailed ? (['activated', 'retained'] as const).map((one): Bearing => [one, failed_call]) : []),
    ...when(proofs?.isActivation, 'activated'),
    ...returns(event, 'retained', 'shares.return'),
    ...when(proofs?.isReturn, 'retained'),
    ...when(proofs?.isFirst || proofs?.isActivation, 'shares.activation'),
    ...when(proofs?.isActivation || proofs?.isReturnInTime, 'shares.return'),
    ['shares.steadyUse', counted],
    ...when(isFailed || name === succeededToolCall, 'shares.toolSuccess'),
  ];
}

const when = (holds: boolean | undefined, ...figures: readonly string[]): Bearing[] =>
  holds ? figures.map((figure) => [figure, counted]) : [];

const accountRule = ({ freeMail }: TrackedEvent): CountingRule => (freeMail ? free_mail_account : counted);

/** An event of use whose time is unknown proves no return (decisions §4, Evidence). */
const returns = (
  { event_name: name, event_family: family, occurredAt }: TrackedEvent,
  ...figures: string[]
): Bearing[] =>
  mayRetain(name, family) && occurredAt === null ? figures.map((figure) => [figure, no_occurred_at]) : [];

/** A snapshot that was made of a day at or after the event's. */
export interface MadeSnapshot {
  readonly day: string;
  readonly createdAt: Date;
}

/** The periods that some snapshot with the event's day in it counted, or will count, after it had arrived; `made` has all from its day on. */
export const openPeriodsOf = (day: string, receivedAt: Date, made: readonly MadeSnapshot[]): PeriodId[] =>
  periodIds.filter((period) => {
    const last = addDays(day, periodDays[period] - 1);
    const isOver = made.some((one) => one.day >= last);
    return !isOver || made.some((one) => one.day <= last && one.createdAt > receivedAt);
  });
