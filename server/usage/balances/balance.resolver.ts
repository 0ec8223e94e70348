import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { WorkflowContext } from '../../projects/index.js';
import type { UsageContext } from '../usage.open.js';
import {
  readProviderSnapshots,
  readSearchBalance,
  readWebDataBalance,
  syncSearchBalance,
  syncWebDataBalance,
} from './balance.operations.js';
import {
  ProviderSnapshots,
  SavedSearchBalance,
  SavedWebDataBalance,
  SearchSync,
  SyncSearchProviderInput,
  SyncWebDataInput,
  WebDataSync,
} from './balance.types.js';

/** Binds the balances at providers to the schema; every rule stands on the operation. */
@Resolver(() => WorkflowContext)
export class BalanceResolver {
  @Query(() => SavedSearchBalance, {
    description: 'Balance of a search provider as it was saved last; no provider is asked.',
  })
  searchProviderBalance(@Ctx() ctx: UsageContext): Promise<SavedSearchBalance> {
    return readSearchBalance(ctx, {});
  }

  @Mutation(() => SearchSync, {
    nullable: true,
    description: "Asks a search provider for the balance, with the caller's key.",
  })
  syncSearchProvider(
    @Arg('input', () => SyncSearchProviderInput) input: SyncSearchProviderInput,
    @Ctx() ctx: UsageContext,
  ): Promise<SearchSync> {
    return syncSearchBalance(ctx, input);
  }

  @Query(() => SavedWebDataBalance, {
    description: 'Balance of the web data provider as it was saved last; no provider is asked.',
  })
  webDataBalance(@Ctx() ctx: UsageContext): Promise<SavedWebDataBalance> {
    return readWebDataBalance(ctx, {});
  }

  @Mutation(() => WebDataSync, {
    nullable: true,
    description: "Asks the web data provider for the balance, with the caller's key.",
  })
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
