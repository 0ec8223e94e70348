import { BODY_LIMITS } from '../../../../server/platform/http/body.js';
import { withFragments } from '../../../fragments.js';
import { idempotencyKeyOf, integerIn, limitParameter, type Shim } from '../../../shim.js';

const draft = {
  path: '/api/workflow/projects/draft',
  tag: 'Workflow',
  who: ['workflow_token'],
} as const;

export const createDraft: Shim = {
  ...draft,
  method: 'post',
  summary: 'Prepare a project as a private draft',
  description:
    'Nothing of it is public before its owner has looked at it at `reviewUrl` and approved that very content.',
  operation: 'createProjectDraft',
  document: withFragments(`mutation ($input: ProjectDraftInput!, $idempotencyKey: String) {
    reply: createProjectDraft(input: $input, idempotencyKey: $idempotencyKey) { draft { ...OwnProject } reviewUrl } }`),
  idempotencyKey: true,
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'ProjectDraftInput',
    examples: {
      tools: {
        summary: 'A project with its tools',
        value: {
          title: 'Invoice reminders',
          summary: 'Reminds customers of open invoices, in their own language.',
          tools: [{ slug: 'stripe', role: 'invoices' }],
        },
      },
    },
  },
  arguments: (req, body) => ({ input: body, idempotencyKey: idempotencyKeyOf(req) }),
  answers: {
    201: 'The draft',
    404: 'You have no such plan',
    409: 'The key was used with another body or is in use, or you have too many projects',
    413: 'Over 256 KiB',
  },
  status: () => 201,
};

export const editDraft: Shim = {
  ...draft,
  method: 'patch',
  summary: 'Change a draft, or prepare the next revision of a published project',
  description: 'Members that are absent stay as they are, null empties them. Every change voids the approval.',
  operation: 'updateProjectDraft',
  document: withFragments(
    `mutation ($input: UpdateProjectDraftInput!) { reply: updateProjectDraft(input: $input) { draft { ...OwnProject } reviewUrl } }`,
  ),
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'UpdateProjectDraftInput',
    examples: {
      summary: {
        summary: 'Another summary',
        value: {
          draftId: 'prj_0197c0de-0000-7000-8000-000000000000',
          revision: 1,
          summary: 'Reminds customers of open invoices.',
        },
      },
    },
  },
  arguments: (_req, body) => ({ input: body }),
  answers: {
    200: 'The draft as it is now',
    404: 'You have no such project, or no such plan',
    409: 'The project has another revision by now, or is archived',
    413: 'Over 256 KiB',
  },
};

export const drafts: Shim = {
  ...draft,
  method: 'get',
  summary: 'Your projects with content that is not public yet',
  operation: 'projects',
  called: 'projectDrafts',
  document:
    withFragments(`query ($limit: Int!, $cursor: String) { reply: projects(unpublished: true, limit: $limit, cursor: $cursor) {
    drafts: items { ...OwnProject } nextCursor } }`),
  query: {
    limit: limitParameter(100, 50),
    cursor: { description: '`nextCursor` of the page before.', example: 'MDE5N2MwZGU' },
  },
  arguments: ({ query }) => ({ limit: integerIn(query.limit ?? '50'), cursor: query.cursor }),
  answers: { 200: 'The drafts, newest first' },
};
