import { createHash } from 'node:crypto';
import type { TestApp } from './app.js';
import { ask, askGraphql, type Reply } from './ask.js';
import type { Caller } from './cast.js';

/** A small valid skill; `body` follows its heading. */
export const skillText = (name = 'release-notes', body = 'Write what changed, for the people who use it.'): string =>
  `---\nname: ${name}\ndescription: Writes release notes from merged changes.\n---\n\n# Release notes\n\n${body}\n`;

export const digestOf = (content: string | Buffer): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

export interface ImportReply {
  persisted: boolean;
  skill: Record<string, unknown> & { id: string | null; status: string | null; digest: string; name: string | null };
  validation: {
    valid: boolean;
    errors: { code: string; line: number | null }[];
    warnings: { code: string; line: number | null }[];
  };
  risk: { findings: { ruleId: string; severity: string; line: number; excerpt: string }[] };
  agentHref: string | null;
  publicHref: string | null;
  code: string;
  errors?: { pointer: string; code: string; detail: string }[];
}

export const SKILLS_PATH = '/api/workflow/agent-skills';

/** An agent previews a source, or imports it. */
export const askImport = (
  app: Pick<TestApp, 'url'>,
  token: string,
  body: Record<string, unknown>,
  idempotencyKey?: string,
): Promise<Reply<ImportReply>> =>
  ask(`${app.url}${SKILLS_PATH}`, {
    token,
    body,
    ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}),
  });

export interface Skill {
  id: string;
  status: string;
  digest: string;
  content: string;
  verifiedAt: string | null;
  verifiedBy: string | null;
  suspendedReason: string | null;
  checkFailure: string | null;
  publicHref: string | null;
}
const SKILL =
  'id status digest content verifiedAt verifiedBy suspendedReason checkFailure publicHref risk { findings { ruleId severity } }';
const INPUTS = {
  verifyAgentSkill: 'VerifyAgentSkillInput',
  publishAgentSkill: 'PublishAgentSkillInput',
  suspendAgentSkill: 'SuspendAgentSkillInput',
} as const;

/** The acts on an imported skill that only a person has. */
export const decide = (app: Pick<TestApp, 'url'>, by: Caller, name: keyof typeof INPUTS, input: object) =>
  askGraphql<Record<string, Skill | null>>(
    app,
    `mutation ($input: ${INPUTS[name]}!) { ${name}(input: $input) { ${SKILL} } }`,
    { input },
    by,
  );

/** One imported skill as its owner sees it. */
export const askSkill = (app: Pick<TestApp, 'url'>, by: Caller, skillId: string) =>
  askGraphql<{ agentSkill: Skill | null }>(
    app,
    `query ($skillId: ID!) { agentSkill(skillId: $skillId) { ${SKILL} } }`,
    { skillId },
    by,
  );
