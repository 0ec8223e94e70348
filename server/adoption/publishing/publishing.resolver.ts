import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { DirectoryTool } from '../../directory/index.js';
import { storedUuid } from '../../platform/ids.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import {
  listAdoptionSnapshots,
  type PublishingContext,
  readAdoption,
  readAdoptionHistory,
  readAgentRank,
  readMethodology,
} from './adoption.operations.js';
import {
  AdoptionArgs,
  AdoptionDay,
  AdoptionHistoryArgs,
  AdoptionSnapshotList,
  Methodology,
  PublicAdoption,
} from './adoption.types.js';
import { AgentRankContract } from './agent-rank.types.js';

/** Binds public adoption to the schema. */
@Resolver()
export class PublishingResolver {
  @Query(() => PublicAdoption, {
    description: 'Published adoption of a tool; suppressed or insufficient where a number could point at one customer.',
  })
  adoption(@Args(() => AdoptionArgs) args: AdoptionArgs, @Ctx() ctx: PublishingContext): Promise<PublicAdoption> {
    return readAdoption(ctx, args);
  }

  @Query(() => AdoptionSnapshotList, { description: 'Snapshots of adoption that were published, newest first.' })
  adoptionSnapshots(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: PublishingContext,
  ): Promise<AdoptionSnapshotList> {
    return listAdoptionSnapshots(ctx, args);
  }

  @Query(() => AgentRankContract, { description: 'The score contract with its inputs and weights.' })
  agentRank(@Ctx() ctx: PublishingContext): Promise<AgentRankContract> {
    return readAgentRank(ctx, {});
  }

  @Query(() => Methodology, { description: 'How published figures are computed, so that anyone can recompute them.' })
  adoptionMethodology(@Ctx() ctx: PublishingContext): Promise<Methodology> {
    return readMethodology(ctx, {});
  }
}

/** Adds to a tool of the directory what was published of its adoption. */
@Resolver(() => DirectoryTool)
export class ToolAdoptionResolver {
  @FieldResolver(() => [AdoptionDay], { description: 'What was published of it over the last days, oldest first.' })
  adoptionHistory(
    @Root() { id }: DirectoryTool,
    @Args(() => AdoptionHistoryArgs) { days }: AdoptionHistoryArgs,
    @Ctx() ctx: PublishingContext,
  ): Promise<AdoptionDay[]> {
    return readAdoptionHistory(ctx, storedUuid('tol', id), days); // the catalog in memory holds public ids
  }
}
