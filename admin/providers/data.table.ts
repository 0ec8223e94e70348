import {
  allOf,
  bind,
  type Listing,
  type Methods,
  type MutationParams,
  nextPage,
  page,
  present,
  type QueryParams,
} from './binding.js';
import { catalogTable } from './data.catalog.js';
import { directoryTable } from './data.directory.js';
import { eventRecords } from './data.events.js';
import { homeRecords } from './data.home.js';
import { invitationsTable } from './data.invitations.js';
import { offersTable } from './data.offers.js';
import { spendingTable } from './data.spending.js';
import { tokensTable } from './data.tokens.js';
import * as schema from './generated/operations.js';
import { placeOf, readPlace } from './place.js';

const productAt = ({ id }: QueryParams) => {
  const { organizationId, ownId } = readPlace(id);
  return { organizationId, productId: ownId };
};

const product = (item: schema.Product) => ({ ...item, id: placeOf(item.organizationId, item.productId) });
const trackingKey = (item: schema.TrackingKey) => ({ ...item, id: placeOf(item.organizationId, item.id) });

/** Resource × method → one operation of the schema: the whole of what the screens can ask. */
export const table: Record<string, Methods> = {
  ...catalogTable,
  ...directoryTable,
  ...eventRecords,
  ...homeRecords,
  ...invitationsTable,
  ...offersTable,
  ...tokensTable,
  ...spendingTable,
  organizations: {
    create: bind(
      schema.CreateOrganization,
      ({ data, meta }: MutationParams<schema.CreateOrganizationInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.createOrganization) }),
    ),
  },
  members: {
    getList: bind(
      schema.ListMembers,
      ({ filter }: Listing<schema.ListMembersVariables>) => filter,
      (answer, { filter }) =>
        allOf(answer.members.map((item) => ({ ...item, id: placeOf(filter.organizationId, item.userId) }))),
    ),
  },
  'audit-entries': {
    getList: bind(schema.ListAuditEntries, page<schema.ListAuditEntriesVariables>, ({ auditEntries }) =>
      nextPage(auditEntries.items, auditEntries.nextCursor),
    ),
  },
  products: {
    getList: bind(schema.ListProducts, page<schema.ListProductsVariables>, ({ products }) => ({
      ...nextPage(products.items.map(product), products.nextCursor),
      total: products.total,
    })),
    getOne: bind(schema.ReadProduct, productAt, (answer) => ({ data: product(answer.product) })),
    create: bind(
      schema.CreateProduct,
      ({ data, meta }: MutationParams<schema.CreateProductInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: product(present(answer.createProduct)) }),
    ),
    update: bind(
      schema.UpdateProduct,
      ({
        id,
        data,
      }: QueryParams & MutationParams<Omit<schema.UpdateProductInput, 'organizationId' | 'productId'>>) => ({
        input: { ...data, ...productAt({ id }) },
      }),
      (answer) => ({ data: product(present(answer.updateProduct)) }),
    ),
  },
  'tracking-keys': {
    getList: bind(
      schema.ListTrackingKeys,
      ({ filter }: Listing<schema.ListTrackingKeysVariables>) => filter,
      (answer) => allOf(answer.trackingKeys.map(trackingKey)),
    ),
    create: bind(
      schema.CreateTrackingKey,
      ({ data }: MutationParams<schema.CreateTrackingKeyInput>) => ({ input: data }),
      (answer) => {
        const created = present(answer.createTrackingKey);
        return { data: { ...created, id: trackingKey(created.trackingKey).id } };
      },
    ),
    delete: bind(
      schema.RevokeTrackingKey,
      ({ id }: QueryParams) => {
        const { organizationId, ownId } = readPlace(id);
        return { input: { organizationId, trackingKeyId: ownId } };
      },
      (answer) => ({ data: trackingKey(present(answer.revokeTrackingKey)) }),
    ),
  },
  coverage: {
    getOne: bind(schema.ReadEventCoverage, productAt, (answer, { id }) => ({ data: { ...answer.eventCoverage, id } })),
  },
};
