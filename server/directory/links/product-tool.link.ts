import type { EntityManager } from '@mikro-orm/postgresql';
import { bareId } from '../../platform/ids.js';
import { ProductTool } from '../link.entity.js';

/** An approved link, by public ids, with the domain that the approving person saw. */
export interface ApprovedLink extends Pick<ProductTool, 'productUuid' | 'linkedAt' | 'linkedBy' | 'domain'> {
  readonly organizationId: string;
  readonly toolId: string;
}

/** Links a company's product with a tool in the caller's transaction; a link that was withdrawn stands again. It counts while the domain is verified. */
export async function linkProduct(em: EntityManager, { organizationId, toolId, ...link }: ApprovedLink): Promise<void> {
  await em
    .qb(ProductTool)
    .insert({ organization: bareId('org', organizationId), tool: toolId, ...link, unlinkedAt: null })
    .onConflict(['organization', 'productUuid', 'tool'])
    .merge(['linkedAt', 'linkedBy', 'unlinkedAt', 'domain'])
    .execute();
}
