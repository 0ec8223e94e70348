import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { buildBrief } from './brief.operations.js';
import { BuildBrief, BuildBriefArgs } from './brief.types.js';
import { buildPacket } from './packet.operations.js';
import { BuildPacket, BuildPacketArgs } from './packet.types.js';
import { SavedPlan } from './plan.entity.js';
import { deletePlan, listSavedPlans, readSavedPlan, renamePlan, savePlan } from './plan.operations.js';
import * as plans from './plan.types.js';
import type { PlanningContext } from './planning.open.js';
import { buildSearch } from './search.operations.js';
import { BuildSearch, BuildSearchArgs } from './stack.types.js';

/** Binds planning's operations to the schema; every rule stands on the operation. */
@Resolver()
export class PlanningResolver {
  @Query(() => BuildSearch)
  buildSearch(@Args(() => BuildSearchArgs) args: BuildSearchArgs, @Ctx() ctx: PlanningContext): Promise<BuildSearch> {
    return buildSearch(ctx, args);
  }

  @Query(() => BuildBrief)
  buildBrief(@Args(() => BuildBriefArgs) args: BuildBriefArgs, @Ctx() ctx: PlanningContext): Promise<BuildBrief> {
    return buildBrief(ctx, args);
  }

  @Query(() => BuildPacket)
  buildPacket(@Args(() => BuildPacketArgs) args: BuildPacketArgs, @Ctx() ctx: PlanningContext): Promise<BuildPacket> {
    return buildPacket(ctx, args);
  }

  @Query(() => plans.PlanList)
  savedPlans(
    @Args(() => plans.SavedPlansArgs) args: plans.SavedPlansArgs,
    @Ctx() ctx: PlanningContext,
  ): Promise<plans.PlanList> {
    return listSavedPlans(ctx, args);
  }

  @Query(() => SavedPlan)
  savedPlan(
    @Args(() => plans.SavedPlanArgs) args: plans.SavedPlanArgs,
    @Ctx() ctx: PlanningContext,
  ): Promise<SavedPlan> {
    return readSavedPlan(ctx, args);
  }

  @Mutation(() => SavedPlan, { nullable: true })
  savePlan(
    @Arg('input', () => plans.SavePlanInput) input: plans.SavePlanInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: PlanningContext,
  ): Promise<SavedPlan> {
    return savePlan(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => SavedPlan, { nullable: true })
  renamePlan(
    @Arg('input', () => plans.RenamePlanInput) input: plans.RenamePlanInput,
    @Ctx() ctx: PlanningContext,
  ): Promise<SavedPlan> {
    return renamePlan(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true })
  deletePlan(
    @Arg('input', () => plans.DeletePlanInput) input: plans.DeletePlanInput,
    @Ctx() ctx: PlanningContext,
  ): Promise<boolean> {
    return deletePlan(ctx, input);
  }
}
