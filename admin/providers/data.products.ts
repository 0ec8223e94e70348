import type { GetManyParams } from 'react-admin';
import { bind, type Methods, type MutationParams, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, listBy, oneOf, type Scope, wholeBy } from './records.js';
import { ask } from './request.js';

interface OwnParams extends QueryParams {
  readonly meta?: Scope;
}
interface ProductChange extends OwnParams {
  readonly data: Omit<schema.UpdateProductInput, 'organizationId' | 'productId'>;
}
interface NewProduct extends MutationParams<Omit<schema.CreateProductInput, 'organizationId'>> {
  readonly meta?: Scope & { readonly idempotencyKey?: string };
}

const place = ({ id, meta }: OwnParams) => ({ organizationId: meta?.organizationId ?? '', productId: String(id) });

/** A company calls a product by its own id, and so do the addresses of the workspace. */
const product = (item: schema.Product) => ({ ...item, id: item.productId });

/** As many products as are asked for by their ids at once. */
const IDS_MAX = 100;

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, part) => ids.slice(part * IDS_MAX, (part + 1) * IDS_MAX));

const KEY_STATES = {
  live: ({ revokedAt }: schema.TrackingKey) => revokedAt === null,
  unused: ({ revokedAt, lastUsedAt }: schema.TrackingKey) => revokedAt === null && lastUsedAt === null,
  revoked: ({ revokedAt }: schema.TrackingKey) => revokedAt !== null,
};

const inState = (key: schema.TrackingKey, state: string | undefined): boolean =>
  Object.entries(KEY_STATES).every(([name, matches]) => name !== state || matches(key));

/** The products of an organization, the keys that send their events, and which kinds of events arrive. */
export const productRecords: Record<string, Methods> = {
  products: {
    getList: listBy(
      schema.ListProducts,
      (question) => ({
        ...askedOf(question),
        organizationId: question.scope.organizationId ?? '',
        status: oneOf(schema.ProductStatus, question.filter.status),
        type: oneOf(schema.ProductType, question.filter.type),
      }),
      ({ products: { items, nextCursor, total } }) => ({ items: items.map(product), nextCursor, total }),
    ),
    getMany: async ({ ids, meta, signal }: GetManyParams) => {
      const organizationId: string = meta?.organizationId ?? '';
      const parts = await Promise.all(
        partsOf(ids.map(String)).map((productIds) =>
          ask(schema.ListProducts, { organizationId, productIds, limit: IDS_MAX }, signal),
        ),
      );
      return { data: parts.flatMap(({ products }) => products.items.map(product)) };
    },
    getOne: bind(schema.ReadProduct, place, (answer) => ({ data: product(answer.product) })),
    create: bind(
      schema.CreateProduct,
      ({ data, meta: { organizationId = '', idempotencyKey } = {} }: NewProduct) => ({
        input: { ...data, organizationId },
        idempotencyKey,
      }),
      (answer) => ({ data: product(present(answer.createProduct)) }),
    ),
    update: bind(
      schema.UpdateProduct,
      ({ data, ...own }: ProductChange) => ({ input: { ...data, ...place(own) } }),
      (answer) => ({ data: product(present(answer.updateProduct)) }),
    ),
  },
  'tracking-keys': {
    getList: wholeBy(
      async ({ organizationId = '' }, signal) => {
        const { trackingKeys } = await ask(schema.ListTrackingKeys, { organizationId }, signal);
        return [...trackingKeys.filter(KEY_STATES.live), ...trackingKeys.filter(KEY_STATES.revoked)];
      },
      {
        search: ({ name, hint, productId }) => `${name} ${hint} ${productId}`,
        matches: (key, { state, product: productId }) =>
          inState(key, state) && (!productId || key.productId === productId),
        orders: {
          name: ({ name }) => name,
          product: ({ productId }) => productId,
          used: ({ lastUsedAt }) => lastUsedAt,
          created: ({ createdAt }) => createdAt,
        },
      },
    ),
  },
  'ignored-events': {
    getOne: bind(schema.ReadIgnoredEvents, place, (answer, { id }) => ({ data: { id, names: answer.ignoredEvents } })),
  },
  'tracking-plan': {
    getOne: bind(schema.ReadTrackingPlan, place, (answer, { id }) => ({ data: { id, plan: answer.trackingPlan } })),
  },
  coverage: {
    getOne: bind(schema.ReadEventCoverage, place, (answer, { id }) => ({ data: { ...answer.eventCoverage, id } })),
  },
};

/** The acts on products and keys; the one that answers a key answers it once. */
export const productDecisions = {
  updateProduct: async (input: schema.UpdateProductInput) =>
    present((await ask(schema.UpdateProduct, { input })).updateProduct),
  setEventIgnored: async (input: schema.SetEventIgnoredInput) =>
    present((await ask(schema.SetEventIgnored, { input })).setEventIgnored),
  createTrackingKey: async (input: schema.CreateTrackingKeyInput) =>
    present((await ask(schema.CreateTrackingKey, { input })).createTrackingKey),
  revokeTrackingKey: async (input: schema.RevokeTrackingKeyInput) =>
    present((await ask(schema.RevokeTrackingKey, { input })).revokeTrackingKey),
};
