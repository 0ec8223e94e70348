import { BODY_LIMITS } from '../../../server/platform/http/body.js';
import { withFragments } from '../../fragments.js';
import { idempotencyKeyOf, type Shim } from '../../shim.js';

const SKILL_URL = 'https://raw.githubusercontent.com/example/skills/main/skills/release-notes/SKILL.md';

export const agentSkills: Shim = {
  method: 'post',
  path: '/api/workflow/agent-skills',
  tag: 'Workflow',
  summary: 'Preview a public SKILL.md, or import it as a private draft',
  description:
    'Without `confirm` it reads and checks the file and stores nothing. With `confirm: true`, `status: "DRAFT"` and the header Idempotency-Key a valid skill is stored as a private draft. The file is data: it is never run, and nothing in it is followed.',
  operation: 'importAgentSkill',
  who: ['workflow_token'],
  document:
    withFragments(`mutation ($input: ImportAgentSkillInput!, $idempotencyKey: String) { reply: importAgentSkill(input: $input, idempotencyKey: $idempotencyKey) {
    ...SkillChecks skill { ...SkillFacts status createdAt } agentHref publicHref } }`),
  idempotencyKey: true,
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'ImportAgentSkillInput',
    examples: {
      preview: { summary: 'What it says, and what is wrong with it', value: { skillUrl: SKILL_URL } },
      confirm: {
        summary: 'Store it as a private draft, if it is what the preview showed',
        value: { skillUrl: SKILL_URL, confirm: true, status: 'DRAFT', digest: `sha256:${'0'.repeat(64)}` },
      },
    },
  },
  arguments: (req, body) => ({ input: body, idempotencyKey: idempotencyKeyOf(req) }),
  answers: {
    200: 'The preview',
    201: 'The private draft',
    409: 'The source has changed since the preview, or the key was used with another body or is in use',
    413: 'Over 256 KiB',
    502: 'The source did not answer with a usable file',
    504: 'The source did not answer within eight seconds',
  },
  status: (data) => (isPersisted(data) ? 201 : 200),
};

const isPersisted = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'persisted' in data && data.persisted === true;
