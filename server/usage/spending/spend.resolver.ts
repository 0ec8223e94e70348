import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { WorkflowContext } from '../../projects/index.js';
import type { UsageContext } from '../usage.open.js';
import { removeSpendBudget, setSpendBudget } from './budget.operations.js';
import * as budget from './budget.types.js';
import { removeCodexSnapshot, saveCodexSnapshot } from './codex.operations.js';
import { CodexSnapshotInput, SavedCodexSnapshot } from './codex.types.js';
import { readAccountSpending, readSpending, recordSpend, removeSpend } from './spend.operations.js';
import * as spend from './spend.types.js';
import { readSpendingMonths } from './spending-months.operations.js';

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

  @Query(() => budget.SpendingMonths, { description: 'Reported charges of several months beside each other.' })
  spendingMonths(
    @Args(() => budget.SpendingMonthsArgs) args: budget.SpendingMonthsArgs,
    @Ctx() ctx: UsageContext,
  ): Promise<budget.SpendingMonths> {
    return readSpendingMonths(ctx, args);
  }

  @Mutation(() => budget.BudgetAnswer, {
    nullable: true,
    description: 'Sets the monthly budget of the signed-in person for a provider and a currency.',
  })
  setSpendBudget(
    @Arg('input', () => budget.SpendBudgetInput) input: budget.SpendBudgetInput,
    @Ctx() ctx: UsageContext,
  ): Promise<budget.BudgetAnswer> {
    return setSpendBudget(ctx, input);
  }

  @Mutation(() => budget.RemovedSpendBudget, {
    nullable: true,
    description: 'Removes the monthly budget for a provider and a currency.',
  })
  removeSpendBudget(
    @Arg('input', () => budget.RemoveSpendBudgetInput) input: budget.RemoveSpendBudgetInput,
    @Ctx() ctx: UsageContext,
  ): Promise<budget.RemovedSpendBudget> {
    return removeSpendBudget(ctx, input);
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
