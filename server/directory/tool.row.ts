import { normalizeDomain } from '../platform/domain.rules.js';
import type { ToolRecord } from './tool.types.js';

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
  origin,
  origin_key: originKey,
});
