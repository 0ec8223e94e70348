import type { EntityManager } from '@mikro-orm/postgresql';
import { ownerOf } from '../../accounts/index.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import type { SkillReading } from '../reading.types.js';
import {
  type AgentSkill,
  type AgentSkillSummary,
  type PublishedSkillSummary,
  type RiskCounts,
  SkillStatus,
} from './skill.types.js';

/** What is kept of a reading beside name, description, digest and content, which have columns of their own. */
export interface StoredReading extends Omit<SkillReading, 'name' | 'description' | 'digest' | 'content'> {
  readonly riskCounts: RiskCounts;
}

/** The parts of a reading that can be large: no list carries them. */
type LargeParts = 'metadata' | 'headings' | 'validation' | 'findings';
type Facts = Omit<StoredReading, LargeParts>;

/** A skill as a raw statement answers it: times are text, ids bare UUIDs. */
export interface SkillRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly source_url: string;
  readonly final_url: string;
  readonly digest: string;
  readonly reading: Facts;
  readonly status: SkillStatus;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly verified_at: string | null;
  readonly verified_by: string | null;
  readonly published_at: string | null;
  readonly suspended_at: string | null;
  /** The reviewer or owner who did it; null when the source had changed. */
  readonly suspended_by: string | null;
  readonly suspended_reason: string | null;
  readonly checked_at: string | null;
  readonly check_failure: string | null;
}

/** The same with the whole reading and the text of the file. */
export interface SkillDetailRow extends SkillRow {
  readonly reading: StoredReading;
  readonly content: string;
}

const COLUMNS = `id, user_id, name, description, source_url, final_url, digest, status, revision, created_at, updated_at,
  verified_at, verified_by, published_at, suspended_at, suspended_by, suspended_reason, checked_at, check_failure`;

/** Skills that a condition in SQL with bind values finds, without their texts and whatever else can be large: a list of them must not be. */
export const findSkills = (em: EntityManager, condition: string, values: unknown[]): Promise<SkillRow[]> =>
  em.execute<SkillRow[]>(
    `select ${COLUMNS}, reading - array['metadata', 'headings', 'validation', 'findings'] as reading from agent_skill where ${condition}`,
    values,
  );

/** The same with their texts. */
export const findSkillDetails = (em: EntityManager, condition: string, values: unknown[]): Promise<SkillDetailRow[]> =>
  em.execute<SkillDetailRow[]>(`select ${COLUMNS}, reading, content from agent_skill where ${condition}`, values);

/** One answer for a skill that there is not and for one that is none of the caller's business. */
export const noSuchSkill = (): Fault => new Fault('NOT_FOUND', { say: 'You have no such skill.' });

/** A skill of the caller (a public id), by itself or locked until the transaction ends. */
export async function requireSkill(
  ctx: RequestContext,
  em: EntityManager,
  skillId: string,
  { lock = false } = {},
): Promise<SkillDetailRow> {
  const [row] = await findSkillDetails(em, `id = ? and user_id = ?${lock ? ' for update' : ''}`, [
    uuidOf('skl', skillId),
    ownerOf(ctx),
  ]);
  if (!row) throw noSuchSkill();
  return row;
}

/** A skill as it is after a change, inside its transaction. */
export async function rereadSkill(em: EntityManager, uuid: string): Promise<SkillDetailRow> {
  const [row] = await findSkillDetails(em, 'id = ?', [uuid]);
  if (!row) throw noSuchSkill();
  return row;
}

/** True while a reviewer has taken the skill out of the public: its owner cannot undo that. */
export const isBarred = ({ status, suspended_by, user_id }: SkillRow): boolean =>
  status === SkillStatus.SUSPENDED && suspended_by !== null && suspended_by !== user_id;

/** The refusal of what would bring a text back that a reviewer took out. */
export const barred = (): Fault =>
  new Fault('STATE_CONFLICT', {
    say: 'A reviewer took this text out of the public. Change it at its source and import it again.',
  });

/** Where its owner looks at an imported skill. */
export const agentHrefOf = ({ platform }: RequestContext, uuid: string): string =>
  `${platform.config.workspaceUrl}/admin/#/me/skills/${publicId('skl', uuid)}`;

/** Where everyone reads a published skill. */
export const publicHrefOf = ({ platform }: RequestContext, uuid: string): string =>
  `${platform.config.workspaceUrl}/s/${publicId('skl', uuid)}`;

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The members that every view of a skill has. */
export const skillFactsOf = (row: {
  reading: Omit<Facts, 'riskCounts'>;
  digest: string;
  source_url: string;
  final_url: string;
}) => {
  const { license, compatibility, allowedTools, bytes, lines } = row.reading;
  return {
    license,
    compatibility,
    allowedTools: allowedTools && [...allowedTools],
    bytes,
    lines,
    digest: row.digest,
    sourceUrl: row.source_url,
    finalUrl: row.final_url,
  };
};

/** How many findings of each severity there are. */
export const riskCountsOf = (findings: SkillReading['findings']): RiskCounts => {
  const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length;
  return { high: count('high'), medium: count('medium'), low: count('low') };
};

/** A skill as its owner sees it in a list. */
export function summarizeSkill(ctx: RequestContext, row: SkillRow): AgentSkillSummary {
  return {
    id: publicId('skl', row.id),
    status: row.status,
    revision: row.revision,
    name: row.name,
    description: row.description,
    ...skillFactsOf(row),
    riskCounts: row.reading.riskCounts,
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

/** The large parts of a reading, read with the text. */
export const partsOf = ({ metadata, headings, findings }: Pick<SkillReading, LargeParts>) => ({
  metadata,
  headings: [...headings],
  risk: { findings: [...findings] },
});

/** A skill as its owner sees it. */
export const describeSkill = (ctx: RequestContext, row: SkillDetailRow): AgentSkill => ({
  ...summarizeSkill(ctx, row),
  ...partsOf(row.reading),
  validation: validationOf(row.reading),
  content: row.content,
});

export const validationOf = ({ validation }: Pick<SkillReading, 'validation'>): AgentSkill['validation'] => ({
  valid: validation.valid,
  errors: [...validation.errors],
  warnings: [...validation.warnings],
});

/** A published skill as everyone may read it in a list. */
export const summarizePublished = (row: SkillRow): PublishedSkillSummary => ({
  id: publicId('skl', row.id),
  name: row.name,
  description: row.description,
  ...skillFactsOf(row),
  riskCounts: row.reading.riskCounts,
  verifiedAt: new Date(row.verified_at ?? 0),
  publishedAt: new Date(row.published_at ?? 0),
});
