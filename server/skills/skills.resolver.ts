import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import { PageArgs } from '../platform/page.args.js';
import {
  deleteAgentSkill,
  importAgentSkill,
  listAgentSkills,
  listPublishedSkills,
  publishAgentSkill,
  readAgentSkill,
  readPublishedSkill,
  skillTypes as skills,
  suspendAgentSkill,
  verifyAgentSkill,
} from './library/index.js';

/** Binds agent skills to the schema; every rule stands on the operation. */
@Resolver()
export class SkillResolver {
  @Query(() => skills.AgentSkillList)
  agentSkills(
    @Args(() => skills.AgentSkillsArgs) args: skills.AgentSkillsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkillList> {
    return listAgentSkills(ctx, args);
  }

  @Query(() => skills.AgentSkill)
  agentSkill(
    @Args(() => skills.AgentSkillArgs) args: skills.AgentSkillArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkill> {
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

  @Mutation(() => skills.AgentSkill, { nullable: true })
  verifyAgentSkill(
    @Arg('input', () => skills.VerifyAgentSkillInput) input: skills.VerifyAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkill> {
    return verifyAgentSkill(ctx, input);
  }

  @Mutation(() => skills.AgentSkill, { nullable: true })
  publishAgentSkill(
    @Arg('input', () => skills.PublishAgentSkillInput) input: skills.PublishAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkill> {
    return publishAgentSkill(ctx, input);
  }

  @Mutation(() => skills.AgentSkill, { nullable: true })
  suspendAgentSkill(
    @Arg('input', () => skills.SuspendAgentSkillInput) input: skills.SuspendAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkill> {
    return suspendAgentSkill(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true })
  deleteAgentSkill(
    @Arg('input', () => skills.DeleteAgentSkillInput) input: skills.DeleteAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<boolean> {
    return deleteAgentSkill(ctx, input);
  }
}
