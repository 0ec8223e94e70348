import type { Tool } from '../catalog/index.js';
import type { DirectoryTool } from '../directory.types.js';
import type { CatalogSnapshot } from './catalog.open.js';

/** A tool as every transport shows it, with the evidence and the offers of that time; `baseUrl` is where its tracked links are opened. */
export function describeTool(tool: Tool, snapshot: CatalogSnapshot, now: Date, baseUrl: string): DirectoryTool {
  const offers = snapshot.offersOf(tool.id, now);
  const claim = offers.find(({ link }) => link !== null)?.link;
  return {
    id: tool.id,
    slug: tool.slug,
    name: tool.name,
    aliases: [...tool.aliases],
    summary: tool.summary,
    vendor: tool.vendor ?? { name: null, domain: null },
    categories: [...tool.categories],
    capabilities: [...tool.capabilities],
    pricing: { model: tool.pricing.model, freeTier: tool.pricing.freeTier },
    maturity: tool.maturity,
    interfaces: [...tool.interfaces],
    install: tool.install ?? { kind: null, command: null },
    docs: tool.docs,
    environment: [...tool.environment],
    verification: tool.verification,
    proof: snapshot.proofOf(tool, now).map((proof) => ({ ...proof, asOf: new Date(proof.asOf) })),
    measures: [...tool.measures],
    offers: offers.map(({ id, slug, title, claim: how }) => ({ id, slug, title, claim: how })),
    actions: [...tool.links, ...(claim ? [claim] : [])].map(({ id, kind }) => ({ kind, url: `${baseUrl}/go/${id}` })),
    sponsored: tool.sponsored,
    sources: tool.sources.map(({ url, via, readAt, facts }) => ({ url, via: via ?? null, readAt, facts: [...facts] })),
    updatedAt: tool.updatedAt,
  };
}
