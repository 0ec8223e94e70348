import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { WorkflowContext } from '../../projects/index.js';
import type { UsageContext } from '../usage.open.js';
import { removeCodexSnapshot, saveCodexSnapshot } from './codex.save.js';
import { CodexSnapshotInput, SavedCodexSnapshot } from './codex.types.js';
import { readAccountSpending, readSpending } from './spend.read.js';
import { recordSpend, removeSpend } from './spend.record.js';
import * as spend from './spend.types.js';

/** Binds monthly spending and the coding agent's allowance to the schema; every rule stands on the operation. */
@Resolver(() => WorkflowContext)
export class SpendResolver {
  @Query(() => spend.Spending)
  spending(
    @Args(() => spend.SpendingArgs) args: spend.SpendingArgs,
    @Ctx() ctx: UsageContext,
  ): Promise<spend.Spending> {
    return readSpending(ctx, args);
  }

  @Mutation(() => spend.RecordedSpend, { nullable: true })
  recordSpend(
    @Arg('input', () => spend.MonthlySpendInput) input: spend.MonthlySpendInput,
    @Ctx() ctx: UsageContext,
  ): Promise<spend.RecordedSpend> {
    return recordSpend(ctx, input);
  }

  @Mutation(() => spend.RemovedSpending, { nullable: true })
  removeSpend(
    @Arg('input', () => spend.RemoveSpendInput) input: spend.RemoveSpendInput,
    @Ctx() ctx: UsageContext,
  ): Promise<spend.RemovedSpending> {
    return removeSpend(ctx, input);
  }

  @Mutation(() => SavedCodexSnapshot, { nullable: true })
  saveCodexSnapshot(
    @Arg('input', () => CodexSnapshotInput) input: CodexSnapshotInput,
    @Ctx() ctx: UsageContext,
  ): Promise<SavedCodexSnapshot> {
    return saveCodexSnapshot(ctx, input);
  }

  @Mutation(() => spend.RemovedSpending, { nullable: true })
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
