import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import type { Row } from '../platform/row.types.js';
import { EventLog, TrackedEvent, TrackingPlan } from '../tracking/index.js';
import {
  CompanyAccount,
  CompanyAccountArgs,
  CompanyAccountList,
  CompanyAccountStory,
  CompanyAccountStoryArgs,
  CompanyAccountsArgs,
  CompanyAdoption,
  CompanyAdoptionArgs,
  CompanyDeveloper,
  CompanyDeveloperArgs,
  CompanyDeveloperList,
  CompanyDevelopersArgs,
  CompanyFunnel,
  CompanyFunnelArgs,
  CompanyHome,
  CompanyHomeArgs,
  CompanyLifecycle,
  CompanyLifecycleArgs,
  CompanyNews,
  CompanyNewsArgs,
  DailyCount,
  DailyCountsArgs,
  EventCoverage,
  EventHistogram,
  listCompanyAccounts,
  listCompanyDevelopers,
  PlanArrivals,
  ProductViewArgs,
  ReconciliationRow,
  readCompanyAccount,
  readCompanyAccountStory,
  readCompanyAdoption,
  readCompanyDeveloper,
  readCompanyFunnel,
  readCompanyHome,
  readCompanyLifecycle,
  readCompanyNews,
  readDailyCounts,
  readEventCoverage,
  readHistogram,
  readPlanArrivals,
  readReconciliation,
} from './company/index.js';
import { CountsToward, readCountsToward } from './counting/index.js';
import {
  DeleteViewInput,
  deleteView,
  listSavedViews,
  SavedView,
  SavedViewsArgs,
  SaveViewInput,
  saveView,
} from './views/index.js';

/** Binds the company's view of its own adoption to the schema. */
@Resolver()
export class AdoptionResolver {
  @Query(() => CompanyAdoption, { description: "Adoption, activation and retention of an organization's products." })
  companyAdoption(
    @Args(() => CompanyAdoptionArgs) args: CompanyAdoptionArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CompanyAdoption> {
    return readCompanyAdoption(ctx, args);
  }

  @Query(() => CompanyHome, { description: "Figures and findings of the company's first page." })
  companyHome(@Args(() => CompanyHomeArgs) args: CompanyHomeArgs, @Ctx() ctx: RequestContext): Promise<CompanyHome> {
    return readCompanyHome(ctx, args);
  }

  @Query(() => CompanyNews, { description: 'What changed for a company since yesterday, in at most three sentences.' })
  companyNews(@Args(() => CompanyNewsArgs) args: CompanyNewsArgs, @Ctx() ctx: RequestContext): Promise<CompanyNews> {
    return readCompanyNews(ctx, args);
  }

  @Query(() => CompanyAccountList, { description: 'Accounts of a window, those with most events first.' })
  companyAccounts(
    @Args(() => CompanyAccountsArgs) args: CompanyAccountsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CompanyAccountList> {
    return listCompanyAccounts(ctx, args);
  }

  @Query(() => CompanyDeveloperList, { description: 'Developers of a window, those with most events first.' })
  companyDevelopers(
    @Args(() => CompanyDevelopersArgs) args: CompanyDevelopersArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CompanyDeveloperList> {
    return listCompanyDevelopers(ctx, args);
  }

  @Query(() => CompanyAccount, { nullable: true, description: 'Null without an event in the window.' })
  companyAccount(
    @Args(() => CompanyAccountArgs) args: CompanyAccountArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CompanyAccount | null> {
    return readCompanyAccount(ctx, args);
  }

  @Query(() => CompanyAccountStory, {
    nullable: true,
    description: 'Milestones of an account in 400 days, and how it stands against its own past; null without an event.',
  })
  companyAccountStory(
    @Args(() => CompanyAccountStoryArgs) args: CompanyAccountStoryArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CompanyAccountStory | null> {
    return readCompanyAccountStory(ctx, args);
  }

  @Query(() => CompanyDeveloper, { nullable: true, description: 'Null without an event in the window.' })
  companyDeveloper(
    @Args(() => CompanyDeveloperArgs) args: CompanyDeveloperArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CompanyDeveloper | null> {
    return readCompanyDeveloper(ctx, args);
  }

  @Query(() => CompanyFunnel, { description: 'Developers who take chosen steps in their order.' })
  companyFunnel(
    @Args(() => CompanyFunnelArgs) args: CompanyFunnelArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CompanyFunnel> {
    return readCompanyFunnel(ctx, args);
  }

  @Query(() => CompanyLifecycle, { description: 'Developers by week, as they come, stay, leave and come again.' })
  companyLifecycle(
    @Args(() => CompanyLifecycleArgs) args: CompanyLifecycleArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<CompanyLifecycle> {
    return readCompanyLifecycle(ctx, args);
  }

  @Query(() => [DailyCount], { description: 'Events by day of a window.' })
  dailyCounts(@Args(() => DailyCountsArgs) args: DailyCountsArgs, @Ctx() ctx: RequestContext): Promise<DailyCount[]> {
    return readDailyCounts(ctx, args);
  }

  @Query(() => EventCoverage, {
    description: "Areas of the event catalog, and whether a product's events of the last 30 days belong to them.",
  })
  eventCoverage(
    @Args(() => ProductViewArgs) args: ProductViewArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<EventCoverage> {
    return readEventCoverage(ctx, args);
  }

  @Query(() => [ReconciliationRow], { description: 'Counters that a partner reported, beside what the events say.' })
  usageReconciliation(
    @Args(() => ProductViewArgs) args: ProductViewArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<ReconciliationRow[]> {
    return readReconciliation(ctx, args);
  }

  @Query(() => [SavedView], { description: "The caller's views of adoption and those that all members see, by name." })
  savedViews(@Args(() => SavedViewsArgs) args: SavedViewsArgs, @Ctx() ctx: RequestContext): Promise<Row<SavedView>[]> {
    return listSavedViews(ctx, args);
  }

  @Mutation(() => SavedView, { nullable: true, description: 'Saves a view of adoption.' })
  saveView(@Arg('input', () => SaveViewInput) input: SaveViewInput, @Ctx() ctx: RequestContext): Promise<SavedView> {
    return saveView(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true, description: 'Deletes a saved view.' })
  deleteView(
    @Arg('input', () => DeleteViewInput) input: DeleteViewInput,
    @Ctx() ctx: RequestContext,
  ): Promise<boolean> {
    return deleteView(ctx, input);
  }
}

/** Adds to a stored event the figures that it counts toward. */
@Resolver(() => TrackedEvent)
export class EventCountingResolver {
  @FieldResolver(() => [CountsToward], {
    description:
      'Figures of the company view and of public rows that it bears on, by what is folded: some seconds after its arrival its proofs are known. Public windows that closed before it arrived are absent.',
  })
  countsToward(@Root() event: TrackedEvent, @Ctx() { em, platform }: RequestContext): Promise<CountsToward[]> {
    return readCountsToward(em, event, platform.clock.now());
  }
}

/** Adds to a list of events how many there are of its kind by time. */
@Resolver(() => EventLog)
export class EventHistogramResolver {
  @FieldResolver(() => EventHistogram, {
    description:
      'Counts all that the filters find by the time of arrival, whatever the page: without since the last 30 days.',
  })
  histogram(@Root() { question }: EventLog, @Ctx() { em, platform }: RequestContext): Promise<EventHistogram> {
    return readHistogram(em, question, platform.clock.now());
  }
}

/** Adds to an approved plan what arrives of it. */
@Resolver(() => TrackingPlan)
export class PlanArrivalsResolver {
  @FieldResolver(() => PlanArrivals, { description: 'What arrives of the plan, and what arrives beside it.' })
  arrivals(@Root() plan: Row<TrackingPlan>, @Ctx() { em, platform }: RequestContext): Promise<PlanArrivals> {
    return readPlanArrivals(em, plan, platform.clock.now());
  }
}

/** Adds to a saved view who sees it. */
@Resolver(() => SavedView)
export class SavedViewResolver {
  @FieldResolver(() => Boolean, { description: 'Every member sees it.' })
  shared(@Root() { userId }: Row<SavedView>): boolean {
    return userId === null;
  }
}
