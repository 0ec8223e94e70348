import { type Act, door, type Look, type Methods, page, part, present } from './binding.js';
import * as schema from './schema.js';

/** What changes of a project, and the revision that was read; without one the service refuses. */
interface ProjectEdit extends Look {
  readonly data: Partial<Omit<schema.UpdateProjectDraftInput, 'draftId' | 'revision'>>;
  readonly meta?: { readonly revision: number };
}

/** Projects from the draft to the public page: what is written, each decision about it, and what everybody reads. */
export const projectsTable: Record<string, Methods> = {
  projects: {
    getList: door(schema.ListProjects, page<schema.ListProjectsVariables>, ({ projects }) =>
      part(projects.items, projects.nextCursor),
    ),
    getOne: door(
      schema.ReadProject,
      ({ id }: Look) => ({ projectId: String(id) }),
      ({ project }) => ({ data: project }),
    ),
    create: door(
      schema.CreateProjectDraft,
      ({ data, meta }: Act<schema.ProjectDraftInput>) => ({ input: data, ...meta }),
      (answer) => ({ data: present(answer.createProjectDraft).draft }),
    ),
    update: door(
      schema.UpdateProjectDraft,
      ({ id, data, meta }: ProjectEdit) => ({ input: { ...data, draftId: String(id), revision: meta?.revision ?? 0 } }),
      (answer) => ({ data: present(answer.updateProjectDraft).draft }),
    ),
  },
  'project-approvals': {
    create: door(
      schema.ApproveProject,
      ({ data }: Act<schema.ApproveProjectInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.approveProject) }),
    ),
    delete: door(
      schema.WithdrawProjectApproval,
      ({ id }: Look) => ({ input: { projectId: String(id) } }),
      (answer) => ({ data: present(answer.withdrawProjectApproval) }),
    ),
  },
  'project-publications': {
    create: door(
      schema.PublishProject,
      ({ data }: Act<schema.PublishProjectInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.publishProject).project }),
    ),
  },
  'project-archive': {
    create: door(
      schema.ArchiveProject,
      ({ data }: Act<schema.ArchiveProjectInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.archiveProject) }),
    ),
  },
  'project-proofs': {
    getOne: door(
      schema.PreviewPublicProof,
      ({ id }: Look) => ({ projectId: String(id) }),
      ({ publicProofPreview }, { id }) => ({ data: { id, tools: publicProofPreview } }),
    ),
    create: door(
      schema.CreatePublicProof,
      ({ data }: Act<schema.OwnProjectInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.createPublicProof) }),
    ),
  },
  'public-projects': {
    getOne: door(
      schema.ReadPublicProject,
      ({ id }: Look) => ({ slug: String(id) }),
      ({ publicProject }, { id }) => ({ data: { ...publicProject, id } }),
    ),
  },
};
