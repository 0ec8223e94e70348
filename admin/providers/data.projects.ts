import { bind, type Methods, type MutationParams, nextPage, page, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { ask } from './request.js';

/** What changes of a project, and the revision that was read; without one the service refuses. */
interface ProjectEdit extends QueryParams {
  readonly data: Partial<Omit<schema.UpdateProjectDraftInput, 'draftId' | 'revision'>>;
  readonly meta?: { readonly revision: number };
}

/** Projects from the draft to the public page, and what a public proof of one would show. */
export const projectRecords: Record<string, Methods> = {
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
  'project-proofs': {
    getOne: bind(
      schema.PreviewPublicProof,
      ({ id }: QueryParams) => ({ projectId: String(id) }),
      ({ publicProofPreview }, { id }) => ({ data: { id, tools: publicProofPreview } }),
    ),
  },
};

/** The decisions about a project; each answers the project as it is then. */
export const projectDecisions = {
  approveProject: async (input: schema.ApproveProjectInput) =>
    present((await ask(schema.ApproveProject, { input })).approveProject),
  withdrawProjectApproval: async (input: schema.OwnProjectInput) =>
    present((await ask(schema.WithdrawProjectApproval, { input })).withdrawProjectApproval),
  publishProject: async (input: schema.PublishProjectInput) =>
    present((await ask(schema.PublishProject, { input })).publishProject).project,
  archiveProject: async (input: schema.ArchiveProjectInput) =>
    present((await ask(schema.ArchiveProject, { input })).archiveProject),
  createPublicProof: async (input: schema.OwnProjectInput) =>
    present((await ask(schema.CreatePublicProof, { input })).createPublicProof),
};
