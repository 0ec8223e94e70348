import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import {
  DailyCount,
  DailyCountsArgs,
  EventCoverage,
  ReconciliationRow,
  readDailyCounts,
  readEventCoverage,
  readReconciliation,
} from './company/index.js';
import { ProductViewArgs } from './product-view.types.js';

/** Binds the company's view of its own adoption to the schema. */
@Resolver()
export class AdoptionResolver {
  @Query(() => [DailyCount])
  dailyCounts(@Args(() => DailyCountsArgs) args: DailyCountsArgs, @Ctx() ctx: RequestContext): Promise<DailyCount[]> {
    return readDailyCounts(ctx, args);
  }

  @Query(() => EventCoverage)
  eventCoverage(
    @Args(() => ProductViewArgs) args: ProductViewArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<EventCoverage> {
    return readEventCoverage(ctx, args);
  }

  @Query(() => [ReconciliationRow])
  usageReconciliation(
    @Args(() => ProductViewArgs) args: ProductViewArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<ReconciliationRow[]> {
    return readReconciliation(ctx, args);
  }
}
