import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { approveProject, archiveProject, withdrawProjectApproval } from './project.approve.js';
import { publishProject } from './project.publish.js';
import { listProjects, readProject } from './project.read.js';
import * as projects from './project.types.js';
import { createProjectDraft, updateProjectDraft } from './project-draft.create.js';
import type { ProjectsContext } from './projects.open.js';
import { createPublicProof, previewPublicProof } from './proof.create.js';
import { readPublicProject } from './public-project.read.js';
import { readWorkflowContext } from './workflow-context.read.js';
import { WorkflowContext } from './workflow-context.types.js';

/** Binds projects and the workflow's context to the schema; every rule stands on the operation. */
@Resolver()
export class ProjectResolver {
  @Query(() => WorkflowContext)
  workflowContext(@Ctx() ctx: ProjectsContext): Promise<WorkflowContext> {
    return readWorkflowContext(ctx, {});
  }

  @Query(() => projects.ProjectList)
  projects(
    @Args(() => projects.ProjectsArgs) args: projects.ProjectsArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.ProjectList> {
    return listProjects(ctx, args);
  }

  @Query(() => projects.Project)
  project(
    @Args(() => projects.ProjectArgs) args: projects.ProjectArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.Project> {
    return readProject(ctx, args);
  }

  @Query(() => [projects.CitedSelection])
  publicProofPreview(
    @Args(() => projects.ProjectArgs) args: projects.ProjectArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.CitedSelection[]> {
    return previewPublicProof(ctx, args);
  }

  @Query(() => projects.PublicProject)
  publicProject(
    @Args(() => projects.PublicProjectArgs) args: projects.PublicProjectArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.PublicProject> {
    return readPublicProject(ctx, args);
  }

  @Mutation(() => projects.ProjectDraftReply, { nullable: true })
  createProjectDraft(
    @Arg('input', () => projects.ProjectDraftInput) input: projects.ProjectDraftInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.ProjectDraftReply> {
    return createProjectDraft(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => projects.ProjectDraftReply, { nullable: true })
  updateProjectDraft(
    @Arg('input', () => projects.UpdateProjectDraftInput) input: projects.UpdateProjectDraftInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.ProjectDraftReply> {
    return updateProjectDraft(ctx, input);
  }

  @Mutation(() => projects.Project, { nullable: true })
  approveProject(
    @Arg('input', () => projects.ApproveProjectInput) input: projects.ApproveProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.Project> {
    return approveProject(ctx, input);
  }

  @Mutation(() => projects.Project, { nullable: true })
  withdrawProjectApproval(
    @Arg('input', () => projects.OwnProjectInput) input: projects.OwnProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.Project> {
    return withdrawProjectApproval(ctx, input);
  }

  @Mutation(() => projects.PublishReply, { nullable: true })
  publishProject(
    @Arg('input', () => projects.PublishProjectInput) input: projects.PublishProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.PublishReply> {
    return publishProject(ctx, input);
  }

  @Mutation(() => projects.Project, { nullable: true })
  archiveProject(
    @Arg('input', () => projects.ArchiveProjectInput) input: projects.ArchiveProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.Project> {
    return archiveProject(ctx, input);
  }

  @Mutation(() => projects.Project, { nullable: true })
  createPublicProof(
    @Arg('input', () => projects.OwnProjectInput) input: projects.OwnProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.Project> {
    return createPublicProof(ctx, input);
  }
}
