import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { publicId, uuidOf } from '../platform/ids.js';
import type { SkillReading } from './skill.reading.js';
import { type AgentSkill, type AgentSkillSummary, type PublishedSkillSummary, SkillStatus } from './skill.types.js';

/** What is kept of a reading beside name, description, digest and content, which have columns of their own. */
export type StoredReading = Omit<SkillReading, 'name' | 'description' | 'digest' | 'content'>;

/** A skill as a raw statement answers it: times are text, ids bare UUIDs. */
export interface SkillRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly source_url: string;
  readonly final_url: string;
  readonly digest: string;
  readonly reading: StoredReading;
  readonly status: SkillStatus;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly verified_at: string | null;
  readonly verified_by: string | null;
  readonly published_at: string | null;
  readonly suspended_at: string | null;
  readonly suspended_reason: string | null;
  readonly checked_at: string | null;
  readonly check_failure: string | null;
}

/** The same with the text of the file. */
export interface WholeSkillRow extends SkillRow {
  readonly content: string;
}

const COLUMNS = `id, user_id, name, description, source_url, final_url, digest, reading, status, revision, created_at, updated_at,
  verified_at, verified_by, published_at, suspended_at, suspended_reason, checked_at, check_failure`;

/** Skills that a condition in SQL with bind values finds, without their texts: a list of them could be large. */
export const findSkills = (em: EntityManager, condition: string, values: unknown[]): Promise<SkillRow[]> =>
  em.execute<SkillRow[]>(`select ${COLUMNS} from agent_skill where ${condition}`, values);

/** The same with their texts. */
export const findWholeSkills = (em: EntityManager, condition: string, values: unknown[]): Promise<WholeSkillRow[]> =>
  em.execute<WholeSkillRow[]>(`select ${COLUMNS}, content from agent_skill where ${condition}`, values);

/** Bare UUID of the person whose skills these are: who is signed in, or who owns the token. */
export function skillOwnerOf({ principal }: RequestContext): string {
  if (principal.kind !== 'session' && principal.kind !== 'workflow_token') throw new Fault('SESSION_REQUIRED');
  return principal.userId;
}

/** One answer for a skill that there is not and for one that is none of the caller's business. */
export const noSuchSkill = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such skill.' });

/** A skill of the caller (a public id), by itself or locked until the transaction ends. */
export async function requireSkill(
  ctx: RequestContext,
  em: EntityManager,
  skillId: string,
  { lock = false } = {},
): Promise<WholeSkillRow> {
  const [row] = await findWholeSkills(em, `id = ? and user_id = ?${lock ? ' for update' : ''}`, [
    uuidOf('skl', skillId),
    skillOwnerOf(ctx),
  ]);
  if (!row) throw noSuchSkill();
  return row;
}

/** A skill as it is after a change, inside its transaction. */
export async function rereadSkill(em: EntityManager, uuid: string): Promise<WholeSkillRow> {
  const [row] = await findWholeSkills(em, 'id = ?', [uuid]);
  if (!row) throw noSuchSkill();
  return row;
}

/** Where its owner looks at an imported skill. */
export const agentHrefOf = ({ platform }: RequestContext, uuid: string): string =>
  `${platform.config.workspaceUrl}/admin/#/me/skills/${publicId('skl', uuid)}`;

/** Where everybody reads a published skill. */
export const publicHrefOf = ({ platform }: RequestContext, uuid: string): string =>
  `${platform.config.workspaceUrl}/admin/#/s/${publicId('skl', uuid)}`;

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The members that every view of a skill has. */
export const skillTextOf = (row: Pick<SkillRow, 'reading' | 'digest' | 'source_url' | 'final_url'>) => {
  const { license, compatibility, allowedTools, metadata, headings, bytes, lines } = row.reading;
  return {
    license,
    compatibility,
    allowedTools: allowedTools && [...allowedTools],
    metadata,
    headings: [...headings],
    bytes,
    lines,
    digest: row.digest,
    sourceUrl: row.source_url,
    finalUrl: row.final_url,
  };
};

/** A skill as its owner sees it in a list. */
export function summarizeSkill(ctx: RequestContext, row: SkillRow): AgentSkillSummary {
  return {
    id: publicId('skl', row.id),
    status: row.status,
    revision: row.revision,
    name: row.name,
    description: row.description,
    ...skillTextOf(row),
    validation: validationOf(row.reading),
    risk: { findings: [...row.reading.findings] },
    verifiedAt: dateOf(row.verified_at),
    verifiedBy: row.verified_by && publicId('usr', row.verified_by),
    publishedAt: dateOf(row.published_at),
    suspendedAt: dateOf(row.suspended_at),
    suspendedReason: row.suspended_reason,
    checkedAt: dateOf(row.checked_at),
    checkFailure: row.check_failure,
    agentHref: agentHrefOf(ctx, row.id),
    publicHref: row.status === SkillStatus.PUBLISHED ? publicHrefOf(ctx, row.id) : null,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

/** A skill as its owner sees it. */
export const describeSkill = (ctx: RequestContext, row: WholeSkillRow): AgentSkill => ({
  ...summarizeSkill(ctx, row),
  content: row.content,
});

export const validationOf = ({ validation }: Pick<SkillReading, 'validation'>): AgentSkill['validation'] => ({
  valid: validation.valid,
  errors: [...validation.errors],
  warnings: [...validation.warnings],
});

/** A published skill as everybody may read it in a list. */
export const summarizePublished = (row: SkillRow): PublishedSkillSummary => ({
  id: publicId('skl', row.id),
  name: row.name,
  description: row.description,
  ...skillTextOf(row),
  risk: { findings: [...row.reading.findings] },
  verifiedAt: new Date(row.verified_at ?? 0),
  publishedAt: new Date(row.published_at ?? 0),
});
