// Written from schema.graphql and providers/documents by admin/schema-types.ts; a test fails when it is stale.
import type { Operation } from './operation.js';

export type CreateOrganizationInput = {
  readonly domain?: string | null;
  readonly name: string;
};

export type CreateProductInput = {
  readonly name: string;
  readonly organizationId: string;
  readonly productId: string;
  readonly type: ProductType;
};

export type CreateTrackingKeyInput = {
  readonly name: string;
  readonly organizationId: string;
  readonly productId: string;
};

export const EventFamily = ['activation', 'commercial', 'evaluation', 'expansion', 'intent', 'retention'] as const;
export type EventFamily = (typeof EventFamily)[number];

export const MemberRole = ['admin', 'member', 'owner'] as const;
export type MemberRole = (typeof MemberRole)[number];

export const ProductStatus = ['ignored', 'registered'] as const;
export type ProductStatus = (typeof ProductStatus)[number];

export const ProductType = [
  'agent',
  'api',
  'app',
  'cli',
  'dataset',
  'docs',
  'mcp_server',
  'model',
  'platform',
  'sdk',
] as const;
export type ProductType = (typeof ProductType)[number];

export type RevokeTrackingKeyInput = {
  readonly organizationId: string;
  readonly trackingKeyId: string;
};

export type UpdateProductInput = {
  readonly aliases?: readonly string[] | null;
  readonly name?: string | null;
  readonly organizationId: string;
  readonly productId: string;
  readonly status?: ProductStatus | null;
  readonly type?: ProductType | null;
};

export const VerdictStatus = ['conflict', 'duplicate', 'ignored', 'invalid', 'tracked'] as const;
export type VerdictStatus = (typeof VerdictStatus)[number];

export type FieldNote = {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
  readonly hint: string | null;
};

export type Verdict = {
  readonly id: string;
  readonly at: string;
  readonly status: VerdictStatus;
  readonly door: string;
  readonly trackingKeyId: string;
  readonly keyHint: string;
  readonly productId: string;
  readonly eventName: string | null;
  readonly eventId: string | null;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  readonly errors: readonly FieldNote[];
  readonly warnings: readonly FieldNote[];
};

export type TrackedEvent = {
  readonly eventId: string;
  readonly idempotencyKey: string;
  readonly event_name: string;
  readonly event_family: EventFamily | null;
  readonly developer_id: string;
  readonly account_domain: string | null;
  readonly product: {
    readonly id: string;
    readonly name: string;
    readonly type: ProductType;
  };
  readonly attribution: {
    readonly campaignId: string | null;
    readonly source: string | null;
  } | null;
  readonly occurredAt: string | null;
  readonly receivedAt: string;
  readonly projectId: string | null;
  readonly metadata: unknown;
  readonly source: string;
  readonly label: string;
  readonly vendorOwnDomain: boolean;
};

export type TrackingKey = {
  readonly id: string;
  readonly organizationId: string;
  readonly productId: string;
  readonly name: string;
  readonly hint: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
};

export type Product = {
  readonly id: string;
  readonly organizationId: string;
  readonly productId: string;
  readonly name: string;
  readonly type: ProductType;
  readonly status: ProductStatus;
  readonly aliases: readonly string[];
  readonly createdAt: string;
  readonly liveKeys: number;
};

export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly domainVerified: boolean;
  readonly dataLabel: string;
  readonly createdAt: string;
};

export type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly reviewer: boolean;
};

export type ListVerdictsAnswer = {
  readonly verdicts: {
    readonly items: readonly Verdict[];
    readonly nextCursor: string | null;
    readonly dropped: number;
  };
};
export type ListVerdictsVariables = {
  readonly organizationId: string;
  readonly productId?: string | null;
  readonly status?: VerdictStatus | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListVerdicts: Operation<ListVerdictsAnswer, ListVerdictsVariables> = {
  name: 'ListVerdicts',
  text: `query ListVerdicts($organizationId: ID!, $productId: String, $status: VerdictStatus, $limit: Int, $cursor: String) {
  verdicts(
    organizationId: $organizationId
    productId: $productId
    status: $status
    limit: $limit
    cursor: $cursor
  ) {
    items {
      ...Verdict
    }
    nextCursor
    dropped
  }
}
fragment Verdict on Verdict {
  id
  at
  status
  door
  trackingKeyId
  keyHint
  productId
  eventName
  eventId
  idempotencyKey
  requestId
  errors {
    ...FieldNote
  }
  warnings {
    ...FieldNote
  }
}
fragment FieldNote on FieldNote {
  pointer
  code
  detail
  hint
}`,
};

export type ListEventsAnswer = {
  readonly events: {
    readonly items: readonly TrackedEvent[];
    readonly nextCursor: string | null;
  };
};
export type ListEventsVariables = {
  readonly organizationId: string;
  readonly productId?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListEvents: Operation<ListEventsAnswer, ListEventsVariables> = {
  name: 'ListEvents',
  text: `query ListEvents($organizationId: ID!, $productId: String, $limit: Int, $cursor: String) {
  events(
    organizationId: $organizationId
    productId: $productId
    limit: $limit
    cursor: $cursor
  ) {
    items {
      ...TrackedEvent
    }
    nextCursor
  }
}
fragment TrackedEvent on TrackedEvent {
  eventId
  idempotencyKey
  event_name
  event_family
  developer_id
  account_domain
  product {
    id
    name
    type
  }
  attribution {
    campaignId
    source
  }
  occurredAt
  receivedAt
  projectId
  metadata
  source
  label
  vendorOwnDomain
}`,
};

export type ListDailyCountsAnswer = {
  readonly dailyCounts: readonly {
    readonly day: string;
    readonly event_family: EventFamily | null;
    readonly events: number;
    readonly developers: number;
  }[];
};
export type ListDailyCountsVariables = {
  readonly organizationId: string;
  readonly productId: string;
  readonly days?: number | null;
};
export const ListDailyCounts: Operation<ListDailyCountsAnswer, ListDailyCountsVariables> = {
  name: 'ListDailyCounts',
  text: `query ListDailyCounts($organizationId: ID!, $productId: String!, $days: Int) {
  dailyCounts(organizationId: $organizationId, productId: $productId, days: $days) {
    day
    event_family
    events
    developers
  }
}`,
};

export type ReadEventCoverageAnswer = {
  readonly eventCoverage: {
    readonly asOf: string;
    readonly areas: readonly {
      readonly area: string;
      readonly title: string;
      readonly arriving: boolean;
      readonly events: number;
      readonly lastSeenAt: string | null;
      readonly next: string;
    }[];
  };
};
export type ReadEventCoverageVariables = {
  readonly organizationId: string;
  readonly productId: string;
};
export const ReadEventCoverage: Operation<ReadEventCoverageAnswer, ReadEventCoverageVariables> = {
  name: 'ReadEventCoverage',
  text: `query ReadEventCoverage($organizationId: ID!, $productId: String!) {
  eventCoverage(organizationId: $organizationId, productId: $productId) {
    asOf
    areas {
      area
      title
      arriving
      events
      lastSeenAt
      next
    }
  }
}`,
};

export type ListTrackingKeysAnswer = {
  readonly trackingKeys: readonly TrackingKey[];
};
export type ListTrackingKeysVariables = {
  readonly organizationId: string;
  readonly productId?: string | null;
};
export const ListTrackingKeys: Operation<ListTrackingKeysAnswer, ListTrackingKeysVariables> = {
  name: 'ListTrackingKeys',
  text: `query ListTrackingKeys($organizationId: ID!, $productId: String) {
  trackingKeys(organizationId: $organizationId, productId: $productId) {
    ...TrackingKey
  }
}
fragment TrackingKey on TrackingKey {
  id
  organizationId
  productId
  name
  hint
  createdAt
  lastUsedAt
  revokedAt
}`,
};

export type CreateTrackingKeyAnswer = {
  readonly createTrackingKey: {
    readonly token: string;
    readonly curl: string;
    readonly trackingKey: TrackingKey;
  } | null;
};
export type CreateTrackingKeyVariables = {
  readonly input: CreateTrackingKeyInput;
};
export const CreateTrackingKey: Operation<CreateTrackingKeyAnswer, CreateTrackingKeyVariables> = {
  name: 'CreateTrackingKey',
  text: `mutation CreateTrackingKey($input: CreateTrackingKeyInput!) {
  createTrackingKey(input: $input) {
    token
    curl
    trackingKey {
      ...TrackingKey
    }
  }
}
fragment TrackingKey on TrackingKey {
  id
  organizationId
  productId
  name
  hint
  createdAt
  lastUsedAt
  revokedAt
}`,
};

export type RevokeTrackingKeyAnswer = {
  readonly revokeTrackingKey: TrackingKey | null;
};
export type RevokeTrackingKeyVariables = {
  readonly input: RevokeTrackingKeyInput;
};
export const RevokeTrackingKey: Operation<RevokeTrackingKeyAnswer, RevokeTrackingKeyVariables> = {
  name: 'RevokeTrackingKey',
  text: `mutation RevokeTrackingKey($input: RevokeTrackingKeyInput!) {
  revokeTrackingKey(input: $input) {
    ...TrackingKey
  }
}
fragment TrackingKey on TrackingKey {
  id
  organizationId
  productId
  name
  hint
  createdAt
  lastUsedAt
  revokedAt
}`,
};

export type ListProductsAnswer = {
  readonly products: {
    readonly items: readonly Product[];
    readonly nextCursor: string | null;
    readonly total: number;
  };
};
export type ListProductsVariables = {
  readonly organizationId: string;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListProducts: Operation<ListProductsAnswer, ListProductsVariables> = {
  name: 'ListProducts',
  text: `query ListProducts($organizationId: ID!, $limit: Int, $cursor: String) {
  products(organizationId: $organizationId, limit: $limit, cursor: $cursor) {
    items {
      ...Product
    }
    nextCursor
    total
  }
}
fragment Product on Product {
  id
  organizationId
  productId
  name
  type
  status
  aliases
  createdAt
  liveKeys
}`,
};

export type ReadProductAnswer = {
  readonly product: Product;
};
export type ReadProductVariables = {
  readonly organizationId: string;
  readonly productId: string;
};
export const ReadProduct: Operation<ReadProductAnswer, ReadProductVariables> = {
  name: 'ReadProduct',
  text: `query ReadProduct($organizationId: ID!, $productId: String!) {
  product(organizationId: $organizationId, productId: $productId) {
    ...Product
  }
}
fragment Product on Product {
  id
  organizationId
  productId
  name
  type
  status
  aliases
  createdAt
  liveKeys
}`,
};

export type CreateProductAnswer = {
  readonly createProduct: Product | null;
};
export type CreateProductVariables = {
  readonly input: CreateProductInput;
  readonly idempotencyKey?: string | null;
};
export const CreateProduct: Operation<CreateProductAnswer, CreateProductVariables> = {
  name: 'CreateProduct',
  text: `mutation CreateProduct($input: CreateProductInput!, $idempotencyKey: String) {
  createProduct(input: $input, idempotencyKey: $idempotencyKey) {
    ...Product
  }
}
fragment Product on Product {
  id
  organizationId
  productId
  name
  type
  status
  aliases
  createdAt
  liveKeys
}`,
};

export type UpdateProductAnswer = {
  readonly updateProduct: Product | null;
};
export type UpdateProductVariables = {
  readonly input: UpdateProductInput;
};
export const UpdateProduct: Operation<UpdateProductAnswer, UpdateProductVariables> = {
  name: 'UpdateProduct',
  text: `mutation UpdateProduct($input: UpdateProductInput!) {
  updateProduct(input: $input) {
    ...Product
  }
}
fragment Product on Product {
  id
  organizationId
  productId
  name
  type
  status
  aliases
  createdAt
  liveKeys
}`,
};

export type ReadViewerAnswer = {
  readonly viewer: {
    readonly kind: string;
    readonly apiUrl: string;
    readonly user: Person | null;
    readonly memberships: readonly {
      readonly role: MemberRole;
      readonly organization: Organization;
    }[];
  };
};
export type ReadViewerVariables = Record<string, never>;
export const ReadViewer: Operation<ReadViewerAnswer, ReadViewerVariables> = {
  name: 'ReadViewer',
  text: `query ReadViewer {
  viewer {
    kind
    apiUrl
    user {
      ...Person
    }
    memberships {
      role
      organization {
        ...Organization
      }
    }
  }
}
fragment Organization on Organization {
  id
  name
  domain
  domainVerified
  dataLabel
  createdAt
}
fragment Person on User {
  id
  email
  name
  emailVerified
  reviewer
}`,
};

export type CreateOrganizationAnswer = {
  readonly createOrganization: Organization | null;
};
export type CreateOrganizationVariables = {
  readonly input: CreateOrganizationInput;
  readonly idempotencyKey?: string | null;
};
export const CreateOrganization: Operation<CreateOrganizationAnswer, CreateOrganizationVariables> = {
  name: 'CreateOrganization',
  text: `mutation CreateOrganization($input: CreateOrganizationInput!, $idempotencyKey: String) {
  createOrganization(input: $input, idempotencyKey: $idempotencyKey) {
    ...Organization
  }
}
fragment Organization on Organization {
  id
  name
  domain
  domainVerified
  dataLabel
  createdAt
}`,
};

export type ListMembersAnswer = {
  readonly members: readonly {
    readonly userId: string;
    readonly email: string;
    readonly name: string;
    readonly role: MemberRole;
    readonly since: string;
  }[];
};
export type ListMembersVariables = {
  readonly organizationId: string;
};
export const ListMembers: Operation<ListMembersAnswer, ListMembersVariables> = {
  name: 'ListMembers',
  text: `query ListMembers($organizationId: ID!) {
  members(organizationId: $organizationId) {
    userId
    email
    name
    role
    since
  }
}`,
};
