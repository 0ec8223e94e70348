/** The closed lists of decisions §3; filters, imports and answers use the same. */
export const pricingModels = [
  'free',
  'freemium',
  'usage',
  'subscription',
  'enterprise',
  'open_source',
  'unknown',
] as const;
export type PricingModel = (typeof pricingModels)[number];

export const maturities = ['experimental', 'beta', 'stable', 'deprecated', 'unknown'] as const;
export type Maturity = (typeof maturities)[number];

export const toolInterfaces = ['rest', 'graphql', 'sdk', 'cli', 'mcp'] as const;
export type ToolInterface = (typeof toolInterfaces)[number];

export const proofSignals = ['docs_mcp', 'activation', 'retained', 'public_source', 'offer'] as const;
export type ProofSignal = (typeof proofSignals)[number];

export const evidenceLabels = ['first-party', 'public-source', 'sample', 'modelled', 'missing'] as const;
export type EvidenceLabel = (typeof evidenceLabels)[number];

export const verificationLevels = ['none', 'listed', 'domain', 'package'] as const;
export type VerificationLevel = (typeof verificationLevels)[number];

export const linkKinds = ['website', 'docs', 'signup', 'pricing', 'claim'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** The places where an offer is taken: here, or at its provider. */
export const offerClaims = ['native', 'provider_link'] as const;

export const installKinds = ['npm', 'pip', 'apt', 'docker', 'brew', 'cargo', 'go', 'gem', 'script', 'other'] as const;
export type InstallKind = (typeof installKinds)[number];

/** The origins of records; a person's edit wins over every import. */
export const catalogOrigins = [
  'starter',
  'mcp-registry',
  'startup-credits',
  'csv',
  'reviewer',
  'intake',
  'demo',
] as const;
export type CatalogOrigin = (typeof catalogOrigins)[number];
