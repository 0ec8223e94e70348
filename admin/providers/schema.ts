// Written from schema.graphql and the documents by admin/schema-types.ts; a test fails when it is stale.
import type { Operation } from './operation.js';

export type AcceptInvitationInput = {
  readonly invitationId: string;
};

export type AdvanceClaimInput = {
  readonly claimId: string;
  readonly code?: string | null;
  readonly eventId?: string | null;
  readonly note?: string | null;
  readonly proof?: ClaimProof | null;
  readonly revision: number;
  readonly to: ClaimState;
};

export type ApproveProjectInput = {
  readonly contentHash: string;
  readonly projectId: string;
  readonly revision: number;
};

export type ArchiveProjectInput = {
  readonly projectId: string;
  readonly revision: number;
};

export type BriefConstraints = {
  readonly category?: readonly string[] | null;
  readonly exclude?: readonly string[] | null;
  readonly interface?: readonly string[] | null;
  readonly licence?: readonly string[] | null;
  readonly maturity?: readonly string[] | null;
  readonly prefer?: readonly string[] | null;
  readonly pricing?: readonly string[] | null;
  readonly proof?: readonly string[] | null;
};

export type ChangeMemberRoleInput = {
  readonly organizationId: string;
  readonly role: MemberRole;
  readonly userId: string;
};

export type ClaimOfferInput = {
  readonly facts?: EligibilityFactsInput | null;
  readonly note?: string | null;
  readonly offerId: string;
};

export const ClaimProof = ['event_confirmed', 'vendor_confirmed'] as const;
export type ClaimProof = (typeof ClaimProof)[number];

export const ClaimState = [
  'approved',
  'code_issued',
  'expired',
  'redeemed',
  'rejected',
  'requested',
  'vendor_review',
  'withdrawn',
] as const;
export type ClaimState = (typeof ClaimState)[number];

export type CloseAccountInput = {
  readonly currentPassword: string;
};

export type ConfirmEmailChangeInput = {
  readonly token: string;
};

export type ConnectToolInput = {
  readonly toolSlug: string;
};

export type CorrectionSource = {
  readonly readAt: string;
  readonly url: string;
};

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

export type CreateWorkflowTokenInput = {
  readonly expiresInDays?: number | null;
  readonly name: string;
  readonly projectId?: string | null;
  readonly scopes: readonly string[];
};

export type DeleteAgentSkillInput = {
  readonly skillId: string;
};

export type DeletePlanInput = {
  readonly planId: string;
  readonly revision: number;
};

export type DocsInput = {
  readonly llmsTxt?: string | null;
  readonly openapi?: string | null;
  readonly url?: string | null;
};

export type EditToolInput = {
  readonly aliases?: readonly string[] | null;
  readonly capabilities?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
  readonly docs?: DocsInput | null;
  readonly environment?: readonly string[] | null;
  readonly install?: InstallInput | null;
  readonly interfaces?: readonly string[] | null;
  readonly licence?: LicenceInput | null;
  readonly maturity?: string | null;
  readonly name?: string | null;
  readonly pricing?: PricingInput | null;
  readonly reason: string;
  readonly revision: number;
  readonly signupUrl?: string | null;
  readonly slug: string;
  readonly source: CorrectionSource;
  readonly summary?: string | null;
  readonly vendor?: VendorInput | null;
  readonly website?: string | null;
};

export type EligibilityFactsInput = {
  readonly aiProduct?: boolean | null;
  readonly annualRevenueUsd?: number | null;
  readonly companyAgeMonths?: number | null;
  readonly companyEmail?: boolean | null;
  readonly country?: string | null;
  readonly employees?: number | null;
  readonly fundingRaisedUsd?: number | null;
  readonly fundingStage?: string | null;
  readonly hasWebsite?: boolean | null;
  readonly incorporated?: boolean | null;
  readonly newCustomer?: boolean | null;
  readonly nonprofit?: boolean | null;
  readonly openSource?: boolean | null;
  readonly partners?: readonly string[] | null;
  readonly student?: boolean | null;
};

export const EventFamily = ['activation', 'commercial', 'evaluation', 'expansion', 'intent', 'retention'] as const;
export type EventFamily = (typeof EventFamily)[number];

export type ImportAgentSkillInput = {
  readonly confirm?: boolean | null;
  readonly digest?: string | null;
  readonly skillUrl: string;
  readonly status?: string | null;
};

export type InstallInput = {
  readonly command: string;
  readonly kind: string;
};

export type InviteMemberInput = {
  readonly email: string;
  readonly organizationId: string;
  readonly role: MemberRole;
};

export type LicenceInput = {
  readonly checkedAt: string;
  readonly source: string;
  readonly spdx: string;
};

export const McpConfigFormat = ['json', 'toml'] as const;
export type McpConfigFormat = (typeof McpConfigFormat)[number];

export const MemberRole = ['admin', 'member', 'owner'] as const;
export type MemberRole = (typeof MemberRole)[number];

export type MonthlySpendInput = {
  readonly amountCents: number;
  readonly currency: SpendCurrency;
  readonly month: string;
  readonly provider: SpendProvider;
  readonly source: SpendSource;
};

export type OfferRuleInput = {
  readonly fact: string;
  readonly flag?: boolean | null;
  readonly list?: readonly string[] | null;
  readonly number?: number | null;
  readonly op: string;
  readonly text?: string | null;
};

export type OfferSourceInput = {
  readonly facts: readonly string[];
  readonly readAt?: string | null;
  readonly url: string;
  readonly via?: string | null;
};

export type OfferValueInput = {
  readonly amountCents?: number | null;
  readonly currency?: string | null;
  readonly months?: number | null;
  readonly percent?: number | null;
  readonly text?: string | null;
  readonly upTo?: boolean | null;
};

export type OfferVendorInput = {
  readonly domain?: string | null;
  readonly name?: string | null;
};

export type OwnClaimInput = {
  readonly claimId: string;
};

export type OwnProjectInput = {
  readonly projectId: string;
};

export type PricingInput = {
  readonly freeTier?: string | null;
  readonly model?: string | null;
  readonly url?: string | null;
};

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

export type ProjectDraftInput = {
  readonly description?: string | null;
  readonly note?: string | null;
  readonly planId?: string | null;
  readonly repositoryUrl?: string | null;
  readonly summary: string;
  readonly title: string;
  readonly tools?: readonly ProjectToolInput[] | null;
  readonly url?: string | null;
};

export const ProjectStatus = ['APPROVED', 'ARCHIVED', 'DRAFT', 'PUBLISHED'] as const;
export type ProjectStatus = (typeof ProjectStatus)[number];

export type ProjectToolInput = {
  readonly role?: string | null;
  readonly slug: string;
};

export type PublishAgentSkillInput = {
  readonly acknowledgeRisk?: boolean | null;
  readonly digest: string;
  readonly skillId: string;
};

export type PublishProjectInput = {
  readonly contentHash: string;
  readonly draftId: string;
};

export const RelayFailure = ['connection_expired', 'connection_revoked', 'delivery_failed', 'vendor_unlinked'] as const;
export type RelayFailure = (typeof RelayFailure)[number];

export type RemoveMemberInput = {
  readonly organizationId: string;
  readonly userId: string;
};

export type RemoveSpendInput = {
  readonly currency: SpendCurrency;
  readonly month: string;
  readonly provider: SpendProvider;
};

export type RenamePlanInput = {
  readonly planId: string;
  readonly revision: number;
  readonly title: string;
};

export type RenewToolConnectionInput = {
  readonly connectionId: string;
  readonly revision: number;
};

export type RequestEmailChangeInput = {
  readonly currentPassword: string;
  readonly newEmail: string;
};

export type RevokeInvitationInput = {
  readonly invitationId: string;
  readonly organizationId: string;
};

export type RevokeSessionInput = {
  readonly sessionId: string;
};

export type RevokeToolConnectionInput = {
  readonly connectionId: string;
};

export type RevokeTrackingKeyInput = {
  readonly organizationId: string;
  readonly trackingKeyId: string;
};

export type SaveOfferInput = {
  readonly claim: string;
  readonly endsAt?: string | null;
  readonly kind: string;
  readonly lastConfirmedAt?: string | null;
  readonly lastReadAt?: string | null;
  readonly listed: boolean;
  readonly offerId?: string | null;
  readonly organizationId?: string | null;
  readonly other: readonly string[];
  readonly revision?: number | null;
  readonly rules: readonly OfferRuleInput[];
  readonly slug: string;
  readonly sources: readonly OfferSourceInput[];
  readonly summary: string;
  readonly termsUrl?: string | null;
  readonly title: string;
  readonly tools: readonly string[];
  readonly url?: string | null;
  readonly value: OfferValueInput;
  readonly vendor: OfferVendorInput;
};

export type SavePlanInput = {
  readonly constraints?: BriefConstraints | null;
  readonly intent?: string | null;
  readonly receiptId?: string | null;
  readonly title?: string | null;
};

export type SearchRunInput = {
  readonly applicationName?: string | null;
  readonly credits?: number | null;
  readonly durationMs?: number | null;
  readonly occurredAt: string;
  readonly requestId?: string | null;
};

export type SetToolListedInput = {
  readonly listed: boolean;
  readonly reason: string;
  readonly revision: number;
  readonly slug: string;
};

export const SkillStatus = ['DRAFT', 'PUBLISHED', 'SUSPENDED', 'VERIFIED'] as const;
export type SkillStatus = (typeof SkillStatus)[number];

export const SpendCurrency = ['EUR', 'GBP', 'MXN', 'USD'] as const;
export type SpendCurrency = (typeof SpendCurrency)[number];

export const SpendProvider = ['coding_agent', 'search_api', 'web_data_api'] as const;
export type SpendProvider = (typeof SpendProvider)[number];

export const SpendSource = ['agent_reported', 'user_reported'] as const;
export type SpendSource = (typeof SpendSource)[number];

export type SuspendAgentSkillInput = {
  readonly reason: string;
  readonly skillId: string;
};

export type SyncSearchProviderInput = {
  readonly apiKey: string;
  readonly lastRun?: SearchRunInput | null;
};

export type SyncWebDataInput = {
  readonly apiKey: string;
};

export const ToolConnectionState = ['active', 'expired', 'none', 'revoked'] as const;
export type ToolConnectionState = (typeof ToolConnectionState)[number];

export type UpdateOrganizationInput = {
  readonly domain?: string | null;
  readonly name?: string | null;
  readonly organizationId: string;
};

export type UpdateProductInput = {
  readonly aliases?: readonly string[] | null;
  readonly name?: string | null;
  readonly organizationId: string;
  readonly productId: string;
  readonly status?: ProductStatus | null;
  readonly type?: ProductType | null;
};

export type UpdateProfileInput = {
  readonly name: string;
};

export type UpdateProjectDraftInput = {
  readonly description?: string | null;
  readonly draftId: string;
  readonly note?: string | null;
  readonly planId?: string | null;
  readonly repositoryUrl?: string | null;
  readonly revision: number;
  readonly summary?: string | null;
  readonly title?: string | null;
  readonly tools?: readonly ProjectToolInput[] | null;
  readonly url?: string | null;
};

export const UsageReceiptState = ['delivered', 'failed', 'queued', 'stopped', 'stored', 'waiting'] as const;
export type UsageReceiptState = (typeof UsageReceiptState)[number];

export const UsageReceiptType = [
  'api_call',
  'build',
  'mcp_tool_call',
  'model_call',
  'search',
  'spend',
  'tool_call',
] as const;
export type UsageReceiptType = (typeof UsageReceiptType)[number];

export type VendorInput = {
  readonly domain?: string | null;
  readonly name?: string | null;
};

export const VerdictStatus = ['conflict', 'duplicate', 'ignored', 'invalid', 'tracked'] as const;
export type VerdictStatus = (typeof VerdictStatus)[number];

export type VerifyAgentSkillInput = {
  readonly digest: string;
  readonly skillId: string;
};

export type VerifyDomainInput = {
  readonly organizationId: string;
};

export type ToolFacts = {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly categories: readonly string[];
  readonly capabilities: readonly string[];
  readonly maturity: string;
  readonly interfaces: readonly string[];
  readonly licence: {
    readonly spdx: string;
    readonly source: string;
    readonly checkedAt: string;
  } | null;
  readonly environment: readonly string[];
};

export type ToolCard = ToolFacts & {
  readonly vendor: {
    readonly name: string | null;
    readonly domain: string | null;
  };
  readonly pricing: {
    readonly model: string;
    readonly freeTier: string | null;
  };
  readonly install: {
    readonly kind: string | null;
    readonly command: string | null;
  };
  readonly docs: {
    readonly url: string | null;
    readonly llmsTxt: string | null;
  };
  readonly verification: {
    readonly level: string;
  };
  readonly proof: readonly {
    readonly signal: string;
    readonly label: string;
    readonly asOf: string;
  }[];
  readonly actions: readonly {
    readonly kind: string;
    readonly url: string;
  }[];
  readonly sponsored: boolean;
};

export type Tool = ToolCard & {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly docs: {
    readonly openapi: string | null;
  };
  readonly verification: {
    readonly method: string | null;
    readonly checkedAt: string | null;
  };
  readonly measures: readonly {
    readonly kind: string;
    readonly subject: string;
    readonly value: number;
    readonly label: string;
    readonly source: string;
    readonly asOf: string;
  }[];
  readonly offers: readonly {
    readonly id: string;
    readonly slug: string;
    readonly title: string;
    readonly claim: string;
  }[];
  readonly sources: readonly {
    readonly url: string;
    readonly via: string | null;
    readonly readAt: string;
    readonly facts: readonly string[];
  }[];
  readonly updatedAt: string;
};

export type FoundTool = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly capabilities: readonly string[];
  readonly maturity: string;
  readonly sponsored: boolean;
  readonly pricing: {
    readonly model: string;
    readonly freeTier: string | null;
  };
  readonly proof: readonly {
    readonly signal: string;
    readonly label: string;
    readonly asOf: string;
  }[];
  readonly offers: readonly {
    readonly id: string;
  }[];
  readonly rank: {
    readonly position: number;
    readonly reasons: readonly string[];
  };
};

export type CatalogRecord = ToolFacts & {
  readonly id: string;
  readonly revision: number;
  readonly listed: boolean;
  readonly origin: string;
  readonly originKey: string | null;
  readonly editedAt: string | null;
  readonly updatedAt: string;
  readonly aliases: readonly string[];
  readonly vendor: {
    readonly name: string | null;
    readonly domain: string | null;
  };
  readonly website: string | null;
  readonly pricing: {
    readonly model: string;
    readonly freeTier: string | null;
    readonly url: string | null;
  };
  readonly signupUrl: string | null;
  readonly install: {
    readonly kind: string | null;
    readonly command: string | null;
  };
  readonly packages: readonly {
    readonly registry: string;
    readonly name: string;
  }[];
  readonly docs: {
    readonly url: string | null;
    readonly llmsTxt: string | null;
    readonly openapi: string | null;
  };
  readonly sources: readonly {
    readonly url: string;
    readonly via: string | null;
    readonly readAt: string;
    readonly facts: readonly string[];
  }[];
};

export type FacetCounts = {
  readonly category: readonly {
    readonly value: string;
    readonly count: number;
  }[];
  readonly pricing: readonly {
    readonly value: string;
    readonly count: number;
  }[];
  readonly maturity: readonly {
    readonly value: string;
    readonly count: number;
  }[];
  readonly proof: readonly {
    readonly value: string;
    readonly count: number;
  }[];
  readonly interface: readonly {
    readonly value: string;
    readonly count: number;
  }[];
  readonly licence: readonly {
    readonly value: string;
    readonly count: number;
  }[];
};

export type SignedRead = {
  readonly id: string;
  readonly query: string;
  readonly asOf: string;
  readonly expiresAt: string;
  readonly resultDigest: string;
};

export type OfferCard = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly vendor: {
    readonly name: string | null;
    readonly domain: string | null;
  };
  readonly kind: string;
  readonly value: {
    readonly text: string | null;
    readonly amountCents: number | null;
    readonly currency: string | null;
    readonly percent: number | null;
    readonly months: number | null;
    readonly upTo: boolean;
  };
  readonly claim: string;
  readonly label: string;
  readonly lastReadAt: string | null;
  readonly lastConfirmedAt: string | null;
  readonly endsAt: string | null;
};

export type Step = {
  readonly order: number;
  readonly title: string;
  readonly detail: string;
  readonly command: string | null;
  readonly tool: string | null;
  readonly needsAuthorization: boolean;
};

export type ListedTool = {
  readonly toolId: string;
  readonly slug: string;
  readonly name: string;
  readonly role: string | null;
  readonly selectedAt: string;
};

export type ToolProof = {
  readonly slug: string;
  readonly name: string;
  readonly state: string;
  readonly selectedAt: string;
  readonly activatedAt: string | null;
  readonly retainedAt: string | null;
  readonly label: string | null;
};

export type OwnProject = {
  readonly id: string;
  readonly slug: string;
  readonly status: ProjectStatus;
  readonly revision: number;
  readonly contentHash: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly repositoryUrl: string | null;
  readonly tools: readonly ListedTool[];
  readonly planId: string | null;
  readonly note: string | null;
  readonly changedBy: {
    readonly kind: string;
    readonly name: string;
  };
  readonly approval: {
    readonly revision: number;
    readonly contentHash: string;
    readonly approvedAt: string;
    readonly expiresAt: string;
    readonly approvedBy: string;
  } | null;
  readonly published: {
    readonly revision: number;
    readonly contentHash: string;
    readonly publishedAt: string;
    readonly publicUrl: string;
    readonly title: string;
    readonly summary: string;
    readonly description: string | null;
    readonly url: string | null;
    readonly repositoryUrl: string | null;
    readonly tools: readonly ListedTool[];
  } | null;
  readonly hasUnpublishedChanges: boolean;
  readonly proof: {
    readonly id: string;
    readonly madeAt: string;
    readonly revision: number;
    readonly tools: readonly ToolProof[];
  } | null;
  readonly reviewUrl: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type ProvenProject = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string | null;
  readonly url: string | null;
  readonly repositoryUrl: string | null;
  readonly publishedAt: string;
  readonly tools: readonly {
    readonly slug: string;
    readonly name: string;
    readonly role: string | null;
    readonly state: string;
    readonly selectedAt: string;
    readonly activatedAt: string | null;
    readonly retainedAt: string | null;
    readonly label: string | null;
  }[];
  readonly proof: {
    readonly madeAt: string;
  } | null;
  readonly notices: readonly string[];
};

export type SkillProblem = {
  readonly code: string;
  readonly field: string | null;
  readonly line: number | null;
  readonly detail: string;
};

export type RiskFinding = {
  readonly ruleId: string;
  readonly severity: string;
  readonly title: string;
  readonly line: number;
  readonly excerpt: string;
};

export type SkillFacts = {
  readonly id: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly allowedTools: readonly string[] | null;
  readonly metadata: Record<string, unknown> | null;
  readonly headings: readonly {
    readonly level: number;
    readonly text: string;
    readonly line: number;
  }[];
  readonly bytes: number;
  readonly lines: number;
  readonly digest: string;
  readonly sourceUrl: string;
  readonly finalUrl: string;
};

export type SkillChecks = {
  readonly persisted: boolean;
  readonly validation: {
    readonly valid: boolean;
    readonly errors: readonly SkillProblem[];
    readonly warnings: readonly SkillProblem[];
  };
  readonly risk: {
    readonly findings: readonly RiskFinding[];
  };
};

export type UsageTool = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
};

export type Connection = {
  readonly id: string | null;
  readonly tool: UsageTool;
  readonly state: ToolConnectionState;
  readonly vendorOrganizationLinked: boolean;
  readonly connectedAt: string | null;
  readonly renewedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly revision: number;
};

export type Receipt = {
  readonly id: string;
  readonly tool: UsageTool;
  readonly receiptType: UsageReceiptType;
  readonly state: UsageReceiptState;
  readonly success: boolean | null;
  readonly durationMs: number | null;
  readonly spendCents: number | null;
  readonly projectId: string | null;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  readonly failure: RelayFailure | null;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
};

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

export type OpenProject = {
  readonly id: string;
  readonly title: string;
  readonly status: ProjectStatus;
  readonly revision: number;
  readonly updatedAt: string;
  readonly changedBy: {
    readonly kind: string;
    readonly name: string;
  };
  readonly approval: {
    readonly revision: number;
    readonly expiresAt: string;
  } | null;
  readonly published: {
    readonly revision: number;
  } | null;
};

export type OpenSkill = {
  readonly id: string;
  readonly name: string;
  readonly status: SkillStatus;
  readonly suspendedReason: string | null;
  readonly suspendedAt: string | null;
  readonly updatedAt: string;
  readonly riskCounts: {
    readonly high: number;
    readonly medium: number;
    readonly low: number;
  };
};

export type EndingConnection = {
  readonly state: ToolConnectionState;
  readonly connectedAt: string | null;
  readonly expiresAt: string | null;
  readonly tool: {
    readonly slug: string;
    readonly name: string;
  };
};

export type FailedReceipt = {
  readonly updatedAt: string;
  readonly tool: {
    readonly slug: string;
    readonly name: string;
  };
};

export type CatalogImport = {
  readonly id: string;
  readonly format: string;
  readonly fileName: string;
  readonly status: string;
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly actor: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
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

export type FactsStated = {
  readonly companyAgeMonths: number | null;
  readonly fundingStage: string | null;
  readonly fundingRaisedUsd: number | null;
  readonly annualRevenueUsd: number | null;
  readonly employees: number | null;
  readonly country: string | null;
  readonly partners: readonly string[] | null;
  readonly newCustomer: boolean | null;
  readonly incorporated: boolean | null;
  readonly hasWebsite: boolean | null;
  readonly companyEmail: boolean | null;
  readonly aiProduct: boolean | null;
  readonly openSource: boolean | null;
  readonly nonprofit: boolean | null;
  readonly student: boolean | null;
};

export type EligibilityJudged = {
  readonly verdict: string;
  readonly missing: readonly string[];
  readonly requirements: readonly {
    readonly fact: string | null;
    readonly requirement: string;
    readonly result: string;
  }[];
};

export type OfferLine = OfferCard & {
  readonly id: string;
  readonly eligibility: EligibilityJudged;
};

export type Claim = {
  readonly id: string;
  readonly offer: {
    readonly id: string;
    readonly slug: string;
    readonly title: string;
    readonly endsAt: string | null;
  };
  readonly organizationId: string;
  readonly state: ClaimState;
  readonly nextStates: readonly ClaimState[];
  readonly revision: number;
  readonly claimant: {
    readonly userId: string;
    readonly name: string;
    readonly email: string;
    readonly emailVerified: boolean;
  } | null;
  readonly facts: FactsStated | null;
  readonly eligibility: EligibilityJudged | null;
  readonly note: string | null;
  readonly vendorNote: string | null;
  readonly code: string | null;
  readonly proof: ClaimProof | null;
  readonly proofEventId: string | null;
  readonly selfReportedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type AuditEntry = {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly revision: number | null;
  readonly changes: unknown;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly hash: string;
};

export type StackPart = {
  readonly capability: string;
  readonly title: string;
  readonly why: readonly string[];
  readonly tool: {
    readonly slug: string;
    readonly name: string;
    readonly summary: string;
    readonly pricing: {
      readonly model: string;
      readonly freeTier: string | null;
    };
    readonly proof: readonly {
      readonly signal: string;
      readonly label: string;
      readonly asOf: string;
    }[];
  };
  readonly alternatives: readonly {
    readonly slug: string;
    readonly name: string;
    readonly why: string;
  }[];
};

export type Capability = {
  readonly id: string;
  readonly title: string;
  readonly phrase: string;
};

export type Gap = {
  readonly capability: string;
  readonly reason: string;
};

export type Perk = {
  readonly id: string;
  readonly title: string;
  readonly tool: string;
  readonly claim: string;
  readonly rules: readonly string[];
  readonly url: string | null;
};

export type Risk = {
  readonly title: string;
  readonly detail: string;
  readonly tool: string | null;
};

export type PlanHead = {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly createdAt: string;
  readonly tools: readonly {
    readonly slug: string;
    readonly name: string;
    readonly capability: string;
  }[];
};

export type Plan = {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly revision: number;
  readonly changedSinceReceipt: boolean;
  readonly createdAt: string;
  readonly brief: {
    readonly goal: string;
    readonly capabilities: readonly Capability[];
    readonly stack: readonly StackPart[];
    readonly gaps: readonly Gap[];
    readonly steps: readonly Step[];
    readonly perks: readonly Perk[];
    readonly risks: readonly Risk[];
    readonly openQuestions: readonly string[];
    readonly notices: readonly string[];
  };
};

export type Packet = {
  readonly packetId: string;
  readonly planId: string;
  readonly digest: string;
  readonly goal: string;
  readonly tools: readonly {
    readonly slug: string;
    readonly name: string;
    readonly capability: string;
    readonly install: {
      readonly kind: string | null;
      readonly command: string | null;
    };
    readonly docs: {
      readonly url: string | null;
      readonly llmsTxt: string | null;
      readonly openapi: string | null;
    };
    readonly interfaces: readonly string[];
  }[];
  readonly perks: readonly {
    readonly id: string;
    readonly title: string;
    readonly claim: string;
    readonly rules: readonly string[];
  }[];
  readonly environment: readonly {
    readonly name: string;
    readonly tool: string | null;
  }[];
  readonly tracking: {
    readonly endpoint: string;
    readonly dryRunEndpoint: string;
    readonly keyVariable: string;
    readonly firstEvent: Record<string, unknown>;
    readonly rules: readonly string[];
  };
  readonly steps: readonly Step[];
  readonly checks: readonly {
    readonly title: string;
    readonly command: string | null;
    readonly expect: string;
  }[];
  readonly needsAuthorization: readonly {
    readonly action: string;
    readonly detail: string;
    readonly tools: readonly string[];
  }[];
  readonly notices: readonly string[];
  readonly expiresAt: string;
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

export type OwnSession = {
  readonly id: string;
  readonly createdAt: string;
  readonly prolongedAt: string;
  readonly expiresAt: string;
  readonly userAgent: string | null;
  readonly current: boolean;
};

export type PublicOfferLine = OfferCard & {
  readonly eligibility: {
    readonly requirements: readonly {
      readonly requirement: string;
    }[];
  };
};

export type PublicAdoptionLine = {
  readonly rank: number | null;
  readonly tool: {
    readonly slug: string;
    readonly name: string;
  };
  readonly label: string;
  readonly cohort: string;
  readonly developers: number | null;
  readonly accounts: number | null;
  readonly activated: number | null;
  readonly retained: number | null;
  readonly change: number | null;
  readonly score: number | null;
  readonly grade: string | null;
  readonly coverage: number | null;
};

export type ReviewedOffer = {
  readonly id: string;
  readonly revision: number;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly kind: string;
  readonly claim: string;
  readonly url: string | null;
  readonly termsUrl: string | null;
  readonly lastReadAt: string | null;
  readonly lastConfirmedAt: string | null;
  readonly endsAt: string | null;
  readonly organizationId: string | null;
  readonly listed: boolean;
  readonly vendor: {
    readonly name: string | null;
    readonly domain: string | null;
  };
  readonly value: {
    readonly text: string | null;
    readonly amountCents: number | null;
    readonly currency: string | null;
    readonly percent: number | null;
    readonly months: number | null;
    readonly upTo: boolean | null;
  };
  readonly tools: readonly string[];
  readonly rules: readonly {
    readonly fact: string;
    readonly op: string;
    readonly number: number | null;
    readonly text: string | null;
    readonly flag: boolean | null;
    readonly list: readonly string[] | null;
  }[];
  readonly other: readonly string[];
  readonly sources: readonly {
    readonly url: string;
    readonly via: string | null;
    readonly readAt: string | null;
    readonly facts: readonly string[];
  }[];
  readonly label: string;
  readonly origin: string;
  readonly editedAt: string | null;
  readonly openClaims: number;
};

export type ReadSkill = SkillFacts & {
  readonly content: string | null;
};

export type SkillImport = SkillChecks & {
  readonly skill: ReadSkill;
};

export type SkillLine = {
  readonly id: string;
  readonly status: SkillStatus;
  readonly name: string;
  readonly description: string;
  readonly finalUrl: string;
  readonly riskCounts: {
    readonly high: number;
    readonly medium: number;
    readonly low: number;
  };
  readonly verifiedAt: string | null;
  readonly checkedAt: string | null;
  readonly checkFailure: string | null;
  readonly suspendedReason: string | null;
};

export type Skill = {
  readonly id: string;
  readonly status: SkillStatus;
  readonly revision: number;
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly allowedTools: readonly string[] | null;
  readonly metadata: Record<string, unknown> | null;
  readonly headings: readonly {
    readonly level: number;
    readonly text: string;
    readonly line: number;
  }[];
  readonly bytes: number;
  readonly lines: number;
  readonly digest: string;
  readonly sourceUrl: string;
  readonly finalUrl: string;
  readonly content: string;
  readonly validation: {
    readonly valid: boolean;
    readonly errors: readonly SkillProblem[];
    readonly warnings: readonly SkillProblem[];
  };
  readonly risk: {
    readonly findings: readonly RiskFinding[];
  };
  readonly riskCounts: {
    readonly high: number;
    readonly medium: number;
    readonly low: number;
  };
  readonly verifiedAt: string | null;
  readonly publishedAt: string | null;
  readonly suspendedAt: string | null;
  readonly suspendedReason: string | null;
  readonly checkedAt: string | null;
  readonly checkFailure: string | null;
  readonly publicHref: string | null;
  readonly createdAt: string;
};

export type SpendEntry = {
  readonly provider: SpendProvider;
  readonly month: string;
  readonly currency: SpendCurrency;
  readonly amountCents: number;
  readonly source: SpendSource;
  readonly updatedAt: string;
  readonly usdCents: number | null;
};

export type SpendConversion = {
  readonly provider: SpendProvider;
  readonly currency: SpendCurrency;
  readonly amountCents: number;
  readonly usdCents: number | null;
  readonly rate: {
    readonly date: string;
    readonly usdPerEur: string;
    readonly currencyPerEur: string;
  } | null;
  readonly reason: string | null;
};

export type CreditReference = {
  readonly cents: number;
  readonly pricePerCredit: string;
  readonly priceAsOf: string;
  readonly source: string;
};

export type CodexWindow = {
  readonly usedPercent: number | null;
  readonly windowDurationMins: number | null;
  readonly resetsAt: number | null;
  readonly label: string | null;
};

export type CodexSnapshot = {
  readonly checkedAt: string;
  readonly planType: string | null;
  readonly creditsBalance: number | null;
  readonly primary: CodexWindow | null;
  readonly secondary: CodexWindow | null;
};

export type SpendingMonth = {
  readonly month: string;
  readonly monthlyEntries: readonly SpendEntry[];
  readonly usdEstimate: {
    readonly totalCents: number | null;
    readonly knownSubtotalCents: number | null;
    readonly entries: readonly SpendConversion[];
    readonly notice: string;
  };
  readonly codexSnapshot: CodexSnapshot | null;
  readonly codexCreditReferenceValue: CreditReference | null;
};

export type SearchBalance = {
  readonly key: {
    readonly usage: number | null;
    readonly limit: number | null;
    readonly remaining: number | null;
  };
  readonly account: {
    readonly plan: string | null;
    readonly planUsage: number | null;
    readonly planLimit: number | null;
    readonly planRemaining: number | null;
    readonly paygoUsage: number | null;
    readonly paygoLimit: number | null;
  };
  readonly lastRun: {
    readonly occurredAt: string;
    readonly requestId: string | null;
    readonly credits: number | null;
    readonly durationMs: number | null;
    readonly applicationName: string | null;
  } | null;
  readonly spending: {
    readonly billedUsd: number | null;
  };
  readonly creditReferenceValue: CreditReference | null;
  readonly checkedAt: string;
};

export type WebDataBalance = {
  readonly balance: {
    readonly amount: number | null;
    readonly pendingAmount: number | null;
    readonly currency: string | null;
  };
  readonly freeTier: {
    readonly remainingRequests: number | null;
    readonly limit: number | null;
  };
  readonly spending: {
    readonly billedUsd: number | null;
  };
  readonly checkedAt: string;
};

export type WorkflowToken = {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly projectId: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
};

export type McpClientConfig = {
  readonly file: string | null;
  readonly format: McpConfigFormat;
  readonly text: string;
  readonly command: string | null;
};

export type McpClientConfigs = {
  readonly claudeCode: McpClientConfig;
  readonly cursor: McpClientConfig;
  readonly codex: McpClientConfig;
  readonly vscode: McpClientConfig;
  readonly gemini: McpClientConfig;
  readonly generic: McpClientConfig;
};

export type ProjectName = {
  readonly id: string;
  readonly title: string;
  readonly status: ProjectStatus;
};

export type ToolConnection = Connection & {
  readonly undelivered: number;
};

export type UsageReceipt = Receipt & {
  readonly updatedAt: string;
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

export type Invitation = {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly createdAt: string;
  readonly expiresAt: string;
};

export type FindToolsAnswer = {
  readonly directoryContext: {
    readonly total: number;
    readonly nextCursor: string | null;
    readonly tools: readonly FoundTool[];
    readonly facets: FacetCounts;
  };
};
export type FindToolsVariables = {
  readonly q: string;
  readonly limit: number;
  readonly cursor?: string | null;
  readonly category?: readonly string[] | null;
  readonly pricing?: readonly string[] | null;
  readonly maturity?: readonly string[] | null;
  readonly proof?: readonly string[] | null;
  readonly interface?: readonly string[] | null;
  readonly licence?: readonly string[] | null;
};
export const FindTools: Operation<FindToolsAnswer, FindToolsVariables> = {
  name: 'FindTools',
  text: `query FindTools($q: String! = "", $limit: Int! = 10, $cursor: String, $category: [String!], $pricing: [String!], $maturity: [String!], $proof: [String!], $interface: [String!], $licence: [String!]) {
  directoryContext(
    q: $q
    limit: $limit
    cursor: $cursor
    category: $category
    pricing: $pricing
    maturity: $maturity
    proof: $proof
    interface: $interface
    licence: $licence
  ) {
    total
    nextCursor
    tools {
      ...FoundTool
    }
    facets {
      ...FacetCounts
    }
  }
}
fragment FoundTool on RankedTool {
  id
  slug
  name
  summary
  capabilities
  maturity
  sponsored
  pricing {
    model
    freeTier
  }
  proof {
    signal
    label
    asOf
  }
  offers {
    id
  }
  rank {
    position
    reasons
  }
}
fragment FacetCounts on Facets {
  category {
    value
    count
  }
  pricing {
    value
    count
  }
  maturity {
    value
    count
  }
  proof {
    value
    count
  }
  interface {
    value
    count
  }
  licence {
    value
    count
  }
}`,
};

export type ReadToolAnswer = {
  readonly tool: Tool;
};
export type ReadToolVariables = {
  readonly slug: string;
};
export const ReadTool: Operation<ReadToolAnswer, ReadToolVariables> = {
  name: 'ReadTool',
  text: `query ReadTool($slug: String!) {
  tool(slug: $slug) {
    ...Tool
  }
}
fragment Tool on ToolEntry {
  ...ToolCard
  id
  aliases
  docs {
    openapi
  }
  verification {
    method
    checkedAt
  }
  measures {
    kind
    subject
    value
    label
    source
    asOf
  }
  offers {
    id
    slug
    title
    claim
  }
  sources {
    url
    via
    readAt
    facts
  }
  updatedAt
}
fragment ToolCard on ToolEntry {
  ...ToolFacts
  vendor {
    name
    domain
  }
  pricing {
    model
    freeTier
  }
  install {
    kind
    command
  }
  docs {
    url
    llmsTxt
  }
  verification {
    level
  }
  proof {
    signal
    label
    asOf
  }
  actions {
    kind
    url
  }
  sponsored
}
fragment ToolFacts on ToolRecord {
  slug
  name
  summary
  categories
  capabilities
  maturity
  interfaces
  licence {
    spdx
    source
    checkedAt
  }
  environment
}`,
};

export type PublicDirectoryAnswer = {
  readonly directoryContext: {
    readonly total: number;
    readonly nextCursor: string | null;
    readonly tools: readonly FoundTool[];
    readonly facets: FacetCounts;
  };
  readonly category: {
    readonly facets: {
      readonly category: readonly {
        readonly value: string;
        readonly count: number;
      }[];
    };
  };
  readonly pricing: {
    readonly facets: {
      readonly pricing: readonly {
        readonly value: string;
        readonly count: number;
      }[];
    };
  };
  readonly maturity: {
    readonly facets: {
      readonly maturity: readonly {
        readonly value: string;
        readonly count: number;
      }[];
    };
  };
  readonly proof: {
    readonly facets: {
      readonly proof: readonly {
        readonly value: string;
        readonly count: number;
      }[];
    };
  };
  readonly interface: {
    readonly facets: {
      readonly interface: readonly {
        readonly value: string;
        readonly count: number;
      }[];
    };
  };
  readonly licence: {
    readonly facets: {
      readonly licence: readonly {
        readonly value: string;
        readonly count: number;
      }[];
    };
  };
};
export type PublicDirectoryVariables = {
  readonly q: string;
  readonly cursor?: string | null;
  readonly category?: readonly string[] | null;
  readonly pricing?: readonly string[] | null;
  readonly maturity?: readonly string[] | null;
  readonly proof?: readonly string[] | null;
  readonly interface?: readonly string[] | null;
  readonly licence?: readonly string[] | null;
  readonly byCategory: boolean;
  readonly byPricing: boolean;
  readonly byMaturity: boolean;
  readonly byProof: boolean;
  readonly byInterface: boolean;
  readonly byLicence: boolean;
};
export const PublicDirectory: Operation<PublicDirectoryAnswer, PublicDirectoryVariables> = {
  name: 'PublicDirectory',
  text: `query PublicDirectory($q: String! = "", $cursor: String, $category: [String!], $pricing: [String!], $maturity: [String!], $proof: [String!], $interface: [String!], $licence: [String!], $byCategory: Boolean!, $byPricing: Boolean!, $byMaturity: Boolean!, $byProof: Boolean!, $byInterface: Boolean!, $byLicence: Boolean!) {
  directoryContext(
    q: $q
    limit: 20
    cursor: $cursor
    category: $category
    pricing: $pricing
    maturity: $maturity
    proof: $proof
    interface: $interface
    licence: $licence
  ) {
    total
    nextCursor
    tools {
      ...FoundTool
    }
    facets {
      ...FacetCounts
    }
  }
  category: directoryContext(
    q: $q
    limit: 1
    pricing: $pricing
    maturity: $maturity
    proof: $proof
    interface: $interface
    licence: $licence
  ) @include(if: $byCategory) {
    facets {
      category {
        value
        count
      }
    }
  }
  pricing: directoryContext(
    q: $q
    limit: 1
    category: $category
    maturity: $maturity
    proof: $proof
    interface: $interface
    licence: $licence
  ) @include(if: $byPricing) {
    facets {
      pricing {
        value
        count
      }
    }
  }
  maturity: directoryContext(
    q: $q
    limit: 1
    category: $category
    pricing: $pricing
    proof: $proof
    interface: $interface
    licence: $licence
  ) @include(if: $byMaturity) {
    facets {
      maturity {
        value
        count
      }
    }
  }
  proof: directoryContext(
    q: $q
    limit: 1
    category: $category
    pricing: $pricing
    maturity: $maturity
    interface: $interface
    licence: $licence
  ) @include(if: $byProof) {
    facets {
      proof {
        value
        count
      }
    }
  }
  interface: directoryContext(
    q: $q
    limit: 1
    category: $category
    pricing: $pricing
    maturity: $maturity
    proof: $proof
    licence: $licence
  ) @include(if: $byInterface) {
    facets {
      interface {
        value
        count
      }
    }
  }
  licence: directoryContext(
    q: $q
    limit: 1
    category: $category
    pricing: $pricing
    maturity: $maturity
    proof: $proof
    interface: $interface
  ) @include(if: $byLicence) {
    facets {
      licence {
        value
        count
      }
    }
  }
}
fragment FoundTool on RankedTool {
  id
  slug
  name
  summary
  capabilities
  maturity
  sponsored
  pricing {
    model
    freeTier
  }
  proof {
    signal
    label
    asOf
  }
  offers {
    id
  }
  rank {
    position
    reasons
  }
}
fragment FacetCounts on Facets {
  category {
    value
    count
  }
  pricing {
    value
    count
  }
  maturity {
    value
    count
  }
  proof {
    value
    count
  }
  interface {
    value
    count
  }
  licence {
    value
    count
  }
}`,
};

export type PublicToolAnswer = {
  readonly tool: Tool;
};
export type PublicToolVariables = {
  readonly slug: string;
};
export const PublicTool: Operation<PublicToolAnswer, PublicToolVariables> = {
  name: 'PublicTool',
  text: `query PublicTool($slug: String!) {
  tool(slug: $slug) {
    ...Tool
  }
}
fragment Tool on ToolEntry {
  ...ToolCard
  id
  aliases
  docs {
    openapi
  }
  verification {
    method
    checkedAt
  }
  measures {
    kind
    subject
    value
    label
    source
    asOf
  }
  offers {
    id
    slug
    title
    claim
  }
  sources {
    url
    via
    readAt
    facts
  }
  updatedAt
}
fragment ToolCard on ToolEntry {
  ...ToolFacts
  vendor {
    name
    domain
  }
  pricing {
    model
    freeTier
  }
  install {
    kind
    command
  }
  docs {
    url
    llmsTxt
  }
  verification {
    level
  }
  proof {
    signal
    label
    asOf
  }
  actions {
    kind
    url
  }
  sponsored
}
fragment ToolFacts on ToolRecord {
  slug
  name
  summary
  categories
  capabilities
  maturity
  interfaces
  licence {
    spdx
    source
    checkedAt
  }
  environment
}`,
};

export type ReadCatalogToolAnswer = {
  readonly catalogTool: CatalogRecord;
};
export type ReadCatalogToolVariables = {
  readonly slug: string;
};
export const ReadCatalogTool: Operation<ReadCatalogToolAnswer, ReadCatalogToolVariables> = {
  name: 'ReadCatalogTool',
  text: `query ReadCatalogTool($slug: String!) {
  catalogTool(slug: $slug) {
    ...CatalogRecord
  }
}
fragment CatalogRecord on CatalogTool {
  ...ToolFacts
  id
  revision
  listed
  origin
  originKey
  editedAt
  updatedAt
  aliases
  vendor {
    name
    domain
  }
  website
  pricing {
    model
    freeTier
    url
  }
  signupUrl
  install {
    kind
    command
  }
  packages {
    registry
    name
  }
  docs {
    url
    llmsTxt
    openapi
  }
  sources {
    url
    via
    readAt
    facts
  }
}
fragment ToolFacts on ToolRecord {
  slug
  name
  summary
  categories
  capabilities
  maturity
  interfaces
  licence {
    spdx
    source
    checkedAt
  }
  environment
}`,
};

export type FindCatalogToolsAnswer = {
  readonly directoryContext: {
    readonly total: number;
    readonly nextCursor: string | null;
    readonly tools: readonly {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly summary: string;
      readonly categories: readonly string[];
      readonly vendor: {
        readonly name: string | null;
        readonly domain: string | null;
      };
      readonly sources: readonly {
        readonly readAt: string;
      }[];
      readonly updatedAt: string;
    }[];
  };
};
export type FindCatalogToolsVariables = {
  readonly q?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const FindCatalogTools: Operation<FindCatalogToolsAnswer, FindCatalogToolsVariables> = {
  name: 'FindCatalogTools',
  text: `query FindCatalogTools($q: String, $limit: Int, $cursor: String) {
  directoryContext(q: $q, limit: $limit, cursor: $cursor) {
    total
    nextCursor
    tools {
      id
      slug
      name
      summary
      categories
      vendor {
        name
        domain
      }
      sources {
        readAt
      }
      updatedAt
    }
  }
}`,
};

export type EditToolAnswer = {
  readonly editTool: CatalogRecord | null;
};
export type EditToolVariables = {
  readonly input: EditToolInput;
};
export const EditTool: Operation<EditToolAnswer, EditToolVariables> = {
  name: 'EditTool',
  text: `mutation EditTool($input: EditToolInput!) {
  editTool(input: $input) {
    ...CatalogRecord
  }
}
fragment CatalogRecord on CatalogTool {
  ...ToolFacts
  id
  revision
  listed
  origin
  originKey
  editedAt
  updatedAt
  aliases
  vendor {
    name
    domain
  }
  website
  pricing {
    model
    freeTier
    url
  }
  signupUrl
  install {
    kind
    command
  }
  packages {
    registry
    name
  }
  docs {
    url
    llmsTxt
    openapi
  }
  sources {
    url
    via
    readAt
    facts
  }
}
fragment ToolFacts on ToolRecord {
  slug
  name
  summary
  categories
  capabilities
  maturity
  interfaces
  licence {
    spdx
    source
    checkedAt
  }
  environment
}`,
};

export type SetToolListedAnswer = {
  readonly setToolListed: CatalogRecord | null;
};
export type SetToolListedVariables = {
  readonly input: SetToolListedInput;
};
export const SetToolListed: Operation<SetToolListedAnswer, SetToolListedVariables> = {
  name: 'SetToolListed',
  text: `mutation SetToolListed($input: SetToolListedInput!) {
  setToolListed(input: $input) {
    ...CatalogRecord
  }
}
fragment CatalogRecord on CatalogTool {
  ...ToolFacts
  id
  revision
  listed
  origin
  originKey
  editedAt
  updatedAt
  aliases
  vendor {
    name
    domain
  }
  website
  pricing {
    model
    freeTier
    url
  }
  signupUrl
  install {
    kind
    command
  }
  packages {
    registry
    name
  }
  docs {
    url
    llmsTxt
    openapi
  }
  sources {
    url
    via
    readAt
    facts
  }
}
fragment ToolFacts on ToolRecord {
  slug
  name
  summary
  categories
  capabilities
  maturity
  interfaces
  licence {
    spdx
    source
    checkedAt
  }
  environment
}`,
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

export type ReadOpenWorkAnswer = {
  readonly projects: {
    readonly items: readonly OpenProject[];
    readonly nextCursor: string | null;
  };
  readonly agentSkills: {
    readonly items: readonly OpenSkill[];
    readonly nextCursor: string | null;
  };
  readonly toolConnections: readonly EndingConnection[];
  readonly usage: {
    readonly receipts: readonly FailedReceipt[];
  };
};
export type ReadOpenWorkVariables = {
  readonly limit: number;
};
export const ReadOpenWork: Operation<ReadOpenWorkAnswer, ReadOpenWorkVariables> = {
  name: 'ReadOpenWork',
  text: `query ReadOpenWork($limit: Int!) {
  projects(unpublished: true, limit: $limit) {
    items {
      ...OpenProject
    }
    nextCursor
  }
  agentSkills(status: [DRAFT, SUSPENDED], limit: $limit) {
    items {
      ...OpenSkill
    }
    nextCursor
  }
  toolConnections {
    ...EndingConnection
  }
  usage(state: [failed], limit: $limit) {
    receipts {
      ...FailedReceipt
    }
  }
}
fragment OpenProject on Project {
  id
  title
  status
  revision
  updatedAt
  changedBy {
    kind
    name
  }
  approval {
    revision
    expiresAt
  }
  published {
    revision
  }
}
fragment OpenSkill on AgentSkillSummary {
  id
  name
  status
  suspendedReason
  suspendedAt
  updatedAt
  riskCounts {
    high
    medium
    low
  }
}
fragment EndingConnection on ToolConnection {
  state
  connectedAt
  expiresAt
  tool {
    slug
    name
  }
}
fragment FailedReceipt on UsageReceipt {
  updatedAt
  tool {
    slug
    name
  }
}`,
};

export type ListCatalogImportsAnswer = {
  readonly catalogImports: {
    readonly items: readonly CatalogImport[];
    readonly nextCursor: string | null;
  };
};
export type ListCatalogImportsVariables = {
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListCatalogImports: Operation<ListCatalogImportsAnswer, ListCatalogImportsVariables> = {
  name: 'ListCatalogImports',
  text: `query ListCatalogImports($limit: Int, $cursor: String) {
  catalogImports(limit: $limit, cursor: $cursor) {
    items {
      ...CatalogImport
    }
    nextCursor
  }
}
fragment CatalogImport on CatalogImport {
  id
  format
  fileName
  status
  total
  created
  updated
  unchanged
  refused
  actor
  startedAt
  finishedAt
}`,
};

export type ReadCatalogImportAnswer = {
  readonly catalogImport: CatalogImport;
};
export type ReadCatalogImportVariables = {
  readonly importId: string;
};
export const ReadCatalogImport: Operation<ReadCatalogImportAnswer, ReadCatalogImportVariables> = {
  name: 'ReadCatalogImport',
  text: `query ReadCatalogImport($importId: ID!) {
  catalogImport(importId: $importId) {
    ...CatalogImport
  }
}
fragment CatalogImport on CatalogImport {
  id
  format
  fileName
  status
  total
  created
  updated
  unchanged
  refused
  actor
  startedAt
  finishedAt
}`,
};

export type ListCatalogImportRowsAnswer = {
  readonly catalogImportRows: {
    readonly items: readonly {
      readonly row: number;
      readonly key: string;
      readonly outcome: string;
      readonly problems: readonly {
        readonly pointer: string;
        readonly code: string;
        readonly detail: string;
      }[];
    }[];
    readonly nextCursor: string | null;
  };
};
export type ListCatalogImportRowsVariables = {
  readonly importId: string;
  readonly outcome?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListCatalogImportRows: Operation<ListCatalogImportRowsAnswer, ListCatalogImportRowsVariables> = {
  name: 'ListCatalogImportRows',
  text: `query ListCatalogImportRows($importId: ID!, $outcome: String, $limit: Int, $cursor: String) {
  catalogImportRows(
    importId: $importId
    outcome: $outcome
    limit: $limit
    cursor: $cursor
  ) {
    items {
      row
      key
      outcome
      problems {
        pointer
        code
        detail
      }
    }
    nextCursor
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

export type ListOffersAnswer = {
  readonly offers: {
    readonly offers: readonly OfferLine[];
    readonly total: number;
    readonly nextCursor: string | null;
  };
};
export type ListOffersVariables = {
  readonly query?: string | null;
  readonly kind?: string | null;
  readonly claim?: string | null;
  readonly toolSlug?: string | null;
  readonly facts?: EligibilityFactsInput | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListOffers: Operation<ListOffersAnswer, ListOffersVariables> = {
  name: 'ListOffers',
  text: `query ListOffers($query: String, $kind: String, $claim: String, $toolSlug: String, $facts: EligibilityFactsInput, $limit: Int, $cursor: String) {
  offers(
    query: $query
    kind: $kind
    claim: $claim
    toolSlug: $toolSlug
    facts: $facts
    limit: $limit
    cursor: $cursor
  ) {
    offers {
      ...OfferLine
    }
    total
    nextCursor
  }
}
fragment OfferLine on Offer {
  ...OfferCard
  id
  eligibility {
    ...EligibilityJudged
  }
}
fragment OfferCard on Offer {
  slug
  title
  summary
  vendor {
    name
    domain
  }
  kind
  value {
    text
    amountCents
    currency
    percent
    months
    upTo
  }
  claim
  label
  lastReadAt
  lastConfirmedAt
  endsAt
}
fragment EligibilityJudged on Eligibility {
  verdict
  missing
  requirements {
    fact
    requirement
    result
  }
}`,
};

export type ReadOfferAnswer = {
  readonly offer: OfferLine & {
    readonly url: string | null;
    readonly termsUrl: string | null;
    readonly tools: readonly {
      readonly slug: string;
      readonly name: string;
    }[];
    readonly sources: readonly {
      readonly url: string;
      readonly via: string | null;
      readonly readAt: string | null;
      readonly facts: readonly string[];
    }[];
    readonly claimRules: readonly string[];
  };
};
export type ReadOfferVariables = {
  readonly slug: string;
  readonly facts?: EligibilityFactsInput | null;
};
export const ReadOffer: Operation<ReadOfferAnswer, ReadOfferVariables> = {
  name: 'ReadOffer',
  text: `query ReadOffer($slug: String!, $facts: EligibilityFactsInput) {
  offer(slug: $slug, facts: $facts) {
    ...OfferLine
    url
    termsUrl
    tools {
      slug
      name
    }
    sources {
      url
      via
      readAt
      facts
    }
    claimRules
  }
}
fragment OfferLine on Offer {
  ...OfferCard
  id
  eligibility {
    ...EligibilityJudged
  }
}
fragment OfferCard on Offer {
  slug
  title
  summary
  vendor {
    name
    domain
  }
  kind
  value {
    text
    amountCents
    currency
    percent
    months
    upTo
  }
  claim
  label
  lastReadAt
  lastConfirmedAt
  endsAt
}
fragment EligibilityJudged on Eligibility {
  verdict
  missing
  requirements {
    fact
    requirement
    result
  }
}`,
};

export type ListMyClaimsAnswer = {
  readonly myClaims: {
    readonly items: readonly Claim[];
    readonly nextCursor: string | null;
  };
};
export type ListMyClaimsVariables = {
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListMyClaims: Operation<ListMyClaimsAnswer, ListMyClaimsVariables> = {
  name: 'ListMyClaims',
  text: `query ListMyClaims($limit: Int, $cursor: String) {
  myClaims(limit: $limit, cursor: $cursor) {
    items {
      ...Claim
    }
    nextCursor
  }
}
fragment Claim on OfferClaim {
  id
  offer {
    id
    slug
    title
    endsAt
  }
  organizationId
  state
  nextStates
  revision
  claimant {
    userId
    name
    email
    emailVerified
  }
  facts {
    ...FactsStated
  }
  eligibility {
    ...EligibilityJudged
  }
  note
  vendorNote
  code
  proof
  proofEventId
  selfReportedAt
  createdAt
  updatedAt
}
fragment FactsStated on EligibilityFacts {
  companyAgeMonths
  fundingStage
  fundingRaisedUsd
  annualRevenueUsd
  employees
  country
  partners
  newCustomer
  incorporated
  hasWebsite
  companyEmail
  aiProduct
  openSource
  nonprofit
  student
}
fragment EligibilityJudged on Eligibility {
  verdict
  missing
  requirements {
    fact
    requirement
    result
  }
}`,
};

export type ListOfferClaimsAnswer = {
  readonly offerClaims: {
    readonly items: readonly Claim[];
    readonly nextCursor: string | null;
  };
};
export type ListOfferClaimsVariables = {
  readonly organizationId: string;
  readonly state?: ClaimState | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListOfferClaims: Operation<ListOfferClaimsAnswer, ListOfferClaimsVariables> = {
  name: 'ListOfferClaims',
  text: `query ListOfferClaims($organizationId: ID!, $state: ClaimState, $limit: Int, $cursor: String) {
  offerClaims(
    organizationId: $organizationId
    state: $state
    limit: $limit
    cursor: $cursor
  ) {
    items {
      ...Claim
    }
    nextCursor
  }
}
fragment Claim on OfferClaim {
  id
  offer {
    id
    slug
    title
    endsAt
  }
  organizationId
  state
  nextStates
  revision
  claimant {
    userId
    name
    email
    emailVerified
  }
  facts {
    ...FactsStated
  }
  eligibility {
    ...EligibilityJudged
  }
  note
  vendorNote
  code
  proof
  proofEventId
  selfReportedAt
  createdAt
  updatedAt
}
fragment FactsStated on EligibilityFacts {
  companyAgeMonths
  fundingStage
  fundingRaisedUsd
  annualRevenueUsd
  employees
  country
  partners
  newCustomer
  incorporated
  hasWebsite
  companyEmail
  aiProduct
  openSource
  nonprofit
  student
}
fragment EligibilityJudged on Eligibility {
  verdict
  missing
  requirements {
    fact
    requirement
    result
  }
}`,
};

export type ClaimOfferAnswer = {
  readonly claimOffer: Claim | null;
};
export type ClaimOfferVariables = {
  readonly input: ClaimOfferInput;
  readonly idempotencyKey?: string | null;
};
export const ClaimOffer: Operation<ClaimOfferAnswer, ClaimOfferVariables> = {
  name: 'ClaimOffer',
  text: `mutation ClaimOffer($input: ClaimOfferInput!, $idempotencyKey: String) {
  claimOffer(input: $input, idempotencyKey: $idempotencyKey) {
    ...Claim
  }
}
fragment Claim on OfferClaim {
  id
  offer {
    id
    slug
    title
    endsAt
  }
  organizationId
  state
  nextStates
  revision
  claimant {
    userId
    name
    email
    emailVerified
  }
  facts {
    ...FactsStated
  }
  eligibility {
    ...EligibilityJudged
  }
  note
  vendorNote
  code
  proof
  proofEventId
  selfReportedAt
  createdAt
  updatedAt
}
fragment FactsStated on EligibilityFacts {
  companyAgeMonths
  fundingStage
  fundingRaisedUsd
  annualRevenueUsd
  employees
  country
  partners
  newCustomer
  incorporated
  hasWebsite
  companyEmail
  aiProduct
  openSource
  nonprofit
  student
}
fragment EligibilityJudged on Eligibility {
  verdict
  missing
  requirements {
    fact
    requirement
    result
  }
}`,
};

export type AdvanceClaimAnswer = {
  readonly advanceClaim: Claim | null;
};
export type AdvanceClaimVariables = {
  readonly input: AdvanceClaimInput;
};
export const AdvanceClaim: Operation<AdvanceClaimAnswer, AdvanceClaimVariables> = {
  name: 'AdvanceClaim',
  text: `mutation AdvanceClaim($input: AdvanceClaimInput!) {
  advanceClaim(input: $input) {
    ...Claim
  }
}
fragment Claim on OfferClaim {
  id
  offer {
    id
    slug
    title
    endsAt
  }
  organizationId
  state
  nextStates
  revision
  claimant {
    userId
    name
    email
    emailVerified
  }
  facts {
    ...FactsStated
  }
  eligibility {
    ...EligibilityJudged
  }
  note
  vendorNote
  code
  proof
  proofEventId
  selfReportedAt
  createdAt
  updatedAt
}
fragment FactsStated on EligibilityFacts {
  companyAgeMonths
  fundingStage
  fundingRaisedUsd
  annualRevenueUsd
  employees
  country
  partners
  newCustomer
  incorporated
  hasWebsite
  companyEmail
  aiProduct
  openSource
  nonprofit
  student
}
fragment EligibilityJudged on Eligibility {
  verdict
  missing
  requirements {
    fact
    requirement
    result
  }
}`,
};

export type ReportRedemptionAnswer = {
  readonly reportRedemption: Claim | null;
};
export type ReportRedemptionVariables = {
  readonly input: OwnClaimInput;
};
export const ReportRedemption: Operation<ReportRedemptionAnswer, ReportRedemptionVariables> = {
  name: 'ReportRedemption',
  text: `mutation ReportRedemption($input: OwnClaimInput!) {
  reportRedemption(input: $input) {
    ...Claim
  }
}
fragment Claim on OfferClaim {
  id
  offer {
    id
    slug
    title
    endsAt
  }
  organizationId
  state
  nextStates
  revision
  claimant {
    userId
    name
    email
    emailVerified
  }
  facts {
    ...FactsStated
  }
  eligibility {
    ...EligibilityJudged
  }
  note
  vendorNote
  code
  proof
  proofEventId
  selfReportedAt
  createdAt
  updatedAt
}
fragment FactsStated on EligibilityFacts {
  companyAgeMonths
  fundingStage
  fundingRaisedUsd
  annualRevenueUsd
  employees
  country
  partners
  newCustomer
  incorporated
  hasWebsite
  companyEmail
  aiProduct
  openSource
  nonprofit
  student
}
fragment EligibilityJudged on Eligibility {
  verdict
  missing
  requirements {
    fact
    requirement
    result
  }
}`,
};

export type WithdrawClaimAnswer = {
  readonly withdrawClaim: Claim | null;
};
export type WithdrawClaimVariables = {
  readonly input: OwnClaimInput;
};
export const WithdrawClaim: Operation<WithdrawClaimAnswer, WithdrawClaimVariables> = {
  name: 'WithdrawClaim',
  text: `mutation WithdrawClaim($input: OwnClaimInput!) {
  withdrawClaim(input: $input) {
    ...Claim
  }
}
fragment Claim on OfferClaim {
  id
  offer {
    id
    slug
    title
    endsAt
  }
  organizationId
  state
  nextStates
  revision
  claimant {
    userId
    name
    email
    emailVerified
  }
  facts {
    ...FactsStated
  }
  eligibility {
    ...EligibilityJudged
  }
  note
  vendorNote
  code
  proof
  proofEventId
  selfReportedAt
  createdAt
  updatedAt
}
fragment FactsStated on EligibilityFacts {
  companyAgeMonths
  fundingStage
  fundingRaisedUsd
  annualRevenueUsd
  employees
  country
  partners
  newCustomer
  incorporated
  hasWebsite
  companyEmail
  aiProduct
  openSource
  nonprofit
  student
}
fragment EligibilityJudged on Eligibility {
  verdict
  missing
  requirements {
    fact
    requirement
    result
  }
}`,
};

export type UpdateOrganizationAnswer = {
  readonly updateOrganization: Organization | null;
};
export type UpdateOrganizationVariables = {
  readonly input: UpdateOrganizationInput;
};
export const UpdateOrganization: Operation<UpdateOrganizationAnswer, UpdateOrganizationVariables> = {
  name: 'UpdateOrganization',
  text: `mutation UpdateOrganization($input: UpdateOrganizationInput!) {
  updateOrganization(input: $input) {
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

export type ReadDomainChallengeAnswer = {
  readonly domainChallenge: {
    readonly url: string;
    readonly content: string;
  } | null;
};
export type ReadDomainChallengeVariables = {
  readonly organizationId: string;
};
export const ReadDomainChallenge: Operation<ReadDomainChallengeAnswer, ReadDomainChallengeVariables> = {
  name: 'ReadDomainChallenge',
  text: `query ReadDomainChallenge($organizationId: ID!) {
  domainChallenge(organizationId: $organizationId) {
    url
    content
  }
}`,
};

export type VerifyDomainAnswer = {
  readonly verifyDomain: Organization | null;
};
export type VerifyDomainVariables = {
  readonly input: VerifyDomainInput;
};
export const VerifyDomain: Operation<VerifyDomainAnswer, VerifyDomainVariables> = {
  name: 'VerifyDomain',
  text: `mutation VerifyDomain($input: VerifyDomainInput!) {
  verifyDomain(input: $input) {
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

export type ChangeMemberRoleAnswer = {
  readonly changeMemberRole: {
    readonly userId: string;
    readonly role: MemberRole;
  } | null;
};
export type ChangeMemberRoleVariables = {
  readonly input: ChangeMemberRoleInput;
};
export const ChangeMemberRole: Operation<ChangeMemberRoleAnswer, ChangeMemberRoleVariables> = {
  name: 'ChangeMemberRole',
  text: `mutation ChangeMemberRole($input: ChangeMemberRoleInput!) {
  changeMemberRole(input: $input) {
    userId
    role
  }
}`,
};

export type RemoveMemberAnswer = {
  readonly removeMember: boolean | null;
};
export type RemoveMemberVariables = {
  readonly input: RemoveMemberInput;
};
export const RemoveMember: Operation<RemoveMemberAnswer, RemoveMemberVariables> = {
  name: 'RemoveMember',
  text: `mutation RemoveMember($input: RemoveMemberInput!) {
  removeMember(input: $input)
}`,
};

export type ListAuditEntriesAnswer = {
  readonly auditEntries: {
    readonly items: readonly AuditEntry[];
    readonly nextCursor: string | null;
  };
};
export type ListAuditEntriesVariables = {
  readonly organizationId: string;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListAuditEntries: Operation<ListAuditEntriesAnswer, ListAuditEntriesVariables> = {
  name: 'ListAuditEntries',
  text: `query ListAuditEntries($organizationId: ID!, $limit: Int, $cursor: String) {
  auditEntries(organizationId: $organizationId, limit: $limit, cursor: $cursor) {
    items {
      ...AuditEntry
    }
    nextCursor
  }
}
fragment AuditEntry on AuditEntry {
  id
  at
  actor
  action
  resource
  resourceId
  revision
  changes
  reason
  requestId
  hash
}`,
};

export type ReadBriefAnswer = {
  readonly buildBrief: {
    readonly receiptId: string;
    readonly goal: string;
    readonly capabilities: readonly Capability[];
    readonly stack: readonly StackPart[];
    readonly gaps: readonly Gap[];
    readonly steps: readonly Step[];
    readonly perks: readonly Perk[];
    readonly risks: readonly Risk[];
    readonly openQuestions: readonly string[];
    readonly notices: readonly string[];
  };
};
export type ReadBriefVariables = {
  readonly intent: string;
  readonly constraints?: BriefConstraints | null;
};
export const ReadBrief: Operation<ReadBriefAnswer, ReadBriefVariables> = {
  name: 'ReadBrief',
  text: `query ReadBrief($intent: String!, $constraints: BriefConstraints) {
  buildBrief(intent: $intent, constraints: $constraints) {
    receiptId
    goal
    capabilities {
      ...Capability
    }
    stack {
      ...StackPart
    }
    gaps {
      ...Gap
    }
    steps {
      ...Step
    }
    perks {
      ...Perk
    }
    risks {
      ...Risk
    }
    openQuestions
    notices
  }
}
fragment Capability on PlanCapability {
  id
  title
  phrase
}
fragment StackPart on StackRole {
  capability
  title
  why
  tool {
    slug
    name
    summary
    pricing {
      model
      freeTier
    }
    proof {
      signal
      label
      asOf
    }
  }
  alternatives {
    slug
    name
    why
  }
}
fragment Gap on StackGap {
  capability
  reason
}
fragment Step on PlanStep {
  order
  title
  detail
  command
  tool
  needsAuthorization
}
fragment Perk on PlanPerk {
  id
  title
  tool
  claim
  rules
  url
}
fragment Risk on PlanRisk {
  title
  detail
  tool
}`,
};

export type ListPlansAnswer = {
  readonly savedPlans: {
    readonly items: readonly PlanHead[];
    readonly nextCursor: string | null;
  };
};
export type ListPlansVariables = {
  readonly limit: number;
  readonly cursor?: string | null;
};
export const ListPlans: Operation<ListPlansAnswer, ListPlansVariables> = {
  name: 'ListPlans',
  text: `query ListPlans($limit: Int! = 50, $cursor: String) {
  savedPlans(limit: $limit, cursor: $cursor) {
    items {
      ...PlanHead
    }
    nextCursor
  }
}
fragment PlanHead on PlanSummary {
  id
  title
  goal
  createdAt
  tools {
    slug
    name
    capability
  }
}`,
};

export type ReadPlanAnswer = {
  readonly savedPlan: Plan;
};
export type ReadPlanVariables = {
  readonly planId: string;
};
export const ReadPlan: Operation<ReadPlanAnswer, ReadPlanVariables> = {
  name: 'ReadPlan',
  text: `query ReadPlan($planId: ID!) {
  savedPlan(planId: $planId) {
    ...Plan
  }
}
fragment Plan on SavedPlan {
  id
  title
  goal
  revision
  changedSinceReceipt
  createdAt
  brief {
    goal
    capabilities {
      ...Capability
    }
    stack {
      ...StackPart
    }
    gaps {
      ...Gap
    }
    steps {
      ...Step
    }
    perks {
      ...Perk
    }
    risks {
      ...Risk
    }
    openQuestions
    notices
  }
}
fragment Capability on PlanCapability {
  id
  title
  phrase
}
fragment StackPart on StackRole {
  capability
  title
  why
  tool {
    slug
    name
    summary
    pricing {
      model
      freeTier
    }
    proof {
      signal
      label
      asOf
    }
  }
  alternatives {
    slug
    name
    why
  }
}
fragment Gap on StackGap {
  capability
  reason
}
fragment Step on PlanStep {
  order
  title
  detail
  command
  tool
  needsAuthorization
}
fragment Perk on PlanPerk {
  id
  title
  tool
  claim
  rules
  url
}
fragment Risk on PlanRisk {
  title
  detail
  tool
}`,
};

export type ReadPacketAnswer = {
  readonly buildPacket: Packet;
};
export type ReadPacketVariables = {
  readonly planId: string;
};
export const ReadPacket: Operation<ReadPacketAnswer, ReadPacketVariables> = {
  name: 'ReadPacket',
  text: `query ReadPacket($planId: ID!) {
  buildPacket(planId: $planId) {
    ...Packet
  }
}
fragment Packet on BuildPacket {
  packetId
  planId
  digest
  goal
  tools {
    slug
    name
    capability
    install {
      kind
      command
    }
    docs {
      url
      llmsTxt
      openapi
    }
    interfaces
  }
  perks {
    id
    title
    claim
    rules
  }
  environment {
    name
    tool
  }
  tracking {
    endpoint
    dryRunEndpoint
    keyVariable
    firstEvent
    rules
  }
  steps {
    ...Step
  }
  checks {
    title
    command
    expect
  }
  needsAuthorization {
    action
    detail
    tools
  }
  notices
  expiresAt
}
fragment Step on PlanStep {
  order
  title
  detail
  command
  tool
  needsAuthorization
}`,
};

export type SavePlanAnswer = {
  readonly savePlan: Plan | null;
};
export type SavePlanVariables = {
  readonly input: SavePlanInput;
  readonly idempotencyKey?: string | null;
};
export const SavePlan: Operation<SavePlanAnswer, SavePlanVariables> = {
  name: 'SavePlan',
  text: `mutation SavePlan($input: SavePlanInput!, $idempotencyKey: String) {
  savePlan(input: $input, idempotencyKey: $idempotencyKey) {
    ...Plan
  }
}
fragment Plan on SavedPlan {
  id
  title
  goal
  revision
  changedSinceReceipt
  createdAt
  brief {
    goal
    capabilities {
      ...Capability
    }
    stack {
      ...StackPart
    }
    gaps {
      ...Gap
    }
    steps {
      ...Step
    }
    perks {
      ...Perk
    }
    risks {
      ...Risk
    }
    openQuestions
    notices
  }
}
fragment Capability on PlanCapability {
  id
  title
  phrase
}
fragment StackPart on StackRole {
  capability
  title
  why
  tool {
    slug
    name
    summary
    pricing {
      model
      freeTier
    }
    proof {
      signal
      label
      asOf
    }
  }
  alternatives {
    slug
    name
    why
  }
}
fragment Gap on StackGap {
  capability
  reason
}
fragment Step on PlanStep {
  order
  title
  detail
  command
  tool
  needsAuthorization
}
fragment Perk on PlanPerk {
  id
  title
  tool
  claim
  rules
  url
}
fragment Risk on PlanRisk {
  title
  detail
  tool
}`,
};

export type RenamePlanAnswer = {
  readonly renamePlan: Plan | null;
};
export type RenamePlanVariables = {
  readonly input: RenamePlanInput;
};
export const RenamePlan: Operation<RenamePlanAnswer, RenamePlanVariables> = {
  name: 'RenamePlan',
  text: `mutation RenamePlan($input: RenamePlanInput!) {
  renamePlan(input: $input) {
    ...Plan
  }
}
fragment Plan on SavedPlan {
  id
  title
  goal
  revision
  changedSinceReceipt
  createdAt
  brief {
    goal
    capabilities {
      ...Capability
    }
    stack {
      ...StackPart
    }
    gaps {
      ...Gap
    }
    steps {
      ...Step
    }
    perks {
      ...Perk
    }
    risks {
      ...Risk
    }
    openQuestions
    notices
  }
}
fragment Capability on PlanCapability {
  id
  title
  phrase
}
fragment StackPart on StackRole {
  capability
  title
  why
  tool {
    slug
    name
    summary
    pricing {
      model
      freeTier
    }
    proof {
      signal
      label
      asOf
    }
  }
  alternatives {
    slug
    name
    why
  }
}
fragment Gap on StackGap {
  capability
  reason
}
fragment Step on PlanStep {
  order
  title
  detail
  command
  tool
  needsAuthorization
}
fragment Perk on PlanPerk {
  id
  title
  tool
  claim
  rules
  url
}
fragment Risk on PlanRisk {
  title
  detail
  tool
}`,
};

export type DeletePlanAnswer = {
  readonly deletePlan: boolean | null;
};
export type DeletePlanVariables = {
  readonly input: DeletePlanInput;
};
export const DeletePlan: Operation<DeletePlanAnswer, DeletePlanVariables> = {
  name: 'DeletePlan',
  text: `mutation DeletePlan($input: DeletePlanInput!) {
  deletePlan(input: $input)
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

export type UpdateProfileAnswer = {
  readonly updateProfile: Person | null;
};
export type UpdateProfileVariables = {
  readonly input: UpdateProfileInput;
};
export const UpdateProfile: Operation<UpdateProfileAnswer, UpdateProfileVariables> = {
  name: 'UpdateProfile',
  text: `mutation UpdateProfile($input: UpdateProfileInput!) {
  updateProfile(input: $input) {
    ...Person
  }
}
fragment Person on User {
  id
  email
  name
  emailVerified
  reviewer
}`,
};

export type RequestEmailChangeAnswer = {
  readonly requestEmailChange: boolean | null;
};
export type RequestEmailChangeVariables = {
  readonly input: RequestEmailChangeInput;
};
export const RequestEmailChange: Operation<RequestEmailChangeAnswer, RequestEmailChangeVariables> = {
  name: 'RequestEmailChange',
  text: `mutation RequestEmailChange($input: RequestEmailChangeInput!) {
  requestEmailChange(input: $input)
}`,
};

export type ConfirmEmailChangeAnswer = {
  readonly confirmEmailChange: Person | null;
};
export type ConfirmEmailChangeVariables = {
  readonly input: ConfirmEmailChangeInput;
};
export const ConfirmEmailChange: Operation<ConfirmEmailChangeAnswer, ConfirmEmailChangeVariables> = {
  name: 'ConfirmEmailChange',
  text: `mutation ConfirmEmailChange($input: ConfirmEmailChangeInput!) {
  confirmEmailChange(input: $input) {
    ...Person
  }
}
fragment Person on User {
  id
  email
  name
  emailVerified
  reviewer
}`,
};

export type ListSessionsAnswer = {
  readonly sessions: readonly OwnSession[];
};
export type ListSessionsVariables = Record<string, never>;
export const ListSessions: Operation<ListSessionsAnswer, ListSessionsVariables> = {
  name: 'ListSessions',
  text: `query ListSessions {
  sessions {
    ...OwnSession
  }
}
fragment OwnSession on Session {
  id
  createdAt
  prolongedAt
  expiresAt
  userAgent
  current
}`,
};

export type RevokeSessionAnswer = {
  readonly revokeSession: boolean | null;
};
export type RevokeSessionVariables = {
  readonly input: RevokeSessionInput;
};
export const RevokeSession: Operation<RevokeSessionAnswer, RevokeSessionVariables> = {
  name: 'RevokeSession',
  text: `mutation RevokeSession($input: RevokeSessionInput!) {
  revokeSession(input: $input)
}`,
};

export type RevokeOtherSessionsAnswer = {
  readonly revokeOtherSessions: number | null;
};
export type RevokeOtherSessionsVariables = Record<string, never>;
export const RevokeOtherSessions: Operation<RevokeOtherSessionsAnswer, RevokeOtherSessionsVariables> = {
  name: 'RevokeOtherSessions',
  text: `mutation RevokeOtherSessions {
  revokeOtherSessions
}`,
};

export type ReadAccountClosingAnswer = {
  readonly accountClosing: {
    readonly deleted: readonly {
      readonly kind: string;
      readonly count: number;
    }[];
    readonly remains: readonly {
      readonly kind: string;
      readonly reason: string;
    }[];
    readonly obstacles: readonly {
      readonly organizationId: string;
      readonly name: string;
    }[];
  };
};
export type ReadAccountClosingVariables = Record<string, never>;
export const ReadAccountClosing: Operation<ReadAccountClosingAnswer, ReadAccountClosingVariables> = {
  name: 'ReadAccountClosing',
  text: `query ReadAccountClosing {
  accountClosing {
    deleted {
      kind
      count
    }
    remains {
      kind
      reason
    }
    obstacles {
      organizationId
      name
    }
  }
}`,
};

export type CloseAccountAnswer = {
  readonly closeAccount: boolean | null;
};
export type CloseAccountVariables = {
  readonly input: CloseAccountInput;
};
export const CloseAccount: Operation<CloseAccountAnswer, CloseAccountVariables> = {
  name: 'CloseAccount',
  text: `mutation CloseAccount($input: CloseAccountInput!) {
  closeAccount(input: $input)
}`,
};

export type ListProjectsAnswer = {
  readonly projects: {
    readonly items: readonly OwnProject[];
    readonly nextCursor: string | null;
  };
};
export type ListProjectsVariables = {
  readonly status?: readonly ProjectStatus[] | null;
  readonly unpublished?: boolean | null;
  readonly limit: number;
  readonly cursor?: string | null;
};
export const ListProjects: Operation<ListProjectsAnswer, ListProjectsVariables> = {
  name: 'ListProjects',
  text: `query ListProjects($status: [ProjectStatus!], $unpublished: Boolean, $limit: Int! = 20, $cursor: String) {
  projects(
    status: $status
    unpublished: $unpublished
    limit: $limit
    cursor: $cursor
  ) {
    items {
      ...OwnProject
    }
    nextCursor
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type ReadProjectAnswer = {
  readonly project: OwnProject;
};
export type ReadProjectVariables = {
  readonly projectId: string;
};
export const ReadProject: Operation<ReadProjectAnswer, ReadProjectVariables> = {
  name: 'ReadProject',
  text: `query ReadProject($projectId: ID!) {
  project(projectId: $projectId) {
    ...OwnProject
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type PreviewPublicProofAnswer = {
  readonly publicProofPreview: readonly ToolProof[];
};
export type PreviewPublicProofVariables = {
  readonly projectId: string;
};
export const PreviewPublicProof: Operation<PreviewPublicProofAnswer, PreviewPublicProofVariables> = {
  name: 'PreviewPublicProof',
  text: `query PreviewPublicProof($projectId: ID!) {
  publicProofPreview(projectId: $projectId) {
    ...ToolProof
  }
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type CreateProjectDraftAnswer = {
  readonly createProjectDraft: {
    readonly draft: OwnProject;
  } | null;
};
export type CreateProjectDraftVariables = {
  readonly input: ProjectDraftInput;
  readonly idempotencyKey?: string | null;
};
export const CreateProjectDraft: Operation<CreateProjectDraftAnswer, CreateProjectDraftVariables> = {
  name: 'CreateProjectDraft',
  text: `mutation CreateProjectDraft($input: ProjectDraftInput!, $idempotencyKey: String) {
  createProjectDraft(input: $input, idempotencyKey: $idempotencyKey) {
    draft {
      ...OwnProject
    }
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type UpdateProjectDraftAnswer = {
  readonly updateProjectDraft: {
    readonly draft: OwnProject;
  } | null;
};
export type UpdateProjectDraftVariables = {
  readonly input: UpdateProjectDraftInput;
};
export const UpdateProjectDraft: Operation<UpdateProjectDraftAnswer, UpdateProjectDraftVariables> = {
  name: 'UpdateProjectDraft',
  text: `mutation UpdateProjectDraft($input: UpdateProjectDraftInput!) {
  updateProjectDraft(input: $input) {
    draft {
      ...OwnProject
    }
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type ApproveProjectAnswer = {
  readonly approveProject: OwnProject | null;
};
export type ApproveProjectVariables = {
  readonly input: ApproveProjectInput;
};
export const ApproveProject: Operation<ApproveProjectAnswer, ApproveProjectVariables> = {
  name: 'ApproveProject',
  text: `mutation ApproveProject($input: ApproveProjectInput!) {
  approveProject(input: $input) {
    ...OwnProject
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type WithdrawProjectApprovalAnswer = {
  readonly withdrawProjectApproval: OwnProject | null;
};
export type WithdrawProjectApprovalVariables = {
  readonly input: OwnProjectInput;
};
export const WithdrawProjectApproval: Operation<WithdrawProjectApprovalAnswer, WithdrawProjectApprovalVariables> = {
  name: 'WithdrawProjectApproval',
  text: `mutation WithdrawProjectApproval($input: OwnProjectInput!) {
  withdrawProjectApproval(input: $input) {
    ...OwnProject
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type PublishProjectAnswer = {
  readonly publishProject: {
    readonly project: OwnProject;
  } | null;
};
export type PublishProjectVariables = {
  readonly input: PublishProjectInput;
};
export const PublishProject: Operation<PublishProjectAnswer, PublishProjectVariables> = {
  name: 'PublishProject',
  text: `mutation PublishProject($input: PublishProjectInput!) {
  publishProject(input: $input) {
    project {
      ...OwnProject
    }
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type ArchiveProjectAnswer = {
  readonly archiveProject: OwnProject | null;
};
export type ArchiveProjectVariables = {
  readonly input: ArchiveProjectInput;
};
export const ArchiveProject: Operation<ArchiveProjectAnswer, ArchiveProjectVariables> = {
  name: 'ArchiveProject',
  text: `mutation ArchiveProject($input: ArchiveProjectInput!) {
  archiveProject(input: $input) {
    ...OwnProject
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type CreatePublicProofAnswer = {
  readonly createPublicProof: OwnProject | null;
};
export type CreatePublicProofVariables = {
  readonly input: OwnProjectInput;
};
export const CreatePublicProof: Operation<CreatePublicProofAnswer, CreatePublicProofVariables> = {
  name: 'CreatePublicProof',
  text: `mutation CreatePublicProof($input: OwnProjectInput!) {
  createPublicProof(input: $input) {
    ...OwnProject
  }
}
fragment OwnProject on Project {
  id
  slug
  status
  revision
  contentHash
  title
  summary
  description
  url
  repositoryUrl
  tools {
    ...ListedTool
  }
  planId
  note
  changedBy {
    kind
    name
  }
  approval {
    revision
    contentHash
    approvedAt
    expiresAt
    approvedBy
  }
  published {
    revision
    contentHash
    publishedAt
    publicUrl
    title
    summary
    description
    url
    repositoryUrl
    tools {
      ...ListedTool
    }
  }
  hasUnpublishedChanges
  proof {
    id
    madeAt
    revision
    tools {
      ...ToolProof
    }
  }
  reviewUrl
  createdAt
  updatedAt
}
fragment ListedTool on ProjectTool {
  toolId
  slug
  name
  role
  selectedAt
}
fragment ToolProof on CitedSelection {
  slug
  name
  state
  selectedAt
  activatedAt
  retainedAt
  label
}`,
};

export type PublicHomeAnswer = {
  readonly adoption: {
    readonly period: {
      readonly from: string;
      readonly to: string;
    };
    readonly tools: readonly PublicAdoptionLine[];
  };
  readonly directoryContext: {
    readonly total: number;
    readonly tools: readonly FoundTool[];
    readonly facets: {
      readonly category: readonly {
        readonly value: string;
        readonly count: number;
      }[];
    };
  };
  readonly offers: {
    readonly total: number;
    readonly offers: readonly PublicOfferLine[];
  };
};
export type PublicHomeVariables = Record<string, never>;
export const PublicHome: Operation<PublicHomeAnswer, PublicHomeVariables> = {
  name: 'PublicHome',
  text: `query PublicHome {
  adoption(limit: 10) {
    period {
      from
      to
    }
    tools {
      ...PublicAdoptionLine
    }
  }
  directoryContext(limit: 6) {
    total
    tools {
      ...FoundTool
    }
    facets {
      category {
        value
        count
      }
    }
  }
  offers(limit: 4) {
    total
    offers {
      ...PublicOfferLine
    }
  }
}
fragment PublicAdoptionLine on MeasuredAdoptionRow {
  rank
  tool {
    slug
    name
  }
  label
  cohort
  developers
  accounts
  activated
  retained
  change
  score
  grade
  coverage
}
fragment FoundTool on RankedTool {
  id
  slug
  name
  summary
  capabilities
  maturity
  sponsored
  pricing {
    model
    freeTier
  }
  proof {
    signal
    label
    asOf
  }
  offers {
    id
  }
  rank {
    position
    reasons
  }
}
fragment PublicOfferLine on Offer {
  ...OfferCard
  eligibility {
    requirements {
      requirement
    }
  }
}
fragment OfferCard on Offer {
  slug
  title
  summary
  vendor {
    name
    domain
  }
  kind
  value {
    text
    amountCents
    currency
    percent
    months
    upTo
  }
  claim
  label
  lastReadAt
  lastConfirmedAt
  endsAt
}`,
};

export type PublicOffersAnswer = {
  readonly offers: {
    readonly offers: readonly PublicOfferLine[];
    readonly total: number;
    readonly nextCursor: string | null;
  };
};
export type PublicOffersVariables = {
  readonly q?: string | null;
  readonly kind?: string | null;
  readonly claim?: string | null;
  readonly tool?: string | null;
  readonly cursor?: string | null;
};
export const PublicOffers: Operation<PublicOffersAnswer, PublicOffersVariables> = {
  name: 'PublicOffers',
  text: `query PublicOffers($q: String, $kind: String, $claim: String, $tool: String, $cursor: String) {
  offers(
    query: $q
    kind: $kind
    claim: $claim
    toolSlug: $tool
    limit: 20
    cursor: $cursor
  ) {
    offers {
      ...PublicOfferLine
    }
    total
    nextCursor
  }
}
fragment PublicOfferLine on Offer {
  ...OfferCard
  eligibility {
    requirements {
      requirement
    }
  }
}
fragment OfferCard on Offer {
  slug
  title
  summary
  vendor {
    name
    domain
  }
  kind
  value {
    text
    amountCents
    currency
    percent
    months
    upTo
  }
  claim
  label
  lastReadAt
  lastConfirmedAt
  endsAt
}`,
};

export type PublicOfferAnswer = {
  readonly offer: PublicOfferLine & {
    readonly url: string | null;
    readonly termsUrl: string | null;
    readonly tools: readonly {
      readonly slug: string;
      readonly name: string;
    }[];
    readonly sources: readonly {
      readonly url: string;
      readonly via: string | null;
      readonly readAt: string | null;
      readonly facts: readonly string[];
    }[];
    readonly claimRules: readonly string[];
  };
};
export type PublicOfferVariables = {
  readonly slug: string;
};
export const PublicOffer: Operation<PublicOfferAnswer, PublicOfferVariables> = {
  name: 'PublicOffer',
  text: `query PublicOffer($slug: String!) {
  offer(slug: $slug) {
    ...PublicOfferLine
    url
    termsUrl
    tools {
      slug
      name
    }
    sources {
      url
      via
      readAt
      facts
    }
    claimRules
  }
}
fragment PublicOfferLine on Offer {
  ...OfferCard
  eligibility {
    requirements {
      requirement
    }
  }
}
fragment OfferCard on Offer {
  slug
  title
  summary
  vendor {
    name
    domain
  }
  kind
  value {
    text
    amountCents
    currency
    percent
    months
    upTo
  }
  claim
  label
  lastReadAt
  lastConfirmedAt
  endsAt
}`,
};

export type PublicProofAnswer = {
  readonly publicProject: ProvenProject;
};
export type PublicProofVariables = {
  readonly slug: string;
};
export const PublicProof: Operation<PublicProofAnswer, PublicProofVariables> = {
  name: 'PublicProof',
  text: `query PublicProof($slug: String!) {
  publicProject(slug: $slug) {
    ...ProvenProject
  }
}
fragment ProvenProject on PublicProject {
  slug
  title
  summary
  description
  url
  repositoryUrl
  publishedAt
  tools {
    slug
    name
    role
    state
    selectedAt
    activatedAt
    retainedAt
    label
  }
  proof {
    madeAt
  }
  notices
}`,
};

export type PublicSkillAnswer = {
  readonly publishedSkill: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly license: string | null;
    readonly compatibility: string | null;
    readonly allowedTools: readonly string[] | null;
    readonly headings: readonly {
      readonly level: number;
      readonly text: string;
      readonly line: number;
    }[];
    readonly bytes: number;
    readonly lines: number;
    readonly digest: string;
    readonly sourceUrl: string;
    readonly finalUrl: string;
    readonly content: string;
    readonly risk: {
      readonly findings: readonly RiskFinding[];
    };
    readonly verifiedAt: string;
    readonly publishedAt: string;
  };
};
export type PublicSkillVariables = {
  readonly skillId: string;
};
export const PublicSkill: Operation<PublicSkillAnswer, PublicSkillVariables> = {
  name: 'PublicSkill',
  text: `query PublicSkill($skillId: ID!) {
  publishedSkill(skillId: $skillId) {
    id
    name
    description
    license
    compatibility
    allowedTools
    headings {
      level
      text
      line
    }
    bytes
    lines
    digest
    sourceUrl
    finalUrl
    content
    risk {
      findings {
        ...RiskFinding
      }
    }
    verifiedAt
    publishedAt
  }
}
fragment RiskFinding on RiskFinding {
  ruleId
  severity
  title
  line
  excerpt
}`,
};

export type PublicAdoptionAnswer = {
  readonly adoption: {
    readonly period: {
      readonly id: string;
      readonly from: string;
      readonly to: string;
    };
    readonly asOf: string | null;
    readonly snapshotId: string | null;
    readonly tools: readonly PublicAdoptionLine[];
    readonly categories: readonly {
      readonly category: string;
      readonly label: string;
      readonly cohort: string;
      readonly tools: number | null;
      readonly developers: number | null;
    }[];
    readonly rankings: readonly {
      readonly id: string;
      readonly title: string;
      readonly label: string;
      readonly entries: readonly {
        readonly rank: number;
        readonly tool: {
          readonly slug: string;
          readonly name: string;
        };
        readonly value: number;
      }[];
    }[];
  };
  readonly adoptionMethodology: {
    readonly notSaid: readonly string[];
  };
};
export type PublicAdoptionVariables = {
  readonly period: string;
  readonly limit: number;
};
export const PublicAdoption: Operation<PublicAdoptionAnswer, PublicAdoptionVariables> = {
  name: 'PublicAdoption',
  text: `query PublicAdoption($period: String!, $limit: Int!) {
  adoption(period: $period, limit: $limit) {
    period {
      id
      from
      to
    }
    asOf
    snapshotId
    tools {
      ...PublicAdoptionLine
    }
    categories {
      category
      label
      cohort
      tools
      developers
    }
    rankings {
      id
      title
      label
      entries {
        rank
        tool {
          slug
          name
        }
        value
      }
    }
  }
  adoptionMethodology {
    notSaid
  }
}
fragment PublicAdoptionLine on MeasuredAdoptionRow {
  rank
  tool {
    slug
    name
  }
  label
  cohort
  developers
  accounts
  activated
  retained
  change
  score
  grade
  coverage
}`,
};

export type PublicMethodologyAnswer = {
  readonly adoptionMethodology: {
    readonly version: string;
    readonly sections: readonly {
      readonly title: string;
      readonly paragraphs: readonly string[];
    }[];
    readonly notSaid: readonly string[];
  };
};
export type PublicMethodologyVariables = Record<string, never>;
export const PublicMethodology: Operation<PublicMethodologyAnswer, PublicMethodologyVariables> = {
  name: 'PublicMethodology',
  text: `query PublicMethodology {
  adoptionMethodology {
    version
    sections {
      title
      paragraphs
    }
    notSaid
  }
}`,
};

export type PublicHackathonAnswer = {
  readonly hackathon: {
    readonly slug: string;
    readonly name: string;
    readonly website: string;
    readonly startsAt: string;
    readonly endsAt: string;
    readonly timezone: string;
    readonly location: string | null;
    readonly rulesUrl: string;
    readonly submissionsDueAt: string;
    readonly organizerName: string;
    readonly sponsors: readonly {
      readonly name: string;
      readonly domain: string;
      readonly tools: readonly {
        readonly slug: string;
        readonly name: string;
      }[];
    }[];
  };
};
export type PublicHackathonVariables = {
  readonly slug: string;
};
export const PublicHackathon: Operation<PublicHackathonAnswer, PublicHackathonVariables> = {
  name: 'PublicHackathon',
  text: `query PublicHackathon($slug: String!) {
  hackathon(slug: $slug) {
    slug
    name
    website
    startsAt
    endsAt
    timezone
    location
    rulesUrl
    submissionsDueAt
    organizerName
    sponsors {
      name
      domain
      tools {
        slug
        name
      }
    }
  }
}`,
};

export type ListReviewerOffersAnswer = {
  readonly reviewerOffers: {
    readonly items: readonly ReviewedOffer[];
    readonly nextCursor: string | null;
    readonly total: number;
  };
};
export type ListReviewerOffersVariables = {
  readonly claim?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListReviewerOffers: Operation<ListReviewerOffersAnswer, ListReviewerOffersVariables> = {
  name: 'ListReviewerOffers',
  text: `query ListReviewerOffers($claim: String, $limit: Int, $cursor: String) {
  reviewerOffers(claim: $claim, limit: $limit, cursor: $cursor) {
    items {
      ...ReviewedOffer
    }
    nextCursor
    total
  }
}
fragment ReviewedOffer on ReviewedOffer {
  id
  revision
  slug
  title
  summary
  kind
  claim
  url
  termsUrl
  lastReadAt
  lastConfirmedAt
  endsAt
  organizationId
  listed
  vendor {
    name
    domain
  }
  value {
    text
    amountCents
    currency
    percent
    months
    upTo
  }
  tools
  rules {
    fact
    op
    number
    text
    flag
    list
  }
  other
  sources {
    url
    via
    readAt
    facts
  }
  label
  origin
  editedAt
  openClaims
}`,
};

export type SaveOfferAnswer = {
  readonly saveOffer: ReviewedOffer | null;
};
export type SaveOfferVariables = {
  readonly input: SaveOfferInput;
};
export const SaveOffer: Operation<SaveOfferAnswer, SaveOfferVariables> = {
  name: 'SaveOffer',
  text: `mutation SaveOffer($input: SaveOfferInput!) {
  saveOffer(input: $input) {
    ...ReviewedOffer
  }
}
fragment ReviewedOffer on ReviewedOffer {
  id
  revision
  slug
  title
  summary
  kind
  claim
  url
  termsUrl
  lastReadAt
  lastConfirmedAt
  endsAt
  organizationId
  listed
  vendor {
    name
    domain
  }
  value {
    text
    amountCents
    currency
    percent
    months
    upTo
  }
  tools
  rules {
    fact
    op
    number
    text
    flag
    list
  }
  other
  sources {
    url
    via
    readAt
    facts
  }
  label
  origin
  editedAt
  openClaims
}`,
};

export type ListSkillsAnswer = {
  readonly agentSkills: {
    readonly items: readonly SkillLine[];
    readonly nextCursor: string | null;
  };
};
export type ListSkillsVariables = {
  readonly status?: readonly SkillStatus[] | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListSkills: Operation<ListSkillsAnswer, ListSkillsVariables> = {
  name: 'ListSkills',
  text: `query ListSkills($status: [SkillStatus!], $limit: Int, $cursor: String) {
  agentSkills(status: $status, limit: $limit, cursor: $cursor) {
    items {
      ...SkillLine
    }
    nextCursor
  }
}
fragment SkillLine on AgentSkillSummary {
  id
  status
  name
  description
  finalUrl
  riskCounts {
    high
    medium
    low
  }
  verifiedAt
  checkedAt
  checkFailure
  suspendedReason
}`,
};

export type ReadOwnSkillAnswer = {
  readonly agentSkill: Skill;
};
export type ReadOwnSkillVariables = {
  readonly skillId: string;
};
export const ReadOwnSkill: Operation<ReadOwnSkillAnswer, ReadOwnSkillVariables> = {
  name: 'ReadOwnSkill',
  text: `query ReadOwnSkill($skillId: ID!) {
  agentSkill(skillId: $skillId) {
    ...Skill
  }
}
fragment Skill on AgentSkill {
  id
  status
  revision
  name
  description
  license
  compatibility
  allowedTools
  metadata
  headings {
    level
    text
    line
  }
  bytes
  lines
  digest
  sourceUrl
  finalUrl
  content
  validation {
    valid
    errors {
      ...SkillProblem
    }
    warnings {
      ...SkillProblem
    }
  }
  risk {
    findings {
      ...RiskFinding
    }
  }
  riskCounts {
    high
    medium
    low
  }
  verifiedAt
  publishedAt
  suspendedAt
  suspendedReason
  checkedAt
  checkFailure
  publicHref
  createdAt
}
fragment SkillProblem on SkillProblem {
  code
  field
  line
  detail
}
fragment RiskFinding on RiskFinding {
  ruleId
  severity
  title
  line
  excerpt
}`,
};

export type ReadPublishedSkillAnswer = {
  readonly publishedSkill: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly license: string | null;
    readonly compatibility: string | null;
    readonly allowedTools: readonly string[] | null;
    readonly metadata: Record<string, unknown> | null;
    readonly headings: readonly {
      readonly level: number;
      readonly text: string;
      readonly line: number;
    }[];
    readonly bytes: number;
    readonly lines: number;
    readonly digest: string;
    readonly sourceUrl: string;
    readonly finalUrl: string;
    readonly content: string;
    readonly risk: {
      readonly findings: readonly RiskFinding[];
    };
    readonly verifiedAt: string;
    readonly publishedAt: string;
  };
};
export type ReadPublishedSkillVariables = {
  readonly skillId: string;
};
export const ReadPublishedSkill: Operation<ReadPublishedSkillAnswer, ReadPublishedSkillVariables> = {
  name: 'ReadPublishedSkill',
  text: `query ReadPublishedSkill($skillId: ID!) {
  publishedSkill(skillId: $skillId) {
    id
    name
    description
    license
    compatibility
    allowedTools
    metadata
    headings {
      level
      text
      line
    }
    bytes
    lines
    digest
    sourceUrl
    finalUrl
    content
    risk {
      findings {
        ...RiskFinding
      }
    }
    verifiedAt
    publishedAt
  }
}
fragment RiskFinding on RiskFinding {
  ruleId
  severity
  title
  line
  excerpt
}`,
};

export type ImportSkillAnswer = {
  readonly importAgentSkill: SkillImport | null;
};
export type ImportSkillVariables = {
  readonly input: ImportAgentSkillInput;
  readonly idempotencyKey?: string | null;
};
export const ImportSkill: Operation<ImportSkillAnswer, ImportSkillVariables> = {
  name: 'ImportSkill',
  text: `mutation ImportSkill($input: ImportAgentSkillInput!, $idempotencyKey: String) {
  importAgentSkill(input: $input, idempotencyKey: $idempotencyKey) {
    ...SkillImport
  }
}
fragment SkillImport on AgentSkillImport {
  ...SkillChecks
  skill {
    ...ReadSkill
  }
}
fragment SkillChecks on AgentSkillImport {
  persisted
  validation {
    valid
    errors {
      ...SkillProblem
    }
    warnings {
      ...SkillProblem
    }
  }
  risk {
    findings {
      ...RiskFinding
    }
  }
}
fragment SkillProblem on SkillProblem {
  code
  field
  line
  detail
}
fragment RiskFinding on RiskFinding {
  ruleId
  severity
  title
  line
  excerpt
}
fragment ReadSkill on ReadSkill {
  ...SkillFacts
  content
}
fragment SkillFacts on ReadSkill {
  id
  name
  description
  license
  compatibility
  allowedTools
  metadata
  headings {
    level
    text
    line
  }
  bytes
  lines
  digest
  sourceUrl
  finalUrl
}`,
};

export type VerifySkillAnswer = {
  readonly verifyAgentSkill: Skill | null;
};
export type VerifySkillVariables = {
  readonly input: VerifyAgentSkillInput;
};
export const VerifySkill: Operation<VerifySkillAnswer, VerifySkillVariables> = {
  name: 'VerifySkill',
  text: `mutation VerifySkill($input: VerifyAgentSkillInput!) {
  verifyAgentSkill(input: $input) {
    ...Skill
  }
}
fragment Skill on AgentSkill {
  id
  status
  revision
  name
  description
  license
  compatibility
  allowedTools
  metadata
  headings {
    level
    text
    line
  }
  bytes
  lines
  digest
  sourceUrl
  finalUrl
  content
  validation {
    valid
    errors {
      ...SkillProblem
    }
    warnings {
      ...SkillProblem
    }
  }
  risk {
    findings {
      ...RiskFinding
    }
  }
  riskCounts {
    high
    medium
    low
  }
  verifiedAt
  publishedAt
  suspendedAt
  suspendedReason
  checkedAt
  checkFailure
  publicHref
  createdAt
}
fragment SkillProblem on SkillProblem {
  code
  field
  line
  detail
}
fragment RiskFinding on RiskFinding {
  ruleId
  severity
  title
  line
  excerpt
}`,
};

export type PublishSkillAnswer = {
  readonly publishAgentSkill: Skill | null;
};
export type PublishSkillVariables = {
  readonly input: PublishAgentSkillInput;
};
export const PublishSkill: Operation<PublishSkillAnswer, PublishSkillVariables> = {
  name: 'PublishSkill',
  text: `mutation PublishSkill($input: PublishAgentSkillInput!) {
  publishAgentSkill(input: $input) {
    ...Skill
  }
}
fragment Skill on AgentSkill {
  id
  status
  revision
  name
  description
  license
  compatibility
  allowedTools
  metadata
  headings {
    level
    text
    line
  }
  bytes
  lines
  digest
  sourceUrl
  finalUrl
  content
  validation {
    valid
    errors {
      ...SkillProblem
    }
    warnings {
      ...SkillProblem
    }
  }
  risk {
    findings {
      ...RiskFinding
    }
  }
  riskCounts {
    high
    medium
    low
  }
  verifiedAt
  publishedAt
  suspendedAt
  suspendedReason
  checkedAt
  checkFailure
  publicHref
  createdAt
}
fragment SkillProblem on SkillProblem {
  code
  field
  line
  detail
}
fragment RiskFinding on RiskFinding {
  ruleId
  severity
  title
  line
  excerpt
}`,
};

export type SuspendSkillAnswer = {
  readonly suspendAgentSkill: Skill | null;
};
export type SuspendSkillVariables = {
  readonly input: SuspendAgentSkillInput;
};
export const SuspendSkill: Operation<SuspendSkillAnswer, SuspendSkillVariables> = {
  name: 'SuspendSkill',
  text: `mutation SuspendSkill($input: SuspendAgentSkillInput!) {
  suspendAgentSkill(input: $input) {
    ...Skill
  }
}
fragment Skill on AgentSkill {
  id
  status
  revision
  name
  description
  license
  compatibility
  allowedTools
  metadata
  headings {
    level
    text
    line
  }
  bytes
  lines
  digest
  sourceUrl
  finalUrl
  content
  validation {
    valid
    errors {
      ...SkillProblem
    }
    warnings {
      ...SkillProblem
    }
  }
  risk {
    findings {
      ...RiskFinding
    }
  }
  riskCounts {
    high
    medium
    low
  }
  verifiedAt
  publishedAt
  suspendedAt
  suspendedReason
  checkedAt
  checkFailure
  publicHref
  createdAt
}
fragment SkillProblem on SkillProblem {
  code
  field
  line
  detail
}
fragment RiskFinding on RiskFinding {
  ruleId
  severity
  title
  line
  excerpt
}`,
};

export type DeleteSkillAnswer = {
  readonly deleteAgentSkill: boolean | null;
};
export type DeleteSkillVariables = {
  readonly input: DeleteAgentSkillInput;
};
export const DeleteSkill: Operation<DeleteSkillAnswer, DeleteSkillVariables> = {
  name: 'DeleteSkill',
  text: `mutation DeleteSkill($input: DeleteAgentSkillInput!) {
  deleteAgentSkill(input: $input)
}`,
};

export type ReadSpendingAnswer = {
  readonly spending: SpendingMonth;
};
export type ReadSpendingVariables = {
  readonly month?: string | null;
};
export const ReadSpending: Operation<ReadSpendingAnswer, ReadSpendingVariables> = {
  name: 'ReadSpending',
  text: `query ReadSpending($month: String) {
  spending(month: $month) {
    ...SpendingMonth
  }
}
fragment SpendingMonth on Spending {
  month
  monthlyEntries {
    ...SpendEntry
  }
  usdEstimate {
    totalCents
    knownSubtotalCents
    entries {
      ...SpendConversion
    }
    notice
  }
  codexSnapshot {
    ...CodexSnapshot
  }
  codexCreditReferenceValue {
    ...CreditReference
  }
}
fragment SpendEntry on ValuedSpendEntry {
  provider
  month
  currency
  amountCents
  source
  updatedAt
  usdCents
}
fragment SpendConversion on SpendConversion {
  provider
  currency
  amountCents
  usdCents
  rate {
    date
    usdPerEur
    currencyPerEur
  }
  reason
}
fragment CodexSnapshot on CodexSnapshot {
  checkedAt
  planType
  creditsBalance
  primary {
    ...CodexWindow
  }
  secondary {
    ...CodexWindow
  }
}
fragment CodexWindow on CodexWindow {
  usedPercent
  windowDurationMins
  resetsAt
  label
}
fragment CreditReference on CreditReferenceValue {
  cents
  pricePerCredit
  priceAsOf
  source
}`,
};

export type ReadSearchBalanceAnswer = {
  readonly searchProviderBalance: {
    readonly snapshot: SearchBalance | null;
  };
};
export type ReadSearchBalanceVariables = Record<string, never>;
export const ReadSearchBalance: Operation<ReadSearchBalanceAnswer, ReadSearchBalanceVariables> = {
  name: 'ReadSearchBalance',
  text: `query ReadSearchBalance {
  searchProviderBalance {
    snapshot {
      ...SearchBalance
    }
  }
}
fragment SearchBalance on SearchBalance {
  key {
    usage
    limit
    remaining
  }
  account {
    plan
    planUsage
    planLimit
    planRemaining
    paygoUsage
    paygoLimit
  }
  lastRun {
    occurredAt
    requestId
    credits
    durationMs
    applicationName
  }
  spending {
    billedUsd
  }
  creditReferenceValue {
    ...CreditReference
  }
  checkedAt
}
fragment CreditReference on CreditReferenceValue {
  cents
  pricePerCredit
  priceAsOf
  source
}`,
};

export type ReadWebDataBalanceAnswer = {
  readonly webDataBalance: {
    readonly snapshot: WebDataBalance | null;
  };
};
export type ReadWebDataBalanceVariables = Record<string, never>;
export const ReadWebDataBalance: Operation<ReadWebDataBalanceAnswer, ReadWebDataBalanceVariables> = {
  name: 'ReadWebDataBalance',
  text: `query ReadWebDataBalance {
  webDataBalance {
    snapshot {
      ...WebDataBalance
    }
  }
}
fragment WebDataBalance on WebDataBalance {
  balance {
    amount
    pendingAmount
    currency
  }
  freeTier {
    remainingRequests
    limit
  }
  spending {
    billedUsd
  }
  checkedAt
}`,
};

export type RecordSpendAnswer = {
  readonly recordSpend: {
    readonly replaced: boolean;
  } | null;
};
export type RecordSpendVariables = {
  readonly input: MonthlySpendInput;
};
export const RecordSpend: Operation<RecordSpendAnswer, RecordSpendVariables> = {
  name: 'RecordSpend',
  text: `mutation RecordSpend($input: MonthlySpendInput!) {
  recordSpend(input: $input) {
    replaced
  }
}`,
};

export type RemoveSpendAnswer = {
  readonly removeSpend: {
    readonly removed: boolean;
  } | null;
};
export type RemoveSpendVariables = {
  readonly input: RemoveSpendInput;
};
export const RemoveSpend: Operation<RemoveSpendAnswer, RemoveSpendVariables> = {
  name: 'RemoveSpend',
  text: `mutation RemoveSpend($input: RemoveSpendInput!) {
  removeSpend(input: $input) {
    removed
  }
}`,
};

export type RemoveCodexSnapshotAnswer = {
  readonly removeCodexSnapshot: {
    readonly removed: boolean;
  } | null;
};
export type RemoveCodexSnapshotVariables = Record<string, never>;
export const RemoveCodexSnapshot: Operation<RemoveCodexSnapshotAnswer, RemoveCodexSnapshotVariables> = {
  name: 'RemoveCodexSnapshot',
  text: `mutation RemoveCodexSnapshot {
  removeCodexSnapshot {
    removed
  }
}`,
};

export type SyncSearchProviderAnswer = {
  readonly syncSearchProvider: {
    readonly snapshot: SearchBalance | null;
    readonly updated: boolean;
    readonly coalesced: boolean;
  } | null;
};
export type SyncSearchProviderVariables = {
  readonly input: SyncSearchProviderInput;
};
export const SyncSearchProvider: Operation<SyncSearchProviderAnswer, SyncSearchProviderVariables> = {
  name: 'SyncSearchProvider',
  text: `mutation SyncSearchProvider($input: SyncSearchProviderInput!) {
  syncSearchProvider(input: $input) {
    snapshot {
      ...SearchBalance
    }
    updated
    coalesced
  }
}
fragment SearchBalance on SearchBalance {
  key {
    usage
    limit
    remaining
  }
  account {
    plan
    planUsage
    planLimit
    planRemaining
    paygoUsage
    paygoLimit
  }
  lastRun {
    occurredAt
    requestId
    credits
    durationMs
    applicationName
  }
  spending {
    billedUsd
  }
  creditReferenceValue {
    ...CreditReference
  }
  checkedAt
}
fragment CreditReference on CreditReferenceValue {
  cents
  pricePerCredit
  priceAsOf
  source
}`,
};

export type SyncWebDataAnswer = {
  readonly syncWebData: {
    readonly snapshot: WebDataBalance | null;
    readonly updated: boolean;
  } | null;
};
export type SyncWebDataVariables = {
  readonly input: SyncWebDataInput;
};
export const SyncWebData: Operation<SyncWebDataAnswer, SyncWebDataVariables> = {
  name: 'SyncWebData',
  text: `mutation SyncWebData($input: SyncWebDataInput!) {
  syncWebData(input: $input) {
    snapshot {
      ...WebDataBalance
    }
    updated
  }
}
fragment WebDataBalance on WebDataBalance {
  balance {
    amount
    pendingAmount
    currency
  }
  freeTier {
    remainingRequests
    limit
  }
  spending {
    billedUsd
  }
  checkedAt
}`,
};

export type ListWorkflowTokensAnswer = {
  readonly workflowTokens: {
    readonly tokens: readonly WorkflowToken[];
    readonly nextCursor: string | null;
  };
};
export type ListWorkflowTokensVariables = {
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListWorkflowTokens: Operation<ListWorkflowTokensAnswer, ListWorkflowTokensVariables> = {
  name: 'ListWorkflowTokens',
  text: `query ListWorkflowTokens($limit: Int, $cursor: String) {
  workflowTokens(limit: $limit, cursor: $cursor) {
    tokens {
      ...WorkflowToken
    }
    nextCursor
  }
}
fragment WorkflowToken on WorkflowToken {
  id
  name
  hint
  scopes
  projectId
  createdAt
  lastUsedAt
  expiresAt
  revokedAt
}`,
};

export type ListProjectNamesAnswer = {
  readonly projects: {
    readonly items: readonly ProjectName[];
    readonly nextCursor: string | null;
  };
};
export type ListProjectNamesVariables = {
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListProjectNames: Operation<ListProjectNamesAnswer, ListProjectNamesVariables> = {
  name: 'ListProjectNames',
  text: `query ListProjectNames($limit: Int, $cursor: String) {
  projects(limit: $limit, cursor: $cursor) {
    items {
      ...ProjectName
    }
    nextCursor
  }
}
fragment ProjectName on Project {
  id
  title
  status
}`,
};

export type ReadMcpConfigAnswer = {
  readonly mcpConfig: {
    readonly stdio: Record<string, unknown>;
    readonly package: {
      readonly name: string;
      readonly version: string;
    };
    readonly clients: McpClientConfigs;
  };
};
export type ReadMcpConfigVariables = Record<string, never>;
export const ReadMcpConfig: Operation<ReadMcpConfigAnswer, ReadMcpConfigVariables> = {
  name: 'ReadMcpConfig',
  text: `query ReadMcpConfig {
  mcpConfig {
    stdio
    package {
      name
      version
    }
    clients {
      ...McpClientConfigs
    }
  }
}
fragment McpClientConfigs on McpClientConfigs {
  claudeCode {
    ...McpClientConfig
  }
  cursor {
    ...McpClientConfig
  }
  codex {
    ...McpClientConfig
  }
  vscode {
    ...McpClientConfig
  }
  gemini {
    ...McpClientConfig
  }
  generic {
    ...McpClientConfig
  }
}
fragment McpClientConfig on McpClientConfig {
  file
  format
  text
  command
}`,
};

export type CreateWorkflowTokenAnswer = {
  readonly createWorkflowToken: {
    readonly token: string;
    readonly tokenId: string;
    readonly name: string;
    readonly projectId: string | null;
    readonly expiresAt: string;
    readonly configs: McpClientConfigs;
  } | null;
};
export type CreateWorkflowTokenVariables = {
  readonly input: CreateWorkflowTokenInput;
};
export const CreateWorkflowToken: Operation<CreateWorkflowTokenAnswer, CreateWorkflowTokenVariables> = {
  name: 'CreateWorkflowToken',
  text: `mutation CreateWorkflowToken($input: CreateWorkflowTokenInput!) {
  createWorkflowToken(input: $input) {
    token
    tokenId
    name
    projectId
    expiresAt
    configs {
      ...McpClientConfigs
    }
  }
}
fragment McpClientConfigs on McpClientConfigs {
  claudeCode {
    ...McpClientConfig
  }
  cursor {
    ...McpClientConfig
  }
  codex {
    ...McpClientConfig
  }
  vscode {
    ...McpClientConfig
  }
  gemini {
    ...McpClientConfig
  }
  generic {
    ...McpClientConfig
  }
}
fragment McpClientConfig on McpClientConfig {
  file
  format
  text
  command
}`,
};

export type RevokeWorkflowTokenAnswer = {
  readonly revokeWorkflowToken: boolean | null;
};
export type RevokeWorkflowTokenVariables = {
  readonly tokenId: string;
};
export const RevokeWorkflowToken: Operation<RevokeWorkflowTokenAnswer, RevokeWorkflowTokenVariables> = {
  name: 'RevokeWorkflowToken',
  text: `mutation RevokeWorkflowToken($tokenId: ID!) {
  revokeWorkflowToken(tokenId: $tokenId)
}`,
};

export type ListUsageReceiptsAnswer = {
  readonly usage: {
    readonly receipts: readonly UsageReceipt[];
    readonly nextCursor: string | null;
  };
};
export type ListUsageReceiptsVariables = {
  readonly state?: readonly UsageReceiptState[] | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListUsageReceipts: Operation<ListUsageReceiptsAnswer, ListUsageReceiptsVariables> = {
  name: 'ListUsageReceipts',
  text: `query ListUsageReceipts($state: [UsageReceiptState!], $limit: Int, $cursor: String) {
  usage(state: $state, limit: $limit, cursor: $cursor) {
    receipts {
      ...UsageReceipt
    }
    nextCursor
  }
}
fragment UsageReceipt on UsageReceipt {
  ...Receipt
  updatedAt
}
fragment Receipt on UsageReceipt {
  id
  tool {
    ...UsageTool
  }
  receiptType
  state
  success
  durationMs
  spendCents
  projectId
  createdAt
  deliveredAt
  failure
  attempts
  nextAttemptAt
}
fragment UsageTool on UsageTool {
  id
  slug
  name
}`,
};

export type ListToolConnectionsAnswer = {
  readonly toolConnections: readonly ToolConnection[];
};
export type ListToolConnectionsVariables = Record<string, never>;
export const ListToolConnections: Operation<ListToolConnectionsAnswer, ListToolConnectionsVariables> = {
  name: 'ListToolConnections',
  text: `query ListToolConnections {
  toolConnections {
    ...ToolConnection
  }
}
fragment ToolConnection on ToolConnection {
  ...Connection
  undelivered
}
fragment Connection on ToolConnection {
  id
  tool {
    ...UsageTool
  }
  state
  vendorOrganizationLinked
  connectedAt
  renewedAt
  expiresAt
  revokedAt
  revision
}
fragment UsageTool on UsageTool {
  id
  slug
  name
}`,
};

export type ReadToolConnectionAnswer = {
  readonly toolConnections: readonly ToolConnection[];
};
export type ReadToolConnectionVariables = {
  readonly toolSlug: string;
};
export const ReadToolConnection: Operation<ReadToolConnectionAnswer, ReadToolConnectionVariables> = {
  name: 'ReadToolConnection',
  text: `query ReadToolConnection($toolSlug: String!) {
  toolConnections(toolSlug: $toolSlug) {
    ...ToolConnection
  }
}
fragment ToolConnection on ToolConnection {
  ...Connection
  undelivered
}
fragment Connection on ToolConnection {
  id
  tool {
    ...UsageTool
  }
  state
  vendorOrganizationLinked
  connectedAt
  renewedAt
  expiresAt
  revokedAt
  revision
}
fragment UsageTool on UsageTool {
  id
  slug
  name
}`,
};

export type ConnectToolAnswer = {
  readonly connectTool: ToolConnection | null;
};
export type ConnectToolVariables = {
  readonly input: ConnectToolInput;
};
export const ConnectTool: Operation<ConnectToolAnswer, ConnectToolVariables> = {
  name: 'ConnectTool',
  text: `mutation ConnectTool($input: ConnectToolInput!) {
  connectTool(input: $input) {
    ...ToolConnection
  }
}
fragment ToolConnection on ToolConnection {
  ...Connection
  undelivered
}
fragment Connection on ToolConnection {
  id
  tool {
    ...UsageTool
  }
  state
  vendorOrganizationLinked
  connectedAt
  renewedAt
  expiresAt
  revokedAt
  revision
}
fragment UsageTool on UsageTool {
  id
  slug
  name
}`,
};

export type RenewToolConnectionAnswer = {
  readonly renewToolConnection: ToolConnection | null;
};
export type RenewToolConnectionVariables = {
  readonly input: RenewToolConnectionInput;
};
export const RenewToolConnection: Operation<RenewToolConnectionAnswer, RenewToolConnectionVariables> = {
  name: 'RenewToolConnection',
  text: `mutation RenewToolConnection($input: RenewToolConnectionInput!) {
  renewToolConnection(input: $input) {
    ...ToolConnection
  }
}
fragment ToolConnection on ToolConnection {
  ...Connection
  undelivered
}
fragment Connection on ToolConnection {
  id
  tool {
    ...UsageTool
  }
  state
  vendorOrganizationLinked
  connectedAt
  renewedAt
  expiresAt
  revokedAt
  revision
}
fragment UsageTool on UsageTool {
  id
  slug
  name
}`,
};

export type RevokeToolConnectionAnswer = {
  readonly revokeToolConnection: ToolConnection | null;
};
export type RevokeToolConnectionVariables = {
  readonly input: RevokeToolConnectionInput;
};
export const RevokeToolConnection: Operation<RevokeToolConnectionAnswer, RevokeToolConnectionVariables> = {
  name: 'RevokeToolConnection',
  text: `mutation RevokeToolConnection($input: RevokeToolConnectionInput!) {
  revokeToolConnection(input: $input) {
    ...ToolConnection
  }
}
fragment ToolConnection on ToolConnection {
  ...Connection
  undelivered
}
fragment Connection on ToolConnection {
  id
  tool {
    ...UsageTool
  }
  state
  vendorOrganizationLinked
  connectedAt
  renewedAt
  expiresAt
  revokedAt
  revision
}
fragment UsageTool on UsageTool {
  id
  slug
  name
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
fragment Person on User {
  id
  email
  name
  emailVerified
  reviewer
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

export type ListInvitationsAnswer = {
  readonly invitations: {
    readonly items: readonly Invitation[];
    readonly nextCursor: string | null;
  };
};
export type ListInvitationsVariables = {
  readonly organizationId: string;
  readonly open?: boolean | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
};
export const ListInvitations: Operation<ListInvitationsAnswer, ListInvitationsVariables> = {
  name: 'ListInvitations',
  text: `query ListInvitations($organizationId: ID!, $open: Boolean, $limit: Int, $cursor: String) {
  invitations(
    organizationId: $organizationId
    open: $open
    limit: $limit
    cursor: $cursor
  ) {
    items {
      ...Invitation
    }
    nextCursor
  }
}
fragment Invitation on Invitation {
  id
  organizationId
  email
  role
  createdAt
  expiresAt
}`,
};

export type InviteMemberAnswer = {
  readonly inviteMember: Invitation | null;
};
export type InviteMemberVariables = {
  readonly input: InviteMemberInput;
};
export const InviteMember: Operation<InviteMemberAnswer, InviteMemberVariables> = {
  name: 'InviteMember',
  text: `mutation InviteMember($input: InviteMemberInput!) {
  inviteMember(input: $input) {
    ...Invitation
  }
}
fragment Invitation on Invitation {
  id
  organizationId
  email
  role
  createdAt
  expiresAt
}`,
};

export type RevokeInvitationAnswer = {
  readonly revokeInvitation: Invitation | null;
};
export type RevokeInvitationVariables = {
  readonly input: RevokeInvitationInput;
};
export const RevokeInvitation: Operation<RevokeInvitationAnswer, RevokeInvitationVariables> = {
  name: 'RevokeInvitation',
  text: `mutation RevokeInvitation($input: RevokeInvitationInput!) {
  revokeInvitation(input: $input) {
    ...Invitation
  }
}
fragment Invitation on Invitation {
  id
  organizationId
  email
  role
  createdAt
  expiresAt
}`,
};

export type AcceptInvitationAnswer = {
  readonly acceptInvitation: {
    readonly id: string;
  } | null;
};
export type AcceptInvitationVariables = {
  readonly input: AcceptInvitationInput;
};
export const AcceptInvitation: Operation<AcceptInvitationAnswer, AcceptInvitationVariables> = {
  name: 'AcceptInvitation',
  text: `mutation AcceptInvitation($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) {
    id
  }
}`,
};
