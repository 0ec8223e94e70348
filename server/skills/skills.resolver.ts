import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import { PageArgs } from '../platform/paging/page.args.js';
import {
  AgentSkill,
  AgentSkillList,
  AgentSkillSummary,
  agentHrefOf,
  deleteAgentSkill,
  importAgentSkill,
  listAgentSkills,
  listPublishedSkills,
  publicHrefOf,
  publishAgentSkill,
  readAgentSkill,
  readPublishedSkill,
  skillTypes as skills,
  suspendAgentSkill,
  verifyAgentSkill,
} from './library/index.js';

/** Binds agent skills to the schema; every rule stands on the operation. */
@Resolver(() => AgentSkillSummary)
export class SkillResolver {
  @Query(() => AgentSkillList)
  agentSkills(
    @Args(() => skills.AgentSkillsArgs) args: skills.AgentSkillsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<AgentSkillList> {
    return listAgentSkills(ctx, args);
  }

  @Query(() => AgentSkill)
  agentSkill(
    @Args(() => skills.AgentSkillArgs) args: skills.AgentSkillArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<AgentSkill> {
    return readAgentSkill(ctx, args);
  }

  @Query(() => skills.PublishedSkillList)
  publishedSkills(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.PublishedSkillList> {
    return listPublishedSkills(ctx, args);
  }

  @Query(() => skills.PublishedSkill)
  publishedSkill(
    @Args(() => skills.AgentSkillArgs) args: skills.AgentSkillArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.PublishedSkill> {
    return readPublishedSkill(ctx, args);
  }

  @Mutation(() => skills.AgentSkillImport, { nullable: true })
  importAgentSkill(
    @Arg('input', () => skills.ImportAgentSkillInput) input: skills.ImportAgentSkillInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkillImport> {
    return importAgentSkill(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => AgentSkill, { nullable: true })
  verifyAgentSkill(
    @Arg('input', () => skills.VerifyAgentSkillInput) input: skills.VerifyAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AgentSkill> {
    return verifyAgentSkill(ctx, input);
  }

  @Mutation(() => AgentSkill, { nullable: true })
  publishAgentSkill(
    @Arg('input', () => skills.PublishAgentSkillInput) input: skills.PublishAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AgentSkill> {
    return publishAgentSkill(ctx, input);
  }

  @Mutation(() => AgentSkill, { nullable: true })
  suspendAgentSkill(
    @Arg('input', () => skills.SuspendAgentSkillInput) input: skills.SuspendAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AgentSkill> {
    return suspendAgentSkill(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true })
  deleteAgentSkill(
    @Arg('input', () => skills.DeleteAgentSkillInput) input: skills.DeleteAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<boolean> {
    return deleteAgentSkill(ctx, input);
  }
  @FieldResolver(() => String)
  agentHref(@Root() { id }: AgentSkillSummary, @Ctx() ctx: RequestContext): string {
    return agentHrefOf(ctx, id);
  }

  @FieldResolver(() => String, { nullable: true })
  publicHref(@Root() skill: AgentSkillSummary, @Ctx() ctx: RequestContext): string | null {
    return publicHrefOf(ctx, skill);
  }
}
