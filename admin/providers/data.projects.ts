import { bind, type Methods, type MutationParams, present, type QueryParams } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, type FilterValues, listBy } from './records.js';
import { ask } from './request.js';

/** The changed members of a project, and the revision that was read; without one the service refuses. */
interface ProjectEdit extends QueryParams {
  readonly data: Partial<Omit<schema.UpdateProjectDraftInput, 'draftId'>>;
}

/** Projects that wait for a decision of the person: content that is not public yet, approved or not. */
export const WAITING = 'waiting';

const isStatus = (text: string | undefined): text is schema.ProjectStatus =>
  text !== undefined && Object.hasOwn(schema.ProjectStatus, text);

const projectFilter = ({ status }: FilterValues) =>
  status === WAITING ? { unpublished: true } : isStatus(status) ? { status: [status] } : {};

/** Projects from the draft to the public page, and what a public proof of one would show. */
export const projectRecords: Record<string, Methods> = {
  projects: {
    getList: listBy(
      schema.ListProjects,
      (question) => ({ ...askedOf(question), ...projectFilter(question.filter) }),
      ({ projects }) => projects,
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
      ({ id, data }: ProjectEdit) => ({
        input: { ...data, draftId: String(id), revision: data.revision ?? 0 },
      }),
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
  setProjectListed: async (input: schema.SetProjectListedInput) =>
    present((await ask(schema.SetProjectListed, { input })).setProjectListed),
  createPublicProof: async (input: schema.OwnProjectInput) =>
    present((await ask(schema.CreatePublicProof, { input })).createPublicProof),
};
