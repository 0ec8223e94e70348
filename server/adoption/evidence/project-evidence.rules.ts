import { RETAINED_AFTER_HOURS } from '../rollup.rules.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** An event of a project, from a product that is linked to the tool: evidence consists of these. */
export interface EvidenceEvent {
  /** `evt_…` */
  readonly eventId: string;
  /** Its family and name make it a first use (`mayActivate` of tracking). */
  readonly activates: boolean;
  /** Its family and name make it a use again (`mayRetain` of tracking). */
  readonly returns: boolean;
  readonly occurredAt: Date | null;
  readonly receivedAt: Date;
  /** `api`, `csv_import` or `relay`. */
  readonly source: string;
  /** `first-party` or `sample`. */
  readonly label: string;
  /** Its account is the vendor that sent it. */
  readonly vendorOwnDomain: boolean;
}

export type EvidenceState = 'self-reported' | 'activated' | 'retained';

export interface Evidence {
  readonly state: EvidenceState;
  readonly activatedAt: Date | null;
  readonly retainedAt: Date | null;
  /** Whole days from the activation to the return, rounded down. */
  readonly gapDays: number | null;
  /** The label of the events that prove it; `missing` where none does. */
  readonly label: 'first-party' | 'sample' | 'missing';
  /** The cited events, the activation first. Only the project's owner may see them. */
  readonly eventIds: readonly string[];
}

const NOTHING: Evidence = {
  state: 'self-reported',
  activatedAt: null,
  retainedAt: null,
  gapDays: null,
  label: 'missing',
  eventIds: [],
};

/**
 * How far a project's use of a tool is proven (decisions §4, Evidence): activated by the earliest activation, retained by the earliest
 * other event of use whose occurredAt is 7 × 24 h later or more. Whose use it was does not matter: the project is what is proven, its
 * developers come and go, and their ids are the vendor's own. An activation without occurredAt is taken for as late as it was received,
 * which can only lengthen the wait; a return without one proves nothing. More events never lower a state: an earlier activation leaves more
 * room for the same return. Sample events are asked only where no other proves an activation, and the two are never mixed (decisions §5).
 */
export function evidenceOf(events: readonly EvidenceEvent[]): Evidence {
  const own = events.filter(({ source, vendorOwnDomain }) => source === 'api' && !vendorOwnDomain);
  return labelled(own, 'first-party') ?? labelled(own, 'sample') ?? NOTHING;
}

function labelled(events: readonly EvidenceEvent[], label: 'first-party' | 'sample'): Evidence | null {
  const alike = events.filter((event) => event.label === label);
  const first = earliest(alike.filter(({ activates }) => activates));
  if (first === null) return null;
  const since = instantOf(first) + RETAINED_AFTER_HOURS * HOUR_MS;
  const next = earliest(
    alike.filter(({ returns, occurredAt }) => returns && occurredAt !== null && occurredAt.getTime() >= since),
  );
  const activated = { activatedAt: new Date(instantOf(first)), label };
  if (next === null)
    return { ...activated, state: 'activated', retainedAt: null, gapDays: null, eventIds: [first.eventId] };
  return {
    ...activated,
    state: 'retained',
    retainedAt: new Date(instantOf(next)),
    gapDays: Math.floor((instantOf(next) - instantOf(first)) / DAY_MS),
    eventIds: [first.eventId, next.eventId],
  };
}

/** The time of the real event, or the time by which it had happened. */
const instantOf = ({ occurredAt, receivedAt }: EvidenceEvent): number => (occurredAt ?? receivedAt).getTime();

/** Takes the smaller id of two events of one instant, so that a proof cites the same event every time. */
function earliest(events: readonly EvidenceEvent[]): EvidenceEvent | null {
  return events.reduce<EvidenceEvent | null>((first, event) => {
    if (first === null) return event;
    const later = instantOf(event) - instantOf(first);
    return later < 0 || (later === 0 && event.eventId < first.eventId) ? event : first;
  }, null);
}
