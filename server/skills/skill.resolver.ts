import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../platform/context.js';
import { PageArgs } from '../platform/paging/page.args.js';
import { listPublishedSkills, readPublishedSkill } from './published-skill.operations.js';
import {
  deleteAgentSkill,
  listAgentSkills,
  publishAgentSkill,
  readAgentSkill,
  suspendAgentSkill,
  verifyAgentSkill,
} from './skill.operations.js';
import * as skills from './skill.types.js';
import { importAgentSkill } from './skill-import.operations.js';

/** Binds agent skills to the schema; every rule stands on the operation. */
@Resolver()
export class SkillResolver {
  @Query(() => skills.AgentSkillList, { description: 'The caller’s imported skills.' })
  agentSkills(
    @Args(() => skills.AgentSkillsArgs) args: skills.AgentSkillsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkillList> {
    return listAgentSkills(ctx, args);
  }

  @Query(() => skills.AgentSkillAnswer, { description: 'One imported skill of the caller, with its text.' })
  agentSkill(
    @Args(() => skills.AgentSkillArgs) args: skills.AgentSkillArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkillAnswer> {
    return readAgentSkill(ctx, args);
  }

  @Query(() => skills.PublishedSkillList, { description: 'Skills that people have published.' })
  publishedSkills(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.PublishedSkillList> {
    return listPublishedSkills(ctx, args);
  }

  @Query(() => skills.PublishedSkill, { description: 'One published skill, with its text.' })
  publishedSkill(
    @Args(() => skills.AgentSkillArgs) args: skills.AgentSkillArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.PublishedSkill> {
    return readPublishedSkill(ctx, args);
  }

  @Mutation(() => skills.AgentSkillImport, {
    nullable: true,
    description: 'Reads a public SKILL.md; with confirm it stores a private draft.',
  })
  importAgentSkill(
    @Arg('input', () => skills.ImportAgentSkillInput) input: skills.ImportAgentSkillInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkillImport> {
    return importAgentSkill(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => skills.AgentSkillAnswer, {
    nullable: true,
    description: 'Fetches the source again and compares it with the import.',
  })
  verifyAgentSkill(
    @Arg('input', () => skills.VerifyAgentSkillInput) input: skills.VerifyAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkillAnswer> {
    return verifyAgentSkill(ctx, input);
  }

  @Mutation(() => skills.AgentSkillAnswer, { nullable: true, description: 'Makes a verified skill public.' })
  publishAgentSkill(
    @Arg('input', () => skills.PublishAgentSkillInput) input: skills.PublishAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkillAnswer> {
    return publishAgentSkill(ctx, input);
  }

  @Mutation(() => skills.AgentSkillAnswer, { nullable: true, description: 'Takes a skill out of the public.' })
  suspendAgentSkill(
    @Arg('input', () => skills.SuspendAgentSkillInput) input: skills.SuspendAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<skills.AgentSkillAnswer> {
    return suspendAgentSkill(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true, description: 'Deletes a skill that is not public, for good.' })
  deleteAgentSkill(
    @Arg('input', () => skills.DeleteAgentSkillInput) input: skills.DeleteAgentSkillInput,
    @Ctx() ctx: RequestContext,
  ): Promise<boolean> {
    return deleteAgentSkill(ctx, input);
  }
}
