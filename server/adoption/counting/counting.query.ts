import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/table.types.js';
import { hasEarlierInDay, mayRetain, type TrackedEvent } from '../../tracking/index.js';
import { addDays, windowEndingAt } from '../day.rules.js';
import { DAILY_EVENTS_MAX, hasFirstParty, readSourcesBeside, type Source } from '../evidence/index.js';
import { newestDueDay, type PeriodId, periodDays, readMadeSince } from '../publishing/index.js';
import type {
  AccountEvidence,
  Activity,
  DeveloperEvidence,
  EarlyUse,
  EventCount,
  FirstSeen,
} from '../rollup.entity.js';
import { MATURED_AFTER_HOURS, RETAINED_AFTER_HOURS } from '../rollup.rules.js';
import { countingOf, dayOfEvent, type EventStanding, openPeriodsOf, type ProofsByEvent } from './counting.rules.js';
import type { CountsToward } from './counting.types.js';

interface RollupTables {
  readonly adoption_account: TableOf<AccountEvidence>;
  readonly adoption_activity: TableOf<Activity>;
  readonly adoption_count: TableOf<EventCount>;
  readonly adoption_developer: TableOf<DeveloperEvidence>;
  readonly adoption_early_use: TableOf<EarlyUse>;
  readonly adoption_first_seen: TableOf<FirstSeen>;
}

const HOUR_MS = 3_600_000;
const DAYS_MAX = Math.max(...Object.values(periodDays));

/** The figures that a stored event counts toward, by what is folded (decisions §5, Company view). */
export async function readCountsToward(em: EntityManager, event: TrackedEvent, now: Date): Promise<CountsToward[]> {
  const day = dayOfEvent(event);
  const sources = await readSourcesBeside(em, event.organizationUuid, event.productUuid);
  const isSample = event.dataLabel === 'sample';
  const inProduct = await readProofs(em, event, [event.productUuid]);
  return countingOf(event, {
    besideFirstParty: isSample && (await hasFirstPartyEver(em, event)),
    inProduct,
    inPublic: sources.length > 0 ? await readPublic(em, { event, day, sources, inProduct, now }) : null,
    openPeriods: openPeriodsOf(day, event.receivedAt, await readMadeSince(em, day, DAYS_MAX)),
  });
}

interface PublicQuestion {
  readonly event: TrackedEvent;
  readonly day: string;
  readonly sources: readonly Source[];
  readonly inProduct: ProofsByEvent;
  readonly now: Date;
}

async function readPublic(
  em: EntityManager,
  { event, day, sources, inProduct, now }: PublicQuestion,
): Promise<NonNullable<EventStanding['inPublic']>> {
  const products = sources
    .filter(({ organization }) => organization === event.organizationUuid)
    .map(({ product }) => product);
  const besideFirstParty: PeriodId[] = [];
  if (event.dataLabel === 'sample')
    for (const [period, days] of Object.entries(periodDays) as [PeriodId, number][]) {
      const due = newestDueDay(now);
      const last = addDays(day, days - 1);
      const newest = due < day ? day : due;
      const window = windowEndingAt(last < newest ? last : newest, days);
      if (await hasFirstParty(em, sources, window)) besideFirstParty.push(period);
    }
  return {
    proofs: products.length > 1 ? await readProofs(em, event, products) : inProduct,
    besideFirstParty,
    overDailyCap: await isOverDailyCap(em, event, day, products),
  };
}

async function isOverDailyCap(
  em: EntityManager,
  event: TrackedEvent,
  day: string,
  products: readonly string[],
): Promise<boolean> {
  const { organizationUuid: organizationId, dataLabel, developer_id: developerId, eventId } = event;
  const { events } = await rollupsOf(em)
    .selectFrom('adoption_activity')
    .select(({ fn }) => fn.sum<string | null>('events').as('events'))
    .where('organization_id', '=', organizationId)
    .where('product_uuid', 'in', [...products])
    .where('data_label', '=', dataLabel)
    .where('day', '=', day)
    .where('developer_id', '=', developerId)
    .executeTakeFirstOrThrow();
  if (Number(events ?? 0) <= DAILY_EVENTS_MAX) return false;
  const place = { organizationId, productUuids: products, dataLabel, developerId, day, eventId };
  return hasEarlierInDay(em, place, DAILY_EVENTS_MAX);
}

const rollupsOf = (em: EntityManager) => em.getKysely<RollupTables>();

/** Whether the product has first-party events that count: sample ones stand beside them in any window that has both. */
async function hasFirstPartyEver(em: EntityManager, { organizationUuid, productUuid }: TrackedEvent): Promise<boolean> {
  const found = await rollupsOf(em)
    .selectFrom('adoption_count')
    .select('day')
    .where('organization_id', '=', organizationUuid)
    .where('product_uuid', '=', productUuid)
    .where('source', '=', 'api')
    .where('vendor_own_domain', '=', false)
    .where('data_label', '=', 'first-party')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How an event stands among the proofs of its developer and account in some products of its organization. */
async function readProofs(em: EntityManager, event: TrackedEvent, products: readonly string[]): Promise<ProofsByEvent> {
  const [proofs] = await selectProofs(em, event, products).execute();
  const activatedAt = proofs?.activatedAt ?? null;
  const returned =
    activatedAt !== null && event.occurredAt !== null && mayRetain(event.event_name, event.event_family)
      ? await returnOf(em, event, products, activatedAt)
      : undefined;
  const inTimeUntil = (activatedAt?.getTime() ?? 0) + MATURED_AFTER_HOURS * HOUR_MS;
  const isReturn = returned?.id === event.eventId;
  return {
    isFirst: proofs?.firstId === event.eventId,
    isActivation: proofs?.activationId === event.eventId,
    isAccountActivation: !event.freeMail && proofs?.accountActivationId === event.eventId,
    isReturn,
    isReturnInTime: isReturn && returned !== undefined && returned.at.getTime() < inTimeUntil,
  };
}

/** The proofs of the event's developer and account, each found by its key. */
const selectProofs = (em: EntityManager, event: TrackedEvent, products: readonly string[]) =>
  rollupsOf(em).selectNoFrom((the) => {
    const activation = the
      .selectFrom('adoption_developer')
      .where('organization_id', '=', event.organizationUuid)
      .where('product_uuid', 'in', [...products])
      .where('data_label', '=', event.dataLabel)
      .where('developer_id', '=', event.developer_id)
      .orderBy('activated_at')
      .orderBy('activation_event_id')
      .limit(1);
    return [
      activation.select('activation_event_id').as('activationId'),
      activation.select('activated_at').as('activatedAt'),
      the
        .selectFrom('adoption_first_seen')
        .select('event_id')
        .where('organization_id', '=', event.organizationUuid)
        .where('product_uuid', 'in', [...products])
        .where('data_label', '=', event.dataLabel)
        .where('developer_id', '=', event.developer_id)
        .orderBy('at')
        .orderBy('event_id')
        .limit(1)
        .as('firstId'),
      the
        .selectFrom('adoption_account')
        .select('activation_event_id')
        .where('organization_id', '=', event.organizationUuid)
        .where('product_uuid', 'in', [...products])
        .where('data_label', '=', event.dataLabel)
        .where('account_domain', '=', event.registeredDomain ?? '')
        .orderBy('activated_at')
        .orderBy('activation_event_id')
        .limit(1)
        .as('accountActivationId'),
    ];
  });

/** The earliest return after an activation: an earlier use of one product may be one since another product was activated before it. */
function returnOf(em: EntityManager, event: TrackedEvent, products: readonly string[], activatedAt: Date) {
  const from = new Date(activatedAt.getTime() + RETAINED_AFTER_HOURS * HOUR_MS);
  return rollupsOf(em)
    .selectFrom('adoption_developer')
    .select(['return_event_id as id', 'returned_at as at'])
    .where('organization_id', '=', event.organizationUuid)
    .where('product_uuid', 'in', [...products])
    .where('data_label', '=', event.dataLabel)
    .where('developer_id', '=', event.developer_id)
    .where('returned_at', '>=', from)
    .$narrowType<{ id: string; at: Date }>()
    .unionAll(
      rollupsOf(em)
        .selectFrom('adoption_early_use')
        .select(['event_id as id', 'at'])
        .where('organization_id', '=', event.organizationUuid)
        .where('product_uuid', 'in', [...products])
        .where('data_label', '=', event.dataLabel)
        .where('developer_id', '=', event.developer_id)
        .where('at', '>=', from),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
