import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidOf } from '../../platform/ids.js';
import { withoutFacts } from '../statement.rules.js';
import { CatalogTool } from '../tool.entity.js';
import { findTool } from './catalog-tool.query.js';
import { lockCatalog } from './change.record.js';
import { compareColumns } from './column.compare.js';
import { factsOf, rowOf, verificationOf } from './tool.query.js';
import { storeTools } from './tool.store.js';

/** Where a tool's links lead; null is unknown. */
export interface ToolLinkAddresses {
  readonly docsUrl: string | null;
  readonly signupUrl: string | null;
  readonly pricingUrl: string | null;
}

/**
 * Stores other addresses for a tool's documentation, sign-up and prices, with its tracked links, in the caller's transaction: a person
 * approved them as the vendor's statement, so imports leave the record alone from then on, and where they were read before is no source of
 * them any more. Answers the tool's id (`tol_…`) and the catalog's version.
 */
export async function updateToolLinks(
  em: EntityManager,
  at: Date,
  slug: string,
  { docsUrl, signupUrl, pricingUrl }: ToolLinkAddresses,
): Promise<{ id: string; version: number }> {
  await lockCatalog(em);
  const stored = await findTool(em, slug);
  const before = factsOf(stored);
  const pairs = [
    ['docs.url', before.docs.url, docsUrl],
    ['signupUrl', before.signupUrl, signupUrl],
    ['pricing.url', before.pricing.url, pricingUrl],
  ] as const;
  const stated = pairs.filter(([, old, now]) => now !== old);
  const names = stated.map(([fact]) => fact);
  const statements = stated.flatMap(([fact, , url]) =>
    url === null ? [] : [{ url, approvedOn: at.toISOString().slice(0, 10), facts: [fact] }],
  );
  const facts = {
    ...before,
    signupUrl,
    pricing: { ...before.pricing, url: pricingUrl },
    docs: { ...before.docs, url: docsUrl },
    sources: withoutFacts(before.sources, names),
  };
  const record = {
    facts,
    origin: stored.origin,
    originKey: stored.originKey ?? '',
    verification: verificationOf(stored),
    mcpServer: stored.mcpServer,
    mcpOfficial: stored.mcpOfficial,
    statements: [...withoutFacts(stored.statements, names), ...statements],
  };
  const row = { ...rowOf(record), originKey: stored.originKey, listed: stored.listed, editedAt: at };
  const changed = compareColumns(em, CatalogTool, { ...row, editedAt: stored.editedAt }, stored);
  const write = {
    id: uuidOf('tol', stored.id) ?? '',
    row,
    record,
    change: 'updated' as const,
    fields: changed.map(({ column }) => column),
  };
  return { id: stored.id, version: await storeTools(em, at, [write]) };
}
