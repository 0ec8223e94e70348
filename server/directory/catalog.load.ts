import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../platform/ids.js';
import type { ToolRow } from './tool.row.js';
import type { Measure, Tool, TrackedLink } from './tool.types.js';
import type { LinkKind, Maturity, PricingModel, ToolInterface, VerificationLevel } from './tool.vocabulary.js';

export interface CatalogHead {
  readonly version: number;
  readonly changedAt: Date;
}

/** The catalog's version: one primary-key read. */
export async function readCatalogHead(em: EntityManager): Promise<CatalogHead> {
  const rows = await em.execute<{ version: string; changed_at: string }[]>(
    'select version, changed_at from catalog_head where id = 1',
  );
  const row = rows[0];
  if (!row) throw new Error('the catalog has no head');
  return { version: Number(row.version), changedAt: new Date(row.changed_at) };
}

interface Loaded extends ToolRow {
  id: string;
  sponsored: boolean;
  listed: boolean;
  version: string;
  created_at: string;
  updated_at: string;
  links: { id: string; kind: LinkKind }[] | null;
  measures: Measure[] | null;
}

/** Tools that changed after a version, and which of those are not listed any more; 0 answers the whole catalog. */
export async function loadTools(em: EntityManager, after: number): Promise<{ tools: Tool[]; unlisted: string[] }> {
  const rows = await em.execute<Loaded[]>(
    `select t.*,
       (select json_agg(json_build_object('id', l.id, 'kind', l.kind)) from tracked_link l where l.tool_id = t.id and l.active) as links,
       (select json_agg(json_build_object('kind', m.kind, 'subject', m.subject, 'value', m.value, 'label', m.label, 'source', m.source, 'asOf', m.as_of)
          order by m.value desc, m.subject) from tool_measure m where m.tool_id = t.id) as measures
     from tool t where t.version > ? order by t.slug`,
    [after],
  );
  return {
    tools: rows.filter(({ listed }) => listed).map(toolOf),
    unlisted: rows.filter(({ listed }) => !listed).map(({ id }) => publicId('tol', id)),
  };
}

const LINK_ORDER: readonly LinkKind[] = ['website', 'docs', 'signup', 'pricing', 'claim'];

const linksOf = (links: { id: string; kind: LinkKind }[] | null): TrackedLink[] =>
  (links ?? [])
    .map(({ id, kind }) => ({ id: publicId('lnk', id), kind }))
    .toSorted((a, b) => LINK_ORDER.indexOf(a.kind) - LINK_ORDER.indexOf(b.kind));

const toolOf = (row: Loaded): Tool => ({
  id: publicId('tol', row.id),
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
      : { kind: row.install_kind as NonNullable<Tool['install']>['kind'], command: row.install_command },
  packages: row.packages as Tool['packages'],
  environment: row.environment,
  docs: { url: row.docs_url, llmsTxt: row.docs_llms_txt, openapi: row.docs_openapi },
  sources: row.sources as Tool['sources'],
  verification: {
    level: row.verification_level as VerificationLevel,
    method: row.verification_method,
    checkedAt: row.verification_checked_at === null ? null : new Date(row.verification_checked_at),
  },
  measures: row.measures ?? [],
  links: linksOf(row.links),
  sponsored: row.sponsored,
  mcpServer: row.mcp_server,
  version: Number(row.version),
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});
