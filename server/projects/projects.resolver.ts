import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ProjectStatus } from './content.rules.js';
import { approveProject, archiveProject, withdrawProjectApproval } from './project.approve.js';
import { Project, ProjectApproval, ProjectProof } from './project.entity.js';
import { publishProject } from './project.publish.js';
import { publishedOf, reviewUrlOf } from './project.query.js';
import { listProjects, readProject } from './project.read.js';
import { approvalOf, statusOf } from './project.rules.js';
import * as projects from './project.types.js';
import { createProjectDraft, updateProjectDraft } from './project-draft.create.js';
import * as inputs from './project-input.types.js';
import * as replies from './project-reply.types.js';
import type { ProjectsContext } from './projects.open.js';
import { createPublicProof, previewPublicProof } from './proof.create.js';
import { readPublicProject } from './public-project.read.js';
import { readWorkflowContext } from './workflow-context.read.js';
import { WorkflowContext } from './workflow-context.types.js';

/** Binds projects and the workflow's context to the schema; every rule stands on the operation. */
@Resolver(() => Project)
export class ProjectResolver {
  @Query(() => WorkflowContext)
  workflowContext(@Ctx() ctx: ProjectsContext): Promise<WorkflowContext> {
    return readWorkflowContext(ctx, {});
  }

  @Query(() => replies.ProjectList)
  projects(
    @Args(() => inputs.ProjectsArgs) args: inputs.ProjectsArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<replies.ProjectList> {
    return listProjects(ctx, args);
  }

  @Query(() => Project)
  project(@Args(() => inputs.ProjectArgs) args: inputs.ProjectArgs, @Ctx() ctx: ProjectsContext): Promise<Project> {
    return readProject(ctx, args);
  }

  @Query(() => [projects.CitedSelection])
  publicProofPreview(
    @Args(() => inputs.ProjectArgs) args: inputs.ProjectArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.CitedSelection[]> {
    return previewPublicProof(ctx, args);
  }

  @Query(() => projects.PublicProject)
  publicProject(
    @Args(() => inputs.PublicProjectArgs) args: inputs.PublicProjectArgs,
    @Ctx() ctx: ProjectsContext,
  ): Promise<projects.PublicProject> {
    return readPublicProject(ctx, args);
  }

  @Mutation(() => replies.ProjectDraftReply, { nullable: true })
  createProjectDraft(
    @Arg('input', () => inputs.ProjectDraftInput) input: inputs.ProjectDraftInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: ProjectsContext,
  ): Promise<replies.ProjectDraftReply> {
    return createProjectDraft(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Mutation(() => replies.ProjectDraftReply, { nullable: true })
  updateProjectDraft(
    @Arg('input', () => inputs.UpdateProjectDraftInput) input: inputs.UpdateProjectDraftInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<replies.ProjectDraftReply> {
    return updateProjectDraft(ctx, input);
  }

  @Mutation(() => Project, { nullable: true })
  approveProject(
    @Arg('input', () => inputs.ApproveProjectInput) input: inputs.ApproveProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<Project> {
    return approveProject(ctx, input);
  }

  @Mutation(() => Project, { nullable: true })
  withdrawProjectApproval(
    @Arg('input', () => inputs.OwnProjectInput) input: inputs.OwnProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<Project> {
    return withdrawProjectApproval(ctx, input);
  }

  @Mutation(() => replies.PublishReply, { nullable: true })
  publishProject(
    @Arg('input', () => inputs.PublishProjectInput) input: inputs.PublishProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<replies.PublishReply> {
    return publishProject(ctx, input);
  }

  @Mutation(() => Project, { nullable: true })
  archiveProject(
    @Arg('input', () => inputs.ArchiveProjectInput) input: inputs.ArchiveProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<Project> {
    return archiveProject(ctx, input);
  }

  @Mutation(() => Project, { nullable: true })
  createPublicProof(
    @Arg('input', () => inputs.OwnProjectInput) input: inputs.OwnProjectInput,
    @Ctx() ctx: ProjectsContext,
  ): Promise<Project> {
    return createPublicProof(ctx, input);
  }

  @FieldResolver(() => ProjectStatus)
  status(@Root() project: Project, @Ctx() ctx: ProjectsContext): ProjectStatus {
    return statusOf(project, ctx.platform.clock.now());
  }

  @FieldResolver(() => ProjectApproval, {
    nullable: true,
    description: 'Null when there is none for the present revision, or it has expired.',
  })
  approval(@Root() project: Project, @Ctx() ctx: ProjectsContext): ProjectApproval | null {
    return approvalOf(project, ctx.platform.clock.now());
  }

  @FieldResolver(() => projects.PublishedContent, { nullable: true })
  published(@Root() project: Project, @Ctx() ctx: ProjectsContext): projects.PublishedContent | null {
    return publishedOf(ctx, project);
  }

  @FieldResolver(() => ProjectProof, { nullable: true })
  proof(@Root() project: Project): ProjectProof | null {
    return project.proof;
  }

  @FieldResolver(() => String, { description: 'Where its owner looks at it, approves and publishes it.' })
  reviewUrl(@Root() { id }: Project, @Ctx() ctx: ProjectsContext): string {
    return reviewUrlOf(ctx, id);
  }
}
