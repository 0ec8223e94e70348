import { workflowFixturesOf } from './calls.fixtures.workflow.js';
import { newHackathon } from './calls.intake.js';
import { type Call, read, readOne, write } from './calls.js';
import type { SourcedApp } from './skill-source.js';

/** How the operations of projects, skills and the workflow's context are called; the things that they name belong to the person of that address. */
export function workflowCallsOf(app: SourcedApp, email: string): Record<string, Call> {
  const { newProject, newSkill } = workflowFixturesOf(app, email);
  const ofProject = async () => ({ projectId: (await newProject()).projectId });
  const ofPublished = async () => ({ projectId: (await newProject('PUBLISHED')).projectId });
  const ofSkill = async () => ({ skillId: (await newSkill()).skillId });
  const entry = (field: string, ofProjectThat: () => Promise<{ projectId: string }>): Call => ({
    document: `mutation ($slug: String!, $projectId: ID!) { ${field}(slug: $slug, projectId: $projectId) { total } }`,
    variables: async () => ({ slug: await newHackathon(app), ...(await ofProjectThat()) }),
  });
  return {
    workflowContext: read('workflowContext', '{ notices }'),
    projects: read('projects', '{ nextCursor }'),
    project: readOne('project', 'projectId', '{ id }', ofProject),
    publicProofPreview: readOne('publicProofPreview', 'projectId', '{ slug }', ofPublished),
    publicProject: readOne('publicProject', 'slug', '{ slug }', async () => ({
      slug: (await newProject('PUBLISHED')).slug,
    })),
    createProjectDraft: write('createProjectDraft', 'ProjectDraftInput', '{ reviewUrl }', () => ({
      title: 'Made',
      summary: 'Made.',
    })),
    updateProjectDraft: write('updateProjectDraft', 'UpdateProjectDraftInput', '{ reviewUrl }', async () => ({
      draftId: (await newProject()).projectId,
      revision: 1,
      summary: 'Changed.',
    })),
    approveProject: write('approveProject', 'ApproveProjectInput', '{ status }', async () => {
      const { projectId, revision, contentHash } = await newProject();
      return { projectId, revision, contentHash };
    }),
    withdrawProjectApproval: write('withdrawProjectApproval', 'OwnProjectInput', '{ status }', async () => ({
      projectId: (await newProject('APPROVED')).projectId,
    })),
    publishProject: write('publishProject', 'PublishProjectInput', '{ published }', async () => {
      const { projectId, contentHash } = await newProject('APPROVED');
      return { draftId: projectId, contentHash };
    }),
    setProjectListed: write('setProjectListed', 'SetProjectListedInput', '{ listed }', async () => ({
      ...(await ofPublished()),
      listed: true,
    })),
    listedProjects: read('listedProjects', '{ nextCursor }'),
    archiveProject: write('archiveProject', 'ArchiveProjectInput', '{ status }', async () => ({
      ...(await ofPublished()),
      revision: 1,
    })),
    projectHackathons: readOne('projectHackathons', 'projectId', '{ total }', ofPublished),
    enterHackathon: entry('enterHackathon', ofPublished),
    leaveHackathon: entry('leaveHackathon', ofPublished),
    createPublicProof: write('createPublicProof', 'OwnProjectInput', '{ id }', ofPublished),
    importAgentSkill: write('importAgentSkill', 'ImportAgentSkillInput', '{ persisted }', () => ({
      skillUrl: app.skillUrl,
    })),
    agentSkills: read('agentSkills', '{ nextCursor }'),
    agentSkill: readOne('agentSkill', 'skillId', '{ id }', ofSkill),
    verifyAgentSkill: write('verifyAgentSkill', 'VerifyAgentSkillInput', '{ status }', () => newSkill()),
    publishAgentSkill: write('publishAgentSkill', 'PublishAgentSkillInput', '{ status }', () => newSkill('VERIFIED')),
    suspendAgentSkill: write('suspendAgentSkill', 'SuspendAgentSkillInput', '{ status }', async () => ({
      skillId: (await newSkill('PUBLISHED')).skillId,
      reason: 'a test',
    })),
    deleteAgentSkill: write('deleteAgentSkill', 'DeleteAgentSkillInput', '', ofSkill),
    publishedSkills: read('publishedSkills', '{ nextCursor }'),
    publishedSkill: readOne('publishedSkill', 'skillId', '{ id }', async () => ({
      skillId: (await newSkill('PUBLISHED')).skillId,
    })),
  };
}
