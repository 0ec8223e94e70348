import type { EntityManager } from '@mikro-orm/postgresql';
import { lockCatalog, parseToolFacts, type ToolRecord } from '../catalog/index.js';
import { CatalogTool } from '../tool.entity.js';
import { writeTools } from './tool.write.js';

/** What there is to say of a tool that does not exist. */
export interface SampleTool {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
}

/** Writes made-up tools of the demo into the catalog inside the caller's transaction; answers their ids by slug. */
export async function storeSampleTools(
  tx: EntityManager,
  at: Date,
  samples: readonly SampleTool[],
): Promise<ReadonlyMap<string, string>> {
  await lockCatalog(tx);
  await writeTools(tx, at, samples.map(recordOf));
  const stored = await tx.find(
    CatalogTool,
    { origin: 'demo', originKey: { $in: samples.map(({ slug }) => slug) } },
    { fields: ['slug'], disableIdentityMap: true },
  );
  return new Map(stored.map(({ id, slug }) => [slug, id]));
}

function recordOf({ slug, name, summary }: SampleTool): ToolRecord {
  const parsed = parseToolFacts({
    slug,
    name,
    summary,
    aliases: [],
    vendor: null,
    website: null,
    categories: [],
    capabilities: [],
    pricing: { model: 'unknown', freeTier: null, url: null },
    signupUrl: null,
    maturity: 'unknown',
    interfaces: [],
    install: null,
    packages: [],
    environment: [],
    docs: { url: null, llmsTxt: null, openapi: null },
    sources: [],
  });
  if ('problems' in parsed) throw new Error(`the sample tool ${slug} is not in the catalog's form`);
  const verification = { level: 'none', method: null, checkedAt: null } as const;
  return { facts: parsed.facts, origin: 'demo', originKey: slug, verification, mcpServer: null };
}
