import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { WorkflowContext } from '../../projects/index.js';
import type { UsageContext } from '../usage.open.js';
import { removeCodexSnapshot, saveCodexSnapshot } from './codex.operations.js';
import { CodexSnapshotInput, SavedCodexSnapshot } from './codex.types.js';
import { readAccountSpending, readSpending, recordSpend, removeSpend } from './spend.operations.js';
import * as spend from './spend.types.js';

/** Binds monthly spending and the coding agent's allowance to the schema; every rule stands on the operation. */
@Resolver(() => WorkflowContext)
export class SpendResolver {
  @Query(() => spend.Spending, { description: 'Spending of a month by provider, with its value in US dollars.' })
  spending(
    @Args(() => spend.SpendingArgs) args: spend.SpendingArgs,
    @Ctx() ctx: UsageContext,
  ): Promise<spend.Spending> {
    return readSpending(ctx, args);
  }

  @Mutation(() => spend.RecordedSpend, {
    nullable: true,
    description: 'Stores the spending of a month with a provider.',
  })
  recordSpend(
    @Arg('input', () => spend.MonthlySpendInput) input: spend.MonthlySpendInput,
    @Ctx() ctx: UsageContext,
  ): Promise<spend.RecordedSpend> {
    return recordSpend(ctx, input);
  }

  @Mutation(() => spend.RemovedSpending, {
    nullable: true,
    description: 'Removes the spending of a month with a provider.',
  })
  removeSpend(
    @Arg('input', () => spend.RemoveSpendInput) input: spend.RemoveSpendInput,
    @Ctx() ctx: UsageContext,
  ): Promise<spend.RemovedSpending> {
    return removeSpend(ctx, input);
  }

  @Mutation(() => SavedCodexSnapshot, {
    nullable: true,
    description: "Stores a coding agent's allowance; a newer one that is saved stays.",
  })
  saveCodexSnapshot(
    @Arg('input', () => CodexSnapshotInput) input: CodexSnapshotInput,
    @Ctx() ctx: UsageContext,
  ): Promise<SavedCodexSnapshot> {
    return saveCodexSnapshot(ctx, input);
  }

  @Mutation(() => spend.RemovedSpending, { nullable: true, description: "Removes the coding agent's saved allowance." })
  removeCodexSnapshot(@Ctx() ctx: UsageContext): Promise<spend.RemovedSpending> {
    return removeCodexSnapshot(ctx, {});
  }

  @FieldResolver(() => spend.AccountSpending, {
    nullable: true,
    description: 'Stored spending; null for a project-scoped token.',
  })
  accountSpending(@Ctx() ctx: UsageContext): Promise<spend.AccountSpending | null> {
    return readAccountSpending(ctx);
  }
}
