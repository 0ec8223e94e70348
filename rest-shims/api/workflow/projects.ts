import { BODY_LIMITS } from '../../../server/platform/http/body.js';
import { withFragments } from '../../fragments.js';
import { listParameters, listVariables, TIMED_ARGUMENTS, TIMED_VARIABLES } from '../../list-parameters.js';
import type { Shim } from '../../shim.js';

export const ownProjects: Shim = {
  method: 'get',
  path: '/api/workflow/projects',
  tag: 'Workflow',
  summary: 'Your projects',
  description:
    'Newest first if no order is asked for, archived ones too. A project-scoped token sees its project alone.',
  operation: 'projects',
  who: ['workflow_token'],
  document: withFragments(`query (${TIMED_VARIABLES}) { reply: projects(${TIMED_ARGUMENTS}) {
    projects: items { ...OwnProject } nextCursor } }`),
  query: listParameters(['created', 'updated', 'title', 'status'], 'title, summary or the name of a tool'),
  arguments: listVariables,
  answers: { 200: 'The projects' },
};

export const ownProject: Shim = {
  method: 'get',
  path: '/api/workflow/projects/{projectId}',
  tag: 'Workflow',
  summary: 'One of your projects',
  operation: 'project',
  who: ['workflow_token'],
  document: withFragments(`query ($projectId: ID!) { reply: project(projectId: $projectId) { ...OwnProject } }`),
  inPath: { projectId: { description: 'prj_…', example: 'prj_0197c0de-0000-7000-8000-000000000000' } },
  arguments: ({ params }) => ({ projectId: params.projectId }),
  answers: { 200: 'The project', 404: 'You have no such project' },
};

export const publishProject: Shim = {
  method: 'post',
  path: '/api/workflow/projects',
  tag: 'Workflow',
  summary: 'Publish what a person approved',
  description:
    'Publishes exactly the content of `contentHash`, and only when the owner approved it in a session within the last 24 hours.',
  operation: 'publishProject',
  who: ['workflow_token'],
  document: withFragments(
    `mutation ($input: PublishProjectInput!) { reply: publishProject(input: $input) { project { ...OwnProject } published publicUrl } }`,
  ),
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'PublishProjectInput',
    examples: {
      approved: {
        summary: 'The approved content',
        value: { draftId: 'prj_0197c0de-0000-7000-8000-000000000000', contentHash: `sha256:${'0'.repeat(64)}` },
      },
    },
  },
  arguments: (_req, body) => ({ input: body }),
  answers: {
    200: 'This very content was public already',
    201: 'It is public',
    403: 'No valid approval of this content (then `approvalUrl` says where it is given), or another kind of credential',
    404: 'You have no such project',
    409: 'The content has changed since, or the project is archived',
    413: 'Over 256 KiB',
  },
  problems: { 403: 'ApprovalProblem' },
  status: (data) => (typeof data === 'object' && data !== null && 'published' in data && data.published ? 201 : 200),
};
