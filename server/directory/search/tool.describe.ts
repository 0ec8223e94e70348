import type { Tool } from '../catalog/index.js';
import type { DirectoryTool } from '../directory.types.js';
import { sourcesOf, statedSource } from '../statement.rules.js';
import type { CatalogSnapshot } from './catalog.open.js';

/** A tool as every transport shows it, with the evidence and the offers of that time; `baseUrl` is where its tracked links are opened. */
export function describeTool(tool: Tool, snapshot: CatalogSnapshot, now: Date, baseUrl: string): DirectoryTool {
  const offers = snapshot.offersOf(tool.id, now);
  const claim = offers.find(({ link }) => link !== null)?.link;
  const { vendor, pricing, install, links, sources, statements, ...known } = tool;
  const { website: _website, signupUrl: _signupUrl, packages: _packages, ...others } = known; // shown as actions and figures
  const {
    mcpServer: _mcpServer,
    mcpOfficial: _mcpOfficial,
    version: _version,
    createdAt: _createdAt,
    ...shown
  } = others;
  return {
    ...shown,
    vendor: vendor ?? { name: null, domain: null },
    pricing: { model: pricing.model, freeTier: pricing.freeTier },
    install: install ?? { kind: null, command: null },
    proof: snapshot.proofOf(tool, now).map((proof) => ({ ...proof, asOf: new Date(proof.asOf) })),
    offers: offers.map(({ id, slug, title, claim: how }) => ({ id, slug, title, claim: how })),
    actions: [...links, ...(claim ? [claim] : [])].map(({ id, kind }) => ({ kind, url: `${baseUrl}/go/${id}` })),
    sources: sourcesOf(sources, statements),
    source: statedSource(statements),
  };
}
