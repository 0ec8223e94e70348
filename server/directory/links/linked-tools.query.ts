import type { EntityManager } from '@mikro-orm/postgresql';
import { bareId } from '../../platform/ids.js';
import { ProductTool } from '../link.entity.js';

/** A tool that a product is linked to, with what agents look for in its entry. */
export interface LinkedTool {
  readonly slug: string;
  readonly name: string;
  readonly docsUrl: string | null;
  readonly llmsTxt: string | null;
  readonly hasMcp: boolean;
}

/** The listed tools that a product (public ids) is linked to, in the order of their slugs. */
export async function findLinkedTools(
  em: EntityManager,
  organizationId: string,
  productUuid: string,
): Promise<LinkedTool[]> {
  const links = await em.find(
    ProductTool,
    { organization: bareId('org', organizationId), productUuid, unlinkedAt: null },
    { populate: ['tool'], orderBy: { tool: { slug: 'asc' } }, disableIdentityMap: true },
  );
  return links
    .map(({ tool }) => tool.getEntity())
    .filter(({ listed }) => listed)
    .map(({ slug, name, docsUrl, docsLlmsTxt, interfaces, mcpServer }) => ({
      slug,
      name,
      docsUrl,
      llmsTxt: docsLlmsTxt,
      hasMcp: interfaces.includes('mcp') || mcpServer !== null,
    }));
}
