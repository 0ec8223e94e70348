import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { buildBrief } from './brief.operations.js';
import { BuildBrief, BuildBriefArgs } from './brief.types.js';
import { buildPacket } from './packet.operations.js';
import { BuildPacket, BuildPacketArgs } from './packet.types.js';
import { deletePlan, listSavedPlans, readSavedPlan, renamePlan, savePlan } from './plan.operations.js';
import * as plans from './plan.types.js';
import { PlanChange, SetPlanLettersInput, StopPlanLettersArgs } from './plan-change.types.js';
import { readPlanChanges, setPlanLetters, stopPlanLetters } from './plan-letter.operations.js';
import { setPlanStep } from './plan-step.operations.js';
import type { PlanningContext } from './planning.open.js';
import { buildSearch } from './search.operations.js';
import { BuildSearch, BuildSearchArgs } from './stack.types.js';

/** Binds planning's operations to the schema; every rule stands on the operation. */
@Resolver()
export class PlanningResolver {
  @Query(() => BuildSearch, { description: 'Different stacks for an intent; nothing is stored.' })
  buildSearch(@Args(() => BuildSearchArgs) args: BuildSearchArgs, @Ctx() ctx: PlanningContext): Promise<BuildSearch> {
    return buildSearch(ctx, args);
  }

  @Query(() => BuildBrief, { description: 'An unsaved plan for an intent; nothing is stored.' })
  buildBrief(@Args(() => BuildBriefArgs) args: BuildBriefArgs, @Ctx() ctx: PlanningContext): Promise<BuildBrief> {
    return buildBrief(ctx, args);
  }

  @Query(() => BuildPacket, { description: 'A saved plan as an agent carries it out.' })
  buildPacket(@Args(() => BuildPacketArgs) args: BuildPacketArgs, @Ctx() ctx: PlanningContext): Promise<BuildPacket> {
    return buildPacket(ctx, args);
  }

  @Query(() => plans.PlanList, {
    description: "The caller's saved plans, the newest first unless another order is asked for.",
  })
  savedPlans(
    @Args(() => plans.SavedPlansArgs) args: plans.SavedPlansArgs,
    @Ctx() ctx: PlanningContext,
  ): Promise<plans.PlanList> {
    return listSavedPlans(ctx, args);
  }

  @Query(() => plans.SavedPlanAnswer, { description: "One of the caller's saved plans." })
  savedPlan(
    @Args(() => plans.SavedPlanArgs) args: plans.SavedPlanArgs,
    @Ctx() ctx: PlanningContext,
  ): Promise<plans.SavedPlanAnswer> {
    return readSavedPlan(ctx, args);
  }

  @Mutation(() => plans.SavedPlanAnswer, {
    nullable: true,
    description: 'Saves a plan for the signed-in person; the same receipt makes one plan.',
  })
  savePlan(
    @Arg('input', () => plans.SavePlanInput) input: plans.SavePlanInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: PlanningContext,
  ): Promise<plans.SavedPlanAnswer> {
    return savePlan(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => plans.SavedPlanAnswer, { nullable: true, description: 'Gives a saved plan another title.' })
  renamePlan(
    @Arg('input', () => plans.RenamePlanInput) input: plans.RenamePlanInput,
    @Ctx() ctx: PlanningContext,
  ): Promise<plans.SavedPlanAnswer> {
    return renamePlan(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true, description: 'Deletes a saved plan for good.' })
  deletePlan(
    @Arg('input', () => plans.DeletePlanInput) input: plans.DeletePlanInput,
    @Ctx() ctx: PlanningContext,
  ): Promise<boolean> {
    return deletePlan(ctx, input);
  }

  @Mutation(() => plans.PlanSummary, {
    nullable: true,
    description: 'Reports a step of a saved plan as done, or opens it again.',
  })
  setPlanStep(
    @Arg('input', () => plans.SetPlanStepInput) input: plans.SetPlanStepInput,
    @Ctx() ctx: PlanningContext,
  ): Promise<plans.PlanSummary> {
    return setPlanStep(ctx, input);
  }

  @Mutation(() => plans.SavedPlanAnswer, {
    nullable: true,
    description: 'Agrees to letters about what changes in a saved plan, or ends them.',
  })
  setPlanLetters(
    @Arg('input', () => SetPlanLettersInput) input: SetPlanLettersInput,
    @Ctx() ctx: PlanningContext,
  ): Promise<plans.SavedPlanAnswer> {
    return setPlanLetters(ctx, input);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Ends the letters about a saved plan by the link of one of them; the link may be used again.',
  })
  stopPlanLetters(
    @Args(() => StopPlanLettersArgs) args: StopPlanLettersArgs,
    @Ctx() ctx: PlanningContext,
  ): Promise<boolean> {
    return stopPlanLetters(ctx, args);
  }
}

/** Adds to a saved plan how the catalog differs from it by now. */
@Resolver(() => plans.SavedPlanAnswer)
export class SavedPlanResolver {
  @FieldResolver(() => [PlanChange], {
    description:
      'Changes since it was saved: price, free tier, end of life, an offer’s end; empty where there is none.',
  })
  changes(@Root() plan: plans.SavedPlanAnswer, @Ctx() ctx: PlanningContext): Promise<PlanChange[]> {
    return readPlanChanges(ctx, plan);
  }
}
