import { bind, type Methods, type MutationParams, nextPage, page, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';

/** What changes of a project, and the revision that was read; without one the service refuses. */
interface ProjectEdit extends QueryParams {
  readonly data: Partial<Omit<schema.UpdateProjectDraftInput, 'draftId' | 'revision'>>;
  readonly meta?: { readonly revision: number };
}

/** Projects from the draft to the public page: what is written, each decision about it, and what everyone reads. */
export const projectsTable: Record<string, Methods> = {
  projects: {
    getList: bind(schema.ListProjects, page<schema.ListProjectsVariables>, ({ projects }) =>
      nextPage(projects.items, projects.nextCursor),
    ),
    getOne: bind(
      schema.ReadProject,
      ({ id }: QueryParams) => ({ projectId: String(id) }),
      ({ project }) => ({ data: project }),
    ),
    create: bind(
      schema.CreateProjectDraft,
      ({ data, meta }: MutationParams<schema.ProjectDraftInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.createProjectDraft).draft }),
    ),
    update: bind(
      schema.UpdateProjectDraft,
      ({ id, data, meta }: ProjectEdit) => ({ input: { ...data, draftId: String(id), revision: meta?.revision ?? 0 } }),
      (answer) => ({ data: present(answer.updateProjectDraft).draft }),
    ),
  },
  'project-approvals': {
    create: bind(
      schema.ApproveProject,
      ({ data }: MutationParams<schema.ApproveProjectInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.approveProject) }),
    ),
    delete: bind(
      schema.WithdrawProjectApproval,
      ({ id }: QueryParams) => ({ input: { projectId: String(id) } }),
      (answer) => ({ data: present(answer.withdrawProjectApproval) }),
    ),
  },
  'project-publications': {
    create: bind(
      schema.PublishProject,
      ({ data }: MutationParams<schema.PublishProjectInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.publishProject).project }),
    ),
  },
  'project-archive': {
    create: bind(
      schema.ArchiveProject,
      ({ data }: MutationParams<schema.ArchiveProjectInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.archiveProject) }),
    ),
  },
  'project-proofs': {
    getOne: bind(
      schema.PreviewPublicProof,
      ({ id }: QueryParams) => ({ projectId: String(id) }),
      ({ publicProofPreview }, { id }) => ({ data: { id, tools: publicProofPreview } }),
    ),
    create: bind(
      schema.CreatePublicProof,
      ({ data }: MutationParams<schema.OwnProjectInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.createPublicProof) }),
    ),
  },
};
