import { Field, ObjectType } from 'type-graphql';
import { boundProjectOf, ownerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { findSearchBalance } from './search-balance.read.js';
import { SearchBalance } from './search-balance.types.js';
import { findWebDataBalance } from './web-data-balance.read.js';
import { WebDataBalance } from './web-data-balance.types.js';

@ObjectType({ description: 'The saved snapshots of the account at its providers; null where nothing was ever saved.' })
export class ProviderSnapshots {
  @Field(() => SearchBalance, { nullable: true })
  searchApi: SearchBalance | null;
  @Field(() => WebDataBalance, { nullable: true })
  webDataApi: WebDataBalance | null;
}

/** Both snapshots of the caller who reads the workflow's context; null for a project-scoped token, which may read no balance. */
export async function readProviderSnapshots(ctx: RequestContext): Promise<ProviderSnapshots | null> {
  if (boundProjectOf(ctx) !== null) return null;
  const owner = ownerOf(ctx);
  return { searchApi: await findSearchBalance(ctx, owner), webDataApi: await findWebDataBalance(ctx, owner) };
}
