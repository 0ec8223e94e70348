import { normalizeDomain } from '../../platform/domain.rules.js';
import type { CatalogTool } from '../tool.entity.js';
import type { ToolFacts, ToolRecord, Verification } from '../tool.types.js';

/** The properties of a tool that a record does not decide. */
type Undecided =
  | 'id'
  | 'sponsored'
  | 'editedAt'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'vendor'
  | 'pricing'
  | 'install'
  | 'docs'
  | 'sources';

/** What a record decides of a tool. */
export type ToolRow = Omit<CatalogTool, Undecided>;

/** A record as the entity holds it. */
export const rowOf = ({ facts, origin, originKey, verification, mcpServer }: ToolRecord): ToolRow => ({
  slug: facts.slug,
  name: facts.name,
  aliases: facts.aliases,
  summary: facts.summary,
  vendorName: facts.vendor?.name ?? null,
  vendorDomain: facts.vendor?.domain ? normalizeDomain(facts.vendor.domain) : null,
  website: facts.website,
  categories: facts.categories,
  capabilities: facts.capabilities,
  pricingModel: facts.pricing.model,
  freeTier: facts.pricing.freeTier,
  pricingUrl: facts.pricing.url,
  signupUrl: facts.signupUrl,
  maturity: facts.maturity,
  interfaces: facts.interfaces,
  installKind: facts.install?.kind ?? null,
  installCommand: facts.install?.command ?? null,
  packages: facts.packages,
  environment: facts.environment,
  docsUrl: facts.docs.url,
  docsLlmsTxt: facts.docs.llmsTxt,
  docsOpenapi: facts.docs.openapi,
  verificationLevel: verification.level,
  verificationMethod: verification.method,
  verificationCheckedAt: verification.checkedAt,
  factSources: [...facts.sources],
  mcpServer,
  listed: true,
  origin,
  originKey,
});

/** The facts that a tool holds; the other way round from `rowOf`. */
export const factsOf = (tool: ToolRow): ToolFacts => ({
  slug: tool.slug,
  name: tool.name,
  aliases: tool.aliases,
  summary: tool.summary,
  vendor:
    tool.vendorName === null && tool.vendorDomain === null
      ? null
      : { name: tool.vendorName, domain: tool.vendorDomain },
  website: tool.website,
  categories: tool.categories,
  capabilities: tool.capabilities,
  pricing: { model: tool.pricingModel, freeTier: tool.freeTier, url: tool.pricingUrl },
  signupUrl: tool.signupUrl,
  maturity: tool.maturity,
  interfaces: tool.interfaces,
  install:
    tool.installKind === null || tool.installCommand === null
      ? null
      : { kind: tool.installKind, command: tool.installCommand },
  packages: tool.packages,
  environment: tool.environment,
  docs: { url: tool.docsUrl, llmsTxt: tool.docsLlmsTxt, openapi: tool.docsOpenapi },
  sources: tool.factSources,
});

/** How the record was checked. */
export const verificationOf = (tool: ToolRow): Verification => ({
  level: tool.verificationLevel,
  method: tool.verificationMethod,
  checkedAt: tool.verificationCheckedAt,
});
