import { bind, type Methods, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { type FilterValues, listBy, oneOf, onlyOf, type Scope } from './records.js';

/** The facts about a page of the list beside its events. */
export type EventPageMeta = Pick<schema.ListEventLogAnswer['eventLog'], 'searchedUntil' | 'dropped'>;

interface EventParams extends QueryParams {
  readonly meta?: Scope;
}

/** The filters of the list that is counted; the id stands for them. */
interface HistogramParams extends QueryParams {
  readonly meta?: Scope & { readonly filter?: FilterValues };
}

/** The kind of refusal is its code alone, or code and pointer with a colon between them. */
interface RefusalParams extends QueryParams {
  readonly meta?: Scope & { readonly productId?: string | undefined };
}

const eventFilter = ({
  product,
  outcome,
  name,
  family,
  developer,
  account,
  source,
  code,
  key,
  q,
  counted,
  fromDay,
  toDay,
  campaign,
  campaignSource,
  server,
  tool,
  withoutAccount,
  ...time
}: FilterValues) => ({
  productId: product,
  outcome: oneOf(schema.EventOutcome, outcome),
  eventName: name,
  family: oneOf(schema.EventFamily, family),
  developerId: developer,
  accountDomain: account,
  source,
  code,
  trackingKeyId: key,
  q,
  counted,
  fromDay,
  toDay,
  campaignId: campaign,
  campaignSource,
  mcpServer: server,
  mcpTool: tool,
  withoutAccount: withoutAccount === 'true' || undefined,
  since: time.since,
  until: time.until,
});

/** The events, stored and refused; one of them is found by its whole id. */
export const eventRecords: Record<string, Methods> = {
  events: {
    getList: listBy(
      schema.ListEventLog,
      ({ filter, scope, sort, limit, cursor }) => ({
        organizationId: scope.organizationId ?? '',
        ...eventFilter(filter),
        sort,
        limit,
        cursor,
      }),
      ({ eventLog: { items, nextCursor, ...meta } }) => ({ items, nextCursor, meta }),
    ),
    getOne: bind(
      schema.ListEventLog,
      ({ id, meta }: EventParams) => ({ organizationId: meta?.organizationId ?? '', q: String(id), limit: 1 }),
      ({ eventLog }, { id }) => onlyOf(eventLog.items.filter((one) => one.id === id)),
    ),
  },
  'event-histogram': {
    getOne: bind(
      schema.ReadEventHistogram,
      ({ meta }: HistogramParams) => ({
        organizationId: meta?.organizationId ?? '',
        ...eventFilter(meta?.filter ?? {}),
        limit: 1,
      }),
      ({ eventLog }, { id }) => ({ data: { ...eventLog.histogram, id: String(id) } }),
    ),
  },
  'refusal-status': {
    getOne: bind(
      schema.ReadRefusalStatus,
      ({ id, meta }: RefusalParams) => {
        const [, code = '', pointer] = /^([^:]*)(?::(.*))?$/s.exec(String(id)) ?? [];
        return { organizationId: meta?.organizationId ?? '', productId: meta?.productId, code, pointer };
      },
      ({ refusalStatus }, { id }) => ({ data: { ...refusalStatus, id: String(id) } }),
    ),
  },
  'event-figures': {
    getOne: bind(
      schema.ReadEventFigures,
      ({ id, meta }: EventParams) => ({ organizationId: meta?.organizationId ?? '', eventId: String(id) }),
      ({ events }, { id }) =>
        onlyOf(events.items.filter(({ eventId }) => eventId === id).map((one) => ({ ...one, id: one.eventId }))),
    ),
  },
};
