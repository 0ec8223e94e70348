import { type Act, door, type Listing, type Look, type Methods, page, part, present, whole } from './binding.js';
import { catalogTable } from './data.catalog.js';
import { directoryTable } from './data.directory.js';
import { invitationsTable } from './data.invitations.js';
import { offersTable } from './data.offers.js';
import { projectsTable } from './data.projects.js';
import { skillsTable } from './data.skills.js';
import { spendingTable } from './data.spending.js';
import { tokensTable } from './data.tokens.js';
import { usageTable } from './data.usage.js';
import { placeOf, readPlace } from './place.js';
import * as schema from './schema.js';

const productAt = ({ id }: Look) => {
  const { organizationId, ownId } = readPlace(id);
  return { organizationId, productId: ownId };
};

const product = (item: schema.Product) => ({ ...item, id: placeOf(item.organizationId, item.productId) });
const trackingKey = (item: schema.TrackingKey) => ({ ...item, id: placeOf(item.organizationId, item.id) });

/** Resource × method → one operation of the schema: the whole of what the screens can ask. */
export const table: Record<string, Methods> = {
  ...catalogTable,
  ...directoryTable,
  ...invitationsTable,
  ...offersTable,
  ...tokensTable,
  ...projectsTable,
  ...skillsTable,
  ...spendingTable,
  ...usageTable,
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
