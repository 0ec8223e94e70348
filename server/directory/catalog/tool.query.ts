import { normalizeDomain } from '../../platform/domain.rules.js';
import { membersNamed } from '../../platform/json.rules.js';
import type { CatalogTool } from '../tool.entity.js';
import { toolMembers } from '../tool.schema.js';
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
  | 'sources'
  | 'source';

/** What a record decides of a tool. */
export type ToolRow = Omit<CatalogTool, Undecided>;

/** The facts that the entity holds in other properties than the form has; all others have the same name and form in both. */
type Regrouped = 'vendor' | 'pricing' | 'install' | 'docs' | 'sources';
type Same = Exclude<keyof ToolFacts, Regrouped>;
const regrouped: ReadonlySet<string> = new Set<Regrouped>(['vendor', 'pricing', 'install', 'docs', 'sources']);
const isSame = (name: string): name is Same => !regrouped.has(name);
const same = toolMembers.map(({ name }) => name).filter(isSame);

/** A record as the entity holds it. */
export function rowOf({
  facts,
  origin,
  originKey,
  verification,
  mcpServer,
  mcpOfficial = null,
  statements = [],
}: ToolRecord): ToolRow {
  const { vendor, pricing, install, docs, sources, ...others } = facts;
  return {
    ...others,
    vendorName: vendor?.name ?? null,
    vendorDomain: vendor?.domain ? normalizeDomain(vendor.domain) : null,
    pricingModel: pricing.model,
    freeTier: pricing.freeTier,
    pricingUrl: pricing.url,
    installKind: install?.kind ?? null,
    installCommand: install?.command ?? null,
    docsUrl: docs.url,
    docsLlmsTxt: docs.llmsTxt,
    docsOpenapi: docs.openapi,
    verificationLevel: verification.level,
    verificationMethod: verification.method,
    verificationCheckedAt: verification.checkedAt,
    factSources: [...sources],
    statements: [...statements],
    mcpServer,
    mcpOfficial,
    listed: true,
    origin,
    originKey,
  };
}

/** The facts that a tool holds; the other way round from `rowOf`. */
export const factsOf = (tool: ToolRow): ToolFacts => ({
  ...membersNamed(tool, same),
  vendor:
    tool.vendorName === null && tool.vendorDomain === null
      ? null
      : { name: tool.vendorName, domain: tool.vendorDomain },
  pricing: { model: tool.pricingModel, freeTier: tool.freeTier, url: tool.pricingUrl },
  install:
    tool.installKind === null || tool.installCommand === null
      ? null
      : { kind: tool.installKind, command: tool.installCommand },
  docs: { url: tool.docsUrl, llmsTxt: tool.docsLlmsTxt, openapi: tool.docsOpenapi },
  sources: tool.factSources,
});

/** How the record was checked. */
export const verificationOf = (tool: ToolRow): Verification => ({
  level: tool.verificationLevel,
  method: tool.verificationMethod,
  checkedAt: tool.verificationCheckedAt,
});
