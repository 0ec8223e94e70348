import { normalizeDomain } from '../../platform/domain.rules.js';
import type { Maturity, PricingModel, ToolInterface, VerificationLevel } from '../vocabulary.types.js';
import type { ToolFacts, ToolRecord, Verification } from './tool.types.js';

/** The columns of `tool` that a record decides. */
export interface ToolRow {
  slug: string;
  name: string;
  aliases: readonly string[];
  summary: string;
  vendor_name: string | null;
  vendor_domain: string | null;
  website: string | null;
  categories: readonly string[];
  capabilities: readonly string[];
  pricing_model: string;
  free_tier: string | null;
  pricing_url: string | null;
  signup_url: string | null;
  maturity: string;
  interfaces: readonly string[];
  install_kind: string | null;
  install_command: string | null;
  packages: unknown;
  environment: readonly string[];
  docs_url: string | null;
  docs_llms_txt: string | null;
  docs_openapi: string | null;
  verification_level: string;
  verification_method: string | null;
  verification_checked_at: Date | null;
  sources: unknown;
  mcp_server: Record<string, unknown> | null;
  /** A record that an import brings is listed, also when it was taken out before; what a person took out is theirs to list again. */
  listed: boolean;
  origin: string;
  origin_key: string;
}

/** A record as the columns hold it. */
export const columnsOf = ({ facts, origin, originKey, verification, mcpServer }: ToolRecord): ToolRow => ({
  slug: facts.slug,
  name: facts.name,
  aliases: facts.aliases,
  summary: facts.summary,
  vendor_name: facts.vendor?.name ?? null,
  vendor_domain: facts.vendor?.domain ? normalizeDomain(facts.vendor.domain) : null,
  website: facts.website,
  categories: facts.categories,
  capabilities: facts.capabilities,
  pricing_model: facts.pricing.model,
  free_tier: facts.pricing.freeTier,
  pricing_url: facts.pricing.url,
  signup_url: facts.signupUrl,
  maturity: facts.maturity,
  interfaces: facts.interfaces,
  install_kind: facts.install?.kind ?? null,
  install_command: facts.install?.command ?? null,
  packages: facts.packages,
  environment: facts.environment,
  docs_url: facts.docs.url,
  docs_llms_txt: facts.docs.llmsTxt,
  docs_openapi: facts.docs.openapi,
  verification_level: verification.level,
  verification_method: verification.method,
  verification_checked_at: verification.checkedAt,
  sources: facts.sources,
  mcp_server: mcpServer,
  listed: true,
  origin,
  origin_key: originKey,
});

/** The facts that the columns hold; the other way round from `columnsOf`. */
export const factsOf = (row: ToolRow): ToolFacts => ({
  slug: row.slug,
  name: row.name,
  aliases: row.aliases,
  summary: row.summary,
  vendor:
    row.vendor_name === null && row.vendor_domain === null
      ? null
      : { name: row.vendor_name, domain: row.vendor_domain },
  website: row.website,
  categories: row.categories,
  capabilities: row.capabilities,
  pricing: { model: row.pricing_model as PricingModel, freeTier: row.free_tier, url: row.pricing_url },
  signupUrl: row.signup_url,
  maturity: row.maturity as Maturity,
  interfaces: row.interfaces as ToolInterface[],
  install:
    row.install_kind === null || row.install_command === null
      ? null
      : { kind: row.install_kind as NonNullable<ToolFacts['install']>['kind'], command: row.install_command },
  packages: row.packages as ToolFacts['packages'],
  environment: row.environment,
  docs: { url: row.docs_url, llmsTxt: row.docs_llms_txt, openapi: row.docs_openapi },
  sources: row.sources as ToolFacts['sources'],
});

/** How the record was checked; raw statements answer times as PostgreSQL writes them. */
export const verificationOf = (row: ToolRow): Verification => ({
  level: row.verification_level as VerificationLevel,
  method: row.verification_method,
  checkedAt: row.verification_checked_at === null ? null : new Date(row.verification_checked_at),
});
