import type {
  CatalogOrigin,
  EvidenceLabel,
  InstallKind,
  LinkKind,
  Maturity,
  PricingModel,
  ProofSignal,
  ToolInterface,
  VerificationLevel,
} from './vocabulary.types.js';

/** Where facts of a record were read, so that anyone can look them up. */
export interface FactSource {
  readonly url: string;
  /** The collection through which it was read, when that was not the page itself. */
  readonly via?: string | null;
  /** The day on which it was read, YYYY-MM-DD. */
  readonly readAt: string;
  readonly facts: readonly string[];
}

export interface PackageName {
  readonly registry: string;
  readonly name: string;
}

/** What an import or a reviewer says of a tool. Absent knowledge is null, an empty list or `unknown`; nothing is guessed. */
export interface ToolFacts {
  readonly slug: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly vendor: { readonly name: string | null; readonly domain: string | null } | null;
  readonly website: string | null;
  readonly categories: readonly string[];
  readonly capabilities: readonly string[];
  readonly pricing: { readonly model: PricingModel; readonly freeTier: string | null; readonly url: string | null };
  readonly signupUrl: string | null;
  readonly maturity: Maturity;
  readonly interfaces: readonly ToolInterface[];
  readonly install: { readonly kind: InstallKind; readonly command: string } | null;
  readonly packages: readonly PackageName[];
  /** Names of environment variables that its own documentation uses; never values. */
  readonly environment: readonly string[];
  readonly docs: { readonly url: string | null; readonly llmsTxt: string | null; readonly openapi: string | null };
  readonly sources: readonly FactSource[];
}

export interface Verification {
  readonly level: VerificationLevel;
  readonly method: string | null;
  readonly checkedAt: Date | null;
}

/** A tool as an import hands it to `writeTools`. */
export interface ToolRecord {
  readonly facts: ToolFacts;
  readonly origin: CatalogOrigin;
  /** The record's key in its origin; a repeated import finds it again by this. */
  readonly originKey: string;
  readonly verification: Verification;
  /** The server.json of the MCP registry, as it is published again by the subregistry. */
  readonly mcpServer: Record<string, unknown> | null;
}

/** A public-source figure of a tool, such as weekly downloads of one of its packages; never mixed into adoption counts. */
export interface Measure {
  readonly kind: string;
  readonly subject: string;
  readonly value: number;
  readonly label: 'public-source';
  readonly source: string;
  /** The day that the figure is of, YYYY-MM-DD. */
  readonly asOf: string;
}

export interface Proof {
  readonly signal: ProofSignal;
  readonly label: EvidenceLabel;
  readonly asOf: string;
}

/** A link as the catalog shows it; `lnk_…`. */
export interface LinkSummary {
  readonly id: string;
  readonly kind: LinkKind;
}

/** A listed tool as it is served: facts, evidence, offers and links, out of one version of the catalog. */
export interface Tool extends ToolFacts {
  /** `tol_…` */
  readonly id: string;
  readonly verification: Verification;
  readonly measures: readonly Measure[];
  readonly links: readonly LinkSummary[];
  readonly sponsored: boolean;
  readonly mcpServer: Record<string, unknown> | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
