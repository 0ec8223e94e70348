import type { EntityManager } from '@mikro-orm/postgresql';
import { LIVE_LINK } from '../../directory/index.js';
import { NamedStatement, type RowOf } from '../../platform/database/bare-statement.js';
import { type DayWindow, instantsOf } from '../day.rules.js';
import { type CountedLabel, evidenceText } from './evidence.query.js';

/** A number, and what the largest one and the largest two of its parts make of it: what may be published is decided by these. */
export interface Held {
  readonly total: number;
  readonly top1: number;
  readonly top2: number;
}

/** What is true of a tool in one closed window of UTC days: exact, and never to be shown as it is (decisions §5). */
export interface ToolFigures {
  readonly toolId: string;
  /** Of the events that are counted: sample ones only where there are no others. */
  readonly label: CountedLabel;
  /** Whether a product of a verified company is linked to the tool: of any other tool there are no figures. */
  readonly hasSource: boolean;
  readonly events: number;
  readonly developers: number;
  readonly accounts: number;
  /** Developers whose earliest activation lies in the window. */
  readonly activated: number;
  /** Those of them with a return by the end of the window's last day. */
  readonly retained: number;
  readonly toolCalls: { readonly succeeded: number; readonly failed: number };
  /** The events by developer, and each count by account; an event without an account is part of the total alone. */
  readonly held: {
    readonly eventsByDeveloper: Held;
    readonly eventsByAccount: Held;
    readonly developersByAccount: Held;
    readonly activatedByAccount: Held;
    readonly retainedByAccount: Held;
  };
}

/** Tools with a source and the label of what is counted of each: first-party where there is such an event in the window, else sample, if that. */
export const SOURCED = new NamedStatement(
  { tool: 'uuid', label: 'text?' },
  `select x.tool_id as tool, min(counted.label) as label from ${LIVE_LINK}
   left join lateral (
     select min(data_label) as label from adoption_count c
     where c.organization_id = x.organization_id and c.product_uuid = x.product_uuid and c.source = 'api' and not c.vendor_own_domain
       and c.day between :from::date and :to::date) counted on true
   where x.unlinked_at is null group by 1 order by 1`,
);

/**
 * The true figures of every tool with a source, also of one without an event in the window. A source is a product that an approved draft
 * linked to the tool, of an organization whose domain is verified and still the approved one, and that is not ignored (decisions §5, Whose
 * numbers). Each tool is asked for by itself: PostgreSQL plans its statement by how much there is of it.
 */
export async function readToolFigures(em: EntityManager, window: DayWindow): Promise<ToolFigures[]> {
  const tools = await em.execute<RowOf<typeof SOURCED>[]>(SOURCED.text, SOURCED.valuesOf({ ...window }));
  const figures: ToolFigures[] = [];
  for (const { tool, label } of tools)
    figures.push(await readFigures(em, tool, window, label === 'sample' ? label : 'first-party'));
  return figures;
}

const SCOPE = `scope as (
  select x.organization_id, x.product_uuid from ${LIVE_LINK} where x.tool_id = :tool and x.unlinked_at is null)`;

const PARTS = ['events', 'developers', 'activated', 'retained'] as const;
/** Of each count of `accounts` the total of its largest and of its two largest. */
const BY_ACCOUNT = PARTS.map(
  (part) => `array(select ${part} from accounts order by ${part} desc limit 2)::float8[] as account_${part}`,
).join(',\n  ');

export const FIGURES = new NamedStatement(
  {
    events: 'double precision',
    developers: 'double precision',
    accounts: 'double precision',
    activated: 'double precision',
    retained: 'double precision',
    calls: 'double precision',
    failed: 'double precision',
    developer_events: 'double precision[]',
    account_events: 'double precision[]',
    account_developers: 'double precision[]',
    account_activated: 'double precision[]',
    account_retained: 'double precision[]',
  },
  `with ${SCOPE},
${evidenceText('window')},
acts as materialized (
  select a.organization_id, a.developer_id, a.account_domain, sum(a.events) as events, e.developer_id is not null as activated,
    coalesce(e.returned_at < :before::timestamptz, false) as retained
  from adoption_activity a join scope using (organization_id, product_uuid) left join evidence e using (organization_id, developer_id)
  where a.data_label = :label and a.day between :from::date and :to::date group by 1, 2, 3, 5, 6),
people as (
  select organization_id, developer_id, sum(events) as events, bool_or(activated) as activated, bool_or(retained) as retained from acts group by 1, 2),
accounts as (
  select account_domain, sum(events) as events, count(*) as developers, count(*) filter (where activated) as activated,
    count(*) filter (where retained) as retained
  from acts where account_domain <> '' group by 1),
calls as (
  select coalesce(sum(c.calls), 0) as calls, coalesce(sum(c.failed), 0) as failed from adoption_tool_call c join scope using (organization_id, product_uuid)
  where c.data_label = :label and c.day between :from::date and :to::date)
select coalesce(sum(events), 0)::float8 as events, count(*)::float8 as developers, (select count(*) from accounts)::float8 as accounts,
  (count(*) filter (where activated))::float8 as activated, (count(*) filter (where retained))::float8 as retained,
  (select calls from calls)::float8 as calls, (select failed from calls)::float8 as failed,
  array(select events from people order by events desc limit 2)::float8[] as developer_events,
  ${BY_ACCOUNT}
from people`,
);

async function readFigures(
  em: EntityManager,
  tool: string,
  window: DayWindow,
  label: CountedLabel,
): Promise<ToolFigures> {
  const { from, to } = window;
  const [since, before] = instantsOf(window);
  const [row] = await em.execute<[RowOf<typeof FIGURES>]>(
    FIGURES.text,
    FIGURES.valuesOf({ tool, label, from, to, since, before }),
  );
  const { events, developers, accounts, activated, retained, calls, failed } = row;
  return {
    toolId: tool,
    label,
    hasSource: true,
    events,
    developers,
    accounts,
    activated,
    retained,
    toolCalls: { succeeded: calls - failed, failed },
    held: {
      eventsByDeveloper: heldOf(events, row.developer_events),
      eventsByAccount: heldOf(events, row.account_events),
      developersByAccount: heldOf(developers, row.account_developers),
      activatedByAccount: heldOf(activated, row.account_activated),
      retainedByAccount: heldOf(retained, row.account_retained),
    },
  };
}

const heldOf = (total: number, [top1 = 0, top2 = 0]: readonly number[]): Held => ({ total, top1, top2: top1 + top2 });
