import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { PageArgs } from '../platform/paging/page.args.js';
import * as drafts from './draft.operations.js';
import * as listing from './listing.operations.js';
import * as operations from './project.operations.js';
import * as types from './project.types.js';
import type { ProjectsContext } from './projects.context.js';
import { createPublicProof, previewPublicProof } from './proof.operations.js';
import { readWorkflowContext } from './workflow.operations.js';
import { WorkflowContext } from './workflow.types.js';

/** Binds projects and the workflow's context to the schema; every rule stands on the operation. */
@Resolver()
export class ProjectResolver {
  @Query(() => WorkflowContext, { description: 'Profile, rights and drafts that a token works with.' })
  workflowContext(@Ctx() ctx: ProjectsContext): Promise<WorkflowContext> {
    return readWorkflowContext(ctx, {});
  }

  @Query(() => types.ProjectList, { description: "The caller's projects, newest change first." })
  projects(
    @Args(() => operations.ProjectsArgs) args: operations.ProjectsArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectList> {
    return operations.listProjects(ctx, args);
  }

  @Query(() => types.ProjectAnswer, { description: "One of the caller's projects." })
  project(
    @Args(() => operations.ProjectArgs) args: operations.ProjectArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectAnswer> {
    return operations.readProject(ctx, args);
  }

  @Query(() => [types.CitedSelection], {
    description: 'The proof that would be made now; it stays with the owner.',
  })
  publicProofPreview(
    @Args(() => operations.ProjectArgs) args: operations.ProjectArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.CitedSelection[]> {
    return previewPublicProof(ctx, args);
  }

  @Query(() => types.PublicProject, { description: 'A published project.' })
  publicProject(
    @Args(() => operations.PublicProjectArgs) args: operations.PublicProjectArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.PublicProject> {
    return operations.readPublicProject(ctx, args);
  }

  @Query(() => listing.ListedProjectList, {
    description: 'Published projects whose owners agreed that their pages may be listed, newest first.',
  })
  listedProjects(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<listing.ListedProjectList> {
    return listing.listListedProjects(ctx, args);
  }

  @Mutation(() => types.ProjectAnswer, {
    nullable: true,
    description: 'Agrees that the public page of a project may be listed, or takes that back.',
  })
  setProjectListed(
    @Arg('input', () => listing.SetProjectListedInput) input: listing.SetProjectListedInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectAnswer> {
    return listing.setProjectListed(ctx, input);
  }

  @Mutation(() => types.ProjectDraftReply, {
    nullable: true,
    description: 'Prepares a private draft for its person to review.',
  })
  createProjectDraft(
    @Arg('input', () => drafts.ProjectDraftInput) input: drafts.ProjectDraftInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectDraftReply> {
    return drafts.createProjectDraft(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => types.ProjectDraftReply, { nullable: true, description: 'Changes a private draft.' })
  updateProjectDraft(
    @Arg('input', () => drafts.UpdateProjectDraftInput) input: drafts.UpdateProjectDraftInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectDraftReply> {
    return drafts.updateProjectDraft(ctx, input);
  }

  @Mutation(() => types.ProjectAnswer, { nullable: true, description: 'Approves a draft for publication.' })
  approveProject(
    @Arg('input', () => operations.ApproveProjectInput) input: operations.ApproveProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectAnswer> {
    return operations.approveProject(ctx, input);
  }

  @Mutation(() => types.ProjectAnswer, { nullable: true, description: 'Takes back an approval before publication.' })
  withdrawProjectApproval(
    @Arg('input', () => operations.OwnProjectInput) input: operations.OwnProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectAnswer> {
    return operations.withdrawProjectApproval(ctx, input);
  }

  @Mutation(() => types.PublishReply, { nullable: true, description: 'Publishes a draft that was approved.' })
  publishProject(
    @Arg('input', () => operations.PublishProjectInput) input: operations.PublishProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.PublishReply> {
    return operations.publishProject(ctx, input);
  }

  @Mutation(() => types.ProjectAnswer, {
    nullable: true,
    description: 'Takes a project out of the public and out of work, for good.',
  })
  archiveProject(
    @Arg('input', () => operations.ArchiveProjectInput) input: operations.ArchiveProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectAnswer> {
    return operations.archiveProject(ctx, input);
  }

  @Mutation(() => types.ProjectAnswer, {
    nullable: true,
    description: 'Composes public evidence of a project, by its person.',
  })
  createPublicProof(
    @Arg('input', () => operations.OwnProjectInput) input: operations.OwnProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<types.ProjectAnswer> {
    return createPublicProof(ctx, input);
  }
}
