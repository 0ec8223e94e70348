import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { WorkflowContext } from '../../projects/index.js';
import type { UsageContext } from '../usage.open.js';
import { ProviderSnapshots, readProviderSnapshots } from './provider-snapshots.read.js';
import { readSearchBalance } from './search-balance.read.js';
import { syncSearchBalance } from './search-balance.sync.js';
import { SavedSearchBalance, SearchSync, SyncSearchProviderInput } from './search-balance.types.js';
import { readWebDataBalance } from './web-data-balance.read.js';
import { syncWebDataBalance } from './web-data-balance.sync.js';
import { SavedWebDataBalance, SyncWebDataInput, WebDataSync } from './web-data-balance.types.js';

/** Binds the balances at providers to the schema; every rule stands on the operation. */
@Resolver(() => WorkflowContext)
export class BalanceResolver {
  @Query(() => SavedSearchBalance)
  searchProviderBalance(@Ctx() ctx: UsageContext): Promise<SavedSearchBalance> {
    return readSearchBalance(ctx, {});
  }

  @Mutation(() => SearchSync, { nullable: true })
  syncSearchProvider(
    @Arg('input', () => SyncSearchProviderInput) input: SyncSearchProviderInput,
    @Ctx() ctx: UsageContext,
  ): Promise<SearchSync> {
    return syncSearchBalance(ctx, input);
  }

  @Query(() => SavedWebDataBalance)
  webDataBalance(@Ctx() ctx: UsageContext): Promise<SavedWebDataBalance> {
    return readWebDataBalance(ctx, {});
  }

  @Mutation(() => WebDataSync, { nullable: true })
  syncWebData(
    @Arg('input', () => SyncWebDataInput) input: SyncWebDataInput,
    @Ctx() ctx: UsageContext,
  ): Promise<WebDataSync> {
    return syncWebDataBalance(ctx, input);
  }

  @FieldResolver(() => ProviderSnapshots, { nullable: true, description: 'Null for a project-scoped token.' })
  providerSnapshots(@Ctx() ctx: UsageContext): Promise<ProviderSnapshots | null> {
    return readProviderSnapshots(ctx);
  }
}
