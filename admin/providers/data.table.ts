import type {
  CreateParams,
  CreateResult,
  DeleteParams,
  DeleteResult,
  GetListParams,
  GetListResult,
  GetOneParams,
  GetOneResult,
  PaginationPayload,
  UpdateParams,
  UpdateResult,
} from 'react-admin';
import type { Operation } from './operation.js';
import { placeOf, readPlace } from './place.js';
import { ask } from './request.js';
import * as schema from './schema.js';

/** What react-admin may do with a resource; what is absent can't be done from a screen. */
export interface Methods {
  getList?(params: GetListParams): Promise<GetListResult>;
  getOne?(params: GetOneParams): Promise<GetOneResult>;
  create?(params: CreateParams): Promise<CreateResult>;
  update?(params: UpdateParams): Promise<UpdateResult>;
  delete?(params: DeleteParams): Promise<DeleteResult>;
}

/** What a list is asked for: the filter's members are the operation's own variables. */
interface Listing<Filter> {
  readonly filter: Filter;
  readonly pagination?: PaginationPayload;
  readonly meta?: { readonly cursor?: string };
  readonly signal?: AbortSignal;
}
/** One thing asked for by its place (see place.ts). */
interface Look {
  readonly id: string | number;
  readonly signal?: AbortSignal;
}
/** One act with its input. */
interface Act<Data> {
  readonly data: Data;
  readonly signal?: AbortSignal;
  readonly meta?: { readonly idempotencyKey?: string };
}

/** One cell of the table: the document, how the screen's question becomes its variables, and how its answer is read. */
const door =
  <Params extends { readonly signal?: AbortSignal }, Answer, Variables, Result>(
    operation: Operation<Answer, Variables>,
    variables: (params: Params) => Variables,
    read: (answer: Answer, params: Params) => Result,
  ) =>
  async (params: Params): Promise<Result> =>
    read(await ask(operation, variables(params), params.signal), params);

/** A root mutation is nullable so that one failure can't erase another's answer; alone, null never comes quietly. */
function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('the service answered neither a result nor a reason');
  return value;
}

const page = <Filter>({ filter, pagination, meta }: Listing<Filter>) => ({
  ...filter,
  limit: pagination?.perPage,
  cursor: meta?.cursor,
});
const productAt = ({ id }: Look) => {
  const { organizationId, ownId } = readPlace(id);
  return { organizationId, productId: ownId };
};
const whole = <Item>(items: readonly Item[]) => ({ data: [...items], total: items.length });
const part = <Item>(items: readonly Item[], nextCursor: string | null, meta: object = {}) => ({
  data: [...items],
  pageInfo: { hasNextPage: nextCursor !== null },
  meta: { ...meta, nextCursor },
});

const product = (item: schema.Product) => ({ ...item, id: placeOf(item.organizationId, item.productId) });
const trackingKey = (item: schema.TrackingKey) => ({ ...item, id: placeOf(item.organizationId, item.id) });

/** Resource × method → one operation of the schema: the whole of what the screens can ask. */
export const table: Record<string, Methods> = {
  organizations: {
    create: door(
      schema.CreateOrganization,
      ({ data, meta }: Act<schema.CreateOrganizationInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.createOrganization) }),
    ),
  },
  members: {
    getList: door(
      schema.ListMembers,
      ({ filter }: Listing<schema.ListMembersVariables>) => filter,
      (answer, { filter }) =>
        whole(answer.members.map((item) => ({ ...item, id: placeOf(filter.organizationId, item.userId) }))),
    ),
  },
  products: {
    getList: door(schema.ListProducts, page<schema.ListProductsVariables>, ({ products }) => ({
      ...part(products.items.map(product), products.nextCursor),
      total: products.total,
    })),
    getOne: door(schema.ReadProduct, productAt, (answer) => ({ data: product(answer.product) })),
    create: door(
      schema.CreateProduct,
      ({ data, meta }: Act<schema.CreateProductInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: product(present(answer.createProduct)) }),
    ),
    update: door(
      schema.UpdateProduct,
      ({ id, data }: Look & Act<Omit<schema.UpdateProductInput, 'organizationId' | 'productId'>>) => ({
        input: { ...data, ...productAt({ id }) },
      }),
      (answer) => ({ data: product(present(answer.updateProduct)) }),
    ),
  },
  'tracking-keys': {
    getList: door(
      schema.ListTrackingKeys,
      ({ filter }: Listing<schema.ListTrackingKeysVariables>) => filter,
      (answer) => whole(answer.trackingKeys.map(trackingKey)),
    ),
    create: door(
      schema.CreateTrackingKey,
      ({ data }: Act<schema.CreateTrackingKeyInput>) => ({ input: data }),
      (answer) => {
        const minted = present(answer.createTrackingKey);
        return { data: { ...minted, id: trackingKey(minted.trackingKey).id } };
      },
    ),
    delete: door(
      schema.RevokeTrackingKey,
      ({ id }: Look) => {
        const { organizationId, ownId } = readPlace(id);
        return { input: { organizationId, trackingKeyId: ownId } };
      },
      (answer) => ({ data: trackingKey(present(answer.revokeTrackingKey)) }),
    ),
  },
  verdicts: {
    getList: door(schema.ListVerdicts, page<schema.ListVerdictsVariables>, ({ verdicts }) =>
      part(verdicts.items, verdicts.nextCursor, { dropped: verdicts.dropped }),
    ),
  },
  events: {
    getList: door(schema.ListEvents, page<schema.ListEventsVariables>, ({ events }) =>
      part(
        events.items.map((item) => ({ ...item, id: item.eventId })),
        events.nextCursor,
      ),
    ),
  },
  'daily-counts': {
    getList: door(
      schema.ListDailyCounts,
      ({ filter }: Listing<schema.ListDailyCountsVariables>) => filter,
      (answer) => whole(answer.dailyCounts.map((item) => ({ ...item, id: `${item.day}/${item.event_family ?? ''}` }))),
    ),
  },
  coverage: {
    getOne: door(schema.ReadEventCoverage, productAt, (answer, { id }) => ({ data: { ...answer.eventCoverage, id } })),
  },
};
